import Screen
import Text

/// The help: all commands by chapter, each with its keys.
enum HelpText {
  /// A line of the help: what some commands do, their first keys, and their other keys.
  struct Group {
    var title: SafeText
    var keys: [KeyEvent]
    var others: [KeyEvent]
  }

  /// Returns the chapters of all commands: first those of some commands that hold here, then what holds everywhere, then
  /// the others.
  static func chapters(
    _ commands: [Command], here: [Command] = [], _ keymap: Keymap, _ theme: Theme
  ) -> [OverlayText.Chapter] {
    let label = KeyLabel(theme)
    let categories = Set(here.map(\.category))
    let groups = groups(commands, keymap)
    return (0...2).flatMap { rank in groups.filter { Self.rank($0.category, in: categories) == rank } }.map {
      category, lines in
      OverlayText.Chapter(
        title: category.title,
        lines: lines.map { line in
          // `↑↓  move, scroll; also k j`
          let text = line.others.isEmpty ? line.title : "\(line.title); also \(label.text(line.others))"
          return OverlayText.Line(label: label.text(line.keys), text: text)
        })
    }
  }

  private static func rank(_ category: Command.Category, in here: Set<Command.Category>) -> Int {
    category == .everywhere ? 1 : here.contains(category) ? 0 : 2
  }

  /// Returns the lines of each chapter. Commands of a chapter with the same title share a line.
  static func groups(_ commands: [Command], _ keymap: Keymap) -> [(category: Command.Category, lines: [Group])] {
    let categories = Set(commands.map(\.category)).sorted { ($0.order, $0.title.string) < ($1.order, $1.title.string) }
    return categories.map { category in
      var groups: [(title: SafeText, keys: [[KeyEvent]])] = []
      for command in commands where command.category == category {
        let keys = keymap.keys(of: command)
        guard !keys.isEmpty else { continue }
        if let index = groups.firstIndex(where: { $0.title == command.title }) {
          groups[index].keys.append(keys)
        } else {
          groups.append((command.title, [keys]))
        }
      }
      return (category, groups.map { group($0.title, $0.keys) })
    }
  }

  /// The commands' first keys come first, the others last.
  private static func group(_ title: SafeText, _ keys: [[KeyEvent]]) -> Group {
    var seen: Set<KeyEvent> = []
    let first = keys.compactMap(\.first).filter { seen.insert($0).inserted }
    let most = keys.map(\.count).max() ?? 0
    let others = (1..<max(1, most)).flatMap { index in keys.compactMap { index < $0.count ? $0[index] : nil } }
      .filter { seen.insert($0).inserted }
    return Group(title: title, keys: first, others: others)
  }
}
