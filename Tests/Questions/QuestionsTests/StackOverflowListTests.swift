import Foundation
import Locks
import Model
import ModelTesting
import Signals
import Testing

@testable import PaneKit
@testable import Questions

@Suite struct StackOverflowListTests {
  @Test func oneRefreshIsOneRequest() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.refresh)
    scene.wait(30)
    #expect(scene.asked.count == 2)
    #expect(scene.list.load == .reloading)
    #expect(scene.rows == [1], "the old rows stay until the new ones are there")
  }

  @Test func aSecondRefreshCancelsTheFirst() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.refresh, .refresh)
    #expect(scene.service.pages.open == [2])
    scene.answer(1, .sample([11]))
    #expect(scene.rows == [1])
    scene.answer(2, .sample([21]))
    #expect(scene.rows == [21])
    #expect(scene.list.load == .loaded(at: scene.scheduler.currentDate))
  }

  // MARK: Before the first rows

  @Test func whatIsDoneBeforeTheRowsIsDoneWhenTheyAreThere() {
    let scene = StackOverflowScene()
    scene.perform(.move(.lines(3)))
    scene.start()
    scene.perform(.move(.lines(-1)), .open)
    #expect(scene.list.isAwaited && scene.state.reading == nil)
    scene.answer(0, .sample([11, 12, 13, 14]))
    #expect(scene.list.selection == 13 && scene.state.reading?.question.id == 13)
    scene.perform(.close, .refresh)
    scene.answer(1, .sample([11, 12, 13, 14, 15]))
    #expect(scene.list.selection == 13 && scene.state.reading == nil, "only once")
  }

  @Test func aQuestionThatIsClosedBeforeItIsThereStaysClosed() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.move(.lines(1)), .open, .close)
    scene.answer(0, .sample([1, 2, 3]))
    #expect(scene.list.selection == 2 && scene.state.reading == nil)
  }

  @Test func aMoveToTheEndOfTheFirstRowsGoesToTheirEnd() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.move(.end))
    scene.answer(0, QuestionPage(questions: [.sample(1), .sample(2)], hasMore: true))
    #expect(scene.list.selection == 2 && scene.asked.count == 1)
  }

  @Test func rowsThatDoNotComeForgetWhatWasDone() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.move(.lines(2)), .open)
    scene.fail(0, unreachable)
    scene.perform(.open, .refresh)
    scene.perform(.move(.lines(1)))
    scene.answer(1, .sample([1, 2, 3]))
    #expect(scene.list.selection == 2 && scene.state.reading == nil, "what was done while they were loaded again")
  }

  @Test func anotherTabHasItsOwn() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.nextTab, .move(.lines(1)), .previousTab)
    scene.answer(0, .sample([1, 2, 3]))
    #expect(scene.list.selection == 1)
    scene.answer(1, .sample([4, 5, 6]))
    scene.perform(.nextTab)
    #expect(scene.list.selection == 5)
  }

  // MARK: -

  @Test func selectionIsKeptByIdThroughARefresh() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(2)), .refresh)
    #expect(scene.list.selection == 3)
    scene.answer(1, .sample([9, 8, 5, 4, 3, 2]))
    #expect(scene.list.selection == 3)
  }

  @Test func ifTheSelectedQuestionIsGoneTheNearestRowIsSelected() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(2)), .refresh)
    scene.answer(1, .sample([9, 8, 7, 6]))
    #expect(scene.list.selection == 7)
    scene.perform(.refresh)
    scene.answer(2, .sample([5]))
    #expect(scene.list.selection == 5)
    scene.perform(.refresh)
    scene.answer(3, .sample([]))
    #expect(scene.list.selection == nil)
  }

  @Test func anErrorKeepsTheOldQuestionsAndIsGoneAfterTheNextSuccess() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let loadedAt = scene.list.loadedAt
    scene.perform(.refresh)
    scene.fail(1, unreachable)
    let failedAt = scene.scheduler.currentDate
    #expect(scene.rows == [1])
    #expect(scene.list.loadedAt == loadedAt)
    #expect(scene.list.trouble?.error == unreachable)
    #expect(scene.list.trouble?.since == failedAt)

    scene.wait(3)
    scene.perform(.refresh)
    scene.fail(2, .httpStatus(502, host: "example.org"))
    #expect(scene.list.trouble?.since == failedAt, "still the same trouble")

    scene.perform(.refresh)
    scene.answer(3, .sample([2]))
    #expect(scene.list.trouble == nil)
    #expect(scene.rows == [2])
  }

  @Test func aFailedLoadIsTriedAgainByItselfButNeverWithinAMinute() {
    let scene = StackOverflowScene()
    scene.start()
    scene.fail(0, unreachable)
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate.addingTimeInterval(60))
    scene.wait(59.9)
    #expect(scene.asked.count == 1)
    scene.wait(0.2)
    #expect(scene.asked.count == 2)
    scene.fail(1, unreachable)
    scene.wait(119)
    #expect(scene.asked.count == 2, "then less and less often")
    scene.wait(2)
    #expect(scene.asked.count == 3)
    scene.answer(2, .sample([1]))
    scene.wait(3_600)
    #expect(scene.asked.count == 3, "what is loaded is not loaded again by itself")
    #expect(scene.rows == [1])
  }

  @Test func aTabThatIsNotShownDoesNotTryAgain() {
    let scene = StackOverflowScene()
    scene.start()
    scene.fail(0, unreachable)
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([1]))
    scene.wait(3_600)
    #expect(scene.asked.count == 2)
    scene.perform(.selectTab(0))
    #expect(scene.asked.count == 3, "but at once when it is shown again")
  }

  @Test func duringAPauseTheTroubleSaysUntilWhenAndThenItAsksAgain() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    let until = scene.scheduler.currentDate.addingTimeInterval(90)
    scene.perform(.refresh)
    scene.fail(1, .pauseRequested(until: until))
    #expect(scene.list.trouble?.retry == until)
    #expect(scene.rows == [1])
    scene.wait(91)
    #expect(scene.asked.count == 3)
  }

  @Test func aRequestThatEndsWithoutAnAnswerDoesNotLeaveTheSpinnerTurning() {
    let scene = StackOverflowScene()
    scene.start()
    #expect(scene.list.load == .loading)
    scene.complete(0)
    #expect(scene.list.load == .idle)
  }

  @Test func aClockThatIsSetBackHoldsNoRequestUp() {
    let scene = StackOverflowScene()
    scene.start()
    scene.fail(0, unreachable)
    scene.perform(.selectTab(1))
    scene.scheduler.rewind(by: 3_600)
    scene.perform(.selectTab(0))
    #expect(scene.asked.map(\.feed.tags.first) == [nil, "android", nil], "a failure in the future was an hour ago")

    scene.answer(2, .sample([1], hasMore: true))
    scene.perform(.move(.lines(1)))
    scene.fail(3, .throttled(until: scene.scheduler.currentDate + 300))
    scene.wait(299)
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 4)
    scene.scheduler.rewind(by: 3_600)
    scene.perform(.move(.lines(1)))
    #expect(scene.asked.count == 5, "nobody knows how long ago the pause was asked for")

    scene.perform(.open)
    scene.answerDetail(0, .sample(1))
    scene.perform(.close)
    scene.scheduler.rewind(by: 3_600)
    scene.perform(.open)
    #expect(scene.askedDetails == [1, 1])
  }

  @Test func impatientRefreshesDoNotPutOffTheAutomaticOne() {
    let scene = StackOverflowScene()
    scene.start()
    scene.fail(0, unreachable)
    let retry = scene.list.trouble?.retry
    for index in 1...5 {
      scene.wait(0.8)
      scene.perform(.refresh)
      scene.fail(index, unreachable)
      #expect(scene.list.trouble?.retry == retry)
    }
    scene.wait(55.9)
    #expect(scene.asked.count == 6)
    scene.wait(0.2)
    #expect(scene.asked.count == 7, "a minute after the first failure")
    scene.fail(6, unreachable)
    #expect(scene.list.trouble?.retry == scene.scheduler.currentDate + 120, "the second automatic failure")
  }

  @Test func aRefreshDuringAPauseFailsAtOnceAndLeavesTheRetry() {
    let scene = StackOverflowScene()
    let until = scene.scheduler.currentDate + 90
    scene.start()
    scene.fail(0, .pauseRequested(until: until))
    scene.wait(10)
    scene.perform(.refresh)
    scene.fail(1, .pauseRequested(until: until))
    #expect(scene.list.trouble?.error.pauseEnd == until)
    #expect(scene.list.trouble?.retry == until)
    #expect(scene.list.load == .idle)
  }

  @Test func movesStayWithinTheRows() {
    let scene = StackOverflowScene.loaded((1...100).map { .sample($0) })
    scene.perform(.move(.lines(14)))
    #expect(scene.list.selection == 15)
    #expect(scene.list.selectedRow == 14)
    scene.perform(.move(.lines(-7)))
    #expect(scene.list.selection == 8)
    scene.perform(.move(.start))
    #expect(scene.list.selection == 1)
    scene.perform(.move(.end))
    #expect(scene.list.selection == 100)
    scene.perform(.move(.lines(.max)), .move(.lines(.min)))
    #expect(scene.list.selection == 1)
  }

  @Test func aClickSelectsByIdAndOnAnUnknownRowDoesNothing() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.select(3))
    #expect(scene.list.selection == 3)
    scene.perform(.select(77))
    #expect(scene.list.selection == 3)
  }

  @Test func aLowQuotaIsToldAndAHighOneIsNot() {
    let scene = StackOverflowScene.loaded([])
    for (remaining, expected) in [(9_000, nil), (999, 999), (1_000, nil)] as [(Int, Int?)] {
      scene.perform(.refresh)
      let index = scene.asked.count - 1
      scene.answer(index, QuestionPage(questions: [], quotaRemaining: remaining, quotaMax: 10_000))
      #expect(scene.state.lowQuota == expected)
    }
  }

  @Test func aQuestionThatIsOpenedCountsForTheQuotaToo() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.open)
    var detail = QuestionDetail.sample(1)
    (detail.quotaRemaining, detail.quotaMax) = (12, 300)
    scene.answerDetail(0, detail)
    #expect(scene.state.lowQuota == 12)
    // What was kept tells an old number.
    scene.perform(.close, .refresh)
    scene.answer(1, QuestionPage(questions: [.sample(1)], quotaRemaining: 9, quotaMax: 300))
    scene.perform(.open)
    #expect(scene.state.lowQuota == 9)
  }

  @Test func onTheDemonstrationARefreshTriesTheLiveServiceFirst() {
    let scene = StackOverflowScene.loaded([])
    scene.perform(.refresh)
    #expect(scene.retries.count == 0)
    scene.answer(1, .sample([1_001], origin: .demo))
    #expect(scene.state.origin == .demo)
    let asked = LockedState<[Int]>([])
    scene.viewModel.refreshesOfDemo.observeValues { [service = scene.service] in
      asked.withLock { $0.append(service.pages.keys.count) }
    }
    scene.perform(.refresh)
    #expect(scene.retries.count == 1)
    #expect(asked.withLock { $0 } == [2], "before anything is asked for")
    #expect(scene.asked.count == 3)
  }
}
