import Charting
import Foundation
import Testing

@testable import PaneKit

private let start = Date(timeIntervalSince1970: 1_400_000_000)

private func style(span: Double = 60, firstSpan: Double = 30, shortestSpan: Double = 20) -> ChartView.Style {
  ChartView.Style(
    span: span, firstSpan: firstSpan, shortestSpan: shortestSpan, leastValueSpan: 1, includesZero: true,
    emptyValues: 0...1)
}

/// A view, and the data that it is of.
private struct ViewedChart {
  var data: ChartData
  var view: ChartView

  init(_ style: ChartView.Style = style(), history: Double = 3_600, edgeStep: Double = 10) {
    data = ChartData(series: Series(longestJoin: 60), history: history, edgeStep: edgeStep, now: start)
    view = ChartView(style: style, of: data)
  }

  /// A chart of ten minutes, one point each ten seconds, looking at the last minute.
  static var sample: ViewedChart {
    var chart = ViewedChart()
    for step in 0...60 { chart.add(Double(step % 7), at: Double(step) * 10) }
    return chart
  }

  var chart: Chart { view.chart(of: data) }
  var isFollowing: Bool { view.isFollowing }

  mutating func add(_ value: Double?, at seconds: Double) {
    insert([Series.Point(time: start.timeIntervalSince1970 + seconds, value: value)])
    advance(to: start + seconds)
  }

  mutating func insert(_ points: [Series.Point]) { data.lines[0].series.insert(contentsOf: points) }

  mutating func advance(to now: Date) {
    data.advance(to: now)
    view.show(data)
  }

  /// The view's time, in seconds since the start.
  var time: ClosedRange<Double> {
    let time = chart.viewport.time
    return (time.lowerBound - 1_400_000_000)...(time.upperBound - 1_400_000_000)
  }

  /// The cursor's time, in seconds since the start.
  var cursor: Double? { chart.cursor.map { $0 - 1_400_000_000 } }

  mutating func perform(_ gestures: ChartGesture...) {
    for gesture in gestures { view.perform(gesture, on: data) }
  }

  mutating func putCursor(at seconds: Double, within reach: Double = 0) {
    perform(.putCursor(at: 1_400_000_000 + seconds, within: reach))
  }
}

@Suite struct ChartViewTests {
  @Test func theViewGrowsWithTheDataUntilSomebodyZooms() {
    let style = style(firstSpan: 15, shortestSpan: 5)
    var chart = ViewedChart(style)
    var spans: [Double] = []
    for step in 0...8 {
      chart.add(1, at: Double(step) * 10)
      spans.append(chart.time.upperBound - chart.time.lowerBound)
    }
    #expect(spans == [15, 15, 30, 30, 60, 60, 60, 60, 60])

    var zoomed = ViewedChart(style)
    zoomed.add(1, at: 0)
    zoomed.perform(.zoomOut)
    for step in 1...8 { zoomed.add(1, at: Double(step) * 10) }
    #expect(zoomed.time.upperBound - zoomed.time.lowerBound == 30)
  }

  @Test func theViewFollowsTheLiveEdge() {
    var chart = ViewedChart.sample
    #expect(chart.time == 540...600)
    chart.add(3, at: 607)
    #expect(chart.time == 550...610, "in whole steps")
  }

  @Test func zoomingKeepsTheEdgeWhileFollowingAndTheMiddleElse() {
    var chart = ViewedChart.sample
    chart.perform(.zoomOut)
    #expect(chart.time == 480...600)
    #expect(chart.isFollowing)
    chart.perform(.panTime(-0.5))
    #expect(chart.time == 420...540)
    #expect(!chart.isFollowing)
    chart.perform(.zoomIn)
    #expect(chart.time == 450...510)
    chart.putCursor(at: 460)
    chart.perform(.zoomOut)
    #expect(chart.time == 440...560, "about the cursor")
  }

