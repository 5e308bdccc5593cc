import Screen
import Signals
import Text
import ViewModels

/// The commands of a pane's chart.
struct ChartCommands {
  private let perform: @UI @Sendable (ChartGesture) -> Void
  private let hasChart: Property<Bool>
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

  /// The fraction of the axis by which a key pans.
  private static let panStep = 0.1
  /// The columns of a long step of the cursor.
  private static let longStep = 10

  /// Pan, or move the cursor while there is one, with the same keys.
  var moving: [Command] { panning + cursorMoves }

  /// Move the cursor.
  private var cursorMoves: [Command] {
    let steps = "cursor: a column left, right" as SafeText
    let longSteps = "cursor: ten columns left, right" as SafeText
    let ends = "cursor: to the first, last point" as SafeText
    let hint = Command.Hint("cursor", rank: 1)
    return [
      cursor("left", steps, "cursor a column left", [.left, "h"], hint, by: -1),
      cursor("right", steps, "cursor a column right", [.right, "l"], hint, by: 1),
      cursor("left-far", longSteps, "cursor ten columns left", [.shiftLeft, "H"], nil, by: -Self.longStep),
      cursor("right-far", longSteps, "cursor ten columns right", [.shiftRight, "L"], nil, by: Self.longStep),
      command(
        "chart.cursor-start", ends, "cursor to the first point", [.home, "g"], nil, .cursorToStart, isEnabled: hasCursor
      ),
      command(
        "chart.cursor-end", ends, "cursor to the last point", [.end, "G"], nil, .cursorToEnd, isEnabled: hasCursor),
    ]
  }

  /// Pan to earlier and later times.
  private var panning: [Command] {
    let canPan = hasChart.and(hasCursor.negate()).skipRepeats()
    let canPanSoon = mayHaveChart.and(hasCursor.negate()).skipRepeats()
    return [
      command(
        "chart.earlier", "earlier, later", "show earlier times", [.left, "h"],
        Command.Hint("pan", rank: 2, keepingPlace: canPanSoon),
        .panTime(-Self.panStep), isEnabled: canPan),
      command(
        "chart.later", "earlier, later", "show later times", [.right, "l"],
        Command.Hint("pan", rank: 2, keepingPlace: canPanSoon),
        .panTime(Self.panStep), isEnabled: canPan),
    ]
  }

  /// Pan to higher and lower values, with the bare arrows unless a list uses these.
  var valuePanning: [Command] {
    [
      command(
        "chart.higher", "higher, lower", "show higher values", [.up, "k", .shiftUp, "K"],
        Command.Hint("pan values", rank: 13),
        .panValue(Self.panStep)),
      command(
        "chart.lower", "higher, lower", "show lower values", [.down, "j", .shiftDown, "J"],
        Command.Hint("pan values", rank: 13),
        .panValue(-Self.panStep)),
    ]
  }

  /// Zoom, follow, pause, and set the cursor.
  var viewing: [Command] {
    let isRunning = hasChart.and(isPaused.negate()).skipRepeats()
    return [
      command(
        "chart.zoom-in", "zoom in, out", "zoom in", ["+", "="],
        Command.Hint("zoom", rank: 4, keepingPlace: mayHaveChart), .zoomIn),
      command(
        "chart.zoom-out", "zoom in, out", "zoom out", ["-"], Command.Hint("zoom", rank: 4, keepingPlace: mayHaveChart),
        .zoomOut),
      command(
        "chart.fit", "all data; again: the first view", nil, ["0"],
        Command.Hint("fit", rank: 9, keepingPlace: mayHaveChart), .fit),
      // It also restores the first view of a chart that follows.
      command(
        "chart.follow", "follow the present", nil, ["f"],
        Command.Hint("follow", rank: 2, when: isFollowing.negate()), .follow),
      command(
        "chart.pause", "pause, go on", "pause", ["p"],
        Command.Hint("pause", rank: 6, keepingPlace: mayHaveChart.and(isPaused.negate()).skipRepeats()), .togglePause,
        isEnabled: isRunning),
      command(
        "chart.resume", "pause, go on", "go on", ["p"], Command.Hint("go on", rank: 6), .togglePause,
        isEnabled: isPaused),
      command(
        "chart.cursor", "cursor, no cursor", "cursor at the newest point, no cursor", ["m"],
        Command.Hint(
          "cursor", rank: 5, when: hasCursor.negate(), keepingPlace: mayHaveChart.and(hasCursor.negate()).skipRepeats()),
        .toggleCursor),
    ]
  }

  /// Removes the cursor.
  var cursorEnd: Command {
    command(
      "chart.unmark", "cursor, no cursor", "no cursor", [.escape, .backspace], Command.Hint("no cursor", rank: 3),
      .endCursor,
      isEnabled: hasCursor)
  }

  private func cursor(
    _ name: String, _ title: SafeText, _ palette: SafeText, _ keys: [KeyEvent], _ hint: Command.Hint?, by columns: Int
  ) -> Command {
    Command(
      Command.ID("chart.cursor-\(name)"), title, name: palette, in: .charts, keys: keys, hint: hint,
      isEnabled: hasCursor, isMotion: true
    ) { [perform, cursorMove] in
      if let gesture = cursorMove(columns) { perform(gesture) }
    }
  }

  private func command(
    _ id: Command.ID, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent], _ hint: Command.Hint?,
    _ gesture: ChartGesture,
    isEnabled: Property<Bool>? = nil
  ) -> Command {
    Command(
      id, title, name: name, in: .charts, keys: keys, hint: hint, isEnabled: isEnabled ?? hasChart,
      isMotion: gesture.isMotion
    ) { [perform] in perform(gesture) }
  }
}

extension ChartGesture {
  /// Whether it moves the view or the cursor.
  fileprivate var isMotion: Bool {
    switch self {
    case .panTime, .panValue, .cursorToStart, .cursorToEnd: true
    default: false
    }
  }
}
