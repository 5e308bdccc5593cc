import Charting
import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Rooms

/// Every state that a pane with a chart can be in has its picture.
@Suite struct ChartPaneStateTests {
  // MARK: Wikipedia

  @Test(arguments: [false, true]) func whereLinesAreFewTheListGoesBeforeTheChart(hasFilter: Bool) {
    for height in 1...40 {
      let layout = WikipediaView.Layout(height: height, hasTrouble: false, hasFilter: hasFilter)
      #expect(layout.list.isEmpty || layout.chart.count >= 3, "\(height)")
    }
  }

  @Test func theFeedIsConnecting() throws {
    let state = Sample.wikipedia {
      $0.connection = .connecting
      $0.rate = nil
      $0.latestEdit = nil
      $0.recent = []
      $0.chart.lines[0].series = .init()
      $0.chart.annotations = []
    }
    try expect(draw(state), looksLike: "wikipedia-connecting")
  }

  @Test func theFirstWindowIsNotFullYet() throws {
    let state = Sample.wikipedia {
      $0.rate = nil
      $0.recent = []
      $0.latestEdit = nil
    }
    try expect(draw(state), looksLike: "wikipedia-counting")
  }

  @Test func theConnectionIsGone() throws {
    let state = Sample.wikipedia {
      $0.rate = nil
      $0.connection = .waiting(
        ServiceFailure(
          .connectionLost(host: "stream.wikimedia.org"), since: Sample.ago(seconds: 9),
          retry: Sample.now.addingTimeInterval(4)))
    }
    try expect(draw(state, 80, 14), looksLike: "wikipedia-offline")
  }

  @Test func anEventIsSelectedAndTheChartIsMarked() throws {
    let state = Sample.wikipedia {
      $0.selection = 8
      $0.isFollowing = false
      $0.chart.cursor = Sample.now.timeIntervalSince1970 - 60
    }
    let canvas = draw(state, 70, 16)
    try expect(canvas, looksLike: "wikipedia-selected", styles: true)
  }

  @Test func pausedInTheDemonstration() throws {
    let state = Sample.wikipedia {
      $0.isPaused = true
      $0.origin = .demo
    }
    try expect(draw(state), looksLike: "wikipedia-paused")
  }

  @Test(arguments: [4, 31, 24 * 60])
  func theRateIsALineHoweverMuchOfItIsShown(minutes: Int) throws {
    let state = Sample.wikipedia {
      $0.chart = Sample.dayOfRates()
      let end = $0.chart.viewport.time.upperBound
      $0.chart.viewport.time = (end - Double(minutes) * 60)...end
    }
    try expect(draw(state, 80, 22), looksLike: "wikipedia-\(minutes)-minutes")
  }

  // MARK: ConAir

  @Test func itIsUpdatingUntilTheFirstValue() throws {
    let state = Sample.rooms {
      $0.latest = nil
      $0.load = .loading
    }
    try expect(draw(state), looksLike: "conair-updating")
  }

  @Test func noTemperatureIsAnAnswerToo() {
    let state = Sample.rooms {
      $0.latest = nil
      $0.load = .loaded(at: Sample.now)
    }
    #expect(draw(state).text.contains("No temperature in the last 24 h"))
  }

  @Test func anOldValueTellsItsAge() throws {
    let state = Sample.rooms {
      $0.latest = Temperature(time: Sample.ago(hours: 3), celsius: -11.25)
      $0.change = nil
      $0.trouble = ServiceFailure(
        .malformedAnswer(host: "conair.example", detail: "HTML instead of JSON"), since: Sample.ago(hours: 3),
        retry: Sample.now.addingTimeInterval(10))
    }
    try expect(draw(state), looksLike: "conair-stale")
  }

  @Test func aValueAfterWhichNothingIsAnsweredIsStale() throws {
    let silent = Sample.rooms {
      $0.silentSince = Sample.ago(seconds: 20)
    }
    let canvas = draw(silent)
    #expect(canvas.text.contains("  Stale: no answer since 14:03  "))
    #expect(draw(Sample.rooms()).text.contains("─ 19.4 … 22.6°C · live ─╮"))
    #expect(canvas.text.contains("─ 19.4 … 22.6°C ─╮"), "not live")
    #expect(draw(silent, 80, 8).text.contains("Stale: no answer since 14:03"))
    #expect(draw(silent, 44, 8).text.contains("stale since 14:03"))
    #expect(draw(silent, 24, 8).text.contains("stale"))
    let yesterday = Sample.rooms { $0.silentSince = Sample.ago(hours: 30) }
    #expect(draw(yesterday).text.contains("Stale: no answer since 20 Nov 08:03"))
  }

  @Test func aServerWhoseClockIsAheadIsSaidToBe() {
    let ahead = Sample.rooms { $0.lead = 290 }
    #expect(draw(ahead, 90, 12).text.contains("14:02, the server's clock is 4 min ahead"))
    #expect(draw(ahead, 60, 12).text.contains("14:02, 4 min ahead"))
    #expect(draw(ahead, 80, 24).text.contains("14:02, the server's clock is 4 min ahead"))
    #expect(!draw(Sample.rooms { $0.lead = 59 }, 80, 12).text.contains("ahead"))
  }

  @Test func aTimeThatTheClockWasSetBehindIsNotOfTheFuture() {
    let context = context()
    for time in [60.0, 3_600, 100_000] {
      #expect(context.freshness(of: Sample.now + time) == "14:03")
    }
  }

