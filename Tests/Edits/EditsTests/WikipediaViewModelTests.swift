import Charting
import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// 15 May 2014, 14:46:00 UTC.
private let start = Date(timeIntervalSince1970: 1_400_165_160)

private final class Scene: Sendable {
  let feed = ScriptedFeed()
  let scheduler = TestScheduler(startDate: start)
  let viewModel: WikipediaViewModel

  init() {
    viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
  }

  static func connected() -> Scene {
    let scene = Scene()
    scene.feed.connect()
    return scene
  }

  var state: WikipediaState { viewModel.state.value }
  var now: Date { scheduler.currentDate }
  var rates: [Double?] { state.chart.series.points.map(\.value) }

  func press(_ body: (WikipediaViewModel) -> Void) { scheduler.perform { body(viewModel) } }

  func wait(_ seconds: Double) { scheduler.advance(by: .milliseconds(Int((seconds * 1_000).rounded()))) }
}

extension Double {
  fileprivate func rounded(toDecimals decimals: Int) -> Double {
    (self * pow(10, Double(decimals))).rounded() / pow(10, Double(decimals))
  }
}

@Suite struct WikipediaRateTests {
  @Test func aRecordedMinuteGivesTheRatesOfItsWindows() {
    let scene = Scene.connected()
    let events =
      RecordedMinute.edits.joined().map { ($0, WikiEvent.Kind.unspecified) }
      + RecordedMinute.signUps.map { ($0, .newuser) } + RecordedMinute.others.map { ($0, .special) }
    for (milliseconds, kind) in events.sorted(by: { $0.0 < $1.0 }) {
      let happened = start + Double(milliseconds) / 1_000
      scene.wait(happened.timeIntervalSince(scene.now))
      scene.feed.send(kind, at: happened)
    }
    scene.wait(start.addingTimeInterval(60.1).timeIntervalSince(scene.now))

    #expect(scene.rates == RecordedMinute.rates)
    #expect(scene.state.rate == 5)
    let times = scene.state.chart.series.points.map { $0.time - start.timeIntervalSince1970 }
    #expect(times == (1...12).map { Double($0) * 5 })
    let signUps = scene.state.chart.annotations.map { ($0 - start.timeIntervalSince1970).rounded(toDecimals: 3) }
    #expect(signUps == [17.5, 37.5])
  }

  @Test func onlyPageEditsCount() {
    let scene = Scene.connected()
    for kind in WikiEvent.Kind.allCases { scene.feed.send(kind, "x") }
    scene.wait(5.1)
    #expect(scene.state.rate == 0.2)
  }

  @Test func silenceOnAConnectionIsZero() {
    let scene = Scene.connected()
    scene.wait(15.1)
    #expect(scene.rates == [0, 0, 0])
    #expect(scene.state.rate == 0)
  }

  @Test func timeWithoutAConnectionIsAGap() {
    let scene = Scene.connected()
    scene.wait(7)
    let retry = scene.now.addingTimeInterval(4)
    scene.feed.input.send(value: .disconnected(unreachable, retry: retry))
    scene.wait(1)
    #expect(scene.state.rate == nil)
    #expect(scene.state.connection == .waiting(ServiceFailure(unreachable, since: start + 7, retry: retry)))
    scene.wait(33)
    scene.feed.input.send(value: .connecting(.live))
    scene.feed.connect()
    scene.wait(4.1)
    #expect(scene.rates == [0, nil], "the window in which a connection begins is left out")
    scene.wait(5)
    #expect(scene.rates == [0, nil, 0])
    #expect(scene.state.connection == .connected(source: .english))
  }

  @Test func troubleLastsFromTheFirstFailureUntilTheNextConnection() {
    let scene = Scene()
    for second in 0..<3 {
      scene.feed.input.send(value: .connecting(.live))
      scene.feed.input.send(value: .disconnected(unreachable, retry: scene.now + 1))
      scene.wait(1)
      let failedAt = start + Double(second)
      let trouble = ServiceFailure(unreachable, since: start, failedAt: failedAt, retry: failedAt + 1)
      #expect(scene.state.connection == .waiting(trouble))
    }
    scene.feed.connect()
    scene.wait(1)
    let lost = scene.now
    scene.feed.input.send(value: .disconnected(unreachable, retry: nil))
    scene.wait(1)
    #expect(scene.state.connection == .waiting(ServiceFailure(unreachable, since: lost)))
  }

