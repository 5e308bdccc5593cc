import Foundation
import Model
import ModelTesting
import Signals
import Testing

@testable import PaneKit
@testable import Questions

/// A person chooses the order of a tab.
@Suite struct StackOverflowOrderTests {
  @Test func theListIsAskedForInThatOrderAndTheOldOneStaysUntilItIsThere() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(3)), .sort(.votes))
    #expect(scene.asked.map(\.feed.order) == [.hot, .votes])
    #expect(scene.list.load == .reloading)
    #expect(scene.rows == [1, 2, 3, 4, 5])
    #expect(scene.list.order == .hot, "of what is shown")
    #expect(scene.list.feed.order == .votes)
    scene.answer(1, .sample([4, 7, 1]))
    #expect(scene.rows == [4, 7, 1])
    #expect(scene.list.order == .votes)
    #expect(scene.list.selection == 4, "another order is read from its beginning")
    #expect(scene.list.selectedRow == 0)
    scene.perform(.refresh)
    #expect(scene.asked.last?.feed.order == .votes)
    #expect(scene.state.tabID == QuestionFeed(), "the tab is the same")
  }

  @Test func whatIsUnderWayInTheOldOrderIsNotTaken() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.sort(.week))
    #expect(scene.service.pages.open == [1])
    #expect(scene.asked.last?.feed.order == .week)
    scene.answer(1, .sample([1]))
    #expect(scene.list.order == .week)
  }

  @Test func rowsOfTheOldOrderDoNotStayBelowTheNewOnes() {
    let scene = StackOverflowScene.loaded((1...30).map { .sample($0) }, hasMore: true)
    scene.perform(.move(.end), .move(.end))
    scene.answer(1, .sample(31...60, hasMore: true))
    scene.perform(.sort(.creation))
    #expect(scene.asked.last == QuestionQuery(QuestionFeed(order: .creation)), "a first page as any other")
    scene.perform(.move(.end))
    #expect(scene.asked.count == 3, "the old order has no next page any more")
    scene.answer(2, .sample(100...129, hasMore: true))
    #expect(scene.rows == Array(100...129))
  }

  @Test func aFailureLeavesTheOldListAndItsOrder() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.sort(.votes))
    scene.fail(1, unreachable)
    #expect(scene.rows == [1])
    #expect(scene.list.order == .hot)
    #expect(scene.list.trouble?.error == unreachable)
    scene.wait(60)
    #expect(scene.asked.last?.feed.order == .votes)
  }

  @Test func theSameOrderAndOneThatTheFeedDoesNotKnowChangeNothing() {
    let tabs = [QuestionTab(name: "found", feed: QuestionFeed(search: "nio", order: .activity))]
    let scene = StackOverflowScene(tabs: tabs)
    scene.start()
    scene.answer(0, .sample([1]))
    scene.perform(.sort(.hot), .sort(.activity))
    #expect(scene.asked.count == 1)
    scene.perform(.sort(.votes))
    #expect(scene.asked.count == 2)
  }

  @Test func eachTabHasItsOwn() {
    let scene = StackOverflowScene.loaded([.sample(1)])
    scene.perform(.sort(.votes), .selectTab(1))
    #expect(scene.asked.last?.feed == QuestionFeed(tags: ["android"]))
    #expect(scene.list.order == .hot)
    scene.perform(.selectTab(0))
    #expect(scene.list.feed.order == .votes)
  }
}

/// What a person left is found again at the next start.
@Suite struct StackOverflowMemoryTests {
  private let store = MemoryStateStore()
  private let android = QuestionFeed(tags: ["android"])

  private func arrive(_ scene: StackOverflowScene, _ state: RememberedState) {
    store.arrive(state)
    scene.scheduler.advance()
  }

  @Test func theTabAndTheOrdersAreFoundBeforeAnythingIsAskedFor() {
    let scene = StackOverflowScene(store: store)
    scene.start()
    #expect(scene.asked.isEmpty, "the first request waits")
    arrive(scene, RememberedState(tab: android, orders: [android: .votes, QuestionFeed(): .week]))
    #expect(scene.state.selectedTab == 1)
    #expect(scene.asked.map(\.feed) == [android.ordered(by: .votes)])
    scene.perform(.selectTab(0))
    #expect(scene.asked.last?.feed.order == .week)
    scene.wait(10)
    #expect(scene.scheduler.scheduledCount == 0)
  }

  @Test func theCommandLineCountsForMore() {
    let scene = StackOverflowScene(selectedTab: 3, store: store)
    scene.start()
    arrive(scene, RememberedState(tab: android, orders: [QuestionFeed(tags: ["ruby"]): .votes]))
    #expect(scene.state.selectedTab == 3)
    #expect(scene.asked.map(\.feed) == [QuestionFeed(tags: ["ruby"], order: .votes)])
  }

  @Test(arguments: [StackOverflowScene.Act.nextTab, .move(.lines(1)), .editFilter, .selectTab(0), .sort(.month)])
  func whatAPersonDidMeanwhileCountsForMore(act: StackOverflowScene.Act) {
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(act)
    let selected = scene.state.selectedTab
    arrive(scene, RememberedState(tab: QuestionFeed(tags: ["ruby"])))
    #expect(scene.state.selectedTab == selected)
  }

  @Test func anOrderThatWasChosenMeanwhileCountsForMore() {
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(.sort(.month))
    arrive(scene, RememberedState(orders: [QuestionFeed(): .votes, android: .votes]))
    #expect(scene.asked.map(\.feed.order) == [.month])
    scene.perform(.selectTab(1))
    #expect(scene.asked.last?.feed.order == .votes)
  }

  @Test func aStoreThatDoesNotAnswerIsNotWaitedForLong() {
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.wait(0.4)
    #expect(scene.asked.isEmpty)
    scene.wait(0.1)
    #expect(scene.asked.count == 1)
    arrive(scene, RememberedState(tab: android, orders: [QuestionFeed(): .votes]))
    #expect(scene.asked.map(\.feed) == [QuestionFeed(), android], "the tab that is shown now")
    scene.perform(.selectTab(0))
    #expect(scene.asked.last?.feed.order == .votes, "late is better than never")
    #expect(scene.service.pages.open == [1, 2], "the answer in the other order is not waited for")
  }

  @Test func aTabThatIsGoneIsNotFound() {
    let scene = StackOverflowScene(store: store)
    scene.start()
    arrive(scene, RememberedState(tab: QuestionFeed(tags: ["gone"])))
    #expect(scene.state.selectedTab == 0)
    #expect(scene.asked.count == 1)
  }

  @Test func whatAPersonDoesIsKept() {
    let scene = StackOverflowScene(store: store)
    scene.start()
    arrive(scene, RememberedState())
    #expect(store.isUntouched)
    scene.perform(.nextTab, .sort(.votes), .sort(.hot), .move(.lines(1)), .selectTab(0))
    #expect(
      store.changes(of: QuestionChange.self) == [
        .tab(android), .order(android, .votes), .order(android, nil), .tab(QuestionFeed()),
      ])
  }
}
