import Foundation

extension ChartView {
  /// The constants of a chart.
  package struct Style: Sendable {
    /// The seconds shown without zooming.
    var span: TimeInterval
    /// The seconds shown at first, while there is no more data: the view doubles until it shows ``span``, so that a new chart
    /// is not mostly empty.
    var firstSpan: TimeInterval
    /// The seconds shown at the greatest magnification.
    var shortestSpan: TimeInterval
    /// The least span of the value axis.
    var leastValueSpan: Double
    /// 0 is always on the value axis.
    var includesZero: Bool
    /// The value axis without a value.
    var emptyValues: ClosedRange<Double>

    package init(
      span: TimeInterval, firstSpan: TimeInterval, shortestSpan: TimeInterval, leastValueSpan: Double,
      includesZero: Bool, emptyValues: ClosedRange<Double>
    ) {
      self.span = span
      self.firstSpan = firstSpan
      self.shortestSpan = shortestSpan
      self.leastValueSpan = leastValueSpan
      self.includesZero = includesZero
      self.emptyValues = emptyValues
    }
  }
}
