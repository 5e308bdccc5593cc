/// A series as it is drawn where there may be more points than dots.
///
/// A smooth line can be drawn through any number of points: it stays a line. Noise cannot, since each dot column is
/// filled from its lowest to its highest point, and the columns side by side are a hedge. Then the line goes through
/// means over round stretches of time, two cells wide or a little more, and of each stretch the lowest and the highest
/// point are told apart from the line. So one sees how the line runs, how far the points stray, and every spike.
public struct Trace: Sendable, Hashable {
  /// What the line goes through: the points themselves, or their means.
  public var line: Series
  /// The lowest and the highest point of each stretch that the line has the mean of, at their own times.
  public var extremes: [Series.Point] = []
}

extension Series {
  /// How the series is drawn on two axes. What is outside the time axis' domain is left out, except for as much as the
  /// line needs to enter and leave.
  ///
  /// - Parameters:
  ///   - time: the time axis, `value`: the value axis, both in the same kind of dots.
  public func trace(time: LinearScale, value: LinearScale) -> Trace {
    guard isHedge(time: time, value: value) else { return Trace(line: self) }
    let secondsPerCell = time.domain.span / Double(time.cells)
    return means(over: TimeStep.smallest(atLeast: 2 * secondsPerCell).size, around: time.domain)
  }

  /// Whether points stand closer than a dot and a quarter, and the line turns back by a row or more at every fifth dot or
  /// oftener.
  ///
  /// How dense the points are hardly changes as the view moves along, nor does noise become smooth; so the chart does not
  /// flicker between its two forms.
  private func isHedge(time: LinearScale, value: LinearScale) -> Bool {
    let points = points(in: time.domain)
    guard let first = points.first, let last = points.last else { return false }
    let dots = time.position(of: last.time) - time.position(of: first.time)
    guard Double(points.count) * 1.25 > dots else { return false }
    let row = value.domain.span * Double(value.dotsPerCell) / Double(value.dots)
    return Double(Self.turns(of: points, by: row)) * 5 > dots
  }

  /// How often a line turns back from its last turn by so much or more.
  private static func turns(of points: ArraySlice<Point>, by amplitude: Double) -> Int {
    var turns = 0
    // Since the line turned last, or since it began; it has turned when it is so far from one of them.
    var (lowest, highest) = (Double.infinity, -Double.infinity)
    var isRising: Bool?
    for point in points {
      guard let value = point.value else {
        (lowest, highest, isRising) = (.infinity, -.infinity, nil)
        continue
      }
      (lowest, highest) = (min(lowest, value), max(highest, value))
      let hasTurned =
        (isRising != true && value - lowest >= amplitude) || (isRising != false && highest - value >= amplitude)
      guard hasTurned else { continue }
      if isRising != nil { turns += 1 }
      isRising = value - lowest >= amplitude && isRising != true
      (lowest, highest) = (value, value)
    }
    return turns
  }

  /// The means over stretches of time that begin at whole multiples of their length, so that a stretch has the same points
  /// wherever the view stands. A gap ends a stretch before its time.
  private func means(over length: Double, around domain: ClosedRange<Double>) -> Trace {
    func start(of time: Double) -> Double { (time / length).rounded(.down) * length }
    var trace = Trace(line: Series())
    var stretch: Stretch?
    var previous: Point?
    let whole = start(of: domain.lowerBound)...max(start(of: domain.upperBound) + length, domain.upperBound)
    for point in points(around: whole) {
      let isJoined = previous.map { joins($0, point) } ?? true
      if !isJoined || stretch.map({ $0.start != start(of: point.time) }) ?? false {
        stretch?.end(in: &trace)
        stretch = nil
      }
      if !isJoined, let previous {
        trace.line.insert(Point(time: previous.time + (point.time - previous.time) / 2, value: nil))
      }
      stretch = Stretch(start: start(of: point.time), adding: point, to: stretch)
      previous = point
    }
    stretch?.end(in: &trace)
    return trace
  }

  /// Points that are brought to one.
  private struct Stretch {
    var start: Double
    var count = 0.0
    /// Sums of times since the start, and of values.
    var times = 0.0
    var values = 0.0
    var lowest: Point
    var highest: Point

    /// `nil` for a gap.
    init?(start: Double, adding point: Point, to stretch: Stretch?) {
      guard let value = point.value else { return nil }
      self = stretch ?? Stretch(start: start, first: point)
      count += 1
      times += point.time - start
      values += value
      if value < lowest.value ?? value { lowest = point }
      if value > highest.value ?? value { highest = point }
    }

    private init(start: Double, first: Point) {
      self.start = start
      (lowest, highest) = (first, first)
    }

    func end(in trace: inout Trace) {
      trace.line.insert(Point(time: start + times / count, value: values / count))
      trace.extremes += lowest == highest ? [lowest] : [lowest, highest]
    }
  }
}
