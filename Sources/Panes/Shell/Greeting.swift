import Screen
import Text
import ViewModels

/// What the last line says at the first start: what is live and what is made up, and the keys that lead to all others.
@UI
struct Greeting {
  private let origins: SafeText
  private let keys: SafeText

  init(_ panes: [any Pane], _ commands: [Command], _ keymap: Keymap, _ theme: Theme) {
    // Nothing is said of a service that has not been heard of yet, and none is called live that does not answer now.
    let known = panes.filter(\.hasAnswered)
    let made = known.filter { $0.origin == .demo }
    func names(_ panes: [any Pane]) -> SafeText { panes.map(\.title).joined(separator: ", ") }
    let live = known.filter { $0.origin == .live && !$0.hasTrouble }
    let parts: [SafeText] =
      if made.count + live.count < panes.count {
        (made.isEmpty ? [] : ["\(names(made)): made up"]) + (live.isEmpty ? [] : ["\(names(live)): live"])
      } else if made.isEmpty {
        ["Everything here is live"]
      } else if live.isEmpty {
        ["Everything here is made up"]
      } else {
        ["\(names(made)): made up, the rest is live"]
      }
    origins = parts.isEmpty ? "" : " \(parts.joined(separator: "; "))."
    let label = KeyLabel(theme)
    let words: [(Command.ID, SafeText)] = [(.help, "help"), (.palette, "commands"), ("app.quit", "quit")]
    keys = words.compactMap { id, word in
      commands.first { $0.id == id }.flatMap { keymap.keys(of: $0).first }.map { "\(label.text([$0])) \(word)" }
    }
    .joined(separator: "   ")
  }

  /// The keys alone where there is no room for more.
  func text(width: Int) -> SafeText {
    let whole: SafeText = "Welcome.\(origins)   \(keys)"
    return DisplayWidth.of(whole) <= width ? whole : keys
  }
}
