import Screen
import Signals
import Text
import ViewModels

/// The commands that move in a list or scroll a text.
struct ListCommands {
  let specs: MotionSpecs
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
      Command(specs.up, hint: hint, isEnabled: isEnabled) { move(.lines(-1)) },
      Command(specs.down, hint: hint, isEnabled: isEnabled) { move(.lines(1)) },
      Command(specs.pageUp, isEnabled: isEnabled) { move(.lines(-page())) },
      Command(specs.pageDown, isEnabled: isEnabled) { move(.lines(page())) },
      Command(specs.halfPageUp, isEnabled: hasEnds) { move(.lines(-halfPage)) },
      Command(specs.halfPageDown, isEnabled: hasEnds) { move(.lines(halfPage)) },
      Command(specs.start, isEnabled: hasEnds) { move(.start) },
      Command(specs.end, isEnabled: hasEnds) { move(.end) },
    ]
  }

  @UI private var halfPage: Int { max(1, (page() + 1) / 2) }
}
