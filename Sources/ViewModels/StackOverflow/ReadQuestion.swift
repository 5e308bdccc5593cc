import Foundation
import Model

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
