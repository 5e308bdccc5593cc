import Screen
import Text

/// The help: all commands by chapter, each with its keys.
enum HelpText {
  static func chapters(_ commands: [Command], _ keymap: Keymap, _ theme: Theme) -> [OverlayText.Chapter] {
    let categories = Set(commands.map(\.category)).sorted { ($0.order, $0.title.string) < ($1.order, $1.title.string) }
    return categories.map { category in
      OverlayText.Chapter(
        title: category.title, lines: lines(commands.filter { $0.category == category }, keymap, KeyLabel(theme)))
    }
  }

  /// Commands of a chapter with the same title share a line.
  private static func lines(_ commands: [Command], _ keymap: Keymap, _ label: KeyLabel) -> [OverlayText.Line] {
    var groups: [(title: SafeText, keys: [[KeyEvent]])] = []
    for command in commands {
      let keys = keymap.keys(of: command)
      guard !keys.isEmpty else { continue }
      if let index = groups.firstIndex(where: { $0.title == command.title }) {
        groups[index].keys.append(keys)
      } else {
        groups.append((command.title, [keys]))
      }
    }
    return groups.map { line($0.title, $0.keys, label) }
  }

  /// The commands' first keys come first, the others last: `↑↓  move, scroll; also k j`.
  private static func line(_ title: SafeText, _ keys: [[KeyEvent]], _ label: KeyLabel) -> OverlayText.Line {
    var seen: Set<KeyEvent> = []
    let first = keys.compactMap(\.first).filter { seen.insert($0).inserted }
    let most = keys.map(\.count).max() ?? 0
    let others = (1..<max(1, most)).flatMap { index in keys.compactMap { index < $0.count ? $0[index] : nil } }
      .filter { seen.insert($0).inserted }
    let text = others.isEmpty ? title : "\(title); also \(label.text(others))"
    return OverlayText.Line(label: label.text(first), text: text)
  }
}
