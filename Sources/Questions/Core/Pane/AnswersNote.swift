import Model
import Text

/// A note on a question's answers if some are missing, or older than the question.
struct AnswersNote: Equatable {
  var sentence: SafeText
  /// Whether a request has failed.
  var isTrouble: Bool
  /// Whether a person may ask again; otherwise the sentence says from when on.
  var canBeAskedFor: Bool
  /// Whether it concerns further answers and not those that are there.
  var isBelowAnswers: Bool

  /// `nil` if all answers are there.
  init?(_ detail: QuestionDetail) {
    guard !detail.hasAllAnswers || detail.answersTrouble != nil else { return nil }
    let subject: SafeText =
      detail.hasAllAnswers ? "Answers not refreshed" : detail.answers.isEmpty ? "No answers" : "Not all answers"
    isBelowAnswers = !detail.hasAllAnswers && !detail.answers.isEmpty
    guard let trouble = detail.answersTrouble else {
      sentence = detail.answers.isEmpty ? "Answers not loaded" : "Not all answers are loaded"
      (isTrouble, canBeAskedFor) = (false, true)
      return
    }
    sentence = "\(subject): \(trouble.sentence)"
    (isTrouble, canBeAskedFor) = (true, trouble.pauseEnd == nil)
  }
}
