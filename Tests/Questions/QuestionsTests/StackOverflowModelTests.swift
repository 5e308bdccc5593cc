import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What the pane makes of each step: its state, and its effects in order.
@Suite struct StackOverflowModelTests {
  private typealias Effect = StackOverflowModel.Effect

  private var model = StackOverflowModel(QuestionTabs(QuestionTab.standard, showing: nil))
  private let ids = QuestionTab.standard.map(\.id)
  private let now = Date(timeIntervalSince1970: 1_000)

  private mutating func reduce(_ step: StackOverflowModel.Step) -> [Effect] { model.reduce(step, at: now) }
  private mutating func act(_ action: StackOverflowViewModel.Action) -> [Effect] { reduce(.action(action)) }

  /// Answers the list of a tab.
  private mutating func answer(_ page: QuestionPage, in tab: Int = 0, after seconds: TimeInterval = 0) -> [Effect] {
    var load = QuestionLoad.State(.once(.first))
    let attempt = QuestionLoad.Attempt(ask: .first, isAutomatic: false)
    load.reduce(.began(attempt))
    load.reduce(
      .event(.value(QuestionRows().joined(with: page, of: QuestionQuery(ids[tab]))), of: attempt, at: now + seconds))
    return reduce(.inTab(.list(.load(load)), ids[tab]))
  }

  private func presented(_ id: Int, _ presentation: QuestionList.Presentation) -> QuestionList.Presented {
    QuestionList.Presented(
      question: ListedQuestion(.sample(id), from: .server(.standard)), presentation: presentation)
  }

  private func key(_ id: Int) -> QuestionKey {
    QuestionKey(.server(.standard), site: QuestionFeed.standardSite, id: id)
  }

  @Test mutating func requestsBeginWhenTheStateIsKnown() {
    #expect(reduce(.recall(RememberedState())) == [])
    #expect(reduce(.ready) == [.request(.activate(true), in: ids[0])])
    #expect(reduce(.ready) == [])
  }