  @Test func theViewStaysWithinTheDataAndIsNotZoomedInForEver() {
    var chart = ViewedChart.sample
    for _ in 0..<50 { chart.perform(.zoomIn) }
    #expect(chart.time == 580...600)
    for _ in 0..<50 { chart.perform(.zoomOut) }
    #expect(chart.time == 0...600)
    chart.perform(.zoomIn)
    for _ in 0..<50 { chart.perform(.panTime(-0.3)) }
    #expect(chart.time == 0...300)
  }

  @Test func panningIntoTheFutureKeepsFollowing() {
    var chart = ViewedChart.sample
    chart.perform(.panTime(0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == 540...600)
  }

  @Test func aPanOfAViewThatShowsAllKeepsFollowing() {
    var chart = ViewedChart.sample
    chart.perform(.fit, .panTime(-0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == 0...600)
    // All is in view also where the view reaches back further than the data.
    var young = ViewedChart(style(span: 240, firstSpan: 60, shortestSpan: 30), history: 86_400, edgeStep: 5)
    young.perform(.panTime(-0.25))
    #expect(young.isFollowing, "there is nothing yet")
    for seconds in [5.0, 10, 15, 20] { young.add(1, at: seconds) }
    for gesture in [ChartGesture.panTime(-0.25), .panTime(0.25), .zoomOut, .panTime(-0.25)] {
      young.perform(gesture)
      #expect(young.isFollowing, "\(gesture)")
      #expect(young.time.upperBound == 20)
    }
  }

  /// What a service sends for a day begins a little before the day that the view shows.
  @Test func aPanThatTheLimitCutsToNextToNothingKeepsFollowing() {
    var chart = ViewedChart(
      style(span: 86_400, firstSpan: 86_400, shortestSpan: 1_200), history: 87_600, edgeStep: 120)
    for seconds in stride(from: 0.0, through: 87_000, by: 120) { chart.add(20, at: seconds) }
    let time = chart.time
    chart.perform(.panTime(-0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == time)
    chart.perform(.zoomIn, .panTime(-0.25))
    #expect(!chart.isFollowing, "now there is something to see")
  }

  @Test func aPanAtTheOldestPointChangesNothing() {
    var chart = ViewedChart.sample
    for _ in 0..<100 { chart.perform(.panTime(-0.5)) }
    #expect(chart.time == 0...60)
    let viewport = chart.chart.viewport
    chart.perform(.panTime(-0.5))
    #expect(chart.chart.viewport == viewport)
  }

  @Test func aViewThatDoesNotFollowStaysWhereItIs() {
    var chart = ViewedChart.sample
    chart.perform(.panTime(-1))
    let viewport = chart.chart.viewport
    chart.add(50, at: 620)
    #expect(chart.chart.viewport == viewport)
    chart.perform(.follow)
    #expect(chart.time == 560...620)
    #expect(chart.chart.viewport.value.contains(50))
  }

  @Test func valuesFitWhatIsSeenUntilTheyArePanned() {
    var chart = ViewedChart.sample
    #expect(chart.chart.viewport.value == 0...7)
    chart.add(100, at: 610)
    #expect(chart.chart.viewport.value.upperBound >= 100)
    chart.perform(.panValue(0.5))
    let panned = chart.chart.viewport.value
    chart.add(1, at: 620)
    #expect(chart.chart.viewport.value == panned)
    chart.perform(.zoomIn)
    #expect(abs(chart.chart.viewport.value.span - panned.span / 2) < 1e-9)
    chart.perform(.fit)
    #expect(chart.chart.viewport.value.lowerBound == 0)
    #expect(chart.time == 0...620, "all data")
    #expect(chart.isFollowing)
  }

  @Test func followingBringsBackTheInitialView() {
    var chart = ViewedChart.sample
    chart.perform(.fit)
    #expect(chart.time == 0...600)
    chart.perform(.follow)
    #expect(chart.time == 540...600)
    chart.perform(.zoomIn, .panTime(-0.5), .panValue(0.25), .follow)
    #expect(chart.time == 540...600)
    #expect(chart.isFollowing)
    #expect(chart.chart.viewport.value == 0...7)
  }

  @Test func whatFitsAllDataFitsThatWhichComesTooAndTheSecondTimeBringsTheFirstViewBack() {
    var chart = ViewedChart.sample
    chart.perform(.fit)
    chart.add(3, at: 610)
    #expect(chart.time == 0...610)
    chart.perform(.fit)
    #expect(chart.time == 550...610)
    chart.perform(.fit, .zoomIn, .fit)
    #expect(chart.time == 0...610, "after looking closer it is asked for again")
  }

  @Test func valuesCannotBePannedOutOfSight() {
    var chart = ViewedChart.sample
    for _ in 0..<100 { chart.perform(.panValue(0.5)) }
    #expect(chart.chart.viewport.value == 5.125...12.125, "an eighth of the view has the highest values seen")
    for _ in 0..<100 { chart.perform(.panValue(-0.5)) }
    #expect(chart.chart.viewport.value == -6.125...0.875)
  }

  @Test func someOfWhatIsSeenStaysInSightHoweverOneZoomsAndPans() {
    var chart = ViewedChart.sample
    for step in 61...120 { chart.add(step < 100 ? 21.5 : 40, at: Double(step) * 10) }
    let looks: [[ChartGesture]] = [
      [.zoomIn, .zoomIn, .zoomIn], [.panTime(-0.5), .panTime(-0.5)], [.zoomOut, .zoomOut],
      Array(repeating: .panTime(-0.5), count: 8), Array(repeating: .zoomIn, count: 60),
    ]
    for direction in [0.25, -0.25] {
      for look in looks {
        for _ in 0..<60 { chart.perform(.panValue(direction)) }
        for gesture in look { chart.perform(gesture) }
        let viewport = chart.chart.viewport
        let seen = chart.chart.series.extent(in: viewport.time)
        #expect(seen.map { $0.overlaps(viewport.value) } == true, "\(viewport) after \(look)")
        #expect(viewport.value.span > 0.099, "the noise of the last digit is not worth a look")
      }
    }
  }

  @Test func whilePausedTheChartStandsStillButCanBeLookedAroundIn() {
    var chart = ViewedChart.sample
    chart.perform(.togglePause)
    let held = chart.chart
    chart.add(9, at: 700)
    chart.data.annotate([1_400_000_650])
    chart.advance(to: start + 700)
    #expect(chart.chart == held)
    chart.perform(.zoomOut)
    #expect(chart.time == 480...600)
    chart.perform(.togglePause)
    #expect(chart.time == 580...700)
    #expect(chart.chart.annotations == [1_400_000_650])
  }

  @Test func whatIsOlderThanTheHistoryIsLetGo() {
    var chart = ViewedChart.sample
    chart.data.annotate([1_400_000_005])
    chart.add(1, at: 3_800)
    #expect(chart.chart.series.points.first?.time == 1_400_000_200)
    #expect(chart.chart.annotations.isEmpty)
  }

  @Test func whereAllPointsLieAfterTheEdgeTheViewFitsTheSpanBeforeIt() {
    var chart = ViewedChart()
    chart.insert([Series.Point(time: start.timeIntervalSince1970 + 500, value: 1)])
    chart.advance(to: start)
    chart.perform(.fit)
    #expect(chart.time == -60...0)
  }

  @Test func whateverComesAndWhateverIsPressedTheChartIsSound() {
    var state: UInt64 = 88_172_645_463_325_252
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let extremes: [Double] = [
      1.7e308, -1.7e308, .greatestFiniteMagnitude, .nan, .infinity, -.infinity, 0, .leastNonzeroMagnitude, 20,
    ]
    let gestures: [ChartGesture] = [
      .zoomIn, .zoomOut, .fit, .follow, .togglePause, .panTime(0.25), .panTime(-0.25), .panValue(0.25),
      .panValue(-0.25), .panValue(.infinity), .panTime(.nan), .zoom(0.5, about: 1.4e9), .zoom(2, about: 1.4e9 + 40),
      .zoom(.nan, about: .infinity), .zoom(0, about: -1e300), .toggleCursor, .endCursor, .cursorToStart, .cursorToEnd,
      .putCursor(at: 1e300, within: 1), .putCursor(at: .nan, within: 1), .putCursor(at: -1e300, within: .infinity),
      .putCursor(at: 1.4e9 + 50, within: 5),
    ]
    for _ in 0..<300 {
      var style = style()
      style.includesZero = next() % 2 == 0
      var chart = ViewedChart(style)
      for _ in 0..<100 {
        if next() % 3 == 0 {
          let ahead = [-100, 0, 100, 86_400, -5e9, 1e300, .nan][Int(next() % 7)]
          let time = start.timeIntervalSince1970 + ahead + Double(next() % 100)
          chart.insert([Series.Point(time: time, value: extremes[Int(next() % UInt64(extremes.count))])])
          chart.data.annotate([time])
          chart.advance(to: start + Double(next() % 200) - (next() % 20 == 0 ? 7_200 : 0))
        }
        chart.perform(gestures[Int(next() % UInt64(gestures.count))])
        let viewport = chart.chart.viewport
        #expect(viewport.time.span > 0 && viewport.time.span.isFinite, "\(viewport)")
        #expect(viewport.value.span > 0 && viewport.value.span.isFinite, "\(viewport)")
        if let cursor = chart.chart.cursor {
          #expect(chart.data.valueTimes?.contains(cursor) ?? false || chart.view.isPaused, "\(cursor)")
        }
      }
    }
  }

  // MARK: - An earlier time behind

  @Test func theDayBeforeIsBehindAndOnTheAxis() throws {
    var chart = ViewedChart(history: 200_000)
    chart.insert([Series.Point(time: start.timeIntervalSince1970 - 86_400 + 30, value: 9)])
    for step in 0...6 { chart.add(2, at: Double(step) * 10) }
    #expect(chart.chart.backdrop == nil && chart.chart.viewport.value.upperBound < 9)
    chart.view.choose(LineChoice(), showsBackdrop: true, of: chart.data)
    let backdrop = try #require(chart.chart.backdrop)
    #expect(backdrop.shift == .day)
    #expect(backdrop.point(at: start.timeIntervalSince1970 + 30)?.value == 9)
    #expect(chart.chart.viewport.value.upperBound >= 9)
    chart.view.choose(LineChoice(), of: chart.data)
    #expect(chart.chart.backdrop == nil && chart.chart.viewport.value.upperBound < 9)
  }

  /// Else what is requested of an earlier time would be data to show, and so on.
  @Test func allDataHasNoEarlierTime() {
    var chart = ViewedChart.sample
    #expect(chart.view.shift == .day)
    chart.perform(.fit)
    #expect(chart.view.shift == nil && chart.view.backdrop(of: chart.data) == nil)
    chart.perform(.follow)
    #expect(chart.view.shift == .day)
  }

  @Test(
    arguments: [
      (LineChoice(), nil), (LineChoice(focused: "b"), "b"), (LineChoice(alone: "a", focused: "b"), "a"),
      (LineChoice(hidden: ["b"], focused: "b"), nil), (LineChoice(hidden: ["a"], focused: "b"), "b"),
    ] as [(LineChoice, String?)])
  func ofSeveralLinesOneHasAnEarlierTime(choice: LineChoice, id: String?) {
    let lines = ["a", "b"].map { ChartLine(id: $0, name: $0, series: Series()) }
    let data = ChartData(lines: lines, history: 3_600, now: start)
    var view = ChartView(style: style(), of: data)
    view.choose(choice, showsBackdrop: true, of: data)
    #expect(view.chart(of: data).backdrop?.line.id == id)
  }
}
