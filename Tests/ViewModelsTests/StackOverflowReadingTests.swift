import Foundation
import Model
import Signals
import Testing

@testable import ViewModels

@Suite struct StackOverflowReadingTests {
  private func opened(_ id: Int = 2) -> StackOverflowScene {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.selectQuestion(id), .open)
    return scene
  }

  private let layout = ReadingLayout(question: 2, lines: 64, visibleLines: 20, answerLines: [16, 40, 60])

  @Test func theQuestionIsShownAtOnceAndTheRestWhenItComes() {
    let scene = opened()
    #expect(scene.state.reading?.question.id == 2)
    #expect(scene.state.reading?.detail == nil)
    #expect(scene.state.reading?.load == .loading)
    #expect(scene.viewModel.context.value == .question)
    scene.service.details.answer(0, .sample(2))
    #expect(scene.state.reading?.detail?.answers.count == 2)
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate))
  }

  @Test func escapeGoesBackToTheSamePlaceAndCancelsWhatIsOnItsWay() {
    let scene = opened()
    scene.perform(.back)
    #expect(scene.state.reading == nil)
    #expect(scene.list.selection == 2)
    #expect(scene.service.details.open.isEmpty)
  }

  @Test func anAnswerForAQuestionThatWasLeftDoesNotShowInAnother() {
    let scene = opened(2)
    scene.perform(.back, .selectQuestion(3), .open)
    scene.service.details.answer(0, .sample(2))
    #expect(scene.state.reading?.detail == nil)
    scene.service.details.answer(1, .sample(3))
    #expect(scene.state.reading?.detail?.question.id == 3)
  }

  @Test func aRefreshOfTheListDoesNotTouchTheOpenQuestion() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.refresh, .selectQuestion(2), .open)
    scene.service.pages.answer(1, .sample([7, 8, 9]))
    #expect(scene.state.reading?.question.id == 2)
    scene.service.details.answer(0, .sample(2))
    #expect(scene.state.reading?.detail?.question.id == 2)
  }

  @Test func aQuestionOpenedAgainWithinAMinuteIsNotAskedForAgain() {
    let scene = opened()
    scene.service.details.answer(0, .sample(2))
    scene.perform(.back, .open)
    #expect(scene.service.details.keys == [2])
    #expect(scene.state.reading?.detail != nil)
    scene.perform(.back)
    scene.wait(61)
    scene.perform(.open)
    #expect(scene.service.details.keys == [2, 2])
    #expect(scene.state.reading?.detail != nil, "what is held is shown while it is loaded again")
    #expect(scene.state.reading?.load == .reloading)
  }

  @Test func anErrorIsToldInTheQuestionAndRefreshAsksAgain() {
    let scene = opened()
    scene.service.details.fail(0, .notFound("question 2"))
    #expect(scene.state.reading?.trouble?.error == .notFound("question 2"))
    #expect(scene.state.reading?.load == .idle)
    scene.perform(.refresh)
    #expect(scene.service.details.keys == [2, 2])
    #expect(scene.service.pages.keys.count == 1, "the list is not what is looked at")
    scene.service.details.answer(1, .sample(2))
    #expect(scene.state.reading?.trouble == nil)
  }

  @Test func scrollingStaysWithinTheText() {
    let scene = opened()
    scene.viewModel.readingLayout.value = layout
    scene.perform(.move(.lines(-1)))
    #expect(scene.state.reading?.scroll == 0)
    scene.perform(.move(.pages(1)))
    #expect(scene.state.reading?.scroll == 19)
    scene.perform(.move(.end))
    #expect(scene.state.reading?.scroll == 44)
    scene.perform(.move(.lines(5)), .move(.lines(.max)))
    #expect(scene.state.reading?.scroll == 44)
    scene.viewModel.readingLayout.value = ReadingLayout(question: 2, lines: 30, visibleLines: 25, answerLines: [])
    #expect(scene.state.reading?.scroll == 5, "the text became shorter: the screen grew wider")
  }

  @Test func nGoesFromAnswerToAnswer() {
    let scene = opened()
    scene.viewModel.readingLayout.value = layout
    scene.perform(.nextAnswer)
    #expect(scene.state.reading?.scroll == 16)
    scene.perform(.nextAnswer)
    #expect(scene.state.reading?.scroll == 40)
    scene.perform(.nextAnswer)
    #expect(scene.state.reading?.scroll == 44, "the last one does not come higher than the text allows")
    scene.perform(.nextAnswer)
    #expect(scene.state.reading?.scroll == 44)
  }

  /// Several keys may be read before the next frame is drawn, which lays the question out.
  @Test func keysTypedAheadAreNotBoundByAnotherQuestionsText() {
    let scene = opened()
    scene.viewModel.readingLayout.value = layout
    var third = layout
    third.question = 3
    third.lines = 100
    for (keys, line) in [
      ([.move(.end)], 80), ([.move(.lines(70))], 70), ([.move(.pages(2)), .move(.lines(-1))], 37),
      ([.nextAnswer, .nextAnswer], 40), ([.move(.end), .move(.start)], 0), ([.nextAnswer, .move(.start)], 0),
      ([.nextAnswer, .move(.lines(1))], 17), ([.move(.end), .move(.lines(-1))], 79),
    ] as [([Command], Int)] {
      scene.perform(.back, .selectQuestion(3), .open)
      for key in keys { scene.perform(key) }
      scene.viewModel.readingLayout.value = third
      #expect(scene.state.reading?.scroll == line, "\(keys)")
      // And what is laid out afterwards for another question is not for this one.
      scene.viewModel.readingLayout.value = ReadingLayout(question: 2, lines: 5, visibleLines: 20, answerLines: [])
      #expect(scene.state.reading?.scroll == line, "\(keys)")
    }
  }

  @Test func listCommandsMeanNothingInAQuestion() {
    let scene = opened()
    let before = scene.state
    let changes = Counter(scene.viewModel.state.signal)
    scene.perform(.editFilter, .edit(.insert("x")), .selectQuestion(3), .open, .acceptFilter, .clearFilter, .zoomIn)
    scene.wait(1)
    #expect(scene.state == before)
    #expect(changes.count == 0)
  }

  @Test func nothingOpensInAnEmptyList() {
    let scene = StackOverflowScene.loaded([])
    scene.perform(.open)
    #expect(scene.state.reading == nil)
    #expect(scene.service.details.keys.isEmpty)
  }
}
