import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

@Suite struct StackOverflowTabsTests {
  @Test func theFiveTabsAreThereAndTheFirstIsSelected() {
    let scene = StackOverflowScene()
    #expect(scene.state.tabs == ["Top", "Android", "iOS", "Ruby", "Windows Phone"])
    #expect(scene.state.selectedTab == 0)
    #expect(scene.asked.isEmpty, "nothing is asked for before the start")
  }

  @Test func aTabIsLoadedWhenItIsFirstShownAndNotAgain() {
    let scene = StackOverflowScene()
    scene.start()
    scene.answer(0, .sample([1]))
    scene.perform(.nextTab)
    #expect(scene.asked.map(\.feed.tags.first) == [nil, "android"])
    scene.answer(1, .sample([2]))
    scene.perform(.previousTab, .nextTab, .selectTab(0))
    #expect(scene.asked.count == 2)
    #expect(scene.rows == [1])
  }

  @Test func aTabGoesOnLoadingWhileAnotherIsShown() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.selectTab(2))
    #expect(scene.service.pages.open == [0, 1])
    scene.answer(0, .sample([1, 2]))
    #expect(scene.rows == [], "the answer belongs to the other tab")
    #expect(scene.list.load == .loading)
    scene.answer(1, .sample([3]))
    #expect(scene.rows == [3])
    scene.perform(.selectTab(0))
    #expect(scene.rows == [1, 2])
  }

  @Test func eachTabKeepsItsSelectionFilterAndPlaceInTheDrillDown() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(3)), .open)
    scene.answerDetail(0, .sample(4))
    scene.perform(.editFilter)
    scene.type("here")
    scene.perform(.acceptFilter)

    scene.perform(.nextTab)
    #expect(scene.state.reading == nil)
    scene.answer(1, .sample([1, 2]))
    scene.perform(.editFilter)
    scene.type("2")
    scene.wait(0.1)
    scene.perform(.acceptFilter)

    scene.perform(.previousTab)
    #expect(scene.state.reading?.question.id == 4)
    #expect(scene.state.reading?.search.field.text == "here")
    scene.perform(.close)
    #expect(scene.list.selection == 4)
    scene.perform(.nextTab)
    #expect(scene.rows == [2])
  }

  @Test func tabsThatAreNotThereCannotBeSelectedAndTheLastIsFollowedByTheFirst() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.selectTab(5), .selectTab(-1))
    #expect(scene.state.selectedTab == 0)
    scene.perform(.previousTab)
    #expect(scene.state.selectedTab == 4)
    scene.perform(.nextTab)
    #expect(scene.state.selectedTab == 0)
  }

  @Test func everyStateShowsTheContentOfTheTabItNames() {
    let scene = StackOverflowScene()
    let wrong = Counter(
      scene.viewModel.state.signal.filter { state in
        let tag = QuestionTab.standard[state.selectedTab].feed.tags.first
        return state.list.feed.tags.first != tag
      })
    scene.start()
    for _ in 0..<12 { scene.perform(.nextTab) }
    #expect(wrong.count == 0)
  }
}
