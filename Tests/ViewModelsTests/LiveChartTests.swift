import Charting
import Foundation
import Testing

@testable import ViewModels

private let start = Date(timeIntervalSince1970: 1_400_000_000)

/// A chart of ten minutes, one point each ten seconds, looking at the last minute.
private func sample() -> LiveChart {
  let style = LiveChart.Style(
    span: 60, firstSpan: 30, shortestSpan: 20, history: 3_600, edgeStep: 10, leastValueSpan: 1, includesZero: true,
    emptyValues: 0...1)
  var chart = LiveChart(style: style, now: start)
  for step in 0...60 { chart.add(Double(step % 7), at: Double(step) * 10) }
  return chart
}

extension LiveChart {
  fileprivate mutating func add(_ value: Double?, at seconds: Double) {
    let now = start + seconds
    insert([Series.Point(time: now.timeIntervalSince1970, value: value)])
    advance(to: now)
  }

  /// The view's time, in seconds since the start.
  fileprivate var time: ClosedRange<Double> {
    let time = chart.viewport.time
    return (time.lowerBound - 1_400_000_000)...(time.upperBound - 1_400_000_000)
  }

  fileprivate mutating func perform(_ gestures: ChartGesture...) {
    for gesture in gestures { perform(gesture) }
  }
}

@Suite struct LiveChartTests {
  @Test func theViewGrowsWithTheDataUntilSomebodyZooms() {
    let style = LiveChart.Style(
      span: 60, firstSpan: 15, shortestSpan: 5, history: 3_600, edgeStep: 10, leastValueSpan: 1, includesZero: true,
      emptyValues: 0...1)
    var chart = LiveChart(style: style, now: start)
    var spans: [Double] = []
    for step in 0...8 {
      chart.add(1, at: Double(step) * 10)
      spans.append(chart.time.upperBound - chart.time.lowerBound)
    }
    #expect(spans == [15, 15, 30, 30, 60, 60, 60, 60, 60])

    var zoomed = LiveChart(style: style, now: start)
    zoomed.add(1, at: 0)
    zoomed.perform(.zoomOut)
    for step in 1...8 { zoomed.add(1, at: Double(step) * 10) }
    #expect(zoomed.time.upperBound - zoomed.time.lowerBound == 30)
  }

  @Test func theViewFollowsTheLiveEdge() {
    var chart = sample()
    #expect(chart.time == 540...600)
    chart.add(3, at: 607)
    #expect(chart.time == 550...610, "in whole steps")
  }

  @Test func zoomingKeepsTheEdgeWhileFollowingAndTheMiddleElse() {
    var chart = sample()
    chart.perform(.zoomOut)
    #expect(chart.time == 480...600)
    #expect(chart.isFollowing)
    chart.perform(.panTime(-0.5))
    #expect(chart.time == 420...540)
    #expect(!chart.isFollowing)
    chart.perform(.zoomIn)
    #expect(chart.time == 450...510)
    chart.perform(.mark(1_400_000_456), .zoomOut)
    #expect(chart.chart.cursor == 1_400_000_460)
    #expect(chart.time == 440...560, "about the marked sample")
  }

  @Test func theViewStaysWithinTheDataAndIsNotZoomedInForEver() {
    var chart = sample()
    for _ in 0..<50 { chart.perform(.zoomIn) }
    #expect(chart.time == 580...600)
    for _ in 0..<50 { chart.perform(.zoomOut) }
    #expect(chart.time == 0...600)
    chart.perform(.zoomIn)
    for _ in 0..<50 { chart.perform(.panTime(-0.3)) }
    #expect(chart.time == 0...300)
  }

