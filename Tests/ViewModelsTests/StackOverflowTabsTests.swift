import Foundation
import Model
import Signals
import Testing
import Text

@testable import ViewModels

@Suite struct StackOverflowTabsTests {
  @Test func theFiveTabsAreThereAndTheFirstIsSelected() {
    let scene = StackOverflowScene()
    #expect(scene.state.tabs == ["Top", "Android", "iOS", "Ruby", "Windows Phone"])
    #expect(scene.state.selectedTab == 0)
    #expect(scene.service.pages.keys.isEmpty, "nothing is asked for before the start")
  }

  @Test func aTabIsLoadedWhenItIsFirstShownAndNotAgain() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.service.pages.answer(0, .sample([1]))
    scene.perform(.nextTab)
    #expect(scene.service.pages.keys.map(\.tag) == [nil, "android"])
    scene.service.pages.answer(1, .sample([2]))
    scene.perform(.previousTab, .nextTab, .selectTab(0))
    #expect(scene.service.pages.keys.count == 2)
    #expect(scene.rows == [1])
  }

  @Test func aTabGoesOnLoadingWhileAnotherIsShown() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
    scene.perform(.selectTab(2))
    #expect(scene.service.pages.open == [0, 1])
    scene.service.pages.answer(0, .sample([1, 2]))
    #expect(scene.rows == [], "the answer belongs to the other tab")
    #expect(scene.list.load == .loading)
    scene.service.pages.answer(1, .sample([3]))
    #expect(scene.rows == [3])
    scene.perform(.selectTab(0))
    #expect(scene.rows == [1, 2])
  }

  @Test func eachTabKeepsItsSelectionFilterAndPlaceInTheDrillDown() {
    let scene = StackOverflowScene.loaded((1...5).map { .sample($0) })
    scene.perform(.move(.lines(3)), .open)
    scene.service.details.answer(0, .sample(4))
    scene.viewModel.readingLayout.value = ReadingLayout(question: 4, lines: 100, visibleLines: 10, answerLines: [])
    scene.perform(.move(.lines(7)))

    scene.perform(.nextTab)
    #expect(scene.state.reading == nil)
    #expect(scene.viewModel.context.value == .questionList)
    scene.service.pages.answer(1, .sample([1, 2]))
    scene.perform(.editFilter)
    scene.type("2")
    scene.wait(0.1)
    scene.perform(.acceptFilter)
    scene.viewModel.readingLayout.value = ReadingLayout(question: 1, lines: 5, visibleLines: 10, answerLines: [])

    scene.perform(.previousTab)
    #expect(scene.state.reading?.question.id == 4)
    #expect(scene.state.reading?.scroll == 7)
    scene.perform(.back)
    #expect(scene.list.selection == 4)
    scene.perform(.nextTab)
    #expect(scene.rows == [2])
  }

  @Test func tabsThatAreNotThereCannotBeSelectedAndTheLastIsFollowedByTheFirst() {
    let scene = StackOverflowScene()
    scene.viewModel.start()
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
        let tag = QuestionTab.standard[state.selectedTab].tag
        return state.list.tag?.string != tag
      })
    scene.viewModel.start()
    for _ in 0..<12 { scene.perform(.nextTab) }
    #expect(wrong.count == 0)
  }
}