  @Test func replayedEventsEnterTheListAndMarkSignUpsButNotTheRate() {
    let scene = Scene.connected()
    scene.feed.edit("Live", at: start - 1)
    scene.wait(5)
    scene.feed.input.send(value: .disconnected(unreachable, retry: scene.now))
    scene.wait(60)
    scene.feed.connect()
    scene.feed.edit("Missed", at: start + 20, isReplay: true)
    scene.feed.send(.newuser, at: start + 30, isReplay: true)
    scene.wait(5.1)
    #expect(scene.rates == [0.2, nil, 0])
    #expect(scene.state.recent.map(\.event.title) == ["", "Missed", "Live"])
    #expect(scene.state.chart.annotations == [(start + 30).timeIntervalSince1970])
  }

  @Test func theChartBeginsWithWhatHappenedBeforeTheConnection() {
    let scene = Scene()
    scene.wait(2)
    scene.feed.connect()
    scene.feed.edit("Heard", at: start + 1.5)
    func past(_ kind: WikiEvent.Kind, _ title: SafeText, _ seconds: Double) -> WikiEvent {
      WikiEvent(kind: kind, title: title, time: start + seconds)
    }
    let history = WikiHistory(
      events: [
        past(.unspecified, "Latest", 1), past(.unspecified, "Earlier", -3), past(.newuser, "Somebody", -4),
        past(.talk, "Talk:Earlier", -6),
      ], start: start - 20)
    scene.feed.input.send(value: .history(history))
    scene.wait(0.1)
    #expect(scene.state.rate == 0.2)
    #expect(scene.rates == [0, 0, 0.2])
    #expect(scene.state.recent.map(\.event.title) == ["Heard", "Latest", "Earlier", "Somebody", "Talk:Earlier"])
    // By the clocks' offset, which the edit that was heard told.
    #expect(scene.state.chart.annotations == [(start - 3.5).timeIntervalSince1970])
    #expect(scene.state.latestEdit == "Heard")
    scene.wait(5)
    #expect(scene.rates == [0, 0, 0.2, 0.4])
  }

  @Test func thePastIsFilteredLikeWhatIsHeard() {
    let scene = Scene.connected()
    scene.feed.edit("Thames", at: start)
    scene.press { $0.send(.filter(.begin)) }
    scene.press { $0.send(.filter(.edit(.insert("tha")))) }
    scene.wait(1)
    let events = ["Thames Barrier", "Other"].map { (title: SafeText) in
      WikiEvent(kind: .unspecified, title: title, time: start - 9)
    }
    scene.feed.input.send(value: .history(WikiHistory(events: events, start: start - 60)))
    scene.feed.edit("Thailand")
    scene.wait(1)
    #expect(scene.state.recent.map(\.event.title) == ["Thailand", "Thames", "Thames Barrier"])
    #expect(scene.state.total == 4)
  }

  /// Else what happened meanwhile would seem to have happened just now.
  @Test func replayedEventsOfAServerWhoseClockIsAheadHaveTheirOwnTime() {
    let scene = Scene.connected()
    scene.feed.edit("Live", at: start + 100)
    scene.wait(5)
    scene.feed.input.send(value: .disconnected(unreachable, retry: scene.now))
    scene.wait(60)
    scene.feed.connect()
    scene.feed.edit("Missed", at: start + 120, isReplay: true)
    scene.wait(1)
    #expect(scene.state.recent.map(\.time) == [start + 20, start])
  }

  @Test func whatArrivesInABurstAfterTheProgramWasStoppedIsNoRate() {
    var intake = WikipediaIntake()
    var batch = WikipediaBatch()
    batch.append(intake.reduce(.update(.connected(source: .english), at: start)))
    func edit(happened: TimeInterval, at arrival: TimeInterval) {
      let event = WikiEvent(kind: .unspecified, title: "Page", time: start + happened)
      batch.append(intake.reduce(.update(.event(event, isReplay: false), at: start + arrival)))
    }
    edit(happened: 0, at: 0)
    batch.append(intake.reduce(.tick(start + 5)))
    // Stopped for ten minutes, in which the system took 100 events for us.
    for second in 0..<100 { edit(happened: Double(second), at: 600) }
    edit(happened: 601, at: 601)
    batch.append(intake.reduce(.tick(start + 605)))
    #expect(batch.points.map(\.value) == [0.2, nil, 0.2])
  }
}

@Suite struct WikipediaSignUpTests {
  @Test func aSignUpStandsAtItsOwnTimeWhateverTheServersClockSays() {
    let scene = Scene.connected()
    // The server is an hour ahead; events take a tenth of a second, this sign-up two seconds.
    let ahead: TimeInterval = 3_600
    scene.wait(10)
    scene.feed.edit(at: scene.now + ahead - 0.1)
    scene.wait(10)
    scene.feed.send(.newuser, at: scene.now + ahead - 2)
    scene.wait(0.1)
    let expected = (start + 20 - 2 + 0.1).timeIntervalSince1970
    #expect(scene.state.chart.annotations.count == 1)
    #expect(abs((scene.state.chart.annotations.first ?? 0) - expected) < 1e-3)
  }

