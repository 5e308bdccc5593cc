import Screen
import Signals
import Text
import ViewModels

/// The commands of a pane's chart.
struct ChartCommands {
  let gestures: Input<ChartGesture>
  /// There is a chart on the screen.
  let hasChart: Property<Bool>
  let isFollowing: Property<Bool>
  let isPaused: Property<Bool>

  /// A pan's part of what the axis shows.
  private static let panStep = 0.1

  /// Earlier and later.
  var panning: [Command] {
    [
      command(
        "chart.earlier", "earlier, later", "show earlier times", [.left, "h"], Command.Hint("pan", rank: 2),
        .panTime(-Self.panStep)),
      command(
        "chart.later", "earlier, later", "show later times", [.right, "l"], Command.Hint("pan", rank: 2),
        .panTime(Self.panStep)),
    ]
  }

  /// Higher and lower, where no list takes these keys.
  var valuePanning: [Command] {
    [
      command(
        "chart.higher", "higher, lower", "show higher values", [.up, "k"], Command.Hint("pan values", rank: 5),
        .panValue(Self.panStep)),
      command(
        "chart.lower", "higher, lower", "show lower values", [.down, "j"], Command.Hint("pan values", rank: 5),
        .panValue(-Self.panStep)),
    ]
  }

  /// Zooming, following and pausing.
  var viewing: [Command] {
    let isRunning = hasChart.and(isPaused.negate()).skipRepeats()
    return [
      command("chart.zoom-in", "zoom in, out", "zoom in", ["+", "="], Command.Hint("zoom", rank: 3), .zoomIn),
      command("chart.zoom-out", "zoom in, out", "zoom out", ["-"], Command.Hint("zoom", rank: 3), .zoomOut),
      command("chart.fit", "all data; again: the first view", nil, ["0"], Command.Hint("fit", rank: 4), .fit),
      // It also brings back the first view of a chart that follows.
      command(
        "chart.follow", "follow the present", nil, ["f"],
        Command.Hint("follow", rank: 2, when: isFollowing.negate()), .follow),
      command(
        "chart.pause", "pause, go on", "pause", ["p"], Command.Hint("pause", rank: 4), .togglePause,
        isEnabled: isRunning),
      command(
        "chart.resume", "pause, go on", "go on", ["p"], Command.Hint("go on", rank: 4), .togglePause,
        isEnabled: isPaused),
    ]
  }

  private func command(
    _ id: Command.ID, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent], _ hint: Command.Hint,
    _ gesture: ChartGesture,
    isEnabled: Property<Bool>? = nil
  ) -> Command {
    Command(id, title, name: name, in: .charts, keys: keys, hint: hint, isEnabled: isEnabled ?? hasChart) {
      [gestures] in
      gestures.send(gesture)
    }
  }
}
