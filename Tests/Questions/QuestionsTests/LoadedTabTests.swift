import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// A tab with what the other tabs have loaded.
@Suite struct LoadedTabTests {
  private static let top = QuestionTab.standard[0]
  private static let android = QuestionTab.standard[1]

  /// A pane with two tabs that are loaded, which then shows the third one.
  private func loaded(when condition: String = "unread") -> StackOverflowScene {
    let tab = QuestionTab(name: "Reading", feed: .loaded(when: condition))
    let scene = StackOverflowScene(tabs: [Self.top, Self.android, tab])
    scene.start()
    scene.answer(0, .sample([1, 2, 3]))
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([3, 4]))
    scene.perform(.selectTab(2))
    return scene
  }

  @Test func itHasWhatTheOthersHaveLoadedEachOnceAndNobodyIsAsked() {
    let scene = loaded()
    #expect(scene.rows == [4, 3, 2, 1] && !scene.list.hasMore && !scene.list.isAwaited)
    let notices = MutableProperty<[SafeText]>([])
    let observation = scene.viewModel.notices.observeValues { notice in notices.modify { $0.append(notice) } }
    scene.perform(.refresh)
    #expect(notices.value == ["This tab has what the others have loaded"])
    scene.setRefreshPeriod(60)
    scene.perform(.move(.end), .move(.lines(1)))
    scene.wait(3_600)
    #expect(scene.asked.map(\.feed) == [Self.top.feed, Self.android.feed])
    #expect(scene.state.news == [] && scene.viewModel.loaded.value.tabs.count == 2, "no rule looks at them again")
    observation?.dispose()
  }

  /// What is read stays where it is until the tab is left, or its first row is selected.
  @Test func whatIsReadInItGoesWhenItIsNoLongerHeld() {
    let scene = loaded()
    scene.perform(.move(.lines(1)), .open)
    #expect(scene.state.reading?.question.id == 3 && scene.rows == [4, 3, 2, 1])
    #expect(scene.state.unread == [2, 1, 3])
    scene.perform(.step(1))
    #expect(scene.state.reading?.question.id == 2 && scene.rows == [4, 3, 2, 1])
    scene.perform(.close)
    #expect(scene.rows == [4, 3, 2, 1] && scene.list.selection == 2)
    scene.perform(.move(.start))
    #expect(scene.rows == [4, 1] && scene.list.selection == 4)
    scene.perform(.open, .close)
    #expect(scene.rows == [4, 1] && scene.list.selection == 4, "it was read, and is selected")
    scene.perform(.selectTab(0))
    #expect(scene.state.unread == [1, 0, 1])
    scene.perform(.selectTab(2))
    #expect(scene.rows == [1])
  }

  /// A dozen tabs with many pages have thousands of questions.
  @Test func aMoveMakesNoRowsAgainUnlessItLeavesOneThatWasSpared() {
    let feed = QuestionFeed.loaded()
    var tab = VisitedTab(id: feed, list: QuestionList(feed))
    #expect(tab.isOutdated(after: 7, isSelected: true), "there are no rows yet")
    tab.basis = VisitedTab.Basis(changes: 7, feed: tab.list.feed, isSelected: true)
    #expect(!tab.isOutdated(after: 7, isSelected: true), "whichever is selected")
    #expect(tab.isOutdated(after: 8, isSelected: true) && tab.isOutdated(after: 7, isSelected: false))
    tab.basis?.spared = [QuestionKey(.server(.standard), site: QuestionFeed.standardSite, id: 1)]
    #expect(tab.isOutdated(after: 7, isSelected: true), "it is not selected any more")
  }

  @Test func itChangesWhenOthersLoadAndAreRead() {
    let scene = loaded()
    scene.perform(.selectTab(0), .open, .close)
    #expect(scene.state.unread == [2, 2, 3])
    scene.perform(.refresh)
    scene.answer(2, .sample([5, 1, 2, 3]))
    scene.perform(.selectTab(2))
    #expect(scene.rows == [5, 4, 3, 2])
    scene.perform(.selectTab(1), .closeTab, .selectTab(1), .move(.start))
    #expect(scene.rows == [5, 3, 2], "what a tab had that is closed is no longer there")
  }

  @Test func aConditionChoosesAmongThem() {
    let scene = loaded(when: "not unread")
    #expect(scene.rows == [] && scene.list.selection == nil)
    scene.perform(.selectTab(0), .move(.lines(1)), .open, .close, .selectTab(2))
    #expect(scene.rows == [2])
    let damaged = loaded(when: "what a later version knows")
    #expect(damaged.rows == [] && damaged.state.unread == [3, 2, 0])
  }

  @Test func anOrderIsChosenForItAndNothingIsRequestedAgain() {
    let scene = loaded()
    scene.perform(.sort(.hot))
    #expect(scene.list.order == .creation, "hot is no order of it")
    scene.perform(.sort(.votes))
    #expect(scene.list.order == .votes && scene.rows == [4, 3, 2, 1] && scene.asked.count == 2)
  }

  /// Before the other tabs are shown it has what the cache has of them, and stores nothing itself.
  @Test func itBeginsWithWhatIsCached() {
    let cache = MemoryQuestionCache([1, 2], of: Self.top.feed)
    cache.add([9], of: Self.android.feed)
    let scene = StackOverflowScene(
      tabs: [QuestionTab(name: "Reading", feed: .loaded()), Self.top, Self.android], cache: cache)
    scene.start()
    scene.wait(1)
    #expect(scene.rows == [9, 2, 1] && scene.asked.isEmpty)
    #expect(Set(cache.read) == [Self.top.feed, Self.android.feed] && cache.written.isEmpty)
    scene.perform(.selectTab(1))
    scene.answer(0, .sample([7]))
    scene.perform(.selectTab(0))
    #expect(scene.rows == [9, 7])
  }

  @Test func theDemonstrationsQuestionsAndAServersAreNeverTogether() {
    let scene = loaded()
    scene.perform(.selectTab(0), .refresh)
    scene.answer(2, .sample([8], origin: .demo))
    scene.perform(.selectTab(2))
    #expect(scene.rows == [8] && scene.state.origin == .demo)
  }

  @Test func aTabOfItIsOpenedByHand() {
    let scene = StackOverflowScene(tabs: [Self.top])
    scene.start()
    scene.answer(0, .sample([1]))
    scene.perform(.openTab(.loaded()))
    #expect(scene.state.tabs == ["Top", "Unread"] && scene.rows == [1] && scene.asked.count == 1)
  }

  /// They are marked, and taken back, as in any other tab.
  @Test func allOfItAreReadByOneKeyAndTheSameKeyTakesItBack() {
    let scene = loaded()
    scene.perform(.toggleAllRead)
    #expect(scene.rows == [4] && scene.state.unread == [0, 0, 0])
    scene.perform(.toggleAllRead)
    #expect(scene.rows == [4, 3, 2, 1] && scene.state.unread == [3, 2, 4])
  }
}
