import CMalloc
import Charting
import Foundation
import Screen
import Text

/// The cost of a long series: its memory, appending, and drawing.
struct ChartMeasurement: Measurement {
  let name = "chart"

  private static let long = 10_000_000
  private static let short = 10_000
  private static let repetitions = 20

  func measure() throws -> [Figure] {
    var random = RandomWalk()
    let points = random.points(Self.long)

    var series = Series()
    let build = Self.sample(5) { series = Series(points) }
    let ordered = Self.bytes(of: Self.long) { Series(points) }
    let shuffled = Self.bytes(of: Self.long / 10) {
      var series = Series()
      for point in points.prefix(Self.long / 10).shuffled(using: &random) { series.insert(point) }
      return series
    }

    let short = Series(points.suffix(Self.short))
    let few = Self.frame(of: short)
    let many = Self.frame(of: series)
    let ratio = many.median / few.median
    let index = Figure.atLeastMillions(
      "index, points a second", Double(Self.long) / (build.minimum / 1_000), goal: 100e6, build.count)
    let line = [
      Figure.atMost("bytes a point, in order", ordered, goal: 18, digits: 1, 1),
      Figure.atMost("bytes a point, after random inserts", shuffled, goal: 26, digits: 1, 1),
      Figure.atMost("cold frame of a line at 10,000,000 points", many.median, goal: 0.6, unit: " ms", many.count),
      Figure.atMost("cold frame, ratio of 10,000,000 to 10,000 points", ratio, goal: 1.3, unit: " ×", many.count),
      Self.append(to: series),
      Self.looking("zoom", at: series) { $0.zoomTime(by: 0.5, about: $0.time.middle) },
      Self.looking("pan", at: series) { $0.panTime(by: 0.1) },
      Self.cursor(in: series),
    ]
    return [index] + ChartPeer.figures() + line + ChartLines.figures()
  }

  /// Returns processor time in milliseconds.
  private static func sample(_ count: Int, _ work: () -> Void) -> Sample {
    Sample((0..<count).map { _ in processorTime(of: work).milliseconds })
  }

  /// Returns the bytes of the heap for each point of a series.
  private static func bytes(of count: Int, _ make: () -> Series) -> Double {
    func inUse() -> Int {
      let account = mallinfo2()
      return account.uordblks + account.hblkhd
    }
    let before = inUse()
    let series = make()
    return withExtendedLifetime(series) { Double(inUse() - before) / Double(count) }
  }

  private static let size = Size(width: 120, height: 36)

  /// Lays out and draws a chart without a cache.
  private static func draw(_ series: Series, _ view: Viewport) {
    var canvas = Canvas(size: size)
    ChartPlot(Chart(series: series, viewport: view), size: size, clock: .utc, theme: canvas.theme)
      .draw(into: &canvas) { "\($0.rounded())" }
  }

  private static func whole(_ series: Series) -> Viewport {
    let time = series.timeExtent ?? 0...1
    return Viewport(time: time, value: series.extent(in: time) ?? 0...1)
  }

  private static func frame(of series: Series) -> Sample {
    let view = whole(series)
    draw(series, view)
    return sample(repetitions) { draw(series, view) }
  }

  /// Measures the microseconds for a point while the previous value is still referenced, as by a paused chart.
  private static func append(to series: Series) -> Figure {
    var series = series
    var held = series
    let count = 10_000
    var time = series.timeExtent?.upperBound ?? 0
    let sample = sample(repetitions) {
      for _ in 0..<count {
        held = series
        time += 1
        series.insert(Series.Point(time: time, value: 20))
      }
    }
    withExtendedLifetime(held) {}
    return Figure.atMost("append", sample.median * 1_000 / Double(count), goal: 5, unit: " µs", sample.count * count)
  }

  /// Measures the milliseconds for the frame after a view has moved.
  private static func looking(_ what: String, at series: Series, _ move: (inout Viewport) -> Void) -> Figure {
    var view = whole(series)
    view.zoomTime(by: 0.5, about: view.time.lowerBound)
    let values = (0..<repetitions).map { _ in
      var moved = view
      move(&moved)
      return processorTime { draw(series, moved) }.milliseconds
    }
    return Figure.atMost(what, Sample(values).median, goal: 1, unit: " ms", repetitions)
  }

  /// Measures the milliseconds to find the point at a cursor.
  private static func cursor(in series: Series) -> Figure {
    let extent = series.timeExtent ?? 0...1
    let count = 1_000
    var found = 0
    let sample = sample(repetitions) {
      for step in 0..<count {
        let time = extent.lowerBound + extent.span * Double(step) / Double(count)
        if series.nearest(to: time) != nil { found += 1 }
      }
    }
    precondition(found == repetitions * count, "each instant has a nearest point")
    return Figure.atMost(
      "cursor", sample.median / Double(count), goal: 0.1, digits: 4, unit: " ms", sample.count * count)
  }
}

extension Figure {
  static func atMost(
    _ what: String, _ value: Double, goal: Double, digits: Int = 2, unit: String = "", _ repetitions: Int
  ) -> Figure {
    Figure(
      what: what, goal: "≤ \(goal.formatted())\(unit)", measured: "\(value.text(digits))\(unit)",
      repetitions: repetitions.grouped, isMet: value <= goal)
  }

  fileprivate static func atLeastMillions(_ what: String, _ value: Double, goal: Double, _ repetitions: Int) -> Figure {
    Figure(
      what: what, goal: "≥ \((goal / 1e6).formatted()) M", measured: "\((value / 1e6).text(0)) M",
      repetitions: repetitions.grouped, isMet: value >= goal)
  }
}
