import Charting
import Foundation
import Screen
import Signals
import Text

/// The chart of a pane: its picture, its mouse events, and its commands.
///
/// A pane provides the chart, its position, and the format of its values; everything else is common to all panes.
@UI
package final class ChartTile {
  /// What determines which commands are enabled.
  package struct Standing {
    /// Whether there is a chart on the screen.
    var hasChart: Bool
    var hasCursor: Bool
    var isFollowing: Bool
    var isPaused: Bool

    package init(hasChart: Bool, hasCursor: Bool, isFollowing: Bool, isPaused: Bool) {
      (self.hasChart, self.hasCursor) = (hasChart, hasCursor)
      (self.isFollowing, self.isPaused) = (isFollowing, isPaused)
    }
  }

  /// Used by the pane's view to draw the chart.
  package let picture = ChartPicture()
  package let commands: ChartCommands

  private let chart: @UI () -> Chart
  private let perform: @UI @Sendable (ChartGesture) -> Void
  private var drag = ChartDrag()

  /// - Parameters:
  ///   - standing: Returns what can be done now.
  ///   - chart: Returns the current chart, which the frame on the screen may not show yet.
  ///   - perform: Sends a gesture to the view model.
  package init(
    standing: @escaping @UI @Sendable () -> Standing, chart: @escaping @UI () -> Chart,
    perform: @escaping @UI @Sendable (ChartGesture) -> Void
  ) {
    (self.chart, self.perform) = (chart, perform)
    commands = ChartCommands(standing: standing, perform: perform) { [picture] columns in
      picture.plot(of: chart())?.cursorMove(by: columns)
    }
  }

  /// The command that lets a person write a time, to which the cursor goes.
  package func goTo(layers: Signal<LayerRequest, Never>.Observer) -> Command {
    let withoutChart = commands.withoutChart
    return Command(.charts.goTo, disabled: withoutChart()) { [perform, chart] in
      let field = TimeField(earliest: chart().earliest.map(Date.init(timeIntervalSince1970:))) { time in
        perform(.goTo(time.timeIntervalSince1970))
      }
      layers.send(value: field.request)
    }
  }

  /// The line that says how long a column is; none while no chart is on the screen.
  package var diagnostics: [DiagnosticLine] {
    picture.columnText(of: chart()).map { [DiagnosticLine("1 column", $0)] } ?? []
  }

  /// Returns the layout of a chart in the place of the one on the screen; `nil` if there is none.
  package func plot(of chart: Chart) -> ChartPlot? { picture.plot(of: chart) }

  /// Handles a mouse event on the chart.
  ///
  /// - Returns: whether it had a meaning; `nil` beside the chart.
  package func point(_ event: MouseEvent) -> Bool? {
    guard let (plot, place) = picture.target(of: event) else {
      drag.end()
      return nil
    }
    let gestures = drag.gestures(for: event.action, at: place, of: plot)
    for gesture in gestures { perform(gesture) }
    return !gestures.isEmpty
  }
}

extension ChartPlot {
  /// Returns the gesture that moves the cursor by a number of columns in the current layout; from outside the view, into its
  /// first or last column. `nil` without a cursor.
  func cursorMove(by columns: Int) -> ChartGesture? {
    guard let cursor = chart.cursor else { return nil }
    let column = column(of: cursor).map { $0 + columns } ?? (cursor < chart.viewport.time.middle ? plotX : lastColumn)
    return .putCursor(at: time(ofColumn: column), on: self)
  }
}
