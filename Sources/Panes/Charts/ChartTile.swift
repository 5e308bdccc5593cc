import Charting
import Screen
import Signals
import Text
import ViewModels

/// The chart of a pane: its picture, what the mouse does in it, and its commands.
///
/// A pane gives it a chart, where that stands, and how its values are told; all else is the same in every pane.
@UI
final class ChartTile {
  /// What keys can do now.
  struct Mode: Sendable, Equatable {
    /// There is a chart on the screen.
    var hasChart: Bool
    var hasCursor: Bool
    var isFollowing: Bool
    var isPaused: Bool
  }

  /// What the pane's view draws the chart with.
  let picture = ChartPicture()
  let commands: ChartCommands

  private let gestures: Input<ChartGesture>
  private var drag = ChartDrag()

  /// - Parameters:
  ///   - gestures: the view model's.
  ///   - mode: must change with the chart.
  ///   - chart: the chart as it is now, which a frame that is on the screen may not show yet.
  init(gestures: Input<ChartGesture>, mode: Property<Mode>, chart: @escaping @UI () -> Chart) {
    self.gestures = gestures
    commands = ChartCommands(gestures: gestures, mode: mode) { [picture] columns in
      picture.plot(of: chart())?.cursorMove(by: columns)
    }
  }

  /// Does what the mouse means on the chart.
  ///
  /// - Returns: whether it means anything there; `nil` beside the chart.
  func point(_ event: MouseEvent) -> Bool? {
    guard let (plot, place) = picture.target(of: event) else {
      drag.end()
      return nil
    }
    let gestures = drag.gestures(for: event.action, at: place, of: plot)
    for gesture in gestures { self.gestures.send(gesture) }
    return !gestures.isEmpty
  }
}

extension ChartPlot {
  /// Puts the cursor so many columns later, as the chart is laid out; from beside the view, into its first or last column.
  /// `nil` without a cursor.
  func cursorMove(by columns: Int) -> ChartGesture? {
    guard let cursor = chart.cursor else { return nil }
    let column = column(of: cursor).map { $0 + columns } ?? (cursor < chart.viewport.time.middle ? plotX : lastColumn)
    return .putCursor(at: time(ofColumn: column), within: columnSpan / 2)
  }
}
