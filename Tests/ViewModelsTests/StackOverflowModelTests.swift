import Foundation
import Model
import ModelTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What the parts shared by the tabs make of each step: their state, and their effects in order.
@Suite struct StackOverflowModelTests {
  private typealias Effect = StackOverflowModel.Effect

  private var model = StackOverflowModel(QuestionTabs(QuestionTab.standard, showing: nil))
  private let ids = QuestionTab.standard.map(\.id)

  private mutating func act(_ action: StackOverflowViewModel.Action) -> [Effect] { model.take(.action(action)) }

  @Test mutating func requestsBeginWhenTheStateIsKnown() {
    #expect(model.take(.recall(RememberedState())) == [])
    #expect(model.take(.ready) == [.showTab(order: nil, isOnScreen: true)])
    #expect(model.take(.ready) == [])
  }

  @Test mutating func theRememberedTabIsShownOnceAndInItsOrder() {
    _ = model.take(.ready)
    let state = RememberedState(tab: ids[2], orders: [ids[0]: .votes, ids[2]: .creation])
    #expect(
      model.take(.recall(state)) == [.showTab(order: .creation, isOnScreen: true)],
      "the tab that is left is not requested in its remembered order, and what is stored is not stored again")
    #expect(model.shown.order == .creation && model.shown.tabs.selectedIndex == 2)
  }

  @Test mutating func aRecallAfterAChoiceKeepsTheChoice() {
    #expect(
      act(.sort(.votes)) == [.keep(.order(ids[0], .votes)), .showTab(order: .votes, isOnScreen: false)])
    let state = RememberedState(tab: ids[3], orders: [ids[0]: .creation, ids[1]: .month])
    #expect(model.take(.recall(state)) == [], "it has acted, so it stays in its tab and in its order")
    #expect(model.shown.order == .votes && model.shown.tabs.selectedIndex == 0)
    #expect(
      act(.selectTab(1)) == [.keep(.tab(ids[1])), .showTab(order: .month, isOnScreen: false)],
      "what it has not touched is as it was remembered")
  }

  @Test(arguments: [
    StackOverflowViewModel.Action.refresh, .markUnread, .toggleKept, .inTab(.editFilter), .moveTab(0), .sort(.votes),
  ])
  func afterAnyActionTheRememberedTabIsNotSelected(action: StackOverflowViewModel.Action) {
    var model = model
    _ = model.take(.action(action))
    _ = model.take(.recall(RememberedState(tab: ids[3])))
    #expect(model.shown.tabs.selectedIndex == 0)
  }

  @Test mutating func roomForAQuestionIsNoAction() {
    #expect(act(.previewFits(true)) == [])
    _ = model.take(.recall(RememberedState(tab: ids[3])))
    #expect(model.shown.tabs.selectedIndex == 3)
  }

  @Test mutating func aDensityThatWasToggledBeforeTheRecallStays() {
    #expect(act(.toggleDensity) == [.keep(.isDense(true))])
    #expect(model.take(.recall(RememberedState(isDense: false))) == [])
    #expect(model.shown.isDense)
    #expect(act(.toggleDensity) == [.keep(.isDense(false))])
  }

  @Test mutating func aDensityThatNobodyToggledIsAsItWasRemembered() {
    _ = model.take(.recall(RememberedState(isDense: true)))
    #expect(model.shown.isDense)
    #expect(act(.toggleDensity) == [.keep(.isDense(false))])
  }

  @Test mutating func closingATabKeepsTheChangeOnce() {
    _ = model.take(.ready)
    #expect(
      act(.closeTab) == [
        .keep(.tabFate(ids[0], .closed)), .keep(.tab(ids[1])), .showTab(order: nil, isOnScreen: true),
      ])
    #expect(model.take(.news(3, in: ids[1])) == [] && model.take(.settings(QuestionTab.standard)) == [])
    #expect(act(.reopenTab).contains(.keep(.tabFate(ids[0], nil))))
  }

  @Test mutating func theSearchEndsBeforeItsTabMakesTheSameRequest() {
    let feed = QuestionFeed(tags: ["zsh"])
    #expect(
      act(.openTab(feed)) == [
        .endSearch, .keep(.tabFate(feed, .opened)), .keep(.tab(feed)), .showTab(order: nil, isOnScreen: false),
      ])
    #expect(act(.openTab(feed)) == [.endSearch], "it is shown already")
  }

  @Test mutating func aRefreshIsAnnouncedBeforeTheTabMakesARequest() {
    #expect(act(.refresh) == [.announceRefresh, .refreshTab])
  }

  @Test mutating func anOrderThatTheFeedHasNotIsNoOrder() {
    _ = act(.openTab(.kept()))
    #expect(act(.sort(.votes)) == [] && model.shown.order == nil)
    _ = act(.selectTab(0))
    #expect(act(.sort(ids[0].knownOrder)).contains(.keep(.order(ids[0], nil))), "the settings' own is not kept")
  }

  @Test mutating func actionsInTheTabPassThrough() {
    #expect(act(.inTab(.move(.end))) == [.inTab(.move(.end))])
    #expect(act(.markUnread) == [.markUnread] && act(.toggleKept) == [.toggleKept])
  }
}

extension StackOverflowModel.Step {
  fileprivate static func recall(_ state: RememberedState) -> Self { .recall(state.questions) }
}
