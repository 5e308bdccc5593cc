import Screen
import Text
import ViewModels

/// What the last line says at the first start: what is live and what is made up, and the keys that lead to all others.
@UI
struct Greeting {
  private let origins: SafeText
  private let keys: SafeText

  init(_ panes: [any Pane], _ commands: [Command], _ keymap: Keymap, _ theme: Theme) {
    let known = panes.filter { $0.origin != nil }
    let made = known.filter { $0.origin == .demo }
    origins =
      if made.isEmpty {
        "Everything here is live"
      } else if made.count == known.count {
        "Everything here is made up"
      } else {
        "\(made.map(\.title).joined(separator: ", ")): made up, the rest is live"
      }
    let label = KeyLabel(theme)
    let words: [(Command.ID, SafeText)] = [(.help, "help"), (.palette, "commands"), ("app.quit", "quit")]
    keys = words.compactMap { id, word in
      commands.first { $0.id == id }.flatMap { keymap.keys(of: $0).first }.map { "\(label.text([$0])) \(word)" }
    }
    .joined(separator: "   ")
  }

  /// The keys alone where there is no room for more.
  func text(width: Int) -> SafeText {
    let whole: SafeText = "Welcome. \(origins).   \(keys)"
    return DisplayWidth.of(whole) <= width ? whole : keys
  }
}
