import Model
import Testing

@testable import PaneKit
@testable import Questions

/// The tabs as a pure value: where they are after a person's changes, and what of these is stored.
@Suite struct QuestionTabsTests {
  private static let settings = ["a", "b", "c", "d"].map { QuestionTab.sample($0) }
  private static let feeds = settings.map(\.feed)
  /// A feed that is not in the settings.
  private static let other = QuestionFeed(tags: ["z"])

  private var tabs = QuestionTabs(settings, showing: nil)

  @discardableResult
  private mutating func act(_ actions: StackOverflowViewModel.Action...) -> [QuestionChange] {
    actions.flatMap { tabs.reduce(.action($0)) }
  }

  private mutating func recall(_ changes: TabChanges) { _ = tabs.reduce(.recall(changes, selected: nil)) }

  private var shown: String { tabs.tabs.flatMap(\.feed.tags).joined() }

  @Test mutating func anOrderThatWasChosenBeforeTheRecallStays() {
    act(.moveTab(1))
    recall(TabChanges(order: Self.feeds.reversed()))
    #expect(shown == "bacd")
  }

  @Test mutating func aTabThatWasOpenedBeforeTheRecallIsNotClosed() {
    act(.openTab(Self.other))
    recall(TabChanges(closed: [Self.other, Self.feeds[1]]))
    #expect(shown == "acdz")
    act(.reopenTab)
    #expect(shown == "abcdz" && !tabs.canReopen)
  }

  @Test mutating func closedTabsKeepTheirOrder() {
    act(.moveTab(1), .selectTab(0), .closeTab, .selectTab(1), .closeTab, .moveTab(-1))
    #expect(shown == "da")
    #expect(act(.reopenTab) == [.tabFate(Self.feeds[2], nil)], "its place is stored already")
    act(.reopenTab)
    #expect(shown == "dabc")
  }

  @Test mutating func anOpenedTabHasItsPlaceInTheStoredOrder() {
    act(.moveTab(1))
    let order = [1, 0, 2, 3].map { Self.feeds[$0] } + [Self.other]
    #expect(act(.openTab(Self.other)) == [.tabFate(Self.other, .opened), .tabOrder(order)])
  }

  @Test mutating func aTabThatIsReopenedFromTheSettingsGoesWithThem() {
    act(.openTab(Self.other), .closeTab)
    _ = tabs.reduce(.settings(Self.settings + [QuestionTab(name: "z", feed: Self.other)]))
    #expect(shown == "abcd")
    #expect(act(.reopenTab) == [.tabFate(Self.other, nil)] && shown == "abcdz")
    _ = tabs.reduce(.settings(Self.settings))
    #expect(shown == "abcd")
  }

  @Test mutating func unreadQuestionsStayWithTheirTab() {
    #expect(tabs.unread == [0, 0, 0, 0])
    _ = tabs.reduce(.unread(3, in: Self.feeds[1]))
    act(.moveTab(1), .openTab(Self.other))
    #expect(shown == "bacdz" && tabs.unread == [3, 0, 0, 0, 0])
    _ = tabs.reduce(.unread(1, in: QuestionFeed(tags: ["y"])))
    act(.selectTab(0), .closeTab)
    #expect(tabs.unread == [0, 0, 0, 0], "also without a place for a tab that is closed")
  }

  @Test mutating func newQuestionsStayWithTheirTab() {
    _ = tabs.reduce(.news(2, in: Self.feeds[1]))
    act(.moveTab(1))
    #expect(shown == "bacd" && tabs.news == [2, 0, 0, 0])
    _ = tabs.reduce(.settings(Self.settings.reversed()))
    #expect(tabs.ids.firstIndex(of: Self.feeds[1]) == tabs.news.firstIndex(of: 2))
    act(.selectTab(tabs.news.firstIndex(of: 2) ?? 0), .closeTab)
    #expect(tabs.news == [])
  }
}