  @Test func theOffsetIsLearntAnewOnEachConnection() {
    let scene = Scene.connected()
    scene.feed.edit(at: start - 100)
    scene.wait(1)
    scene.feed.connect()
    scene.feed.edit(at: scene.now - 500)
    scene.feed.send(.newuser, at: scene.now - 500)
    scene.wait(0.1)
    #expect(scene.state.chart.annotations == [(start + 1).timeIntervalSince1970])
  }

  @Test func aSignUpWithoutATimeStandsAtItsArrival() {
    let scene = Scene.connected()
    scene.wait(3)
    scene.feed.send(.newuser)
    scene.wait(0.1)
    #expect(scene.state.chart.annotations == [(start + 3).timeIntervalSince1970])
    #expect(scene.state.recent.map(\.time) == [start + 3])
  }

  @Test func noSignUpStandsInTheFuture() {
    let scene = Scene.connected()
    scene.feed.edit(at: start)
    scene.feed.send(.newuser, at: start + 1_000_000)
    scene.wait(0.1)
    #expect(scene.state.chart.annotations == [start.timeIntervalSince1970])
  }
}

@Suite struct WikipediaListTests {
  @Test func theNewestIsFirstAndTwoThousandAreKept() {
    let scene = Scene.connected()
    for number in 0..<3_000 {
      scene.feed.edit("Page \(number)")
      if number % 170 == 0 { scene.wait(0.5) }
    }
    scene.wait(1)
    #expect(scene.state.recent.map(\.id) == (1_000..<3_000).reversed())
    #expect(scene.state.recent.first?.event.title == "Page 2999")
    #expect(scene.state.latestEdit == "Page 2999")
  }

  @Test func aThousandEventsASecondChangeTheStateThirtyTimes() {
    let scene = Scene.connected()
    scene.wait(1)
    let changes = Counter(scene.viewModel.state.signal)
    for _ in 0..<1_000 {
      scene.feed.edit()
      scene.scheduler.advance(by: .milliseconds(1))
    }
    #expect(changes.count >= 25 && changes.count <= 32, "\(changes.count)")
  }

  @Test func nothingChangesWhileNothingComes() {
    let scene = Scene.connected()
    scene.feed.edit()
    scene.wait(1)
    let changes = Counter(scene.viewModel.state.signal)
    scene.wait(3.9)
    #expect(changes.count == 0)
    scene.wait(0.2)
    #expect(changes.count == 1, "the end of a window, once")
  }

  @Test func selectionStaysWithItsEventWhileOthersComeAndUpFromTheNewestLetsItGo() {
    let scene = Scene.connected()
    for number in 0..<5 { scene.feed.edit("Page \(number)") }
    scene.wait(1)
    scene.press { $0.send(.move(.lines(1))) }
    #expect(scene.state.selection == 4)
    scene.press { $0.send(.move(.lines(2))) }
    #expect(scene.state.selection == 2)
    scene.feed.edit("New")
    scene.wait(1)
    #expect(scene.state.selection == 2)
    scene.press { $0.send(.move(.start)) }
    #expect(scene.state.selection == nil)
    scene.press { $0.send(.select(3)) }
    scene.press { $0.send(.select(99)) }
    #expect(scene.state.selection == 3)
    for _ in 0..<2_500 { scene.feed.edit() }
    scene.wait(1)
    #expect(scene.state.selection == 3, "however many come")
  }

  @Test func whilePausedThePaneStandsStillAndCountingGoesOn() {
    let scene = Scene.connected()
    scene.feed.edit("Before")
    scene.wait(5.1)
    scene.press { $0.send(.gesture(.togglePause)) }
    let chart = scene.state.chart
    for _ in 0..<10 { scene.feed.edit("Meanwhile") }
    scene.wait(5.1)
    #expect(scene.state.isPaused)
    #expect(scene.state.chart == chart)
    #expect(scene.state.recent.map(\.event.title) == ["Before"])
    #expect(scene.state.rate == 0.2)
    #expect(scene.state.latestEdit == "Before")
    scene.press { $0.send(.gesture(.togglePause)) }
    #expect(scene.rates == [0.2, 2])
    #expect(scene.state.rate == 2)
    #expect(scene.state.latestEdit == "Meanwhile")
    #expect(scene.state.recent.count == 11)
  }

  @Test func refreshConnectsAnew() {
    let scene = Scene.connected()
    scene.press { $0.send(.refresh) }
    #expect(scene.feed.retries.value == 1)
  }
}