  @Test mutating func theRememberedTabIsShownOnceAndInItsOrder() {
    _ = reduce(.ready)
    let state = RememberedState(tab: ids[2], orders: [ids[0]: .votes, ids[2]: .creation])
    #expect(
      reduce(.recall(state)) == [.request(.activate(false), in: ids[0]), .request(.activate(true), in: ids[2])],
      "the tab that is left is not requested in its remembered order, and what is stored is not stored again")
    #expect(model.state.selectedTab == 2 && model.state.list.feed.order == .creation)
    #expect(model.visits.last == .init(tab: ids[2], feed: ids[2].ordered(by: .creation)), "requested so at once")
  }

  @Test mutating func aRecallAfterAChoiceKeepsTheChoice() {
    let votes = ids[0].ordered(by: .votes)
    #expect(act(.sort(.votes)) == [.keep(.order(ids[0], .votes)), .request(.follow(votes), in: ids[0])])
    let state = RememberedState(tab: ids[3], orders: [ids[0]: .creation, ids[1]: .month])
    #expect(reduce(.recall(state)) == [], "it has acted, so it stays in its tab and in its order")
    #expect(model.state.list.feed == votes && model.state.selectedTab == 0)
    #expect(act(.selectTab(1)) == [.keep(.tab(ids[1]))])
    #expect(model.state.list.feed.order == .month, "what it has not touched is as it was remembered")
  }

  @Test(arguments: [
    StackOverflowViewModel.Action.refresh, .markUnread, .toggleKept, .inTab(.field(.begin)), .moveTab(0),
    .sort(.votes),
  ])
  func afterAnyActionTheRememberedTabIsNotSelected(action: StackOverflowViewModel.Action) {
    var test = self
    _ = test.act(action)
    _ = test.reduce(.recall(RememberedState(tab: ids[3])))
    #expect(test.model.state.selectedTab == 0)
  }

  @Test mutating func roomForAQuestionIsNoAction() {
    #expect(act(.previewFits(.beside)) == [])
    _ = reduce(.recall(RememberedState(tab: ids[3])))
    #expect(model.state.selectedTab == 3)
  }

  @Test mutating func aDensityThatWasToggledBeforeTheRecallStays() {
    #expect(act(.toggleDensity) == [.keep(.isDense(true))])
    #expect(reduce(.recall(RememberedState(isDense: false))) == [])
    #expect(model.state.isDense)
    #expect(act(.toggleDensity) == [.keep(.isDense(false))])
  }

  @Test mutating func aDensityThatNobodyToggledIsAsItWasRemembered() {
    _ = reduce(.recall(RememberedState(isDense: true)))
    #expect(model.state.isDense)
    #expect(act(.toggleDensity) == [.keep(.isDense(false))])
  }

  @Test mutating func aQuestionIsBelowItsListWhereAPersonWantsItAndThereIsRoom() {
    _ = answer(.sample([1, 2]))
    #expect(act(.previewFits(.below)) == [] && model.state.preview == nil)
    let shown = Effect.request(.present(presented(1, .preview), held: nil), in: ids[0])
    let gone = Effect.request(.present(nil, held: nil), in: ids[0])
    #expect(act(.toggleBelow) == [.keep(.isBelow(true)), shown])
    #expect(act(.previewFits(.beside)) == [] && model.state.preview != nil, "it stays the same one")
    #expect(act(.previewFits(nil)) == [gone] && model.state.preview == nil)
    _ = reduce(.recall(RememberedState(isBelow: false)))
    #expect(model.state.isBelow, "it was toggled before the recall")
    #expect(act(.previewFits(.below)) == [shown])
    #expect(act(.toggleBelow) == [.keep(.isBelow(false)), gone])
    #expect(act(.previewFits(.beside)) == [shown], "beside the list it needs no wish")
  }

  @Test mutating func aQuestionIsBelowItsListAsItWasRemembered() {
    _ = answer(.sample([1, 2]))
    _ = act(.previewFits(.below))
    let shown = Effect.request(.present(presented(1, .preview), held: nil), in: ids[0])
    #expect(reduce(.recall(RememberedState(isBelow: true))) == [shown])
    #expect(act(.toggleBelow).first == .keep(.isBelow(false)) && model.state.preview == nil)
  }

  @Test mutating func closingATabKeepsTheChangeOnceAndForgetsIt() {
    _ = reduce(.ready)
    #expect(
      act(.closeTab) == [
        .keep(.tabFate(ids[0], .closed)), .keep(.tab(ids[1])), .request(.activate(true), in: ids[1]),
      ])
    #expect(model.visits.map(\.tab) == [ids[1]])
    #expect(answer(.sample([1])) == [] && model.loaded == LoadedTabs(), "an answer that comes too late")
    #expect(reduce(.settings(QuestionTab.standard)) == [])
    #expect(act(.reopenTab).contains(.keep(.tabFate(ids[0], nil))))
  }

  @Test mutating func theSearchEndsBeforeItsTabMakesTheSameRequest() {
    _ = reduce(.ready)
    let feed = QuestionFeed(tags: ["zsh"])
    #expect(
      act(.openTab(feed)) == [
        .endSearch, .keep(.tabFate(feed, .opened)), .keep(.tab(feed)), .request(.activate(false), in: ids[0]),
        .request(.activate(true), in: feed),
      ])
    #expect(act(.openTab(feed)) == [.endSearch], "it is shown already")
  }

  @Test mutating func aRefreshIsAnnouncedBeforeTheTabMakesARequest() {
    #expect(act(.refresh) == [.announceRefresh, .request(.list(.first), in: ids[0])])
    _ = reduce(.provenance(.demonstration))
    #expect(
      act(.refresh) == [.announceRefreshOfDemo, .announceRefresh, .request(.list(.first), in: ids[0])],
      "the live service may be back")
  }

  @Test mutating func anOrderThatTheFeedHasNotIsNoOrder() {
    _ = act(.openTab(.kept()))
    let order = model.state.list.order
    #expect(act(.sort(.votes)) == [] && model.state.list.order == order)
    _ = act(.selectTab(0))
    #expect(act(.sort(ids[0].knownOrder)).contains(.keep(.order(ids[0], nil))), "the settings' own is not kept")
  }

  @Test mutating func theTextOfAnOpenedQuestionIsPresentedAndThatOfNoOther() {
    _ = answer(.sample([1, 2]))
    #expect(
      act(.inTab(.open)) == [
        .request(.present(presented(1, .opened), held: nil), in: ids[0]), .keep(.read(key(1), answers: 0, at: now)),
      ])
    let stale = PresentedQuestion.Step.comments(nil, isLoading: true)
    _ = reduce(.inTab(.text(stale, of: key(2)), ids[0]))
    #expect(model.state.reading?.comments.isLoading == false, "the answer for another question")
    _ = reduce(.inTab(.text(stale, of: key(1)), ids[0]))
    #expect(model.state.reading?.comments.isLoading == true)
    #expect(act(.inTab(.close)) == [.request(.present(nil, held: nil), in: ids[0])])
  }

  /// With room beside the list the same question is presented in another way, and asked again where it failed.
  @Test mutating func aQuestionThatIsOpenedFromBesideTheListKeepsItsText() {
    _ = answer(.sample([1, 2]))
    #expect(act(.previewFits(.beside)) == [.request(.present(presented(1, .preview), held: nil), in: ids[0])])
    var load = PresentedQuestion.TextLoad.State(.once(.question))
    let attempt = PresentedQuestion.TextLoad.Attempt(ask: .question, isAutomatic: true)
    load.reduce(.began(attempt))
    load.reduce(.event(.failed(.notFound("it")), of: attempt, at: now))
    _ = reduce(.inTab(.text(.text(load), of: key(1)), ids[0]))
    #expect(model.state.preview?.trouble != nil)
    #expect(
      act(.inTab(.open)) == [
        .request(.presentation(.opened), in: ids[0]), .request(.renewText, in: ids[0]),
        .keep(.read(key(1), answers: 0, at: now)),
      ])
    #expect(model.state.reading?.trouble != nil && model.state.preview == nil)
  }

  @Test mutating func whatIsMarkedIsTheOpenOrTheSelectedQuestion() {
    #expect(act(.markUnread) == [] && act(.toggleKept) == [])
    #expect(act(.toggleAllRead) == [.tell(UnreadQuestions.noneHere)])
    _ = answer(.sample([1, 2]))
    #expect(act(.markUnread).first == .keep(.unread(key(1))))
    _ = act(.inTab(.move(.lines(1))))
    #expect(act(.markUnread).first == .keep(.unread(key(2))))
    _ = act(.toggleAllRead)
    #expect(Set(model.state.marks.read.keys) == [key(1), key(2)])
  }

  /// The tab that the next unread question is in shows it at once, and is requested after that of the tab before has stopped.
  @Test mutating func theNextUnreadQuestionOfAnotherTabIsGoneTo() {
    _ = act(.selectTab(1))
    _ = answer(.sample([3, 4]), in: 1)
    _ = act(.selectTab(0))
    #expect(act(.goToUnread(1)) == [.keep(.tab(ids[1]))])
    #expect(model.state.selectedTab == 1 && model.state.list.selection == 3)
    _ = act(.toggleAllRead)
    #expect(act(.goToUnread(1)) == [.tell("No other unread question in the tabs that are loaded")])
  }

  // MARK: - Several at once

  private mutating func pick(_ count: Int) { for _ in 0..<count { _ = act(.inTab(.togglePick)) } }

  @Test mutating func whatIsDoneIsDoneWithAllPickedQuestions() {
    _ = answer(.sample([1, 2, 3]))
    pick(2)
    #expect(model.state.list.picks == [1, 2] && model.state.list.selection == 3)
    #expect(act(.markUnread).last == .tell("Marked 2 questions as read"))
    #expect(Set(model.state.marks.read.keys) == [key(1), key(2)])
    #expect(
      act(.markUnread) == [
        .keep(.unread(key(1))), .keep(.unread(key(2))), .tell("Marked 2 questions as unread"),
      ])
    #expect(act(.toggleKept).last == .tell("Kept 2 questions") && model.state.marks.kept == [key(1), key(2)])
    pick(1)
    #expect(act(.toggleKept).last == .tell("Kept 1 question"), "the one that was not kept")
    #expect(act(.toggleKept).last == .tell("No longer kept: 3 questions") && model.state.marks.kept.isEmpty)
    _ = act(.inTab(.clearPicks))
    _ = act(.toggleKept)
    #expect(model.state.list.picks.isEmpty && model.state.marks.kept == [key(3)], "the selected one")
  }

  @Test mutating func aPickedQuestionThatLeavesTheListIsNotPickedAnyMore() {
    _ = answer(.sample([1, 2, 3]))
    pick(2)
    _ = answer(.sample([2, 4]), after: 60)
    #expect(model.state.list.picks == [2])
    _ = act(.inTab(.goTo(2)))
    pick(1)
    #expect(model.state.list.picks.isEmpty, "the same key takes it back")
  }

  @Test mutating func anOpenQuestionIsMeantAlone() {
    _ = answer(.sample([1, 2, 3]))
    pick(1)
    _ = act(.inTab(.open))
    #expect(act(.markUnread).first == .keep(.unread(key(2))))
    _ = act(.inTab(.close))
    #expect(act(.markUnread).last == .tell("Marked 1 question as read"))
  }

  /// Each may take a request.
  @Test mutating func onlyTenAreKeptAtOnce() {
    _ = answer(.sample(Array(1...12)))
    pick(12)
    #expect(act(.toggleKept).last == .tell("Kept 10 of 12, as each is asked for; again: the next ones"))
    #expect(model.state.marks.kept == Set((1...10).map { key($0) }))
    #expect(act(.toggleKept).last == .tell("Kept 2 questions"))
  }

  @Test mutating func newQuestionsAreCountedInTheirTabUntilItIsLeft() {
    _ = answer(.sample([1, 2]))
    _ = act(.selectTab(1))
    _ = answer(.sample([3, 1, 2]), after: 60)
    #expect(model.state.news.first == 1)
    _ = act(.selectTab(0))
    _ = act(.selectTab(1))
    #expect(model.state.news.allSatisfy { $0 == 0 })
  }
}

extension StackOverflowModel.Step {
  fileprivate static func recall(_ state: RememberedState) -> Self { .recall(state.questions) }
}
