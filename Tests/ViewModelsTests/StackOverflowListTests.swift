import Foundation
import Model
import Signals
import Testing

@testable import ViewModels

@Suite struct StackOverflowListTests {
  @Test func oneRefreshIsOneRequest() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.refresh)
    scene.wait(30)
    #expect(scene.service.pages.keys.count == 2)
    #expect(scene.list.load == .reloading)
    #expect(scene.rows == [1], "the old rows stay until the new ones are there")
  }

  @Test func aSecondRefreshCancelsTheFirst() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.refresh, .refresh)
    #expect(scene.service.pages.open == [2])
    scene.service.pages.answer(1, .sample([11]))
    #expect(scene.rows == [1])
    scene.service.pages.answer(2, .sample([21]))
    #expect(scene.rows == [21])
    #expect(scene.list.load == .loaded(at: scene.scheduler.currentDate))
  }

  @Test func selectionIsKeptByIdThroughARefresh() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(2)), .refresh)
    #expect(scene.list.selection == 3)
    scene.service.pages.answer(1, .sample([9, 8, 5, 4, 3, 2]))
    #expect(scene.list.selection == 3)
  }

  @Test func ifTheSelectedQuestionIsGoneTheNearestRowIsSelected() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(2)), .refresh)
    scene.service.pages.answer(1, .sample([9, 8, 7, 6]))
    #expect(scene.list.selection == 7)
    scene.perform(.refresh)
    scene.service.pages.answer(2, .sample([5]))
    #expect(scene.list.selection == 5)
    scene.perform(.refresh)
    scene.service.pages.answer(3, .sample([]))
    #expect(scene.list.selection == nil)
  }

  @Test func anErrorKeepsTheOldQuestionsAndIsGoneAfterTheNextSuccess() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let loadedAt = scene.list.loadedAt
    scene.perform(.refresh)
    scene.service.pages.fail(1, unreachable)
    let failedAt = scene.scheduler.currentDate
    #expect(scene.rows == [1])
    #expect(scene.list.loadedAt == loadedAt)
    #expect(scene.list.trouble?.error == unreachable)
    #expect(scene.list.trouble?.since == failedAt)

    scene.wait(3)
    scene.perform(.refresh)
    scene.service.pages.fail(2, .httpStatus(502, host: "example.org"))
    #expect(scene.list.trouble?.since == failedAt, "still the same trouble")

    scene.perform(.refresh)
    scene.service.pages.answer(3, .sample([2]))
    #expect(scene.list.trouble == nil)
    #expect(scene.rows == [2])
  }

  @Test func aFailedLoadIsTriedAgainByItselfButNeverWithinAMinute() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.pages.fail(0, unreachable)
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate.addingTimeInterval(60))
    scene.wait(59.9)
    #expect(scene.service.pages.keys.count == 1)
    scene.wait(0.2)
    #expect(scene.service.pages.keys.count == 2)
    scene.service.pages.fail(1, unreachable)
    scene.wait(119)
    #expect(scene.service.pages.keys.count == 2, "then less and less often")
    scene.wait(2)
    #expect(scene.service.pages.keys.count == 3)
    scene.service.pages.answer(2, .sample([1]))
    scene.wait(3_600)
    #expect(scene.service.pages.keys.count == 3, "what is loaded is not loaded again by itself")
    #expect(scene.rows == [1])
  }

  @Test func aTabThatIsNotShownDoesNotTryAgain() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.pages.fail(0, unreachable)
    scene.perform(.selectTab(1))
    scene.service.pages.answer(1, .sample([1]))
    scene.wait(3_600)
    #expect(scene.service.pages.keys.count == 2)
    scene.perform(.selectTab(0))
    #expect(scene.service.pages.keys.count == 3, "but at once when it is shown again")
  }

  @Test func duringAPauseTheTroubleSaysUntilWhenAndThenItAsksAgain() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let until = scene.scheduler.currentDate.addingTimeInterval(90)
    scene.perform(.refresh)
    scene.service.pages.fail(1, .pauseRequested(until: until))
    #expect(scene.list.trouble?.retry == until)
    #expect(scene.rows == [1])
    scene.wait(91)
    #expect(scene.service.pages.keys.count == 3)
  }

  @Test func aRequestThatEndsWithoutAnAnswerDoesNotLeaveTheSpinnerTurning() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    #expect(scene.list.load == .loading)
    scene.service.pages.complete(0)
    #expect(scene.list.load == .idle)
  }

  @Test func aClockThatIsSetBackHoldsNoRequestUp() {
    let now = Date(timeIntervalSince1970: 1_400_000_000)
    let before = now - 3_600
    var tab = QuestionTabModel(tab: QuestionTab(name: "Top", tag: nil))
    func answer(_ outcome: Outcome<QuestionPage>, at date: Date) throws {
      tab.receive(outcome, for: try #require(tab.agenda.request), at: date)
    }
    #expect(throws: Never.self) {
      tab.show(at: now)
      try answer(.failure(unreachable), at: now)
      let retry = try #require(tab.agenda.retryDate)
      tab.retry(awaited: retry, at: before + 60)
      #expect(tab.agenda.request != nil, "what was waited for counts, not what the clock shows by then")

      try answer(.failure(unreachable), at: now)
      tab.hide()
      tab.show(at: before)
      #expect(tab.agenda.request != nil, "a failure in the future was an hour ago")

      try answer(.value(.sample([1], hasMore: true)), at: now)
      let screen = QuestionTabModel.Screen(
        visibleRows: 10, reading: ReadingLayout(question: nil, lines: 0, visibleLines: 0, answerLines: []))
      tab.perform(.move(.lines(1)), on: screen, at: now)
      try answer(.failure(unreachable), at: now)
      tab.perform(.move(.lines(1)), on: screen, at: before)
      #expect(tab.agenda.request != nil)

      tab.perform(.open, on: screen, at: now)
      tab.receive(.value(.sample(1)), for: try #require(tab.agenda.detailRequest), at: now)
      tab.perform(.back, on: screen, at: before)
      tab.perform(.open, on: screen, at: before)
      #expect(tab.agenda.detailRequest != nil)
    }
  }

  @Test func aPageIsWhatIsVisibleLessOneRow() {
    let scene = StackOverflowScene.loaded((1...100).map { .sample($0) })
    scene.viewModel.visibleRows.value = 8
    scene.perform(.move(.pages(2)))
    #expect(scene.list.selection == 15)
    scene.perform(.move(.pages(-1)))
    #expect(scene.list.selection == 8)
    scene.perform(.move(.start))
    #expect(scene.list.selection == 1)
    scene.perform(.move(.lines(.max)), .move(.lines(.min)))
    #expect(scene.list.selection == 1)
  }

  @Test func aClickSelectsByIdAndOnAnUnknownRowDoesNothing() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.selectQuestion(3))
    #expect(scene.list.selection == 3)
    scene.perform(.selectQuestion(77))
    #expect(scene.list.selection == 3)
  }

  @Test func aLowQuotaIsToldAndAHighOneIsNot() {
    let scene = StackOverflowScene.loaded([])
    for (remaining, expected) in [(9_000, nil), (999, 999), (1_000, nil)] as [(Int, Int?)] {
      scene.perform(.refresh)
      let index = scene.service.pages.keys.count - 1
      scene.service.pages.answer(index, QuestionPage(questions: [], quotaRemaining: remaining, quotaMax: 10_000))
      #expect(scene.state.lowQuota == expected)
    }
  }

  @Test func aQuestionThatIsOpenedCountsForTheQuotaToo() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.open)
    var detail = QuestionDetail.sample(1)
    (detail.quotaRemaining, detail.quotaMax) = (12, 300)
    scene.service.details.answer(0, detail)
    #expect(scene.state.lowQuota == 12)
    // What was kept tells an old number.
    scene.perform(.back, .refresh)
    scene.service.pages.answer(1, QuestionPage(questions: [.sample(1)], quotaRemaining: 9, quotaMax: 300))
    scene.perform(.open)
    #expect(scene.state.lowQuota == 9)
  }

  @Test func onTheDemonstrationARefreshTriesTheLiveServiceFirst() {
    let scene = StackOverflowScene.loaded([])
    scene.perform(.refresh)
    #expect(scene.retries.count == 0)
    scene.service.standing.value = .demo
    #expect(scene.state.origin == .demo)
    scene.perform(.refresh)
    #expect(scene.retries.count == 1)
  }
}
