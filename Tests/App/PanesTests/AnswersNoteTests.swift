import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What stands where answers are missing, and how a number is shown that nobody said.
@Suite struct AnswersNoteTests {
  private let unreachable = ServiceError.unreachable(host: "example.org", reason: "no route")

  private func note(answers: Int, hasAll: Bool, _ trouble: ServiceError?) -> AnswersNote? {
    var detail = QuestionDetail(question: Sample.questions[0], answers: Array(Sample.answers.prefix(answers)))
    (detail.hasAllAnswers, detail.answersTrouble) = (hasAll, trouble)
    return AnswersNote(detail)
  }

  @Test func whereAllAnswersAreThereNothingIsSaid() {
    #expect(note(answers: 0, hasAll: true, nil) == nil)
    #expect(note(answers: 2, hasAll: true, nil) == nil)
  }

  @Test func whatFailedIsToldWhereItBelongs() throws {
    let none = try #require(note(answers: 0, hasAll: false, unreachable))
    #expect(none.sentence == "No answers: No connection to example.org: no route")
    #expect(none.isTrouble && none.canBeAskedFor && !none.isBelowAnswers)
    let some = try #require(note(answers: 1, hasAll: false, unreachable))
    #expect(some.sentence == "Not all answers: No connection to example.org: no route")
    #expect(some.isTrouble && some.isBelowAnswers)
    let old = try #require(note(answers: 2, hasAll: true, unreachable))
    #expect(old.sentence == "Answers not refreshed: No connection to example.org: no route")
    #expect(old.isTrouble && !old.isBelowAnswers)
  }

  @Test func untilWhenTheServiceWantsToBeLeftAloneIsSaidInPlaceOfTheKey() throws {
    let paused = try #require(
      note(answers: 0, hasAll: false, .pauseRequested(until: .distantFuture, by: "Stack Exchange")))
    #expect(!paused.canBeAskedFor)
  }

  @Test func answersThatFailedWhenTheProgramRanBeforeAreNotLoaded() throws {
    let past = try #require(note(answers: 0, hasAll: false, nil))
    #expect(past.sentence == "Answers not loaded" && !past.isTrouble && past.canBeAskedFor)
  }

  @Test func aNumberThatNobodySaidIsNoZero() {
    var canvas = Canvas(size: Size(width: 60, height: 2))
    QuestionRow(Question(id: 1, title: "Title"), words: FilterWords(""), isSelected: false, at: Sample.now)
      .draw(into: &canvas)
    #expect(canvas.text.hasPrefix("    ?   ?  Title"), "\(canvas.text)")
  }
}
