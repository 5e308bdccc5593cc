import Foundation
import Model
import Text

/// The comments on an open question and its answers.
public struct CommentsState: Sendable, Hashable {
  public var isShown: Bool
  /// They are asked for, or will be as soon as the question is there.
  public var isLoading: Bool
  public var content: LoadedComments

  public init(isShown: Bool = false, isLoading: Bool = false, content: LoadedComments = LoadedComments()) {
    self.isShown = isShown
    self.isLoading = isLoading
    self.content = content
  }
}

/// The comments on a question and on its answers as far as they were loaded, and why the latest requests failed.
public struct LoadedComments: Sendable, Hashable {
  public struct Part: Sendable, Hashable {
    /// What was answered last; `nil` before the first answer.
    public var known: KnownComments?
    /// What is known was fetched when the program ran before, and nothing has been answered yet.
    public var isFromThePast: Bool
    /// Why the latest request failed.
    public var trouble: ServiceError?

    public init(known: KnownComments? = nil, isFromThePast: Bool = false, trouble: ServiceError? = nil) {
      self.known = known
      self.isFromThePast = isFromThePast
      self.trouble = trouble
    }
  }

  public var ofQuestion: Part
  public var ofAnswers: Part

  public init(ofQuestion: Part = Part(), ofAnswers: Part = Part()) {
    self.ofQuestion = ofQuestion
    self.ofAnswers = ofAnswers
  }
}

extension LoadedComments {
  private var parts: [Part] { [ofQuestion, ofAnswers] }

  /// Nothing is known at all.
  public var isEmpty: Bool { parts.allSatisfy { $0.known == nil } }

  /// Something of it was answered while the program runs.
  var isAnswered: Bool { parts.contains { $0.known != nil && !$0.isFromThePast } }

  /// When the oldest of what is from an earlier run was fetched; `nil` where nothing is.
  public var pastDate: Date? { parts.compactMap { $0.isFromThePast ? $0.known?.fetched : nil }.min() }

  /// The comments on the question, or on one of its answers, the oldest first; `nil` where nothing is known of them.
  public func comments(on post: Int) -> [Comment]? { ofQuestion.known?.byPost[post] ?? ofAnswers.known?.byPost[post] }

  /// What is to be kept of it.
  var cached: CachedComments { CachedComments(ofQuestion: ofQuestion.known, ofAnswers: ofAnswers.known) }

  /// What was kept when the program ran before.
  init(_ cached: CachedComments) {
    self.init(
      ofQuestion: Part(known: cached.ofQuestion, isFromThePast: cached.ofQuestion != nil),
      ofAnswers: Part(known: cached.ofAnswers, isFromThePast: cached.ofAnswers != nil))
  }

  /// The same without failures, for the next time that the question is opened.
  var withoutTrouble: LoadedComments {
    var content = self
    (content.ofQuestion.trouble, content.ofAnswers.trouble) = (nil, nil)
    return content
  }

  /// Whether something is missing, or older than the question is.
  func isBehind(_ date: Date) -> Bool {
    parts.contains { $0.trouble != nil || ($0.known?.fetched ?? .distantPast) < date }
  }

  /// Takes an answer. What was known stays where its successor could not be had.
  func joined(with answer: QuestionComments, on detail: QuestionDetail, at date: Date) -> LoadedComments {
    LoadedComments(
      ofQuestion: ofQuestion.joined(with: answer.ofQuestion, on: [detail.question.id], at: date),
      ofAnswers: ofAnswers.joined(with: answer.ofAnswers, on: detail.answers.map(\.id), at: date))
  }
}

extension LoadedComments.Part {
  fileprivate func joined(with answer: Result<PostComments, ServiceError>, on posts: [Int], at date: Date) -> Self {
    switch answer {
    case .success(let answer): Self(known: KnownComments(answer.comments, on: posts, fetched: date))
    case .failure(let error): Self(known: known, isFromThePast: isFromThePast, trouble: error)
    }
  }
}

extension ReadingState {
  /// What the comments that are asked for cost; `nil` where they are not asked for, or where that does not matter.
  func noticeOfCost(with quota: Quota) -> SafeText? {
    guard comments.isShown, comments.isLoading, let left = quota.low else { return nil }
    let answers = detail?.answers.count ?? question.answerCount ?? 0
    let cost = QuestionComments.requests(forAnswers: answers)
    guard left > 0 else { return "Comments take \(cost) \(cost == 1 ? "request" : "requests"), and none is left today" }
    return "Comments take \(cost) of the \(left) requests that are left today"
  }
}
