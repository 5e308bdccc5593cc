import Foundation
import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Rules look at the questions of all tabs as they arrive, whichever tab is shown.
@Suite struct LoadedTabsTests {
  private func loaded(_ scene: StackOverflowScene) -> [[Question.ID]] {
    scene.viewModel.loaded.value.tabs.map { $0.loaded.questions.map(\.id) }
  }

  @Test func anAnswerThatComesWhileAnotherTabIsShownCounts() {
    let scene = StackOverflowScene()
    scene.start()
    scene.perform(.selectTab(1))
    scene.answer(0, .sample([1, 2]))
    #expect(scene.state.selectedTab == 1 && loaded(scene) == [[1, 2]])
    scene.answer(1, .sample([3]))
    #expect(loaded(scene) == [[1, 2], [3]])
    // A filter hides nothing of it, and a tab that is closed is not looked at any more.
    scene.perform(.inTab(.field(.begin)), .inTab(.field(.edit(.insert("nothing")))))
    scene.wait(1)
    #expect(scene.rows.isEmpty && loaded(scene) == [[1, 2], [3]])
    scene.perform(.inTab(.field(.accept)), .closeTab)
    #expect(loaded(scene) == [[1, 2]])
  }

  @Test func questionsThatWaitForThePersonCountAlready() {
    let scene = StackOverflowScene.loaded([1, 2, 3].map { .sample($0, from: .live) })
    scene.setRefreshPeriod(60)
    scene.perform(.inTab(.move(.lines(1))))
    scene.wait(61)
    scene.answer(scene.asked.count - 1, .sample([4, 1, 2, 3]))
    #expect(scene.rows == [1, 2, 3] && loaded(scene) == [[4, 1, 2, 3]])
  }

  @Test func storedAndMadeUpQuestionsAreNoAnswers() {
    let cache = MemoryQuestionCache([7], of: QuestionTab.standard[0].feed)
    let scene = StackOverflowScene(cache: cache)
    scene.start()
    scene.wait(1)
    #expect(scene.rows == [7] && loaded(scene) == [])
    scene.answer(0, .sample([8]))
    #expect(scene.rows == [8] && loaded(scene) == [[8]])
    let demo = StackOverflowScene.loaded([.sample(1, from: .demo)], origin: .demo)
    #expect(demo.rows == [1] && loaded(demo) == [])
  }
}
