/// The lists of only some of the questions, by the last word of their path.
///
/// Source: https://api.stackexchange.com/docs/unanswered-questions, /docs/no-answer-questions, /docs/featured-questions.
enum QuestionSelection: String {
  /// No answer has votes or is accepted.
  case unanswered
  case noAnswers = "no-answers"
  /// With a bounty.
  case featured

  init?(path: String) {
    guard let name = path.split(separator: "/").last else { return nil }
    self.init(rawValue: String(name))
  }

  func contains(_ question: ArchivedQuestion) -> Bool {
    switch self {
    case .unanswered: !question.answers.contains { $0.accepted || $0.score > 0 }
    case .noAnswers: question.answers.isEmpty
    case .featured: question.bounty != nil
    }
  }
}

extension ArchivedQuestion {
  /// The days for which a bounty is open.
  static let bountyDays = 7

  /// The demonstration's bounty: open questions without an accepted answer have 50 to 500 points.
  var bounty: Int? {
    guard closed == nil, !answers.contains(where: \.accepted) else { return nil }
    return [50, 100, 150, 200, 250, 500][id % 6]
  }
}