  @Test func aFirstRequestThatFailedIsNotOnItsWay() throws {
    let failed = Sample.rooms {
      $0.latest = nil
      $0.load = .idle
      $0.trouble = ServiceFailure(
        .unreachable(host: "conair.example", reason: "connection refused"), since: Sample.now,
        retry: Sample.now.addingTimeInterval(10))
    }
    let canvas = draw(failed)
    try expect(canvas, looksLike: "conair-error-first")
    var again = failed
    again.load = .loading
    #expect(draw(again).text.split(separator: "\n").dropFirst() == canvas.text.split(separator: "\n").dropFirst())
    #expect(!draw(failed, 40, 8).text.contains("Updating"))
  }

  @Test(arguments: [(40, 8), (60, 12), (80, 22)])
  func anErrorMovesNothingInTheCharts(width: Int, height: Int) {
    let trouble = ServiceFailure(
      .connectionLost(host: "h.example"), since: Sample.now, retry: Sample.now.addingTimeInterval(9))
    let size = Size(width: width, height: height)
    let inside = PaneBorder.inside(size)
    func rows(_ canvas: Canvas, _ range: Range<Int>) -> [Substring] {
      Array(canvas.text.split(separator: "\n", omittingEmptySubsequences: false))[
        range.lowerBound + 1..<range.upperBound + 1
      ]
      .map { $0 }
    }

    let states = (Sample.rooms(), Sample.rooms { $0.trouble = trouble })
    let chart = RoomsView(state: states.0).layout(inside).chart
    #expect(rows(draw(states.0, width, height), chart) == rows(draw(states.1, width, height), chart))
    #expect(draw(states.1, width, height).text.contains(/closed|connection lost/))

    let wikipedia = (Sample.wikipedia(), Sample.wikipedia { $0.connection = .waiting(trouble) })
    let rate = WikipediaView(state: wikipedia.0, scroll: ListScroll()).layout(inside).chart
    #expect(rows(draw(wikipedia.0, width, height), rate) == rows(draw(wikipedia.1, width, height), rate))
    #expect(draw(wikipedia.1, width, height).text.contains(/closed|connection lost/))
  }

  @Test func theTemperatureIsLargeWhereTheChartHasRoomAllTheSame() {
    for height in 0...60 {
      let layout = RoomsView.Layout(height: height)
      #expect(layout.hasTallDigits == (height >= 12))
      #expect(!layout.hasTallDigits || (layout.chart.count >= 7 && layout.head.lowerBound == 1))
      #expect(layout.chart.upperBound <= layout.trouble ?? max(height, layout.chart.upperBound))
    }
  }

  @Test func whatStandsBesideTheRateDoesNotMoveWithItsDigits() throws {
    let columns = [0.4, 9.9, 10.1, 99.94, 99.96, 1_234].map { rate in
      let text = draw(Sample.wikipedia { $0.rate = rate }, 60, 20).text
      return text.split(separator: "\n").compactMap { $0.firstRange(of: " … ")?.lowerBound.utf16Offset(in: $0) }
    }
    #expect(Set(columns).count == 1 && columns[0].count == 1, "\(columns)")
  }

  @Test func noServiceIsConfigured() throws {
    let state = Sample.rooms {
      $0.latest = nil
      $0.isConfigured = false
    }
    try expect(draw(state), looksLike: "conair-unconfigured")
  }

  @Test func aViewThatDoesNotFollowTellsItsHours() throws {
    let state = Sample.rooms {
      $0.isFollowing = false
      $0.origin = .demo
      $0.chart.viewport.time = (Sample.now.timeIntervalSince1970 - 20_000)...(Sample.now.timeIntervalSince1970 - 9_000)
    }
    try expect(draw(state), looksLike: "conair-looking-back")
  }

  @Test func aDayThatIsLookedBackAtHasItsDates() {
    let end = Sample.now.timeIntervalSince1970
    func title(_ width: Int, hoursAgo: Double, hours: Double) -> String {
      let state = Sample.rooms {
        $0.isFollowing = false
        $0.origin = .demo
        $0.chart.viewport.time = (end - (hoursAgo + hours) * 3_600)...(end - hoursAgo * 3_600)
      }
      return String(draw(state, width, 12).text.prefix { $0 != "\n" })
    }
    #expect(title(60, hoursAgo: 0.1, hours: 24).hasSuffix(" demo · 20 Nov 13:57 – 21 Nov 13:57 ─╮"))
    #expect(title(40, hoursAgo: 0.1, hours: 24).hasSuffix(" demo · 20 Nov 13:57 – ─╮"))
    #expect(title(40, hoursAgo: 1, hours: 2).hasSuffix(" demo · 11:03–13:03 ─╮"))
    #expect(title(42, hoursAgo: 20, hours: 2).hasSuffix(" demo · 20 Nov 16:03–18:03 ─╮"))
    #expect(title(30, hoursAgo: 0.1, hours: 24).hasSuffix(" demo ─╮"))
  }

  @Test func aSpanIsToldAsPeopleSayIt() {
    let lengths: [(Double, SafeText)] = [
      (86_400, "24 h"), (86_640, "24 h"), (86_520, "24 h"), (43_260, "12 h"), (5_400, "90 min"), (5_443, "90 min"),
      (1_361, "23 min"), (1_860, "31 min"), (180, "3 min"), (240, "4 min"), (75, "75 s"), (30, "30 s"), (0.5, "0 s"),
      (302_400, "3.5 d"), (151_200, "42 h"), (453_600, "5.2 d"), (324_000, "3.8 d"), (1_296_000, "15 d"),
      (2_592_000, "30 d"), (31_536_000, "1 y"), (37_800, "10.5 h"), (18_900, "5.2 h"), (7_200, "2 h"),
    ]
    for (seconds, text) in lengths {
      let chart = Chart(viewport: Viewport(time: 0...seconds, value: 0...1))
      #expect(ChartSpan(chart).length == text, "\(seconds)")
    }
  }
}
