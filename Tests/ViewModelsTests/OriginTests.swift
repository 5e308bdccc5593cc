import Foundation
import Model
import Signals
import SignalsTesting
import Testing

@testable import ViewModels

/// The network was away, the demonstration stepped in, and the live service is back: nothing of the one may be taken for
/// the other's.
@Suite struct StackOverflowOriginTests {
  /// Top and Windows Phone hold questions of the demonstration (1001 and on), and Top is shown.
  private func demonstration() -> StackOverflowScene {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.standing.value = .demo
    scene.service.pages.answer(0, .sample([1001, 1002, 1003], hasMore: true))
    scene.perform(.selectTab(4))
    scene.service.pages.answer(1, .sample([1004, 1005]))
    scene.perform(.selectTab(0))
    return scene
  }

  private func isDemo(_ id: Int) -> Bool { id > 1_000 }

  @Test func theAnswerThatBringsTheDemonstrationIsNotLost() {
    let scene = demonstration()
    #expect(scene.rows == [1001, 1002, 1003])
    #expect(scene.state.origin == .demo)
    #expect(scene.service.pages.keys.count == 2, "each tab was asked for once")
  }

  @Test func theAnswerThatBringsTheLiveServiceIsNotLostEither() {
    let scene = demonstration()
    let mixed = Counter(
      scene.viewModel.state.signal.filter { state in
        state.list.questions.contains { isDemo($0.id) } == (state.origin == .live) && !state.list.questions.isEmpty
      })
    scene.perform(.refresh)
    #expect(scene.rows == [1001, 1002, 1003], "the demonstration stays until the live service is heard of")
    scene.service.standing.value = .live
    #expect(scene.list.load == .loading)
    scene.service.pages.answer(2, .sample([1, 2]))
    #expect(scene.rows == [1, 2])
    #expect(scene.state.origin == .live)
    #expect(scene.service.pages.keys.count == 3)
    #expect(mixed.count == 0)
  }

  @Test func theOtherTabsAreLoadedAnewWhenTheyAreShown() {
    let scene = demonstration()
    scene.perform(.refresh)
    scene.service.standing.value = .live
    scene.service.pages.answer(2, .sample([1, 2]))
    #expect(scene.service.pages.keys.count == 3)
    scene.perform(.selectTab(4))
    #expect(scene.rows == [])
    #expect(scene.list.load == .loading)
    #expect(scene.list.loadedAt == nil)
    #expect(scene.service.pages.keys.last?.tag == "windows-phone")
    scene.service.pages.answer(3, .sample([3]))
    scene.perform(.open)
    #expect(scene.service.details.keys == [3])
  }

  @Test func theTabThatIsShownIsLoadedAtOnce() {
    let scene = demonstration()
    scene.perform(.selectTab(1))
    scene.service.pages.answer(2, .sample([1006]))
    scene.perform(.refresh, .selectTab(0))
    #expect(scene.rows == [1001, 1002, 1003])
    scene.service.standing.value = .live
    #expect(scene.rows == [])
    #expect(scene.service.pages.keys.map(\.tag) == [nil, "windows-phone", "android", "android", nil])
    scene.service.pages.answer(3, .sample([1]))
    scene.service.pages.answer(4, .sample([2]))
    #expect(scene.rows == [2])
    scene.perform(.selectTab(1))
    #expect(scene.rows == [1])
  }

  @Test func filterAndSelectedTabStay() {
    let scene = demonstration()
    scene.perform(.selectTab(4), .editFilter)
    scene.type("question 5")
    scene.perform(.acceptFilter, .refresh)
    scene.service.standing.value = .live
    scene.service.pages.answer(2, .sample([4, 5]))
    #expect(scene.state.selectedTab == 4)
    #expect(scene.list.filter.field.text == "question 5")
    #expect(scene.rows == [5])
  }

  @Test func theLiveServiceIsNotAskedForAQuestionOfTheDemonstration() {
    let scene = demonstration()
    scene.perform(.open)
    scene.service.details.answer(0, .sample(1001))
    scene.perform(.refresh)
    #expect(scene.retries.count == 1)
    #expect(scene.service.details.keys == [1001], "the list finds out who answers")
    #expect(scene.service.pages.open.count == 1)
    #expect(scene.state.reading?.load == .reloading)
    scene.service.standing.value = .live
    #expect(scene.state.reading == nil)
    scene.service.pages.answer(2, .sample([1001]))
    #expect(scene.service.details.keys == [1001])
    scene.perform(.open)
    #expect(scene.service.details.keys == [1001, 1001], "what is held is the demonstration's question of that number")
    #expect(scene.state.reading?.detail == nil)
  }

  @Test func aQuestionOfTheDemonstrationIsLoadedAgainWhereThatGoesOn() {
    let scene = demonstration()
    scene.perform(.open)
    scene.service.details.answer(0, .sample(1001))
    scene.perform(.refresh)
    scene.service.pages.answer(2, .sample([1001, 1002]))
    #expect(scene.service.details.keys == [1001, 1001])
    scene.service.details.answer(1, .sample(1001, answers: 5))
    #expect(scene.state.reading?.detail?.answers.count == 5)
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate))

    scene.perform(.refresh)
    scene.service.pages.fail(3, unreachable)
    #expect(scene.state.reading?.trouble?.error == unreachable)
    #expect(scene.service.details.keys.count == 2)
    scene.perform(.refresh)
    scene.service.pages.complete(4)
    #expect(scene.state.reading?.load == .idle, "no spinner turns for ever")
  }

  @Test func whatTheDemonstrationWasAskedForInAnotherTabIsGivenUp() {
    let scene = demonstration()
    scene.perform(.selectTab(1), .selectTab(0), .refresh)
    #expect(scene.service.pages.open == [3])
    scene.service.standing.value = .live
    scene.service.pages.answer(3, .sample([1]))
    scene.perform(.selectTab(1))
    #expect(scene.service.pages.keys.count == 5)
    #expect(scene.rows == [])
  }

  @Test func aFurtherPageHasNoPlaceInAListFromElsewhere() {
    let scene = demonstration()
    scene.perform(.move(.end), .move(.lines(1)))
    #expect(scene.service.pages.keys.last?.page == 2)
    scene.service.standing.value = .live
    #expect(scene.service.pages.open == [3])
    #expect(scene.service.pages.keys.last?.page == 1)
    #expect(!scene.list.isLoadingMore)
    #expect(scene.list.load == .loading)
  }

  @Test func nothingIsAskedForBeforeTheStart() {
    let scene = StackOverflowScene()
    scene.service.standing.value = .demo
    #expect(scene.service.pages.keys.isEmpty)
    #expect(scene.state.origin == .demo)
  }

  @Test func theQuotaOfTheOneIsNotTheOthers() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.pages.answer(0, QuestionPage(questions: [], quotaRemaining: 3, quotaMax: 10_000))
    #expect(scene.state.lowQuota == 3)
    scene.service.standing.value = .demo
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
      viewModel.moves.send(.lines(1))
      viewModel.editFilter.send()
      viewModel.edits.send(.insert("demo"))
      viewModel.acceptFilter.send()
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
    #expect(viewModel.state.value.connection == .connected(source: "enwiki"))
    #expect(viewModel.state.value.recent.isEmpty, "what somebody typed stays")
    scheduler.perform { viewModel.clearFilter.send() }
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
