import Charting
import Foundation
import Testing

@testable import PaneKit

/// The cursor of a chart, and zooming at the pointer.
@Suite struct ChartCursorTests {
  private static let start = 1_400_000_000.0
  private static let style = ChartView.Style(
    span: 60, firstSpan: 60, shortestSpan: 20, leastValueSpan: 1, includesZero: true, emptyValues: 0...1)

  /// Ten minutes, one point each ten seconds; the last minute is in view.
  private struct Scene {
    var data: ChartData
    var view: ChartView

    init(_ seconds: StrideThrough<Double> = stride(from: 0.0, through: 600, by: 10)) {
      let points = seconds.map { Series.Point(time: start + $0, value: $0 / 100) }
      data = ChartData(
        series: Series(points, longestJoin: 30), history: 3_600, now: Date(timeIntervalSince1970: start + 600))
      view = ChartView(style: style, of: data)
    }

    /// Seconds since the start.
    var cursor: Double? { view.chart(of: data).cursor.map { $0 - start } }
    var time: ClosedRange<Double> {
      let time = view.chart(of: data).viewport.time
      return (time.lowerBound - start)...(time.upperBound - start)
    }

    mutating func perform(_ gestures: ChartGesture...) {
      for gesture in gestures { view.perform(gesture, on: data) }
    }

    mutating func put(at seconds: Double, within reach: Double = 1) {
      perform(.putCursor(at: start + seconds, within: reach))
    }

    mutating func add(_ value: Double?, at seconds: Double) {
      data.lines[0].series.insert(Series.Point(time: start + seconds, value: value))
      data.advance(to: Date(timeIntervalSince1970: start + seconds))
      view.show(data)
    }
  }

  @Test func itBeginsAtTheNewestVisiblePointAndTheSameKeyEndsIt() {
    var scene = Scene()
    scene.perform(.toggleCursor)
    #expect(scene.cursor == 600)
    scene.perform(.toggleCursor)
    #expect(scene.cursor == nil)
    scene.perform(.panTime(-0.75), .toggleCursor)
    #expect(scene.time == 495...555)
    #expect(scene.cursor == 550)
    scene.perform(.endCursor)
    #expect(scene.cursor == nil)
  }

  @Test func onTheNewestPointItFollowsAndElsewhereItKeepsItsTime() {
    var scene = Scene()
    scene.perform(.toggleCursor)
    scene.add(1, at: 610)
    #expect(scene.cursor == 610)
    scene.put(at: 580)
    scene.add(1, at: 620)
    #expect(scene.cursor == 580)
    #expect(scene.view.isFollowing)
    scene.put(at: 615, within: 5)
    scene.add(1, at: 630)
    #expect(scene.cursor == 630, "a column that holds the newest point is the newest point's")
    scene.add(nil, at: 640)
    #expect(scene.cursor == 630, "a gap is no point")
  }

  @Test func whereTheViewDoesNotFollowTheNewestPointIsAPointLikeOthers() {
    var scene = Scene()
    scene.perform(.toggleCursor, .zoom(0.5, about: Self.start + 545))
    #expect(!scene.view.isFollowing)
    #expect(scene.cursor == 600)
    scene.add(1, at: 610)
    #expect(scene.cursor == 600)
  }

  @Test func beyondTheViewItTakesTheViewAlongAndStaysWithinTheData() {
    var scene = Scene()
    scene.put(at: 538)
    #expect(scene.cursor == 538)
    #expect(scene.time == 537...597)
    #expect(!scene.view.isFollowing)
    scene.put(at: 598)
    #expect(scene.time == 539...599)
    scene.put(at: 5_000)
    #expect(scene.cursor == 600)
    #expect(scene.time == 540...600)
    scene.put(at: -5_000)
    #expect(scene.cursor == 0)
    #expect(scene.time == 0...60)
    for time in [Double.nan, .infinity, -.infinity] { scene.perform(.putCursor(at: time, within: 1)) }
    #expect(scene.cursor == 0)
  }

  @Test func itsEndsAreThoseOfWhatIsSeen() {
    var scene = Scene()
    scene.perform(.panTime(-1.55), .toggleCursor, .cursorToStart)
    #expect(scene.time == 447...507)
    #expect(scene.cursor == 450)
    scene.perform(.cursorToEnd)
    #expect(scene.cursor == 500)
    #expect(scene.time == 447...507)
  }

