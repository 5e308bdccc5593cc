import Screen
import Text

/// The commands that move in a list or scroll a text.
package struct ListCommands {
  let specs: MotionSpecs
  /// The footer's label for moving by a line.
  let label: SafeText
  /// Whether there are rows to move among, or lines to scroll. Without them there is no hint.
  var hasRows: Command.Condition = { true }
  /// Returns why there is nothing to move among, unless moving is possible at any time.
  var disabled: @UI @Sendable () -> SafeText? = { nil }
  /// Whether other commands have the keys of the ends.
  var leavesEnds: Command.Condition = { false }
  /// Returns the lines of a page in the current layout.
  let page: @UI () -> Int
  let move: @UI (Motion) -> Void

  package init(
    specs: MotionSpecs, label: SafeText, hasRows: @escaping Command.Condition = { true },
    disabled: @escaping @UI @Sendable () -> SafeText? = { nil },
    leavesEnds: @escaping Command.Condition = { false },
    page: @escaping @UI () -> Int, move: @escaping @UI (Motion) -> Void
  ) {
    (self.specs, self.label, self.hasRows, self.disabled) = (specs, label, hasRows, disabled)
    (self.leavesEnds, self.page, self.move) = (leavesEnds, page, move)
  }

  package var commands: [Command] {
    let hint = Command.Hint(label, rank: 1, when: hasRows)
    let ends = { @UI @Sendable in leavesEnds() ? "" : disabled() }
    return [
      Command(specs.up, hint: hint, disabled: disabled()) { move(.lines(-1)) },
      Command(specs.down, hint: hint, disabled: disabled()) { move(.lines(1)) },
      Command(specs.pageUp, disabled: disabled()) { move(.lines(-page())) },
      Command(specs.pageDown, disabled: disabled()) { move(.lines(page())) },
      Command(specs.halfPageUp, disabled: disabled()) { move(.lines(-halfPage)) },
      Command(specs.halfPageDown, disabled: disabled()) { move(.lines(halfPage)) },
      Command(specs.start, disabled: ends()) { move(.start) },
      Command(specs.end, disabled: ends()) { move(.end) },
    ]
  }

  @UI private var halfPage: Int { max(1, (page() + 1) / 2) }
}
