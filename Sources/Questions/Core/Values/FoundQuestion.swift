import Text

/// A question that was found by words in what was loaded at any time: in its title, its tags, its text, an answer or a comment.
public struct FoundQuestion: Sendable, Hashable {
  /// The question without its text, as it was loaded last.
  public var question: Question
  public var key: QuestionKey
  public var place: Place
  /// The line of the text that contains most of the words, around the first of them; `nil` if title, tags and asker contain all
  /// of them.
  public var line: SafeText?

  /// Where most of the words are.
  public enum Place: Sendable, Hashable {
    /// Title, tags or asker.
    case title
    case question
    case answer(Answer.ID)
    /// A comment on the post with this number.
    case comment(on: Int)
  }

  public init(question: Question, key: QuestionKey, place: Place = .title, line: SafeText? = nil) {
    self.question = question
    self.key = key
    self.place = place
    self.line = line
  }
}

/// The questions found, the best match first.
public struct FoundQuestions: Sendable, Hashable {
  public var questions: [FoundQuestion]
  /// Whether there are more than ``limit``.
  public var hasMore: Bool
  /// Whether all of the cache was searched. Otherwise the rest is being read, and the questions are sent again.
  public var isComplete: Bool

  /// The most questions that are sent.
  public static let limit = 50

  public init(_ questions: [FoundQuestion] = [], hasMore: Bool = false, isComplete: Bool = true) {
    self.questions = questions
    self.hasMore = hasMore
    self.isComplete = isComplete
  }
}
