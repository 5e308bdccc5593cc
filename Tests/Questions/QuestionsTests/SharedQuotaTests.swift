import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What is left of the day's requests, where two programs use it up.
@Suite struct SharedQuotaTests {
  private let store = MemoryStateStore()
  private let one: StackOverflowScene
  private let other: StackOverflowScene

  init() {
    (one, other) = (StackOverflowScene(store: store), StackOverflowScene(store: store))
    for scene in [one, other] {
      scene.setRefreshPeriod(600)
      scene.start()
      scene.wait(0.5)
      answer(scene, 0, left: 200)
    }
    one.wait(10)
    other.wait(20)
  }

  private func answer(_ scene: StackOverflowScene, _ index: Int, left: Int, of max: Int? = 300) {
    scene.answer(index, QuestionPage(questions: [.sample(1)], quotaRemaining: left, quotaMax: max))
  }

  /// One program refreshes, after which so many requests are left.
  private func use(left: Int, of max: Int? = 300) {
    one.perform(.refresh)
    answer(one, 1, left: left, of: max)
  }

  /// What a person types into a field that follows it.
  private func typing<Value>(
    _ text: SafeText, in scene: StackOverflowScene, _ follow: (Property<SafeText>) -> Property<Value>
  ) -> Property<Value> {
    let field = MutableProperty<SafeText>("")
    let property = scene.scheduler.perform { follow(Property(capturing: field)) }
    scene.scheduler.perform { field.value = text }
    scene.wait(0.6)
    return property
  }

  @Test func searchWhileTypingKnowsWhatTheOtherUsed() {
    use(left: 20)
    #expect(other.state.lowQuota == nil, "nothing wakes an idle program")
    let findings = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.asked.count == 1)
    #expect(findings.value.isPaused && other.state.lowQuota == 20)
  }

  @Test func completionKnowsWhatTheOtherUsed() {
    use(left: 20)
    let suggestions = typing("swi", in: other) { other.viewModel.suggestions(for: $0) }
    #expect(other.directory.tags.keys == [] && !suggestions.value.isLoading)
    #expect(other.state.lowQuota == 20)
  }

  @Test func anAutomaticRefreshKnowsWhatTheOtherUsed() {
    use(left: 20)
    other.wait(3_600)
    #expect(other.asked.count == 1)
    #expect(other.state.isRefreshPaused)
    other.perform(.refresh)
    #expect(other.asked.count == 2, "a person is not kept from asking")
  }

  @Test func whereEnoughIsLeftAllGoesOn() {
    use(left: 100)
    _ = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.asked.map(\.feed.search) == [nil, "nio websocket"])
    #expect(other.state.quota == Quota(remaining: 100, max: 300))
    other.wait(600)
    #expect(other.asked.count == 3, "refreshed by itself")
  }

  @Test func anOlderFigureNeverReplacesANewerAnswer() {
    use(left: 20)
    other.perform(.refresh)
    other.answer(1, QuestionPage(questions: [], quotaRemaining: 150, quotaMax: 300))
    store.keep(.quota(RememberedQuota(remaining: 20, max: 300, date: one.scheduler.currentDate), of: .standard))
    _ = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.asked.count == 3 && other.state.quota.remaining == 150)
  }

  @Test func theFigureOfAnotherKeyIsNotOurs() {
    use(left: 20, of: 10_000)
    _ = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.asked.count == 2 && other.state.quota == Quota(remaining: 200, max: 300))
  }

  @Test func aStateThatCannotBeReadHoldsNothingUpForLong() {
    store.isReadable.value = false
    let findings = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.asked.count == 1)
    other.wait(1)
    #expect(other.asked.count == 2 && findings.value.isLoading)
  }

  @Test func midnightComesAlsoAfterAFigureThatIsNotTaken() {
    use(left: 20)
    _ = typing("nio websocket", in: other) { other.viewModel.findings(for: $0) }
    store.keep(.quota(RememberedQuota(remaining: 9_000, max: 10_000, date: .distantPast), of: .standard))
    _ = typing("nio sockets", in: other) { other.viewModel.findings(for: $0) }
    #expect(other.state.lowQuota == 20)
    other.wait(86_400)
    #expect(other.state.lowQuota == nil && !other.state.isRefreshPaused)
  }
}

/// ``DayQuota`` as a pure value.
@Suite struct DayQuotaTests {
  /// Noon of a day.
  private let noon = Date(timeIntervalSince1970: 1_795_262_400)

  private func answer(_ remaining: Int?, max: Int? = 300, from origin: Origin = .live, at date: Date) -> DayQuota.Step {
    .answer(AnswerSource(provenance: Provenance(origin), quota: Quota(remaining: remaining, max: max)), at: date)
  }

  private func remembered(_ remaining: Int, max: Int? = 300, at date: Date, now: Date) -> DayQuota.Step {
    .remembered(RememberedQuota(remaining: remaining, max: max, date: date), of: .standard, now: now)
  }

  private func left(_ steps: DayQuota.Step...) -> Int? {
    var quota = DayQuota(AnswerSource(provenance: Provenance(.live), quota: Quota()))
    for step in steps { quota.reduce(step) }
    return quota.source.quota.remaining
  }

  @Test func theNewerFigureCounts() {
    let later = noon + 60
    #expect(left(answer(50, at: noon), remembered(40, at: noon + 1, now: later)) == 40)
    #expect(left(answer(50, at: noon), remembered(40, at: noon - 1, now: later)) == 50)
    #expect(left(remembered(40, at: noon, now: later), remembered(30, at: noon + 1, now: later)) == 30)
    #expect(left(remembered(30, at: noon + 1, now: later), remembered(40, at: noon, now: later)) == 30)
    #expect(left(remembered(30, at: noon + 1, now: later), answer(40, at: later)) == 40)
  }

  @Test func anAnswerThatTellsNothingLeavesItsDate() {
    let steps = [answer(50, at: noon), answer(nil, at: noon + 60)]
    #expect(left(steps[0], steps[1], remembered(40, at: noon + 1, now: noon + 90)) == 40)
  }

  @Test func whatIsNotOfTodayOrLiesInTheFutureIsNotTaken() {
    #expect(left(remembered(40, at: noon - 43_201, now: noon)) == nil)
    #expect(left(remembered(40, at: noon - 43_200, now: noon)) == 40)
    #expect(left(remembered(40, at: noon + 60, now: noon)) == nil)
  }

  @Test func anotherMaximumIsAnotherCount() {
    let later = noon + 60
    #expect(left(answer(50, at: noon), remembered(9_000, max: 10_000, at: noon + 1, now: later)) == 50)
    #expect(left(answer(50, at: noon), remembered(40, max: nil, at: noon + 1, now: later)) == 40)
    // What an earlier run has left says nothing of this one's key.
    #expect(
      left(
        remembered(50, at: noon, now: later), remembered(9_000, max: 10_000, at: noon + 1, now: later)) == 9_000)
  }

  @Test func theDemonstrationHasItsOwn() {
    let later = noon + 60
    #expect(left(answer(290, from: .demo, at: noon), remembered(40, at: noon + 1, now: later)) == 290)
    #expect(
      left(
        answer(290, from: .demo, at: noon + 30), answer(nil, at: noon + 31), remembered(40, at: noon + 1, now: later))
        == 40)
  }
}
