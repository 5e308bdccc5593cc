import Screen
import Signals
import Text
import ViewModels

/// The commands that move in a list or scroll a text.
struct ListCommands {
  /// The prefix of the commands' names, `list` or `text`.
  let name: String
  /// The footer's label for moving by a line.
  let label: SafeText
  /// Whether there are rows to move among, or lines to scroll. Without them, the hint only keeps its place.
  let hasRows: Property<Bool>
  /// Whether moving by lines and pages is enabled. Moving to the ends and by half pages is not while a field takes text,
  /// because its own commands have those keys.
  let isEnabled: Property<Bool>
  /// When the hint keeps its place; `nil` while moving by lines is enabled.
  var keepsPlace: Property<Bool>?
  let hasEnds: Property<Bool>
  /// Returns the lines of a page in the current layout.
  let page: @UI () -> Int
  let move: @UI (Motion) -> Void

  var commands: [Command] {
    let hint = Command.Hint(label, rank: 1, when: hasRows, keepingPlace: keepsPlace ?? isEnabled)
    return [
      command("up", "move, scroll", "move up", [.up, "k"], hint) { move(.lines(-1)) },
      command("down", "move, scroll", "move down", [.down, "j"], hint) { move(.lines(1)) },
      command("page-up", "a page up, down", "page up", [.pageUp]) { move(.lines(-page())) },
      command("page-down", "a page up, down", "page down", [.pageDown, " "]) { move(.lines(page())) },
      command("half-page-up", "half a page up, down", "half a page up", [.control("u")], isEnabled: hasEnds) {
        move(.lines(-halfPage))
      },
      command("half-page-down", "half a page up, down", "half a page down", [.control("d")], isEnabled: hasEnds) {
        move(.lines(halfPage))
      },
      command("start", "to the start, to the end", "to the start", ["g", .home], isEnabled: hasEnds) { move(.start) },
      command("end", "to the start, to the end", "to the end", ["G", .end], isEnabled: hasEnds) { move(.end) },
    ]
  }

  @UI private var halfPage: Int { max(1, (page() + 1) / 2) }

  private func command(
    _ id: String, _ title: SafeText, _ name: SafeText, _ keys: [KeyEvent], _ hint: Command.Hint? = nil,
    isEnabled: Property<Bool>? = nil, _ action: @escaping @UI () -> Void
  ) -> Command {
    Command(
      Command.ID("\(self.name).\(id)"), title, name: name, in: .lists, keys: keys, hint: hint,
      isEnabled: isEnabled ?? self.isEnabled, isMotion: true, action: action)
  }
}
