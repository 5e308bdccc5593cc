/// What a chart shows: a line over time, where the view stands, and marks.
///
/// Times are seconds since 1970, UTC.
public struct Chart: Sendable, Hashable {
  public var series: Series
  public var viewport: Viewport
  /// Times at which a vertical line stands, in the order of time.
  public var annotations: [Double]
  /// The time of a sample that was marked, with its value told beside it.
  public var cursor: Double?

  public init(series: Series = Series(), viewport: Viewport, annotations: [Double] = [], cursor: Double? = nil) {
    self.series = series
    self.viewport = viewport
    self.annotations = annotations
    self.cursor = cursor
  }
}