  @Test func whereNoPointIsSeenItGoesToTheNewestBefore() {
    var scene = Scene()
    scene.add(nil, at: 605)
    scene.add(nil, at: 900)
    #expect(scene.time == 840...900)
    scene.perform(.cursorToStart)
    #expect(scene.cursor == nil)
    scene.perform(.toggleCursor)
    #expect(scene.cursor == 600)
    #expect(scene.time.contains(600))
  }

  @Test func withoutAValueThereIsNoCursor() {
    for values in [[], [nil, nil]] as [[Double?]] {
      var scene = Scene(stride(from: 1, through: 0, by: 1))
      for (index, value) in values.enumerated() { scene.add(value, at: Double(index)) }
      scene.perform(.toggleCursor, .cursorToStart, .cursorToEnd, .putCursor(at: Self.start, within: 1))
      #expect(scene.cursor == nil)
    }
  }

  @Test func itEndsWithTheOldestPointThatItCouldTell() {
    var scene = Scene()
    scene.put(at: 10)
    scene.add(1, at: 3_605)
    #expect(scene.cursor == 10)
    scene.add(1, at: 3_615)
    #expect(scene.cursor == nil)
  }

  @Test func whilePausedItIsOnWhatIsHeld() {
    var scene = Scene()
    scene.perform(.togglePause, .toggleCursor)
    scene.add(1, at: 610)
    #expect(scene.cursor == 600)
    scene.put(at: 5_000)
    #expect(scene.cursor == 600)
    scene.perform(.togglePause)
    #expect(scene.cursor == 610)
  }

  @Test func theWheelZoomsAtThePointerAndBack() {
    var scene = Scene()
    scene.perform(.zoomOut)
    #expect(scene.time == 480...600)
    scene.perform(.zoom(0.5, about: Self.start + 520))
    #expect(scene.time == 500...560)
    #expect(!scene.view.isFollowing)
    scene.add(1, at: 610)
    #expect(scene.time == 500...560)
    scene.perform(.zoom(2, about: Self.start + 520))
    #expect(scene.time == 480...600)
    #expect(!scene.view.isFollowing)
    scene.perform(.zoom(2, about: Self.start + 520))
    #expect(scene.time == 370...610, "moved back to the data")
    #expect(scene.view.isFollowing, "what ends at the live edge follows it")
    scene.perform(.zoom(0.5, about: Self.start + 609))
    #expect(scene.time == 490...610)
    #expect(scene.view.isFollowing, "nearly at the edge")
  }

  @Test func keysZoomAtTheCursor() {
    var scene = Scene()
    scene.put(at: 560)
    scene.perform(.zoomIn)
    #expect(scene.time == 550...580)
    #expect(!scene.view.isFollowing)
    scene.perform(.follow, .toggleCursor, .toggleCursor, .zoomIn)
    #expect(scene.time == 570...600, "the newest point follows, and so does the view")
    #expect(scene.view.isFollowing)
  }

  /// The value that was held is the same one, though the live one has changed: nothing is copied.
  @Test func aPauseHoldsTheSeriesItself() {
    var scene = Scene()
    let before = scene.data.lines[0].series
    scene.perform(.togglePause)
    scene.add(7, at: 610)
    #expect(scene.view.chart(of: scene.data).series == before)
    #expect(scene.data.lines[0].series != before)
    scene.perform(.togglePause)
    #expect(scene.view.chart(of: scene.data).series == scene.data.lines[0].series)
  }

  @Test func valuesFitAllLines() {
    func line(_ id: String, _ value: Double) -> ChartLine {
      let points = stride(from: 0.0, through: 600, by: 10).map { Series.Point(time: Self.start + $0, value: value) }
      return ChartLine(id: id, name: id, series: Series(points))
    }
    let data = ChartData(
      lines: [line("a", 3), line("b", 40)], history: 3_600, now: Date(timeIntervalSince1970: Self.start + 600))
    let view = ChartView(style: Self.style, of: data)
    let chart = view.chart(of: data)
    #expect(chart.viewport.value.contains(3) && chart.viewport.value.contains(40))
    #expect(chart.lines.map(\.id) == ["a", "b"])
    #expect(chart.outliers.isEmpty, "a line of its own is no single point")
  }
}

