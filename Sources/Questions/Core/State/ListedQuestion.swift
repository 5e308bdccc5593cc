import Foundation

/// A question in a list, and its key elsewhere: the same number on another server or another site is another question.
struct ListedQuestion: Sendable, Equatable {
  var question: Question
  var key: QuestionKey
}

extension ListedQuestion {
  init(_ question: Question, from provenance: Provenance) {
    self.init(question: question, key: QuestionKey(provenance, question.identity))
  }

  /// The question as the list has it, without its answers.
  func known(at date: Date) -> CachedDetail {
    var detail = QuestionDetail(question: question, answers: [])
    (detail.hasAllAnswers, detail.provenance) = (false, key.provenance)
    return CachedDetail(detail: detail, fetched: date)
  }
}
