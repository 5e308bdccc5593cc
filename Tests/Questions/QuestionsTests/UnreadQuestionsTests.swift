import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The next unread question, over all tabs that are loaded.
@Suite struct UnreadQuestionsTests {
  private let tabs = QuestionTab.standard.map(\.id)
  private let provenance = Provenance.server(.standard)

  private struct Lists {
    var unread = UnreadQuestions()
    /// The selected rows.
    var selected: [Int: Int] = [:]
  }

  /// - Parameter read: The questions that are read; all others are unread.
  private func unread(
    _ lists: [(tab: Int, questions: [Int], selected: Int?)], read: [Int] = []
  ) -> Lists {
    var made = Lists()
    for list in lists {
      let questions = VisibleRows(list.questions.map { Question.sample($0) })
      made.unread.rows[tabs[list.tab]] = UnreadQuestions.Rows(questions: questions, provenance: provenance)
      made.selected[list.tab] = list.selected
    }
    for id in read { made.unread.marks.read[QuestionKey(provenance, site: QuestionFeed.standardSite, id: id)] = 0 }
    return made
  }

  private func next(_ step: Int, _ lists: Lists, from tab: Int = 0) -> [Int]? {
    lists.unread.next(step, from: lists.selected[tab], in: tabs[tab], among: tabs).map {
      [tabs.firstIndex(of: $0.tab) ?? -1, $0.question.id]
    }
  }

  @Test func itIsTheNextBelowOrAboveTheSelectedOne() {
    let lists = unread([(0, [1, 2, 3, 4, 5], 2)], read: [2, 4])
    #expect(next(1, lists) == [0, 5] && next(-1, lists) == [0, 1])
    #expect(next(1, unread([(0, [1, 2], nil)])) == [0, 1], "without a selection from the start")
    #expect(next(-1, unread([(0, [1, 2], nil)])) == [0, 2], "and from the end")
  }

  @Test func theOtherTabsFollowAndThenTheRestOfTheTab() {
    let lists = unread([(0, [1, 2], 1), (2, [3, 4], 0), (3, [5], 0)], read: [3])
    #expect(next(1, lists) == [2, 4], "the second row: the selection of another tab does not count")
    #expect(next(-1, lists) == [0, 1])
    #expect(next(-1, unread([(0, [1, 2], 0), (2, [3, 4], 0), (3, [5], 0)], read: [5])) == [2, 4])
    #expect(next(1, lists, from: 3) == [0, 1], "the first tab follows the last")
    #expect(next(1, lists, from: 4) == [0, 1], "also from a tab that is not loaded")
    #expect(next(1, unread([(0, [1, 2], 1), (2, [3], 0)], read: [3])) == [0, 1], "and the rest of the tab at last")
  }

  @Test func thereIsNoneWhereAllAreReadBesidesTheSelectedOne() {
    #expect(next(1, unread([(0, [1, 2], 1), (1, [3], nil)], read: [1, 3])) == nil)
    #expect(next(1, unread([])) == nil && next(-1, unread([(0, [], nil)])) == nil)
    #expect(UnreadQuestions().next(1, from: nil, in: tabs[0], among: []) == nil)
  }

  /// The same number is another question on another site and of another server.
  @Test func marksAreThoseOfTheSameServerAndSite() {
    var lists = unread([(0, [1], nil)])
    lists.unread.marks.read = [QuestionKey(.demonstration, site: QuestionFeed.standardSite, id: 1): 0]
    lists.unread.marks.read[QuestionKey(provenance, site: "unix", id: 1)] = 0
    #expect(next(1, lists) == [0, 1])
  }
}

/// The same through the keys' actions.
@Suite struct NextUnreadTests {
  private let store = MemoryStateStore()
  private let scene: StackOverflowScene

  init() {
    scene = StackOverflowScene(store: store)
    scene.start()
    scene.wait(1)
    scene.answer(0, .sample([1, 2, 3]))
    scene.wait(1)
  }

  private func notices(_ actions: StackOverflowViewModel.Action...) -> [SafeText] {
    let notices = MutableProperty<[SafeText]>([])
    let observation = scene.viewModel.notices.observeValues { notice in notices.modify { $0.append(notice) } }
    for action in actions { scene.perform(action) }
    observation?.dispose()
    return notices.value
  }

  @Test func aKeyGoesOverTheTabsThatAreLoaded() {
    scene.perform(.selectTab(2))
    scene.answer(1, .sample([7, 8]))
    scene.wait(1)
    scene.perform(.open)
    #expect(scene.state.reading?.question.id == 7)
    scene.perform(.selectTab(0), .goToUnread(1))
    #expect(scene.list.selection == 2)
    scene.perform(.goToUnread(1), .goToUnread(1))
    #expect(scene.state.selectedTab == 2 && scene.list.selection == 8 && scene.state.reading == nil)
    scene.perform(.goToUnread(-1))
    #expect(scene.state.selectedTab == 0 && scene.list.selection == 3, "7 is read: it was opened")
  }

  /// The end of a tab is not the end of what the other tabs tell.
  @Test func aClosedTabTakesNothingAlong() {
    scene.perform(.selectTab(1))
    scene.answer(1, .sample([4]))
    scene.wait(1)
    scene.perform(.closeTab)
    scene.wait(1)
    scene.perform(.selectTab(0), .goToUnread(1))
    #expect(scene.list.selection == 2)
    scene.perform(.selectTab(1))
    scene.answer(2, .sample([7, 8]))
    scene.wait(1)
    scene.perform(.selectTab(0), .move(.end), .goToUnread(1))
    #expect(scene.state.selectedTab == 1 && scene.list.selection == 7)
  }

  @Test func aListWithoutQuestionsHasNothingUnread() {
    scene.perform(.selectTab(1))
    #expect(notices(.toggleAllRead) == ["No question here is unread"])
  }

  @Test func whatTheFilterLeavesOutIsNotFound() {
    scene.perform(.editFilter, .edit(.insert("Question 3")), .acceptFilter)
    #expect(scene.rows == [3] && notices(.goToUnread(1)).count == 1)
  }

  /// Of all that a tab has loaded, in every tab that lists the question.
  @Test func tabsSayHowManyAreUnread() {
    #expect(scene.state.unread == [3, 0, 0, 0, 0])
    scene.perform(.selectTab(2))
    scene.answer(1, .sample([3, 4]))
    scene.wait(1)
    #expect(scene.state.unread == [3, 0, 2, 0, 0])
    scene.perform(.open)
    #expect(scene.state.unread == [2, 0, 1, 0, 0], "3 is in both")
    scene.perform(.close, .markUnread)
    #expect(scene.state.unread == [3, 0, 2, 0, 0])
    scene.perform(.editFilter, .edit(.insert("Question 4")), .acceptFilter, .toggleAllRead)
    #expect(scene.state.unread == [3, 0, 1, 0, 0], "what the filter leaves out is not marked, and is counted")
    scene.perform(.closeTab)
    #expect(scene.state.unread == [3, 0, 0, 0])
  }

  @Test func allAreReadByOneKeyAndTheSameKeyTakesItBack() {
    scene.perform(.move(.lines(1)), .open, .close)
    #expect(notices(.toggleAllRead) == ["Marked 2 questions as read; again: as before"])
    #expect(
      store.changes(of: QuestionChange.self).count { if case .read = $0 { true } else { false } } == 3,
      "also at the next start")
    #expect(notices(.goToUnread(1)) == ["No other unread question in the tabs that are loaded"])
    #expect(notices(.toggleAllRead) == ["2 questions unread again"])
    #expect(scene.state.marks.read.keys.map(\.id) == [2])
  }
}
