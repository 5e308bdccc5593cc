/// A series as it is drawn where there may be more points than dots.
///
/// A smooth line can be drawn through any number of points: it stays a line. Noise cannot, since each dot column would be
/// filled from its lowest to its highest point, and the columns side by side would be a hedge. Then the line goes through
/// means over round stretches of time, two cells wide or a little more, and the range of each stretch's values is a band
/// beneath the line. So the chart shows how the line runs, how far the points stray, and every spike.
public struct Trace: Sendable, Hashable {
  /// What the line goes through: the points themselves, or their means.
  public var line: Series
  /// How far the points of each stretch stray from the line, in the order of time; empty where the line goes through the
  /// points themselves.
  public var spreads: [Spread] = []
}

/// How far the points of one stretch of time stray.
public struct Spread: Sendable, Hashable {
  /// From the first to the last point.
  public var time: ClosedRange<Double>
  /// From the lowest to the highest value.
  public var values: ClosedRange<Double>
  /// Whether the line runs on from the stretch before, so that no gap is between the two.
  public var joinsPrevious: Bool
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
    var continuesLine = false
    let whole = start(of: domain.lowerBound)...max(start(of: domain.upperBound) + length, domain.upperBound)
    for point in points(around: whole) {
      let isJoined = previous.map { joins($0, point) } ?? true
      if !isJoined || stretch.map({ $0.start != start(of: point.time) }) ?? false {
        stretch?.end(in: &trace)
        stretch = nil
        continuesLine = isJoined
      }
      if !isJoined, let previous {
        trace.line.insert(Point(time: previous.time + (point.time - previous.time) / 2, value: nil))
      }
      stretch = Stretch(start: start(of: point.time), adding: point, to: stretch, joinsPrevious: continuesLine)
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
    var spread: Spread

    /// `nil` for a gap.
    init?(start: Double, adding point: Point, to stretch: Stretch?, joinsPrevious: Bool) {
      guard let value = point.value else { return nil }
      let alone = Spread(time: point.time...point.time, values: value...value, joinsPrevious: joinsPrevious)
      self = stretch ?? Stretch(start: start, spread: alone)
      count += 1
      times += point.time - start
      values += value
      let (lowest, highest) = (spread.values.lowerBound, spread.values.upperBound)
      spread.time = spread.time.lowerBound...point.time
      if value < lowest { spread.values = value...highest }
      if value > highest { spread.values = lowest...value }
    }

    private init(start: Double, spread: Spread) {
      self.start = start
      self.spread = spread
    }

    func end(in trace: inout Trace) {
      trace.line.insert(Point(time: start + times / count, value: values / count))
      trace.spreads.append(spread)
    }
  }
}
