/// A series brought down to what the dot columns of a chart can show, in one pass.
///
/// Of all points in a column the first, the lowest, the highest and the last are kept (the "M4" aggregation of Jugel et
/// al., VLDB 2014): drawn as lines they light the same dots as all the points would, so that a spike of one sample
/// survives at any zoom. Gaps stay gaps. Where a line enters or leaves the view, the value at its edge is interpolated
/// from the point just outside.
public struct DownsampledColumn: Sendable, Hashable {
  /// Dots from the left, from 0.
  public var x: Int
  /// The values of the earliest and the latest point in the column.
  public var first: Double
  public var last: Double
  public var minimum: Double
  public var maximum: Double
  /// A line goes from the previous element's ``last`` to this one's ``first``; else a gap is between them.
  public var joinsPrevious: Bool
}

extension Series {
  /// The columns that hold something, from left to right. A column has two elements where a gap runs through it.
  ///
  /// - Parameter scale: the time axis.
  public func downsampled(on scale: LinearScale) -> [DownsampledColumn] {
    var columns: [DownsampledColumn] = []
    var previous: Point?
    var isPreviousInView = false

    func add(_ value: Double, at time: Double, joined: Bool) {
      guard let x = scale.dot(of: time) else { return }
      if joined, let index = columns.indices.last, columns[index].x == x {
        columns[index].last = value
        columns[index].minimum = min(columns[index].minimum, value)
        columns[index].maximum = max(columns[index].maximum, value)
      } else {
        let column = DownsampledColumn(
          x: x, first: value, last: value, minimum: value, maximum: value, joinsPrevious: joined && !columns.isEmpty)
        columns.append(column)
      }
    }

    for point in points(around: scale.domain) {
      defer { previous = point }
      let isInView = scale.domain.contains(point.time)
      defer { isPreviousInView = isInView }
      let joined = previous.map { joins($0, point) } ?? false

      // The line from or to a point outside is cut at the edge; a line may also cross the whole view.
      if joined, let previous, !isPreviousInView {
        add(
          Self.value(between: previous, point, at: scale.domain.lowerBound), at: scale.domain.lowerBound, joined: false)
      }
      if isInView, let value = point.value {
        add(value, at: point.time, joined: joined)
      } else if joined, let previous, point.time > scale.domain.upperBound {
        add(
          Self.value(between: previous, point, at: scale.domain.upperBound), at: scale.domain.upperBound, joined: true)
      }
    }
    return columns
  }

  private static func value(between earlier: Point, _ later: Point, at time: Double) -> Double {
    guard let from = earlier.value, let to = later.value else { return earlier.value ?? later.value ?? 0 }
    guard later.time > earlier.time else { return to }
    return from + (to - from) * ((time - earlier.time) / (later.time - earlier.time))
  }
}
