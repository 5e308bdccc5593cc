import Screen
import Text

extension CommandSpec {
  /// The commands of charts.
  package static let charts = ChartSpecs()
}

package struct ChartSpecs: CommandSpecs {
  let earlier = spec("earlier", "earlier, later", "show earlier times", [.left, "h"], isMotion: true)
  let later = spec("later", "earlier, later", "show later times", [.right, "l"], isMotion: true)

  let cursorLeft = spec("cursor-left", steps, "cursor a column left", [.left, "h"], isMotion: true)
  let cursorRight = spec("cursor-right", steps, "cursor a column right", [.right, "l"], isMotion: true)
  let cursorLeftFar = spec("cursor-left-far", longSteps, "cursor ten columns left", [.shiftLeft, "H"], isMotion: true)
  let cursorRightFar = spec(
    "cursor-right-far", longSteps, "cursor ten columns right", [.shiftRight, "L"], isMotion: true)
  let cursorStart = spec("cursor-start", ends, "cursor to the first point", [.home, "g"], isMotion: true)
  let cursorEnd = spec("cursor-end", ends, "cursor to the last point", [.end, "G"], isMotion: true)

  let higher = spec(
    "higher", "higher, lower", "show higher values", [.up, "k", .shiftUp, "K"], at: .all(.loneChart),
    isMotion: true)
  let lower = spec(
    "lower", "higher, lower", "show lower values", [.down, "j", .shiftDown, "J"], at: .all(.loneChart),
    isMotion: true)

  let zoomIn = spec("zoom-in", "zoom in, out", "zoom in", ["+", "="])
  let zoomOut = spec("zoom-out", "zoom in, out", "zoom out", ["-"])
  let fit = spec("fit", "fit all data; again: reset the view", nil, ["0"])
  let follow = spec("follow", "follow the present", nil, ["f"])
  let pause = spec("pause", "pause, go on", "pause", ["p"])
  let resume = spec("resume", "pause, go on", "go on", ["p"])
  package let cursor = spec("cursor", "cursor, no cursor", "cursor at the newest point, no cursor", ["m"])
  let unmark = spec("unmark", "cursor, no cursor", "no cursor", [.escape, "q", .backspace])
  let goTo = spec("go-to", spans, "go to a time", ["T"], opensField: true)
  package let shorterSpan = spec("span-shorter", spans, "show a shorter span", ["["])
  package let longerSpan = spec("span-longer", spans, "show a longer span", ["]"])

  let backdrop = spec("backdrop", comparisons, "day, week or year before behind the line", ["~"])
  let joinSpans = spec("join-spans", comparisons, "one span for all charts, or each its own", ["&"])

  private static let spans: SafeText = "go to a time; shorter, longer span"
  private static let comparisons: SafeText = "day before behind, one span for all charts"
  private static let steps: SafeText = "cursor: a column left, right"
  private static let longSteps: SafeText = "cursor: ten columns left, right"
  private static let ends: SafeText = "cursor: to the first, last point"

  private static func spec(
    _ id: String, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent], at contexts: CommandSpec.Contexts = .charts,
    isMotion: Bool = false, opensField: Bool = false
  ) -> CommandSpec {
    CommandSpec(
      Command.ID("chart.\(id)"), title, name: name, in: .charts, keys: keys, at: contexts, opensField: opensField,
      isMotion: isMotion)
  }

  package var all: [CommandSpec] {
    [
      earlier, later, cursorLeft, cursorRight, cursorLeftFar, cursorRightFar, cursorStart, cursorEnd, higher, lower,
      zoomIn, zoomOut, fit, follow, pause, resume, cursor, unmark, goTo, shorterSpan, longerSpan, backdrop,
      joinSpans,
    ]
  }
}
