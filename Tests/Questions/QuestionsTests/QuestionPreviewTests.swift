import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The selected question beside its list.
@Suite struct QuestionPreviewTests {
  private func beside(
    quota: Quota = Quota(), origin: Origin = .live, cache: (any QuestionCache)? = nil
  ) -> StackOverflowScene {
    .loaded(
      (1...20).map { .sample($0, from: origin) }, quota: quota, origin: origin, cache: cache, hasRoom: true)
  }

  private func move(_ scene: StackOverflowScene, _ lines: Int = 1) { scene.perform(.move(.lines(lines))) }

  @Test func theSelectedQuestionIsAskedForOnceTheSelectionRests() {
    let scene = beside()
    #expect(scene.state.preview?.question.id == 1 && scene.state.preview?.detail == nil)
    #expect(scene.state.preview?.load == .idle && scene.state.reading == nil)
    scene.wait(0.3)
    #expect(scene.askedDetails.isEmpty)
    scene.wait(0.1)
    #expect(scene.askedDetails == [1])
    #expect(scene.state.preview?.load == .loading)
    scene.answerDetail(0, .sample(1))
    #expect(scene.state.preview?.detail?.answers.count == 2)
    scene.wait(600)
    #expect(scene.askedDetails == [1], "it is not asked for again")
  }

  @Test func theLatestWinsAndWhatWasOnItsWayIsCancelled() {
    let scene = beside()
    scene.wait(0.4)
    for _ in 0..<5 {
      move(scene)
      #expect(scene.service.details.open.isEmpty)
      scene.wait(0.3)
    }
    #expect(scene.askedDetails == [1])
    scene.wait(0.1)
    #expect(scene.askedDetails == [1, 6])
    scene.answerDetail(0, .sample(1))
    #expect(scene.state.preview?.detail == nil && scene.state.preview?.question.id == 6)
    scene.answerDetail(1, .sample(6))
    #expect(scene.state.preview?.detail?.question.id == 6)
    // Back and forth: each time the rest begins again.
    move(scene, 3)
    for _ in 0..<10 {
      move(scene)
      scene.wait(0.1)
      move(scene, -1)
      scene.wait(0.1)
    }
    #expect(scene.askedDetails == [1, 6])
  }

