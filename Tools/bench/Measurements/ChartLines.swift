import Charting
import Screen
import Text

/// The cost of several lines in one chart from frame to frame, with their legend.
struct ChartLines {
  private static let size = Size(width: 120, height: 36)
  private static let repetitions = 20

  private var chart: Chart
  private var cache = ChartCache()
  private var canvas = Canvas(size: size)

  static func figures() -> [Figure] {
    var six = ChartLines(count: 6, points: 1_000_000)
    let warm = six.sample { $0.appendPoint(toFirst: 6) }
    var many = ChartLines(count: 64, points: 100_000)
    let point = many.sample { $0.appendPoint(toFirst: 1) }
    many.chart.viewport.zoomTime(by: 0.5, about: many.chart.viewport.time.middle)
    many.draw()
    var way = 0.1
    let pan = many.sample { lines in
      // Back and forth, so that the view stays within the lines.
      way = -way
      lines.chart.viewport.panTime(by: way)
    }
    return [
      .atMost("six lines, warm", warm.median, goal: 1, unit: " ms", warm.count),
      .atMost("64 lines, pan", pan.median, goal: 4, unit: " ms", pan.count),
      .atMost("64 lines, one point", point.median, goal: 1, unit: " ms", point.count),
    ]
  }

  private init(count: Int, points: Int) {
    let lines = (0..<count).map { number in
      var random = RandomWalk(number: number)
      return ChartLine(
        id: "\(number)", name: "Room \(number)", series: Series(random.points(points)), look: LineLook(number: number))
    }
    chart = Chart(lines: lines, viewport: Viewport(time: 0...1, value: 0...1))
    let time = lines[0].series.timeExtent ?? 0...1
    chart.viewport = Viewport(time: time, value: chart.extent(in: time) ?? 0...1)
    draw()
  }

  /// Appends a point to each of some lines, without moving the view.
  private mutating func appendPoint(toFirst count: Int) {
    for index in 0..<count {
      let end = chart.lines[index].series.latest ?? Series.Point(time: 0, value: 0)
      chart.lines[index].series.insert(Series.Point(time: end.time + 1, value: end.value))
    }
  }

  /// Returns the processor time in milliseconds of the frame after a change.
  private mutating func sample(_ change: (inout ChartLines) -> Void) -> Sample {
    var values: [Double] = []
    for _ in 0..<Self.repetitions {
      change(&self)
      values.append(processorTime { draw() }.milliseconds)
    }
    return Sample(values)
  }

  private mutating func draw() {
    canvas.erase()
    let legend = ChartLegend(chart) { SafeText($0, decimals: 1) }
    let layout = ChartLayout(size: Self.size, legend: legend)
    let plot = ChartPlot(chart, size: layout.plot.size, clock: .utc, theme: canvas.theme)
    canvas.within(layout.plot) { canvas in
      plot.draw(into: &canvas, cache: &cache) { SafeText($0, decimals: 1) }
    }
    canvas.within(layout.legend) { legend.draw(into: &$0) }
  }
}
