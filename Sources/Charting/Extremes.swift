/// The lowest and the highest point of a stretch of time.
public struct Extremes: Sendable, Hashable {
  public var lowest: Series.Point
  public var highest: Series.Point
}

extension Series {
  /// Returns the lowest and the highest point of a stretch of time, the earliest of several; `nil` where it holds none.
  public func extremes(in range: ClosedRange<Double>) -> Extremes? {
    var lowest = (value: Double.infinity, index: -1)
    var highest = (value: -Double.infinity, index: -1)
    let points = points(in: range)
    for index in points.indices {
      guard let value = points[index].value else { continue }
      if value < lowest.value { lowest = (value, index) }
      if value > highest.value { highest = (value, index) }
    }
    guard lowest.index >= 0, highest.index >= 0 else { return nil }
    return Extremes(lowest: points[lowest.index], highest: points[highest.index])
  }
}
