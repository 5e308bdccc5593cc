import Foundation
import Locks
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// A search while a person types it.
@Suite struct QuestionFinderTests {
  private let scene = StackOverflowScene(tabs: [QuestionTab.standard[0]])
  private let text = MutableProperty<SafeText>("")
  private let findings: Property<SearchFindings>

  init() {
    let (scene, text) = (scene, text)
    scene.start()
    scene.answer(0, .sample([1]))
    findings = scene.scheduler.perform { scene.viewModel.findings(for: Property(capturing: text)) }
  }

  private func type(_ text: SafeText, for seconds: Double = 0.6) {
    scene.scheduler.perform { self.text.value = text }
    scene.wait(seconds)
  }

  @Test func aPauseOfTypingIsAtMostOneRequest() {
    for text in ["n", "ni"] as [SafeText] { type(text, for: 1) }
    for text in ["nio", "nio ", "nio w"] as [SafeText] { type(text, for: 0.5) }
    #expect(scene.asked.count == 1, "two letters are too few, and nobody has paused since")
    scene.wait(0.1)
    #expect(scene.asked.map(\.feed.search) == [nil, "nio w"])
    type("nio w ", for: 2)
    #expect(scene.asked.count == 2, "a blank asks for the same")
    type("nio we")
    #expect(scene.service.pages.open == [2], "the search before it is cancelled")
    scene.answer(2, .sample([7, 8], hasMore: true))
    #expect(findings.value.questions.map(\.id) == [7, 8])
    #expect(findings.value.isCurrent && !findings.value.isLoading)
    type("nio web", for: 0.1)
    #expect(findings.value.questions.map(\.id) == [7, 8] && !findings.value.isCurrent, "kept until the next answer")
  }

  @Test func whatWasFoundIsNotAskedForAgainByItsTab() throws {
    type("nio websocket")
    scene.answer(1, .sample([7, 8]))
    let feed = try #require(findings.value.feed)
    scene.perform(.openTab(feed))
    scene.wait(0)
    #expect(scene.asked.count == 2)
    #expect(scene.rows == [7, 8])
    #expect(scene.state.tabs.last == "search: nio websocket")
    scene.perform(.closeTab)
    #expect(scene.state.tabs == ["Top"])
  }

  @Test func enterBeforeTheAnswerAsksAtOnce() throws {
    type("nio websocket", for: 0.1)
    let feed = try #require(findings.value.feed)
    scene.perform(.openTab(feed))
    scene.wait(0)
    #expect(scene.asked.map(\.feed.search) == [nil, "nio websocket"])
  }

  @Test func aTabThatIsOpenedDuringItsSearchTakesItsPlace() throws {
    type("nio websocket")
    #expect(scene.service.pages.open == [1])
    let feed = try #require(findings.value.feed)
    scene.perform(.openTab(feed))
    scene.wait(0)
    #expect(scene.asked.count == 3)
    #expect(scene.service.pages.open == [2], "the search is cancelled, so that nothing is asked twice at once")
  }

  @Test func wrongWordsAreToldAndNotSearchedFor() {
    type("swift user:me", for: 2)
    #expect(findings.value.mistake == "user: takes a number, such as user:1234")
    #expect(findings.value.feed == nil)
    #expect(scene.asked.count == 1)
  }

  @Test func nothingIsSearchedByItselfWhileTheDaysRequestsRunLow() {
    scene.perform(.refresh)
    scene.answer(1, QuestionPage(questions: [], quotaRemaining: 20, quotaMax: 300))
    type("nio websocket", for: 2)
    #expect(findings.value.isPaused)
    #expect(scene.asked.count == 2)
    #expect(findings.value.feed != nil, "Enter still searches")
  }

  @Test func nothingIsSearchedInAPauseAndThenWhatStandsThere() {
    type("nio websocket")
    let error = ServiceError.throttled(until: scene.scheduler.currentDate + 100)
    scene.fail(1, error)
    for text in ["nio web", "nio we", "nio sockets"] as [SafeText] { type(text, for: 10) }
    #expect(scene.asked.count == 2)
    #expect(findings.value.trouble == error && !findings.value.isLoading)
    scene.wait(69)
    #expect(scene.asked.count == 2)
    scene.wait(1)
    #expect(scene.asked.map(\.feed.search) == [nil, "nio websocket", "nio sockets"])
    scene.answer(2, .sample([3]))
    #expect(findings.value.trouble == nil && findings.value.questions.map(\.id) == [3])
  }

  @Test func whatNeedsAPersonIsNotSearchedForAgainInTheSameWords() {
    let error = ServiceError.refused(name: "bad_parameter", message: "q")
    type("nio websocket")
    scene.fail(1, error)
    type("nio sockets")
    scene.answer(2, .sample([3]))
    type("nio websocket")
    #expect(scene.asked.count == 3)
    #expect(findings.value.trouble == error && !findings.value.isLoading)
  }

  @Test func aFailureIsToldAndTheNextSearchGoesOn() {
    type("nio websocket")
    scene.fail(1, unreachable)
    #expect(findings.value.trouble == unreachable && !findings.value.isLoading)
    type("nio sockets")
    scene.answer(2, .sample([3]))
    #expect(findings.value.trouble == nil && findings.value.questions.map(\.id) == [3])
  }
}

@Suite struct HindrancesTests {
  @Test func aPauseFromBeforeTheClockWasSetBackIsOver() {
    let clock = SteppingClock(startDate: Date(timeIntervalSince1970: 1_795_200_000))
    let hindrances = RequestBlocks<String>(on: clock)
    let results = LockedState<[Result<Int, ServiceError>]>([])
    func ask(_ request: SignalProducer<Int, ServiceError>, for words: String) {
      hindrances.results(of: request, for: words).startWithValues { result in results.withLock { $0.append(result) } }
      clock.time.advance()
    }
    let pause = ServiceError.throttled(until: clock.currentDate + 100)
    ask(SignalProducer(error: pause), for: "a")
    ask(SignalProducer(value: 1), for: "b")
    #expect(results.withLock { $0 } == [.failure(pause), .failure(pause)])
    clock.step(by: -3_600)
    ask(SignalProducer(value: 2), for: "c")
    #expect(results.withLock { $0.last } == .success(2))
  }
}
