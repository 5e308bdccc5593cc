import Model
import Text

/// What is to be said of a question's answers where they are not all there, or not as new as the question.
struct AnswersNote: Equatable {
  var sentence: SafeText
  /// A request has failed.
  var isTrouble: Bool
  /// Whether a person may ask again; else the sentence says from when on.
  var canBeAskedFor: Bool
  /// It is about what would follow the answers, and not about the answers that are there.
  var isBelowAnswers: Bool

  /// `nil` where all answers are there.
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
