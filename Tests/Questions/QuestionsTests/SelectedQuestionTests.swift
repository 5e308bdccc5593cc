import Foundation
import Model
import ModelTesting
import Testing

@testable import PaneKit
@testable import Questions

/// The question that was selected in a tab is selected again after a restart.
@Suite struct SelectedQuestionTests {
  private let ids = QuestionTab.standard.map(\.id)

  private func key(_ id: Int) -> QuestionKey { QuestionKey(site: "stackoverflow", id: id) }

  private func started(
    _ selections: [QuestionFeed: QuestionKey], cache: MemoryQuestionCache? = nil, origin: Origin = .live
  ) -> StackOverflowScene {
    let store = MemoryStateStore(RememberedState(selections: selections))
    let scene = StackOverflowScene(origin: origin, store: store, cache: cache)
    scene.start()
    scene.wait(0)
    return scene
  }

  @Test func itIsSelectedInTheFirstAnswerOfItsTab() {
    let scene = started([ids[0]: key(2), ids[1]: key(5)])
    scene.answer(0, .sample([1, 2, 3]))
    #expect(scene.list.selection == 2)
    scene.perform(.nextTab)
    scene.answer(1, .sample([4, 5]))
    #expect(scene.list.selection == 5)
    scene.perform(.refresh)
    scene.answer(2, .sample([6, 4, 5]))
    #expect(scene.list.selection == 5, "as one that a person has chosen")
  }

  @Test func itIsSelectedInTheRowsOfTheCacheAndStays() {
    let scene = started([ids[0]: key(2)], cache: MemoryQuestionCache([1, 2, 3]))
    #expect(scene.list.selection == 2 && scene.list.isFromThePast)
    scene.answer(0, .sample([9, 1, 2]))
    #expect(scene.list.selection == 2 && scene.list.selectedRow == 2)
  }

  @Test func whereTheCacheLacksItTheAnswerMayHaveIt() {
    let scene = started([ids[0]: key(7)], cache: MemoryQuestionCache([1, 2, 3]))
    #expect(scene.list.selection == 1)
    scene.answer(0, .sample([9, 7]))
    #expect(scene.list.selection == 7)
  }

  @Test func aListThatLacksItBeginsAtItsStart() {
    let scene = started([ids[0]: key(7)])
    scene.answer(0, .sample([1, 2]))
    #expect(scene.list.selection == 1)
    scene.perform(.refresh)
    scene.answer(1, .sample([1, 7]))
    #expect(scene.list.selection == 1, "only in the first answer")
  }

  @Test func theSameNumberOfAnotherSourceIsAnotherQuestion() {
    let scene = started([ids[0]: key(2)], origin: .demo)
    scene.answer(0, .sample([1, 2], origin: .demo))
    #expect(scene.list.selection == 1)
  }

  @Test func keysBeforeTheRowsBeginAtIt() {
    let scene = started([ids[0]: key(2)])
    scene.perform(.move(.lines(1)))
    scene.answer(0, .sample([1, 2, 3]))
    #expect(scene.list.selection == 3, "as if the rows had been there")
  }

  @Test func whatAPersonHasDoneBeforeTheMemoryIsThereStays() {
    let store = MemoryStateStore()
    let scene = StackOverflowScene(store: store)
    scene.start()
    scene.perform(.move(.lines(1)))
    scene.scheduler.perform { store.arrive(RememberedState(selections: [ids[0]: key(3)])) }
    scene.wait(0)
    scene.answer(0, .sample([1, 2, 3]))
    #expect(scene.list.selection == 2)
  }

  @Test func aMemoryThatComesAfterTheRowsSelectsUnlessAPersonHasActed() {
    for acts in [false, true] {
      let store = MemoryStateStore()
      let scene = StackOverflowScene(store: store)
      scene.start()
      scene.wait(0.5)
      scene.answer(0, .sample([1, 2, 3]))
      if acts { scene.perform(.open, .close) }
      scene.scheduler.perform { store.arrive(RememberedState(selections: [ids[0]: key(3)])) }
      scene.wait(0)
      #expect(scene.list.selection == (acts ? 1 : 3))
    }
  }

  @Test func itIsKeptWhereAPersonRests() {
    let store = MemoryStateStore(RememberedState(selections: [ids[0]: key(2)]))
    let scene = StackOverflowScene(store: store)
    func kept() -> [QuestionChange] {
      store.changes(of: QuestionChange.self).filter { if case .selected = $0 { true } else { false } }
    }
    scene.start()
    scene.wait(0)
    scene.answer(0, .sample([1, 2, 3, 4]))
    scene.wait(2)
    #expect(kept() == [], "what is found again is not kept once more")
    scene.perform(.move(.lines(1)))
    scene.wait(0.5)
    scene.perform(.move(.lines(1)))
    #expect(kept() == [])
    scene.wait(1)
    #expect(kept() == [.selected(key(4), in: ids[0])])
  }

  @Test func nothingOfTheDemonstrationIsKept() {
    let store = MemoryStateStore(RememberedState())
    let scene = StackOverflowScene(origin: .demo, store: store)
    scene.start()
    scene.wait(0)
    scene.answer(0, .sample([1, 2], origin: .demo))
    scene.perform(.move(.lines(1)))
    scene.wait(2)
    #expect(scene.list.selection == 2)
    #expect(!store.changes(of: QuestionChange.self).contains { if case .selected = $0 { true } else { false } })
  }
}
