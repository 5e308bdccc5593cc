import Testing

@testable import Charting

/// Whatever numbers a server sends and whatever is done with the view: nothing traps, nothing runs for ever, and a view
/// is never empty nor without end.
@Suite struct ExtremesTests {
  /// Numbers that arithmetic stumbles over, between arbitrary ones.
  private struct Numbers {
    var random: Xorshift
    static let special: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e15, 0x1p53, 1.4e9, 1e300, -1e300, 1.7e308, -1.7e308, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude, .infinity,
      -.infinity, .nan,
    ]

    mutating func next() -> Double {
      switch random.next() % 4 {
      case 0: Double(bitPattern: random.next())
      case 1: 1.4e9 + Double(random.next() % 1_000_000) / 10
      default: Self.special[Int(random.next() % UInt64(Self.special.count))]
      }
    }

    mutating func range() -> ClosedRange<Double> {
      let one = next()
      let other = next()
      guard !one.isNaN, !other.isNaN else { return range() }
      return min(one, other)...max(one, other)
    }
  }

  private func expectSound(_ range: ClosedRange<Double>, _ comment: Comment) {
    #expect(range.lowerBound < range.upperBound && range.span.isFinite, comment)
  }

  @Test func aNiceRangeIsNeverEmptyNorWithoutEnd() {
    var numbers = Numbers(random: Xorshift(state: 1))
    for _ in 0..<2_000 {
      let data = numbers.range()
      let least = numbers.next()
      for zero in [true, false] {
        expectSound(
          NiceRange.around(data, minimumSpan: least, includesZero: zero), "\(data) at least \(least), zero \(zero)")
      }
    }
  }

  @Test func aViewStaysSoundWhateverIsDoneWithIt() {
    var numbers = Numbers(random: Xorshift(state: 2))
    for _ in 0..<2_000 {
      var view = Viewport(time: numbers.range(), value: numbers.range())
      for _ in 0..<10 {
        switch numbers.random.next() % 8 {
        case 0: view.zoomTime(by: numbers.next(), about: numbers.next())
        case 1: view.zoomValue(by: numbers.next(), about: numbers.next())
        case 2: view.panTime(by: numbers.next())
        case 3: view.panValue(by: numbers.next())
        case 4: view.clampTime(to: numbers.range(), shortest: numbers.next())
        case 5: view.clampValue(to: numbers.range(), shortest: numbers.next())
        case 6: view.time = numbers.range()
        default: view.value = numbers.range()
        }
        expectSound(view.time, "\(view)")
        expectSound(view.value, "\(view)")
      }
    }
  }

  @Test func everyAxisHasItsTicksAndEveryLineItsDots() {
    var numbers = Numbers(random: Xorshift(state: 3))
    for _ in 0..<2_000 {
      let view = Viewport(time: numbers.range(), value: numbers.range())
      let time = LinearScale.time(of: view, columns: 60)
      let value = LinearScale.value(of: view, rows: 10)
      #expect(!Ticks.values(on: value).isEmpty, "\(value)")
      #expect(!Ticks.times(on: time).isEmpty, "\(time)")

      let points = (0..<20).map { _ in Series.Point(time: numbers.next(), value: numbers.next()) }
      let series = Series(points, longestJoin: numbers.random.next() % 2 == 0 ? nil : numbers.next())
      let trace = series.trace(time: time, value: value)
      let drawn = LineSpan.spans(of: trace.columns, time: time, value: value)
        .compactMap { $0.clipped(toDots: value.dots) }
      for span in series.spans(time: time, value: value, shape: .steps) + drawn {
        #expect(span.x >= 0 && span.x < time.dots && span.rows.lowerBound >= 0 && span.rows.upperBound < value.dots)
      }
      _ = series.nearest(to: numbers.next(), within: numbers.next())
      let unbounded = LinearScale(domain: numbers.range(), cells: 7, dotsPerCell: 2)
      for _ in 0..<5 { _ = unbounded.cell(of: numbers.next()) }
      _ = (Ticks.values(on: unbounded), Ticks.times(on: unbounded))
    }
  }
}