  @Test func panningIntoTheFutureKeepsFollowing() {
    var chart = sample()
    chart.perform(.panTime(0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == 540...600)
  }

  @Test func aPanOfAViewThatShowsAllKeepsFollowing() {
    var chart = sample()
    chart.perform(.fit, .panTime(-0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == 0...600)
    // All is in view also where the view reaches back further than the data.
    let style = LiveChart.Style(
      span: 240, firstSpan: 60, shortestSpan: 30, history: 86_400, edgeStep: 5, leastValueSpan: 1, includesZero: true,
      emptyValues: 0...1)
    var young = LiveChart(style: style, now: start)
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
    let style = LiveChart.Style(
      span: 86_400, firstSpan: 86_400, shortestSpan: 1_200, history: 87_600, edgeStep: 120, leastValueSpan: 1,
      includesZero: false, emptyValues: 15...25)
    var chart = LiveChart(style: style, now: start)
    for seconds in stride(from: 0.0, through: 87_000, by: 120) { chart.add(20, at: seconds) }
    let time = chart.time
    chart.perform(.panTime(-0.25))
    #expect(chart.isFollowing)
    #expect(chart.time == time)
    chart.perform(.zoomIn, .panTime(-0.25))
    #expect(!chart.isFollowing, "now there is something to see")
  }

  @Test func aPanAtTheOldestPointChangesNothing() {
    var chart = sample()
    for _ in 0..<100 { chart.perform(.panTime(-0.5)) }
    #expect(chart.time == 0...60)
    let viewport = chart.chart.viewport
    chart.perform(.panTime(-0.5))
    #expect(chart.chart.viewport == viewport)
  }

  @Test func aViewThatDoesNotFollowStaysWhereItIs() {
    var chart = sample()
    chart.perform(.panTime(-1))
    let viewport = chart.chart.viewport
    chart.add(50, at: 620)
    #expect(chart.chart.viewport == viewport)
    chart.perform(.follow)
    #expect(chart.time == 560...620)
    #expect(chart.chart.viewport.value.contains(50))
  }

  @Test func valuesFitWhatIsSeenUntilTheyArePanned() {
    var chart = sample()
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
    var chart = sample()
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
    var chart = sample()
    chart.perform(.fit)
    chart.add(3, at: 610)
    #expect(chart.time == 0...610)
    chart.perform(.fit)
    #expect(chart.time == 550...610)
    chart.perform(.fit, .zoomIn, .fit)
    #expect(chart.time == 0...610, "after looking closer it is asked for anew")
  }

  @Test func valuesCannotBePannedOutOfSight() {
    var chart = sample()
    for _ in 0..<100 { chart.perform(.panValue(0.5)) }
    #expect(chart.chart.viewport.value == 5.125...12.125, "an eighth of the view has the highest values seen")
    for _ in 0..<100 { chart.perform(.panValue(-0.5)) }
    #expect(chart.chart.viewport.value == -6.125...0.875)
  }

  @Test func someOfWhatIsSeenStaysInSightHoweverOneZoomsAndPans() {
    var chart = sample()
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
    var chart = sample()
    chart.perform(.togglePause)
    let held = chart.chart
    chart.add(9, at: 700)
    chart.annotate([1_400_000_650])
    chart.advance(to: start + 700)
    #expect(chart.chart == held)
    chart.perform(.zoomOut)
    #expect(chart.time == 480...600)
    chart.perform(.togglePause)
    #expect(chart.time == 580...700)
    #expect(chart.chart.annotations == [1_400_000_650])
  }

  @Test func aMarkGoesWithItsSample() {
    var chart = sample()
    chart.perform(.mark(1_400_000_000))
    #expect(chart.chart.cursor == 1_400_000_000)
    chart.add(1, at: 3_650)
    #expect(chart.chart.cursor == nil)
    chart.perform(.mark(1_400_003_650), .mark(nil))
    #expect(chart.chart.cursor == nil)
  }

  @Test func whatIsOlderThanTheHistoryIsLetGo() {
    var chart = sample()
    chart.annotate([1_400_000_005])
    chart.add(1, at: 3_800)
    #expect(chart.chart.series.points.first?.time == 1_400_000_200)
    #expect(chart.chart.annotations.isEmpty)
  }

  @Test func whereAllPointsLieAfterTheEdgeTheViewFitsTheSpanBeforeIt() {
    let style = LiveChart.Style(
      span: 60, firstSpan: 30, shortestSpan: 20, history: 3_600, edgeStep: 10, leastValueSpan: 1, includesZero: true,
      emptyValues: 0...1)
    var chart = LiveChart(style: style, now: start)
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
      .panValue(-0.25), .panValue(.infinity), .panTime(.nan), .mark(1e300), .mark(.nan), .mark(nil),
    ]
    for _ in 0..<300 {
      let style = LiveChart.Style(
        span: 60, firstSpan: 30, shortestSpan: 20, history: 3_600, edgeStep: 10, leastValueSpan: 1,
        includesZero: next() % 2 == 0, emptyValues: 0...1)
      var chart = LiveChart(style: style, now: start)
      for _ in 0..<100 {
        if next() % 3 == 0 {
          let ahead = [-100, 0, 100, 86_400, -5e9, 1e300, .nan][Int(next() % 7)]
          let time = start.timeIntervalSince1970 + ahead + Double(next() % 100)
          chart.insert([Series.Point(time: time, value: extremes[Int(next() % UInt64(extremes.count))])])
          chart.annotate([time])
          chart.advance(to: start + Double(next() % 200) - (next() % 20 == 0 ? 7_200 : 0))
        }
        chart.perform(gestures[Int(next() % UInt64(gestures.count))])
        let viewport = chart.chart.viewport
        #expect(viewport.time.span > 0 && viewport.time.span.isFinite, "\(viewport)")
        #expect(viewport.value.span > 0 && viewport.value.span.isFinite, "\(viewport)")
      }
    }
  }
}
