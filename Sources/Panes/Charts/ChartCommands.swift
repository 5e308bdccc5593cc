import Screen
import Signals
import Text
import ViewModels

/// The commands of a pane's chart.
struct ChartCommands {
  private let perform: @UI @Sendable (ChartGesture) -> Void
  let hasChart: Property<Bool>
  /// Whether there is a chart, or will be one when data come.
  private let mayHaveChart: Property<Bool>
  private let hasCursor: Property<Bool>
  private let isFollowing: Property<Bool>
  private let isPaused: Property<Bool>
  /// Returns the gesture that moves the cursor by a number of columns.
  private let cursorMove: @UI (Int) -> ChartGesture?

  /// - Parameters:
  ///   - perform: Sends a gesture to the view model.
  ///   - cursorMove: Returns the gesture that moves the cursor by a number of columns, to the right if positive.
  init(
    mode: Property<ChartTile.Mode>, perform: @escaping @UI @Sendable (ChartGesture) -> Void,
    cursorMove: @escaping @UI (Int) -> ChartGesture?
  ) {
    self.perform = perform
    self.cursorMove = cursorMove
    hasChart = mode.map(\.hasChart).skipRepeats()
    mayHaveChart = mode.map(\.mayHaveChart).skipRepeats()
    hasCursor = mode.map { $0.hasChart && $0.hasCursor }.skipRepeats()
    isFollowing = mode.map(\.isFollowing).skipRepeats()
    isPaused = mode.map(\.isPaused).skipRepeats()
  }

  /// The notice for a key that needs a chart.
  static let noChart: SafeText = "The chart has no values yet"

  /// The fraction of the axis by which a key pans.
  private static let panStep = 0.1
  /// The columns of a long step of the cursor.
  private static let longStep = 10

  /// Pan, or move the cursor while there is one, with the same keys.
  var moving: [Command] { panning + cursorMoves }

  /// Move the cursor.
  private var cursorMoves: [Command] {
    let hint = Command.Hint("cursor", rank: 1)
    return [
      cursor(.charts.cursorLeft, hint, by: -1), cursor(.charts.cursorRight, hint, by: 1),
      cursor(.charts.cursorLeftFar, nil, by: -Self.longStep), cursor(.charts.cursorRightFar, nil, by: Self.longStep),
      command(.charts.cursorStart, nil, .cursorToStart, isEnabled: hasCursor, whenDisabled: nil),
      command(.charts.cursorEnd, nil, .cursorToEnd, isEnabled: hasCursor, whenDisabled: nil),
    ]
  }

  /// Pan to earlier and later times.
  private var panning: [Command] {
    let canPan = hasChart.and(hasCursor.negate()).skipRepeats()
    let canPanSoon = mayHaveChart.and(hasCursor.negate()).skipRepeats()
    let hint = Command.Hint("pan", rank: 2, keepingPlace: canPanSoon)
    return [
      command(.charts.earlier, hint, .panTime(-Self.panStep), isEnabled: canPan),
      command(.charts.later, hint, .panTime(Self.panStep), isEnabled: canPan),
    ]
  }

  /// Pan to higher and lower values, with the bare arrows unless a list uses these.
  var valuePanning: [Command] {
    let hint = Command.Hint("pan values", rank: 13)
    return [
      command(.charts.higher, hint, .panValue(Self.panStep)), command(.charts.lower, hint, .panValue(-Self.panStep)),
    ]
  }

  /// Zoom, follow, pause, and set the cursor.
  var viewing: [Command] {
    let isRunning = hasChart.and(isPaused.negate()).skipRepeats()
    let zoom = Command.Hint("zoom", rank: 4, keepingPlace: mayHaveChart)
    let pause = Command.Hint("pause", rank: 6, keepingPlace: mayHaveChart.and(isPaused.negate()).skipRepeats())
    let noCursorSoon = mayHaveChart.and(hasCursor.negate()).skipRepeats()
    return [
      command(.charts.zoomIn, zoom, .zoomIn), command(.charts.zoomOut, zoom, .zoomOut),
      command(.charts.fit, Command.Hint("fit", rank: 9, keepingPlace: mayHaveChart), .fit),
      // It also restores the first view of a chart that follows.
      command(.charts.follow, Command.Hint("follow", rank: 2, when: isFollowing.negate()), .follow),
      command(.charts.pause, pause, .togglePause, isEnabled: isRunning),
      command(.charts.resume, Command.Hint("go on", rank: 6), .togglePause, isEnabled: isPaused, whenDisabled: nil),
      command(
        .charts.cursor, Command.Hint("cursor", rank: 5, when: hasCursor.negate(), keepingPlace: noCursorSoon),
        .toggleCursor),
    ]
  }

  /// Removes the cursor.
  var cursorEnd: Command {
    command(.charts.unmark, Command.Hint("no cursor", rank: 3), .endCursor, isEnabled: hasCursor, whenDisabled: nil)
  }

  private func cursor(_ spec: CommandSpec, _ hint: Command.Hint?, by columns: Int) -> Command {
    Command(spec, hint: hint, isEnabled: hasCursor) { [perform, cursorMove] in
      if let gesture = cursorMove(columns) { perform(gesture) }
    }
  }

  private func command(
    _ spec: CommandSpec, _ hint: Command.Hint?, _ gesture: ChartGesture, isEnabled: Property<Bool>? = nil,
    whenDisabled: SafeText? = Self.noChart
  ) -> Command {
    Command(spec, hint: hint, isEnabled: isEnabled ?? hasChart, whenDisabled: whenDisabled) { [perform] in
      perform(gesture)
    }
  }
}
