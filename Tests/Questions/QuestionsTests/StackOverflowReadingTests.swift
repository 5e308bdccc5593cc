import Foundation
import Model
import ModelTesting
import Signals
import Testing
import Text

@testable import PaneKit
@testable import Questions

@Suite struct StackOverflowReadingTests {
  private func opened(_ id: QuestionIdentity = 2) -> StackOverflowScene {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.select(id), .open)
    return scene
  }

  @Test func theQuestionIsShownAtOnceAndTheRestWhenItComes() {
    let scene = opened()
    #expect(scene.state.reading?.question.id == 2)
    #expect(scene.state.reading?.detail == nil)
    #expect(scene.state.reading?.load == .loading)
    #expect(!scene.state.takesText)
    scene.answerDetail(0, .sample(2))
    #expect(scene.state.reading?.detail?.answers.count == 2)
    #expect(scene.state.reading?.load == .loaded(at: scene.scheduler.currentDate))
  }

  @Test func escapeGoesBackToTheSamePlaceAndCancelsWhatIsOnItsWay() {
    let scene = opened()
    scene.perform(.close)
    #expect(scene.state.reading == nil)
    #expect(scene.list.selection == 2)
    #expect(scene.service.details.open.isEmpty)
  }

  @Test func anAnswerForAQuestionThatWasLeftDoesNotShowInAnother() {
    let scene = opened(2)
    scene.perform(.close, .select(3), .open)
    scene.answerDetail(0, .sample(2))
    #expect(scene.state.reading?.detail == nil)
    scene.answerDetail(1, .sample(3))
    #expect(scene.state.reading?.detail?.question.id == 3)
  }

  @Test func aRefreshOfTheListDoesNotTouchTheOpenQuestion() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) })
    scene.perform(.refresh, .select(2), .open)
    scene.answer(1, .sample([7, 8, 9]))
    #expect(scene.state.reading?.question.id == 2)
    scene.answerDetail(0, .sample(2))
    #expect(scene.state.reading?.detail?.question.id == 2)
  }

  @Test func aQuestionOpenedAgainWithinAMinuteIsNotAskedForAgain() {
    let scene = opened()
    scene.answerDetail(0, .sample(2))
    scene.perform(.close, .open)
    #expect(scene.askedDetails == [2])
    #expect(scene.state.reading?.detail != nil)
    scene.perform(.close)
    scene.wait(61)
    scene.perform(.open)
    #expect(scene.askedDetails == [2, 2])
    #expect(scene.state.reading?.detail != nil, "what is held is shown while it is loaded again")
    #expect(scene.state.reading?.load == .reloading)
  }

  @Test func anErrorIsToldInTheQuestionAndRefreshAsksAgain() {
    let scene = opened()
    scene.failDetail(0, .notFound("question 2"))
    #expect(scene.state.reading?.trouble?.error == .notFound("question 2"))
    #expect(scene.state.reading?.load == .idle)
    scene.perform(.refresh)
    #expect(scene.askedDetails == [2, 2])
    #expect(scene.asked.count == 1, "the list is not what is looked at")
    scene.answerDetail(1, .sample(2))
    #expect(scene.state.reading?.trouble == nil)
  }

  @Test func aRefreshOfAQuestionAsksForItsListTooWhereOnlyAPersonCanMendIt() {
    let scene = opened()
    scene.answerDetail(0, .sample(2))
    scene.setRefreshPeriod(60)
    scene.wait(60)
    scene.fail(1, .inTrouble(words: "maintenance"))
    scene.perform(.refresh)
    #expect(scene.asked.count == 2, "the list asks again by itself")
    scene.wait(60)
    scene.fail(2, .notFound("a site"))
    scene.wait(3600)
    #expect(scene.asked.count == 3)
    #expect(scene.list.trouble?.retry == nil)
    scene.perform(.refresh)
    #expect(scene.asked.count == 4)
    scene.answer(3, .sample([1, 2, 3]))
    #expect(scene.list.trouble == nil)
    #expect(scene.state.reading?.question.id == 2)
  }

  @Test func commandsOfTheListMeanNothingInAQuestion() {
    let scene = opened()
    let before = scene.state
    let changes = Counter(scene.viewModel.state.signal)
    scene.perform(
      .edit(.insert("x")), .select(3), .move(.lines(1)), .move(.end), .open, .acceptFilter, .clearFilter)
    scene.wait(1)
    #expect(scene.state == before)
    #expect(changes.count == 0)
    scene.perform(.close)
    #expect(scene.list == before.list)
  }

  @Test func anOpenQuestionHasASearchOfItsOwn() {
    let scene = opened()
    let list = scene.list
    scene.perform(.editFilter)
    #expect(scene.state.takesText)
    scene.type("que")
    #expect(scene.state.reading?.search.field.text == "que")
    #expect(scene.state.reading?.search.words.isEmpty == true, "the words follow the text")
    scene.wait(0.1)
    #expect(scene.state.reading?.search.words == FilterWords("que"))
    scene.type("ue")
    scene.perform(.acceptFilter)
    #expect(!scene.state.takesText)
    #expect(scene.state.reading?.search.words == FilterWords("queue"))
    #expect(scene.list == list)

    scene.perform(.clearFilter)
    #expect(scene.state.reading?.search == FilterState())
    scene.perform(.editFilter, .edit(.insert("left")), .close)
    #expect(!scene.state.takesText)
    scene.perform(.open)
    #expect(scene.state.reading?.search == FilterState(), "a question that is opened again is not searched")
    #expect(scene.list == list)
  }

  @Test func theNextQuestionOpensInThePlaceOfTheOpenOneAndTheSelectionFollows() {
    let scene = opened(2)
    #expect(scene.state.hasNextQuestion && scene.state.hasPreviousQuestion)
    scene.perform(.editFilter, .edit(.insert("x")), .acceptFilter, .step(1))
    #expect(scene.state.reading?.question.id == 3 && scene.list.selection == 3)
    #expect(scene.state.reading?.search == FilterState(), "another text is not searched")
    #expect(!scene.state.hasNextQuestion && scene.state.hasPreviousQuestion)
    #expect(scene.service.details.open.isEmpty, "what was on its way for the question before is cancelled")
    scene.wait(0.4)
    #expect(scene.askedDetails == [2, 3])
    scene.perform(.step(1))
    #expect(scene.state.reading?.question.id == 3)
    scene.perform(.step(-1), .step(-1))
    #expect(scene.state.reading?.question.id == 1 && !scene.state.hasPreviousQuestion)
    scene.perform(.step(-1))
    #expect(scene.state.reading?.question.id == 1)
    scene.perform(.close)
    #expect(scene.list.selection == 1)
    scene.perform(.step(1))
    #expect(scene.state.reading == nil, "in the list the keys mean nothing")
    #expect(scene.list.selection == 1)
  }

  @Test func tenStepsInARowCostOneRequest() {
    let scene = StackOverflowScene.loaded((1...20).map { .sample($0) })
    scene.perform(.open)
    scene.answerDetail(0, .sample(1))
    for step in 1...10 {
      scene.perform(.step(1))
      #expect(scene.state.reading?.question.id == 1 + step && scene.state.reading?.load == .idle)
      scene.wait(0.3)
    }
    #expect(scene.askedDetails == [1])
    scene.wait(0.1)
    #expect(scene.askedDetails == [1, 11])
    #expect(scene.state.reading?.load == .loading)
    scene.answerDetail(1, .sample(11))
    // What is held is there at once, and nothing is asked for.
    scene.perform(.step(-10))
    #expect(scene.state.reading?.detail?.question.id == 1)
    scene.wait(1)
    #expect(scene.askedDetails == [1, 11])
  }

  @Test func afterTheLastQuestionTheNextPageIsLoaded() {
    let scene = StackOverflowScene.loaded((1...3).map { .sample($0) }, hasMore: true)
    scene.perform(.select(3), .open)
    #expect(scene.state.hasNextQuestion)
    scene.perform(.step(1))
    #expect(scene.state.reading?.question.id == 3)
    #expect(scene.asked.map(\.page) == [1, 2])
    scene.answer(1, .sample([4, 5]))
    scene.perform(.step(1))
    #expect(scene.state.reading?.question.id == 4)
  }

  @Test func onlyQuestionsThatTheFilterLetsThroughAreNext() {
    let scene = StackOverflowScene.loaded([.sample(1), .sample(2), .sample(13)])
    scene.perform(.editFilter)
    scene.type("1")
    scene.perform(.acceptFilter, .open, .step(1))
    #expect(scene.rows == [1, 13])
    #expect(scene.state.reading?.question.id == 13)
  }

  @Test func nothingOpensInAnEmptyList() {
    let scene = StackOverflowScene.loaded([])
    scene.perform(.open)
    #expect(scene.state.reading == nil)
    #expect(scene.askedDetails.isEmpty)
  }
}

@Suite struct RecentQuestionsTests {
  @Test func theSixteenLoadedLastAreHeldHoweverOftenOneWasLoaded() {
    var recent = RecentQuestions()
    func load(_ id: Int) {
      recent.insert(LoadedQuestion(detail: .sample(id), at: .distantPast), site: "stackoverflow")
    }
    func isHeld(_ id: Int) -> Bool { recent.question(QuestionKey(site: "stackoverflow", id: id)) != nil }
    load(1)
    for _ in 0..<20 { load(2) }
    #expect(isHeld(1))
    for id in 3...17 { load(id) }
    #expect(!isHeld(1) && (2...17).allSatisfy(isHeld))
  }
}
