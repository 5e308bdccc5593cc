import Screen
import Text

/// The commands of a pane's chart.
package struct ChartCommands {
  private let perform: @UI @Sendable (ChartGesture) -> Void
  private let standing: @UI @Sendable () -> ChartTile.Standing
  /// Returns the gesture that moves the cursor by a number of columns.
  private let cursorMove: @UI (Int) -> ChartGesture?

  /// - Parameters:
  ///   - standing: Returns what can be done now.
  ///   - perform: Sends a gesture to the view model.
  ///   - cursorMove: Returns the gesture that moves the cursor by a number of columns, to the right if positive.
  init(
    standing: @escaping @UI @Sendable () -> ChartTile.Standing,
    perform: @escaping @UI @Sendable (ChartGesture) -> Void, cursorMove: @escaping @UI (Int) -> ChartGesture?
  ) {
    self.standing = standing
    self.perform = perform
    self.cursorMove = cursorMove
  }

  /// The notices for keys that need a chart, and its cursor.
  private static let (noChart, noCursor): (SafeText, SafeText) = (
    "The chart has no values yet", "There is no cursor in the chart"
  )

  /// The fraction of the axis by which a key pans.
  private static let panStep = 0.1
  /// The columns of a long step of the cursor.
  private static let longStep = 10

  /// Pan, or move the cursor while there is one, with the same keys.
  package var moving: [Command] { panning + cursorMoves }

  /// Move the cursor.
  private var cursorMoves: [Command] {
    let hint = Command.Hint("cursor", rank: 1)
    return [
      cursor(.charts.cursorLeft, hint, by: -1), cursor(.charts.cursorRight, hint, by: 1),
      cursor(.charts.cursorLeftFar, nil, by: -Self.longStep), cursor(.charts.cursorRightFar, nil, by: Self.longStep),
      command(.charts.cursorStart, nil, .cursorToStart, disabled: withoutCursor),
      command(.charts.cursorEnd, nil, .cursorToEnd, disabled: withoutCursor),
    ]
  }

  /// Pan to earlier and later times.
  private var panning: [Command] {
    let hint = Command.Hint("pan", rank: 2)
    let disabled = withoutChart(orWhile: \.hasCursor)
    return [
      command(.charts.earlier, hint, .panTime(-Self.panStep), disabled: disabled),
      command(.charts.later, hint, .panTime(Self.panStep), disabled: disabled),
    ]
  }

  /// Pan to higher and lower values, with the bare arrows unless a list uses these.
  package var valuePanning: [Command] {
    let hint = Command.Hint("pan values", rank: 13)
    return [
      command(.charts.higher, hint, .panValue(Self.panStep)), command(.charts.lower, hint, .panValue(-Self.panStep)),
    ]
  }

  /// Zoom, follow, pause, and set the cursor.
  package var viewing: [Command] {
    let zoom = Command.Hint("zoom", rank: 4)
    return [
      command(.charts.zoomIn, zoom, .zoomIn), command(.charts.zoomOut, zoom, .zoomOut),
      command(.charts.fit, Command.Hint("fit", rank: 9), .fit),
      // It also restores the first view of a chart that follows.
      command(.charts.follow, Command.Hint("follow", rank: 2, when: when { !$0.isFollowing }), .follow),
      command(
        .charts.pause, Command.Hint("pause", rank: 6), .togglePause, disabled: withoutChart(orWhile: \.isPaused)),
      command(
        .charts.resume, Command.Hint("go on", rank: 6), .togglePause,
        disabled: { [standing] in standing().isPaused ? nil : "The chart is not paused" }),
      command(.charts.cursor, Command.Hint("cursor", rank: 5, when: when { !$0.hasCursor }), .toggleCursor),
    ]
  }

  /// Removes the cursor.
  package var cursorEnd: Command {
    command(.charts.unmark, Command.Hint("no cursor", rank: 3), .endCursor, disabled: withoutCursor)
  }

  /// Returns why there is no chart.
  package var withoutChart: @UI @Sendable () -> SafeText? {
    { [standing] in standing().hasChart ? nil : Self.noChart }
  }

  /// Returns why there is no chart; empty while another command has the key.
  private func withoutChart(
    orWhile isTaken: @escaping @Sendable (ChartTile.Standing) -> Bool
  ) -> @UI @Sendable () -> SafeText? {
    { [standing, withoutChart] in isTaken(standing()) ? "" : withoutChart() }
  }

  /// Returns why the cursor cannot be moved.
  private var withoutCursor: @UI @Sendable () -> SafeText? {
    { [standing] in
      let standing = standing()
      if !standing.hasChart { return Self.noChart }
      return standing.hasCursor ? nil : Self.noCursor
    }
  }

  private func when(_ condition: @escaping @Sendable (ChartTile.Standing) -> Bool) -> Command.Condition {
    { [standing] in condition(standing()) }
  }

  private func cursor(_ spec: CommandSpec, _ hint: Command.Hint?, by columns: Int) -> Command {
    let disabled = withoutCursor
    return Command(spec, hint: hint, disabled: disabled()) { [perform, cursorMove] in
      if let gesture = cursorMove(columns) { perform(gesture) }
    }
  }

  private func command(
    _ spec: CommandSpec, _ hint: Command.Hint?, _ gesture: ChartGesture,
    disabled: (@UI @Sendable () -> SafeText?)? = nil
  ) -> Command {
    let disabled = disabled ?? withoutChart
    return Command(spec, hint: hint, disabled: disabled()) { [perform] in perform(gesture) }
  }
}
