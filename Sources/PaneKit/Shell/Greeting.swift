import Screen
import Text

/// The greeting in the last line at the first start: which data is live and which is invented, and the most important keys.
@UI
struct Greeting {
  private let origins: SafeText
  /// Whether a service could not be reached, which matters more than the keys.
  private let hasStandIns: Bool
  private let keys: SafeText

  /// - Parameter keys: What ``keys(_:_:_:)`` returned, which no data changes.
  init(_ panes: [any Pane], keys: SafeText) {
    self.keys = keys
    // Services without an answer are not mentioned, and one that does not answer now is not called live.
    let known = panes.filter(\.hasAnswered)
    let made = known.filter { $0.origin == .demo }
    func names(_ panes: [any Pane]) -> SafeText { panes.map(\.title).joined(separator: ", ") }
    let live = known.filter { $0.origin == .live && !$0.hasTrouble }
    let standIns = made.filter(\.hasStandIn)
    hasStandIns = !standIns.isEmpty
    let advice: SafeText = "made-up data. It tries again every minute; r tries now"
    let parts: [SafeText] =
      if standIns.count > 1 {
        ["No network: \(advice)"]
      } else if let pane = standIns.first {
        ["\(pane.title) cannot be reached: \(advice)"]
      } else if made.count + live.count < panes.count {
        (made.isEmpty ? [] : ["\(names(made)): made up"]) + (live.isEmpty ? [] : ["\(names(live)): live"])
      } else if made.isEmpty {
        ["Everything here is live"]
      } else if live.isEmpty {
        ["Everything here is made up"]
      } else {
        ["\(names(made)): made up, the rest is live"]
      }
    origins = parts.isEmpty ? "" : " \(parts.joined(separator: "; "))."
  }

  /// Returns the most important keys with what they do.
  static func keys(_ commands: [Command], _ keymap: Keymap, _ theme: Theme) -> SafeText {
    let label = KeyLabel(theme)
    let words: [(CommandSpec, SafeText)] = [
      (.everywhere.help, "help"), (.everywhere.palette, "commands"), (.everywhere.quit, "quit"),
    ]
    return words.compactMap { spec, word in
      commands.first { $0.id == spec.id }.flatMap { keymap.keys(of: $0).first }.map { "\(label.text([$0])) \(word)" }
    }
    .joined(separator: "   ")
  }

  /// Returns the greeting, or the keys alone if there is no room for more.
  func text(width: Int) -> SafeText {
    let words: SafeText = "Welcome.\(origins)"
    let forms: [SafeText] = ["\(words)   \(keys)"] + (hasStandIns ? [words] : [])
    return forms.first { DisplayWidth.of($0) <= width } ?? keys
  }
}
