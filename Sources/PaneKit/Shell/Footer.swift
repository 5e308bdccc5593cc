import Screen
import Text

/// The last line: hints for the enabled commands; temporarily the last notice; and mistakes in the settings until the next
/// key.
///
/// Most keys do not change it, so it is laid out again only when other commands are enabled.
struct Footer {
  /// What a command may be at the moment.
  private struct Standing: OptionSet {
    let rawValue: UInt8

    static let enabled = Standing(rawValue: 1)
    /// Its hint is shown.
    static let shown = Standing(rawValue: 2)
  }

  /// The dependencies of the line, besides its width. Commands never change, so identical ones have the same hints.
  private struct Source: Equatable {
    var notice: SafeText?
    var mistakes: [SafeText] = []
    /// The commands that keys go to, and what each of them is at the moment.
    var scope: [Command] = []
    var standings: [Standing] = []
    /// The commands whose keys are on the screen already.
    var shown: [Command] = []
    var takesText = false
    var isASCII = false

    static func == (one: Source, other: Source) -> Bool {
      one.notice == other.notice && one.mistakes == other.mistakes && one.takesText == other.takesText
        && one.isASCII == other.isASCII && one.standings == other.standings && one.scope.isSame(as: other.scope)
        && one.shown.isSame(as: other.shown)
    }

    /// The enabled commands in order.
    var enabled: [Command] { zip(scope, standings).filter { $1.contains(.enabled) }.map(\.0) }
    /// The commands whose hints are shown.
    var offered: [Command] { zip(scope, standings).filter { $1.contains(.shown) }.map(\.0) }
  }

  private var source = Source()
  private var hints: [KeyHints.Hint] = []
  /// For each hint the commands that share it.
  private var commands: [[Command]] = []
  /// Counts the changes of ``source``, because a number compares faster.
  private var revision = 0
  private let picture = KeptPicture<Int>()

  /// - Parameters:
  ///   - scope: The commands that keys go to.
  ///   - shown: The commands whose keys are on the screen already.
  ///   - takesText: Whether a field takes text.
  @UI mutating func reduce(
    notice: SafeText?, mistakes: [SafeText] = [], scope: CommandScope, shown: [Command] = [], keymap: Keymap,
    takesText: Bool, theme: Theme
  ) {
    var source = Source(notice: notice, mistakes: mistakes, takesText: takesText, isASCII: theme.isASCII)
    if notice == nil && mistakes.isEmpty {
      (source.scope, source.shown) = (scope.commands, shown)
      source.standings = Self.standings(scope, shown: shown)
    }
    guard source != self.source else { return }
    self.source = source
    revision += 1
    (hints, commands) = Self.hints(source, keymap, KeyLabel(theme))
  }

  @UI private static func standings(_ scope: CommandScope, shown: [Command]) -> [Standing] {
    var standings: [Standing] = []
    standings.reserveCapacity(scope.commands.count)
    for command in scope.commands {
      guard command.belongs(to: scope.context) else {
        standings.append([])
        continue
      }
      var standing: Standing = command.disabled() == nil ? .enabled : []
      if standing == .enabled, let hint = command.hint, !shown.holds(command), hint.isUseful?() != false {
        standing.insert(.shown)
      }
      standings.append(standing)
    }
    return standings
  }

  /// Groups commands with the same hint, each with its first key.
  private static func hints(
    _ source: Source, _ keymap: Keymap, _ label: KeyLabel
  ) -> ([KeyHints.Hint], [[Command]]) {
    let reachable = keymap.reachable(among: source.enabled, takesText: source.takesText)
    var groups: [(hint: Command.Hint, keys: [KeyEvent], commands: [Command])] = []
    for command in source.offered {
      guard let hint = command.hint, let key = reachable.first(where: { $0.command === command })?.keys.first
      else { continue }
      if let index = groups.firstIndex(where: { $0.hint.label == hint.label }) {
        groups[index].keys.append(key)
        groups[index].commands.append(command)
      } else {
        groups.append((hint, [key], [command]))
      }
    }
    let hints = groups.map {
      KeyHints.Hint(
        keys: label.text($0.keys), label: $0.hint.label, rank: $0.hint.rank, isAtEnd: $0.hint.isAtEnd)
    }
    // Commands without a hint fill a line that would be half blank.
    var fillers: [(hint: KeyHints.Hint, command: Command)] = []
    for command in source.enabled where command.hint == nil && command.isFiller {
      guard !source.shown.contains(where: { $0 === command }),
        let key = reachable.first(where: { $0.command === command })?.keys.first,
        !hints.contains(where: { $0.label == command.name })
      else { continue }
      let hint = KeyHints.Hint(keys: label.text([key]), label: command.name, rank: fillerRank, isFiller: true)
      fillers.append((hint, command))
    }
    return (hints + fillers.map(\.hint), groups.map(\.commands) + fillers.map { [$0.command] })
  }

  /// After all hints.
  private static let fillerRank = 100

  /// The margin in columns.
  private static let margin = 1

  /// Returns the command of the hint at a column of the line that was drawn last; `nil` if there is none. A hint's label
  /// stands for the first of its commands.
  func command(at column: Int, width: Int) -> Command? {
    guard source.notice == nil,
      let place = KeyHints(hints).place(at: column - Self.margin, width: width - 2 * Self.margin)
    else { return nil }
    let group = commands[place.hint]
    return place.keyPart.map { group[min(Int($0 * Double(group.count)), group.count - 1)] } ?? group.first
  }

  func draw(into canvas: inout Canvas) {
    picture.draw(revision, into: &canvas) { canvas in
      let line = Rect(x: Self.margin, y: 0, width: canvas.width - 2 * Self.margin, height: 1)
      canvas.within(line) { line in
        if let notice = source.notice {
          line.draw(notice, line.theme.strong, x: 0, y: 0)
        } else if let first = source.mistakes.first {
          draw(first, into: &line)
        } else {
          KeyHints(hints).draw(into: &line)
        }
      }
    }
  }

  /// Draws the first mistake as far as it fits, and how to see the others.
  private func draw(_ mistake: SafeText, into line: inout Canvas) {
    let others = source.mistakes.count - 1
    let rest: SafeText = others > 0 ? " (\(others) more: reactui config)" : ""
    let room = max(0, line.width - DisplayWidth.of(rest))
    let width = line.draw(mistake, line.theme.alarm, x: 0, y: 0, maxWidth: room)
    line.draw(rest, line.theme.dim, x: width, y: 0)
  }
}

extension [Command] {
  /// Returns whether a command is among them. A loop, because each call of a closure would check its isolation.
  fileprivate func holds(_ command: Command) -> Bool {
    for other in self where other === command { return true }
    return false
  }
}

extension Command {
  /// Whether its name may fill the footer: a short one, of what is done in a pane.
  fileprivate var isFiller: Bool {
    !isMotion && !servesField && category != .everywhere && DisplayWidth.of(name) <= 20
  }
}
