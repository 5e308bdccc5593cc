import Charting
import Foundation
import Text

extension Chart {
  /// What the chart shows as comma-separated values: a row for each time at which a visible line has a point in view, and a
  /// column for each of these lines.
  ///
  ///     time,Office (°C),Rack (°C)
  ///     2026-11-24T07:00:00+01:00,21.3,
  ///
  /// A cell is empty where a line has no value at that time. Of a step the mean is written.
  ///
  /// - Parameter heading: Returns a line's heading.
  package func table(in clock: ClockTime, heading: (ChartLine) -> SafeText) -> String {
    let lines = visibleLines
    var cells: [Double: [String]] = [:]
    for (index, line) in lines.enumerated() {
      for point in line.series.points(in: viewport.time) {
        guard let value = point.value else { continue }
        cells[point.time, default: Array(repeating: "", count: lines.count)][index] = CSVText.number(value)
      }
    }
    let rows = cells.sorted { $0.key < $1.key }.map { time, cells in
      [clock.iso(Date(timeIntervalSince1970: time)).string] + cells
    }
    return CSVText.text([["time"] + lines.map { CSVText.words(heading($0)) }] + rows)
  }
}

extension LineSeries {
  fileprivate func points(in times: ClosedRange<Double>) -> [Series.Point] {
    switch self {
    case .values(let series): series.points(in: times)
    case .steps(let series): series.points(in: times).map(\.mean)
    }
  }
}