/// Single points far outside, in the view of a chart.
@Suite struct ChartOutlierTests {
  private static let start = 1_400_000_000.0

  private static func view(_ values: [Double?]) -> (data: ChartData, view: ChartView) {
    let points = values.enumerated().map { Series.Point(time: start + Double($0.offset) * 10, value: $0.element) }
    let end = Date(timeIntervalSince1970: start + Double(values.count - 1) * 10)
    let data = ChartData(series: Series(points), history: 86_400, now: end)
    let style = ChartView.Style(
      span: 3_600, firstSpan: 3_600, shortestSpan: 20, leastValueSpan: 1, includesZero: false, emptyValues: 15...25)
    return (data, ChartView(style: style, of: data))
  }

  private static let room: [Double?] = (0..<300).map { 21 + sin(Double($0) / 20) }

  @Test func aSinglePointFarOutsideIsAMarkAndNotTheAxis() {
    var values = Self.room
    let without = Self.view(values)
    values[150] = 85
    var (data, view) = Self.view(values)
    var chart = view.chart(of: data)
    #expect(chart.viewport.value == without.view.chart(of: without.data).viewport.value)
    #expect(chart.outliers == [Series.Point(time: Self.start + 1_500, value: 85)])
    // Who pans values looks around, and what is out of sight is so by choice.
    view.perform(.panValue(0.1), on: data)
    #expect(view.chart(of: data).outliers.isEmpty)
    view.perform(.follow, on: data)
    chart = view.chart(of: data)
    #expect(chart.outliers.count == 1)
    // Out of the view there is none.
    view.perform(.zoom(0.1, about: Self.start + 2_990), on: data)
    #expect(view.chart(of: data).outliers.isEmpty)
  }

  @Test func theAxisStandsStillWhenASinglePointComesAndGoes() {
    var values = Self.room + Self.room + Self.room
    func axes(_ values: [Double?]) -> [ClosedRange<Double>] {
      var (data, view) = Self.view(Array(values[..<300]))
      return values.indices[300...].map { index in
        let time = Self.start + Double(index) * 10
        data.lines[0].series.insert(Series.Point(time: time, value: values[index]))
        data.advance(to: Date(timeIntervalSince1970: time))
        view.show(data)
        return view.chart(of: data).viewport.value
      }
    }
    let calm = axes(values)
    values[400] = 85
    values[500] = -127
    #expect(axes(values) == calm)
  }
}

// MARK: - Going to a time

extension ChartCursorTests {
  @Test func aTimeOutOfViewComesToTheMiddleOfIt() {
    var scene = Scene()
    scene.perform(.goTo(Self.start + 205))
    #expect(scene.cursor == 205 && scene.time == 175...235 && !scene.view.isFollowing)
    scene.perform(.goTo(Self.start + 210))
    #expect(scene.cursor == 210 && scene.time == 175...235, "one in view moves nothing")
    scene.perform(.goTo(Self.start + 10))
    #expect(scene.cursor == 10 && scene.time == 0...60, "no further than there is something to see")
    scene.perform(.follow)
    scene.perform(.goTo(Self.start + 590))
    #expect(scene.cursor == 590 && scene.time == 540...600 && scene.view.isFollowing)
  }

  /// The data of a time may have to be requested first, and the cursor waits there for it.
  @Test func aTimeThatIsNotLoadedYetCanBeGoneTo() {
    var scene = Scene()
    scene.data.reach = Self.start - 3_000
    scene.perform(.goTo(Self.start - 2_000))
    #expect(scene.cursor == -2_000 && scene.time == -2_030 ... -1_970)
    scene.add(1, at: 610)
    #expect(scene.cursor == -2_000, "what comes meanwhile does not take it away")
    #expect(scene.view.chart(of: scene.data).earliest == Self.start - 3_000)
    scene.perform(.endCursor)
    #expect(scene.cursor == nil)
  }

  @Test(arguments: [-10.0, 601, .infinity, .nan]) func whereThereIsNothingTheCursorDoesNotGo(seconds: Double) {
    var scene = Scene()
    scene.perform(.goTo(Self.start + seconds))
    #expect(scene.cursor == nil && scene.time == 540...600)
  }
}
