import Screen
import Text

/// The last line: the keys that do something now; for a moment what the last command did; and what is wrong with the settings,
/// until that is mended.
struct Footer {
  var notice: SafeText?
  var mistakes: [SafeText]
  var hints: [KeyHints.Hint]

  /// - Parameters:
  ///   - scope: the commands that keys go to.
  ///   - takesText: characters go into a field.
  init(
    notice: SafeText?, mistakes: [SafeText] = [], scope: [Command], keymap: Keymap, takesText: Bool, theme: Theme
  ) {
    self.notice = notice
    self.mistakes = mistakes
    let isFree = notice == nil && mistakes.isEmpty
    hints = isFree ? Self.hints(keymap.reachable(in: scope, takesText: takesText), KeyLabel(theme)) : []
  }

  /// Commands that share a hint stand together, each with its first key.
  private static func hints(
    _ reachable: [(command: Command, keys: [KeyEvent])], _ label: KeyLabel
  ) -> [KeyHints.Hint] {
    var groups: [(hint: Command.Hint, keys: [KeyEvent])] = []
    for (command, keys) in reachable {
      guard let hint = command.hint, let key = keys.first, hint.isUseful?.value != false else { continue }
      if let index = groups.firstIndex(where: { $0.hint.label == hint.label }) {
        groups[index].keys.append(key)
      } else {
        groups.append((hint, [key]))
      }
    }
    return groups.map { KeyHints.Hint(keys: label.text($0.keys), label: $0.hint.label, rank: $0.hint.rank) }
  }

  func draw(into canvas: inout Canvas) {
    let line = Rect(x: 1, y: 0, width: canvas.width - 2, height: 1)
    canvas.within(line) { line in
      if let notice {
        line.draw(notice, line.theme.strong, x: 0, y: 0)
      } else if let first = mistakes.first {
        draw(first, into: &line)
      } else {
        KeyHints(hints).draw(into: &line)
      }
    }
  }

  /// The first mistake as far as there is room, and how to see the others.
  private func draw(_ mistake: SafeText, into line: inout Canvas) {
    let rest: SafeText = mistakes.count > 1 ? " (\(mistakes.count - 1) more: reactui config)" : ""
    let room = max(0, line.width - DisplayWidth.of(rest))
    let width = line.draw(mistake, line.theme.alarm, x: 0, y: 0, maxWidth: room)
    line.draw(rest, line.theme.dim, x: width, y: 0)
  }
}
