import Screen
import Text

/// The enabled commands, and all else that has a name, as a list to choose from.
///
/// It begins with what was chosen last, followed by what the focused pane can do, in the order of the footer. Movements, for
/// which everybody uses keys, are at the end. Of what matches letters equally well, commands come first.
@UI
struct Palette {
  /// What a choice does.
  enum Act {
    case command(Command)
    case entry(PaletteEntry)
  }

  let choices: [Choice]
  private let acts: [Choice.ID: Act]

  /// The parts of the list, in their order.
  private enum Part: Int {
    case recent, pane, everywhere, entries, motions
  }

  private struct Row {
    var choice: Choice
    var part: Part
    /// The order within the part.
    var rank: Int
  }

  /// The rank of a command without a hint.
  private static let unhinted = 100

  /// - Parameters:
  ///   - scope: The commands that keys go to.
  ///   - recent: The choices that were made last, the latest first.
  init(
    _ scope: CommandScope, entries: [PaletteEntry] = [], recent: [Choice.ID] = [], _ keymap: Keymap, _ theme: Theme
  ) {
    let label = KeyLabel(theme)
    let replaced = Set(entries.compactMap(\.command))
    var keys: [Command.ID: SafeText] = [:]
    var acts: [Choice.ID: Act] = [:]
    var rows: [Row] = []
    var names: Set<SafeText> = []
    for (command, reachable) in keymap.reachable(among: scope.enabled, takesText: false) {
      let key = label.text(Array(reachable.prefix(1)))
      keys[command.id] = keys[command.id] ?? key
      // A second command with the same name, declared for its key, would look like a mistake.
      guard !replaced.contains(command.id), names.insert(command.name).inserted else { continue }
      let id = command.id.name
      acts[id] = .command(command)
      let words: SafeText = "\(SafeText(oneLine: id)) \(command.category.title) \(command.spec.words)"
      let choice = Choice(id: id, title: command.name, detail: command.category.title, alias: words, key: key)
      let part = command.isMotion ? Part.motions : command.category == .everywhere ? .everywhere : .pane
      rows.append(Row(choice: choice, part: part, rank: command.hint?.rank ?? Self.unhinted))
    }
    for entry in entries where acts[entry.id] == nil {
      acts[entry.id] = .entry(entry)
      var choice = Choice(
        id: entry.id, title: entry.title, detail: entry.kind, alias: "\(entry.kind) \(entry.words)",
        key: (entry.command ?? entry.keyCommand).flatMap { keys[$0] } ?? "")
      choice.precedence = entry.isCommand ? 0 : 1
      choice.theme = entry.theme
      rows.append(Row(choice: choice, part: .entries, rank: 0))
    }
    for index in rows.indices {
      guard let place = recent.firstIndex(of: rows[index].choice.id) else { continue }
      (rows[index].part, rows[index].rank) = (.recent, place)
    }
    self.acts = acts
    choices = rows.enumerated()
      .sorted { one, other in
        (one.element.part.rawValue, one.element.rank, one.offset)
          < (other.element.part.rawValue, other.element.rank, other.offset)
      }
      .map(\.element.choice)
  }

  func act(of choice: Choice) -> Act? { acts[choice.id] }
}
