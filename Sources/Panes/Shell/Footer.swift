import Screen
import Text

/// The last line: the keys that do something now, or for a moment what the last command did.
///
/// Most keys change nothing of it, so it is made again only when something else is enabled.
struct Footer {
  /// What the line depends on, besides its width. Commands never change, so the same ones say the same.
  private struct Source: Equatable {
    var notice: SafeText?
    var enabled: [Command]
    /// Those whose hints are worth their places.
    var useful: [Command]
    var takesText: Bool
    var isASCII: Bool

    static func == (one: Source, other: Source) -> Bool {
      one.notice == other.notice && one.takesText == other.takesText && one.isASCII == other.isASCII
        && one.enabled.elementsEqual(other.enabled, by: ===) && one.useful.elementsEqual(other.useful, by: ===)
    }
  }

  private var source = Source(enabled: [], useful: [], takesText: false, isASCII: false)
  private var hints: [KeyHints.Hint] = []
  private let picture = KeptPicture<Source>()

  /// - Parameters:
  ///   - scope: the commands that keys go to.
  ///   - takesText: characters go into a field.
  mutating func take(notice: SafeText?, scope: [Command], keymap: Keymap, takesText: Bool, theme: Theme) {
    let enabled = notice == nil ? scope.enabled : []
    let useful = enabled.filter { $0.hint.map { $0.isUseful?.value != false } ?? false }
    let source = Source(notice: notice, enabled: enabled, useful: useful, takesText: takesText, isASCII: theme.isASCII)
    guard source != self.source else { return }
    self.source = source
    hints = Self.hints(keymap.reachable(among: enabled, takesText: takesText), useful, KeyLabel(theme))
  }

  /// Commands that share a hint stand together, each with its first key.
  private static func hints(
    _ reachable: [(command: Command, keys: [KeyEvent])], _ useful: [Command], _ label: KeyLabel
  ) -> [KeyHints.Hint] {
    var groups: [(hint: Command.Hint, keys: [KeyEvent])] = []
    for (command, keys) in reachable {
      guard let hint = command.hint, let key = keys.first, useful.contains(where: { $0 === command }) else { continue }
      if let index = groups.firstIndex(where: { $0.hint.label == hint.label }) {
        groups[index].keys.append(key)
      } else {
        groups.append((hint, [key]))
      }
    }
    return groups.map { KeyHints.Hint(keys: label.text($0.keys), label: $0.hint.label, rank: $0.hint.rank) }
  }

  func draw(into canvas: inout Canvas) {
    picture.draw(source, into: &canvas) { canvas in
      let line = Rect(x: 1, y: 0, width: canvas.width - 2, height: 1)
      canvas.within(line) { line in
        if let notice = source.notice {
          line.draw(notice, line.theme.strong, x: 0, y: 0)
        } else {
          KeyHints(hints).draw(into: &line)
        }
      }
    }
  }
}