  @Test func withoutRoomNothingIsShownOrAskedFor() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    move(scene)
    scene.wait(5)
    #expect(scene.state.preview == nil && scene.askedDetails.isEmpty)
    scene.perform(.previewFits(.beside))
    #expect(scene.state.preview?.question.id == 2)
    scene.wait(0.4)
    #expect(scene.askedDetails == [2])
    scene.perform(.previewFits(nil))
    #expect(scene.state.preview == nil && scene.service.details.open.isEmpty)
  }

  @Test func openingWhatIsThereCostsNothingAndShowsTheSame() {
    let scene = beside()
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1))
    let preview = scene.state.preview
    let states = StateLog(scene.viewModel.state)
    scene.perform(.open)
    #expect(scene.state.reading == preview && scene.state.preview == nil)
    scene.perform(.close)
    #expect(scene.state.preview == preview && scene.state.reading == nil)
    #expect(states.values.allSatisfy { $0.text == preview }, "nothing blinks")
    scene.wait(5)
    #expect(scene.askedDetails == [1])
  }

  @Test func openingAsksAtOnceAndGoesOnWithWhatIsOnItsWay() {
    let scene = beside()
    scene.perform(.open)
    #expect(scene.askedDetails == [1], "there is nothing to wait for")
    scene.perform(.close)
    #expect(scene.service.details.open == [0], "the question is still beside the list")
    scene.wait(0.4)
    scene.perform(.open)
    #expect(scene.askedDetails == [1])
    scene.answerDetail(0, .sample(1))
    #expect(scene.state.reading?.detail != nil)
  }

  @Test func whatIsAMinuteOldIsAskedForAgainWhenItIsOpened() {
    let scene = beside()
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1))
    scene.wait(61)
    scene.perform(.open)
    #expect(scene.askedDetails == [1, 1])
    #expect(scene.state.reading?.load == .reloading && scene.state.reading?.detail != nil)
  }

  @Test func whatIsHeldIsThereAtOnce() {
    let scene = beside()
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1))
    move(scene)
    move(scene, -1)
    #expect(scene.state.preview?.detail?.question.id == 1)
    scene.wait(5)
    #expect(scene.askedDetails == [1])
    move(scene)
    scene.wait(120)
    move(scene, -1)
    #expect(scene.state.preview?.detail?.question.id == 1)
    scene.wait(0.4)
    #expect(scene.askedDetails == [1, 2, 1], "what is old is asked for again, after the rest")
  }

  @Test func whatWasReadInThePastComesBeforeTheRequest() {
    let cache = MemoryQuestionCache()
    cache.add(.sample(1), at: .distantPast)
    let scene = beside(cache: cache)
    scene.wait(0.1)
    #expect(scene.state.preview?.detail?.question.id == 1 && scene.state.preview?.isFromThePast == true)
    #expect(scene.askedDetails.isEmpty)
    scene.wait(0.3)
    #expect(scene.askedDetails == [1])
    #expect(scene.state.preview?.load == .reloading)
  }

  /// Its text is known, but has not been requested: before the rest is over, and while requests run low.
  @Test(arguments: [(Quota(), 0.1), (Quota(remaining: 29, max: 300), 5)] as [(Quota, Double)])
  func aPreviewFromThePastThatIsOpenedIsAskedForOnce(quota: Quota, rest: Double) {
    let cache = MemoryQuestionCache()
    cache.add(.sample(1), at: .distantPast)
    let scene = beside(quota: quota, cache: cache)
    scene.wait(rest)
    #expect(scene.state.preview?.detail != nil && scene.askedDetails.isEmpty)
    scene.perform(.open)
    #expect(scene.askedDetails == [1] && scene.state.reading?.load == .reloading)
  }

  @Test func oneThatWasReadMinutesAgoIsAskedForOnceWhenItIsOpened() {
    let scene = beside()
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1))
    move(scene)
    scene.wait(120)
    let asked = scene.askedDetails.count
    move(scene, -1)
    scene.perform(.open)
    #expect(scene.askedDetails.count == asked + 1 && scene.askedDetails.last == 1)
  }

  @Test func nothingIsAskedForWhileRequestsRunLow() {
    let cache = MemoryQuestionCache()
    cache.add(.sample(2), at: .distantPast)
    let scene = beside(quota: Quota(remaining: 29, max: 300), cache: cache)
    scene.wait(5)
    #expect(scene.askedDetails.isEmpty)
    #expect(scene.state.isPreviewPaused)
    move(scene)
    scene.wait(5)
    #expect(scene.askedDetails.isEmpty)
    #expect(scene.state.preview?.detail?.question.id == 2 && !scene.state.isPreviewPaused, "what is known is shown")
    // What a person asks for is asked for.
    move(scene, -1)
    scene.perform(.open)
    #expect(scene.askedDetails == [1])
    scene.perform(.step(2))
    scene.wait(0.4)
    #expect(scene.askedDetails == [1, 3])
  }

  @Test func thirtyRequestsOfThreeHundredAreNotFew() {
    let scene = beside(quota: Quota(remaining: 30, max: 300))
    scene.wait(0.4)
    #expect(scene.askedDetails == [1])
    // Its answer says that they are few now.
    var detail = QuestionDetail.sample(1)
    (detail.quotaRemaining, detail.quotaMax) = (29, 300)
    scene.answerDetail(0, detail)
    #expect(scene.state.preview?.detail != nil)
    move(scene)
    scene.wait(5)
    #expect(scene.askedDetails == [1] && scene.state.isPreviewPaused)
  }

  @Test func theDemonstrationSparesNothing() {
    let scene = beside(quota: Quota(remaining: 1, max: 300), origin: .demo)
    scene.wait(0.4)
    #expect(scene.askedDetails == [1] && !scene.state.isPreviewPaused)
  }

  @Test func aFailureStandsUntilTheSelectionChangesOrAPersonRefreshes() {
    let scene = beside()
    scene.wait(0.4)
    scene.failDetail(0, unreachable)
    #expect(scene.state.preview?.trouble?.error == unreachable && scene.state.preview?.trouble?.retry == nil)
    #expect(scene.list.trouble == nil)
    scene.wait(3_600)
    #expect(scene.askedDetails == [1])
    scene.perform(.refresh)
    #expect(scene.askedDetails == [1, 1] && scene.asked.count == 2)
    scene.failDetail(1, unreachable)
    move(scene)
    move(scene, -1)
    #expect(scene.state.preview?.trouble == nil)
    scene.wait(0.4)
    #expect(scene.askedDetails == [1, 1, 1])
    scene.answerDetail(2, .sample(1))
    scene.perform(.refresh)
    #expect(scene.askedDetails == [1, 1, 1], "what is there is not asked for with the list")
  }

  @Test func whatFailedIsAskedForAgainWhenItIsOpened() {
    let scene = beside()
    scene.wait(0.4)
    scene.failDetail(0, unreachable)
    scene.perform(.open)
    #expect(scene.askedDetails == [1, 1])
  }

  @Test func aPreviewIsNotReadUntilItIsOpened() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene.loaded([.sample(1), .sample(2)], store: store, hasRoom: true)
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1))
    #expect(!scene.state.mark(of: .sample(1)).isRead)
    #expect(!store.changes(of: QuestionChange.self).contains { if case .read = $0 { true } else { false } })
    scene.perform(.open)
    #expect(scene.state.mark(of: .sample(1)).isRead)
    #expect(store.changes(of: QuestionChange.self).contains { if case .read = $0 { true } else { false } })
  }

  @Test func theListFollowsAndTheQuestionStaysBesideItAfterwards() {
    let scene = beside()
    scene.perform(.editFilter, .edit(.insert("1")), .acceptFilter, .open, .step(1))
    #expect(scene.rows == [1] + Array(10...19))
    #expect(scene.state.reading?.question.id == 10 && scene.list.selection == 10)
    scene.wait(0.4)
    scene.answerDetail(1, .sample(10))
    scene.perform(.close)
    #expect(scene.state.preview?.detail?.question.id == 10)
    #expect(scene.rows == [1] + Array(10...19), "the filter stands")
  }

  @Test func itFollowsTheFilterAndTheTab() {
    let scene = beside()
    scene.perform(.editFilter)
    scene.type("17")
    scene.wait(0.1)
    #expect(scene.state.preview?.question.id == 17)
    scene.type("x")
    scene.wait(0.1)
    #expect(scene.state.preview == nil)
    scene.wait(5)
    #expect(scene.askedDetails.isEmpty)
    scene.perform(.selectTab(1))
    #expect(scene.state.preview == nil)
    scene.answer(1, .sample([7]))
    scene.wait(0.4)
    #expect(scene.askedDetails == [7])
  }

  @Test func aRefreshThatKeepsTheSelectionKeepsTheQuestion() {
    let scene = beside()
    move(scene)
    scene.wait(0.4)
    scene.answerDetail(0, .sample(2))
    scene.perform(.refresh)
    scene.answer(1, .sample([30, 2, 31]))
    #expect(scene.list.selection == 2 && scene.state.preview?.detail != nil)
    scene.wait(5)
    #expect(scene.askedDetails == [2])
  }

  @Test func anAnswerFromElsewhereTakesThePreviewAway() {
    let scene = beside(origin: .demo)
    scene.wait(0.4)
    scene.answerDetail(0, .sample(1, origin: .demo))
    scene.perform(.refresh)
    scene.answer(1, .sample([1, 2]))
    #expect(scene.state.origin == .live && scene.state.preview?.question.id == 1)
    #expect(scene.state.preview?.detail == nil)
    scene.wait(0.4)
    #expect(scene.askedDetails == [1, 1])
  }
}

/// Keeps the values of a property.
private final class StateLog: Sendable {
  private let kept = LockedState<[StackOverflowState]>([])
  var values: [StackOverflowState] { kept.withLock { $0 } }

  init(_ states: Property<StackOverflowState>) {
    states.signal.observeValues { [weak self] state in self?.kept.withLock { $0.append(state) } }
  }
}
