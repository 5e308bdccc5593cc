import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Questions

/// The network was away, the demonstration stepped in, and the live service is back: nothing of the one may be taken for
/// the other's. (That no state shows rows of another origin than it names, the scene checks in each.)
@Suite struct StackOverflowOriginTests {
  /// Top and Windows Phone hold questions of the demonstration, and Top is shown.
  private func demonstration() -> StackOverflowScene {
    let scene = StackOverflowScene()
    scene.start()
    scene.answer(0, .sample([1001, 1002, 1003], hasMore: true, origin: .demo))
    scene.perform(.selectTab(4))
    scene.answer(1, .sample([1004, 1005], origin: .demo))
    scene.perform(.selectTab(0))
    return scene
  }

  @Test func theAnswerThatBringsTheDemonstrationIsNotLost() {
    let scene = demonstration()
    #expect(scene.rows == [1001, 1002, 1003])
    #expect(scene.state.origin == .demo)
    #expect(scene.asked.count == 2, "each tab was asked for once")
  }

  @Test func theAnswerThatBringsTheLiveServiceIsNotLostEither() {
    let scene = demonstration()
    scene.perform(.select(1002), .refresh)
    #expect(scene.rows == [1001, 1002, 1003], "the demonstration stays until the live service answers")
    #expect(scene.list.load == .reloading)
    scene.answer(2, .sample([1, 1002], hasMore: true))
    #expect(scene.rows == [1, 1002], "older questions stay below their own")
    #expect(scene.list.selection == 1, "there, the same number is another question")
    #expect(scene.state.origin == .live)
    #expect(scene.asked.count == 3)
  }

  @Test func theOtherTabsAreLoadedAgainWhenTheyAreShown() {
    let scene = demonstration()
    scene.perform(.refresh)
    scene.answer(2, .sample([1, 2]))
    #expect(scene.asked.count == 3)
    scene.perform(.selectTab(4))
    #expect(scene.rows == [])
    #expect(scene.list.load == .loading)
    #expect(scene.list.loadedAt == nil)
    #expect(scene.asked.last?.feed.tags.first == "windows-phone")
    scene.answer(3, .sample([3]))
    scene.perform(.open)
    #expect(scene.askedDetails == [3])
  }

  @Test func theTabThatIsShownIsLoadedAtOnce() {
    let scene = demonstration()
    scene.perform(.selectTab(1))
    scene.answer(2, .sample([1006], origin: .demo))
    scene.perform(.refresh, .selectTab(0))
    #expect(scene.rows == [1001, 1002, 1003])
    scene.answer(3, .sample([1]))
    #expect(scene.rows == [])
    #expect(scene.state.origin == .live)
    #expect(scene.asked.map(\.feed.tags.first) == [nil, "windows-phone", "android", "android", nil])
    scene.answer(4, .sample([2]))
    #expect(scene.rows == [2])
    scene.perform(.selectTab(1))
    #expect(scene.rows == [1])
  }

  @Test func filterAndSelectedTabStay() {
    let scene = demonstration()
    scene.perform(.selectTab(4), .editFilter)
    scene.type("question 5")
    scene.perform(.acceptFilter, .refresh)
    scene.answer(2, .sample([4, 5]))
    #expect(scene.state.selectedTab == 4)
    #expect(scene.list.filter.field.text == "question 5")
    #expect(scene.rows == [5])
  }

  @Test func theLiveServiceIsNotAskedForAQuestionOfTheDemonstration() {
    let scene = demonstration()
    scene.perform(.open)
    scene.answerDetail(0, .sample(1001, origin: .demo))
    scene.perform(.refresh)
    #expect(scene.retries.count == 1)
    #expect(scene.askedDetails == [1001], "the list finds out who answers")
    #expect(scene.service.pages.open.count == 1)
    #expect(scene.state.reading?.load == .reloading)
    scene.answer(2, .sample([1001]))
    #expect(scene.state.reading == nil)
    #expect(scene.askedDetails == [1001])
    scene.perform(.open)
    #expect(scene.askedDetails == [1001, 1001], "what is held is the demonstration's question of that number")
    #expect(scene.state.reading?.detail == nil)
  }

  @Test func aQuestionOfTheDemonstrationIsLoadedAgainWhereThatGoesOn() {
    let scene = demonstration()
    scene.perform(.open)
    scene.answerDetail(0, .sample(1001, origin: .demo))
    scene.perform(.refresh)
    scene.answer(2, .sample([1001, 1002], hasMore: true, origin: .demo))
    #expect(scene.askedDetails == [1001, 1001])
    scene.answerDetail(1, .sample(1001, answers: 5, origin: .demo))
    #expect(scene.state.reading?.detail?.answers.count == 5)
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate))

    scene.perform(.refresh)
    scene.fail(3, unreachable)
    #expect(scene.state.reading?.trouble?.error == unreachable)
    #expect(scene.askedDetails.count == 2)
    scene.perform(.refresh)
    #expect(scene.state.reading?.load == .reloading)
    scene.complete(4)
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate), "no spinner turns for ever")
  }

  @Test func aQuestionLeftWhileItWaitsForTheListIsNotAskedForAgain() {
    let scene = demonstration()
    scene.perform(.open)
    scene.answerDetail(0, .sample(1001, origin: .demo))
    scene.perform(.refresh, .close)
    scene.answer(2, .sample([1001, 1002], origin: .demo))
    #expect(scene.askedDetails == [1001])
    #expect(scene.rows == [1001, 1002])
  }

  @Test func aDetailFromElsewhereClosesItsQuestionAndEmptiesItsList() {
    let scene = demonstration()
    scene.perform(.open)
    scene.answerDetail(0, .sample(1001))
    #expect(scene.state.origin == .live)
    #expect(scene.state.reading == nil)
    #expect(scene.rows == [])
    #expect(scene.asked.count == 3)
    #expect(scene.list.load == .loading)
    scene.answer(2, .sample([1]))
    #expect(scene.rows == [1])
  }

  @Test func whatTheDemonstrationWasAskedForInAnotherTabIsCancelled() {
    let scene = demonstration()
    scene.perform(.selectTab(4), .open, .selectTab(1), .selectTab(0), .refresh)
    #expect(scene.service.pages.open == [3])
    #expect(scene.service.details.open == [])
    scene.answer(3, .sample([1]))
    scene.perform(.selectTab(1))
    #expect(scene.asked.count == 5)
    #expect(scene.rows == [])
  }

  @Test func aFurtherPageHasNoPlaceInAListFromElsewhere() {
    let scene = demonstration()
    scene.perform(.selectTab(4), .refresh, .selectTab(0), .move(.end), .move(.end))
    #expect(scene.asked.last?.page == 2)
    scene.answer(2, .sample([3]))
    #expect(scene.service.pages.open == [4])
    #expect(scene.asked.last?.page == 1)
    #expect(!scene.list.isLoadingMore)
    #expect(scene.list.load == .loading)
  }

  @Test func nothingIsAskedForBeforeTheStart() {
    let scene = StackOverflowScene(origin: .demo)
    scene.wait(60)
    #expect(scene.asked.isEmpty)
    #expect(scene.state.origin == .demo, "as expected of the first answer")
  }

  @Test func theQuotaOfTheOneIsNotTheOthers() {
    let scene = StackOverflowScene()
    scene.start()
    scene.answer(0, QuestionPage(questions: [], quotaRemaining: 3, quotaMax: 10_000))
    #expect(scene.state.lowQuota == 3)
    scene.perform(.nextTab)
    scene.answer(1, .sample([1001], origin: .demo))
    #expect(scene.state.lowQuota == nil)
  }
}
