import Foundation
import Model
import Signals

/// What was read and what is kept, wherever it comes from, as a pure value. Marks of the demonstration last as long as the
/// program runs, since its questions are others each time.
struct MarkBook: Sendable, Equatable {
  enum Step: Sendable {
    case remembered(QuestionMarks)
    case read(QuestionKey, answers: Int)
    case unread(QuestionKey)
    case keep(QuestionKey)
    case drop(QuestionKey)
  }

  private(set) var marks = QuestionMarks()

  mutating func take(_ step: Step) {
    switch step {
    case .remembered(let remembered):
      // What was done before the state was read counts for more.
      marks.read.merge(remembered.read) { now, _ in now }
      marks.kept.formUnion(remembered.kept)
    case .read(let question, let answers): marks.read[question] = answers
    case .unread(let question): marks.read[question] = nil
    case .keep(let question): marks.kept.insert(question)
    case .drop(let question): marks.kept.remove(question)
    }
  }
}

/// A question that is open, and how many answers it has as far as that is known.
struct ReadQuestion: Sendable, Equatable {
  var key: QuestionKey
  var answers: Int

  init?(_ state: QuestionTabState) {
    guard let reading = state.reading, let key = state.question?.key else { return nil }
    self.key = key
    let listed = reading.question.answerCount
    let known = reading.detail.flatMap { $0.question.answerCount ?? ($0.hasAllAnswers ? $0.answers.count : nil) }
    // What was read in the past may lack answers that the list knows of; what was just loaded has them.
    let counts = reading.isFromThePast ? [known ?? listed] : [known, listed]
    // Where nobody says how many it has, none is ever new.
    answers = counts.compactMap { $0 }.max() ?? .max
  }
}
