import Foundation

/// An open question, and its number of answers as far as it is known.
struct ReadQuestion: Sendable, Equatable {
  var key: QuestionKey
  var answers: Int

  init(key: QuestionKey, answers: Int) { (self.key, self.answers) = (key, answers) }

  init?(_ tab: VisitedTab) {
    guard let key = tab.list.opened?.key, let reading = tab.text?.state else { return nil }
    self.key = key
    let listed = reading.question.answerCount
    let known = reading.detail.flatMap { $0.question.answerCount ?? ($0.hasAllAnswers ? $0.answers.count : nil) }
    // A cached version may lack answers that the list knows of; a loaded one does not.
    let counts = reading.isFromThePast ? [known ?? listed] : [known, listed]
    // If the number is unknown, no answer is ever new.
    answers = counts.compactMap { $0 }.max() ?? .max
  }
}
