import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import Edits
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

@Suite struct WikipediaOriginTests {
  private let scheduler = TestScheduler()

  @Test func aFeedOfTheDemonstrationSaysSoInTheFirstFrame() {
    let viewModel = WikipediaViewModel(feed: ScriptedFeed(origin: .demo), scheduler: scheduler)
    #expect(viewModel.state.value.origin == .demo)
    viewModel.start()
    #expect(viewModel.state.value.origin == .demo)
  }

  @Test func theLiveFeedStartsAfresh() {
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.input.send(value: .connecting(.demo))
    feed.connect()
    feed.edit("Demonstration")
    feed.send(.newuser)
    scheduler.advance(by: 6.0)
    scheduler.perform {
      viewModel.send(.move(.lines(1)))
      viewModel.send(.filter(.begin))
      viewModel.send(.filter(.edit(.insert("demo"))))
      viewModel.send(.filter(.accept))
    }
    #expect(viewModel.state.value.origin == .demo)
    #expect(viewModel.state.value.total == 2)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Demonstration"])
    let mixed = Counter(
      viewModel.state.signal.filter { state in
        (state.recent.contains { $0.event.title == "Demonstration" } || state.latestEdit == "Demonstration"
          || !state.chart.series.isEmpty || !state.chart.annotations.isEmpty || state.rate != nil
          || state.selection != nil)
          && state.origin == .live
      })

    // Edits that were not taken over yet are the demonstration's too.
    feed.edit("Demonstration")
    feed.input.send(value: .connecting(.live))
    feed.connect()
    feed.edit("Live")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.origin == .live)
    #expect(viewModel.state.value.connection == .connected(source: .english))
    #expect(viewModel.state.value.recent.isEmpty, "what somebody typed stays")
    scheduler.perform { viewModel.send(.filter(.clear)) }
    #expect(viewModel.state.value.recent.map(\.event.title) == ["Live"])
    #expect(viewModel.state.value.recent.first?.id == 3, "an id is never given twice")
    #expect(viewModel.state.value.latestEdit == "Live")
    #expect(mixed.count == 0)
    feed.edit("Live")
    scheduler.advance(by: 4.0)
    #expect(viewModel.state.value.chart.series.isEmpty, "the connection began inside of a window")
    feed.edit("Live")
    scheduler.advance(by: 4.0)
    #expect(viewModel.state.value.chart.series.points.map(\.value) == [0.2])
  }

  /// A server in the place of another, both live.
  @Test func whatCameBeforeAnotherServerIsVoid() {
    let feed = ScriptedFeed()
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.edit("Before")
    scheduler.advance(by: 6.0)
    #expect(!viewModel.state.value.chart.series.isEmpty)
    scheduler.perform { viewModel.send(.sort(.size)) }
    feed.input.send(value: .restarted(.live))
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.recent.isEmpty && viewModel.state.value.chart.series.isEmpty)
    #expect(viewModel.state.value.connection == .connecting && viewModel.state.value.origin == .live)
    #expect(viewModel.state.value.order == .size, "what a person chose stays")
    feed.connect()
    feed.edit("After")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["After"])
  }

  /// Between two batches, away and back: the line must not lead from the one to the other.
  @Test func whatCameBeforeAnotherOriginIsVoidAlsoWhereThatWentAgain() {
    let feed = ScriptedFeed(origin: .demo)
    let viewModel = WikipediaViewModel(feed: feed, scheduler: scheduler)
    viewModel.start()
    feed.connect()
    feed.edit("Before")
    scheduler.advance(by: 6.0)
    feed.input.send(value: .connecting(.live))
    feed.input.send(value: .connecting(.demo))
    feed.connect()
    feed.edit("After")
    scheduler.advance(by: 1.0)
    #expect(viewModel.state.value.origin == .demo)
    #expect(viewModel.state.value.recent.map(\.event.title) == ["After"])
    #expect(viewModel.state.value.chart.series.isEmpty)
  }
}
