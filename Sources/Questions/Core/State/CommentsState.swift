import Foundation
import Model
import Text

/// The comments on an open question and its answers.
public struct CommentsState: Sendable, Hashable {
  public var isShown: Bool
  /// Whether they are being requested, or will be when the question is loaded.
  public var isLoading: Bool
  public var content: LoadedComments

  public init(isShown: Bool = false, isLoading: Bool = false, content: LoadedComments = LoadedComments()) {
    self.isShown = isShown
    self.isLoading = isLoading
    self.content = content
  }
}

/// The comments on a question and on its answers as far as they are loaded, and the failures of the latest requests.
public struct LoadedComments: Sendable, Hashable {
  public struct Part: Sendable, Hashable {
    /// The last answer; `nil` before the first one.
    public var known: KnownComments?
    /// Whether the comments are from an earlier run, without an answer in this one.
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

  /// Whether no comments are known.
  public var isEmpty: Bool { parts.allSatisfy { $0.known == nil } }

  /// Whether any part was answered in this run.
  var isAnswered: Bool { parts.contains { $0.known != nil && !$0.isFromThePast } }

  /// The date of the oldest part from an earlier run; `nil` if there is none.
  public var pastDate: Date? { parts.compactMap { $0.isFromThePast ? $0.known?.fetched : nil }.min() }

  /// Returns the comments on the question, or on one of its answers, the oldest first; `nil` if they are unknown.
  public func comments(on post: Int) -> [Comment]? { ofQuestion.known?.byPost[post] ?? ofAnswers.known?.byPost[post] }

  /// The form in the cache.
  var cached: CachedComments { CachedComments(ofQuestion: ofQuestion.known, ofAnswers: ofAnswers.known) }

  /// Creates comments from the cache.
  init(_ cached: CachedComments) {
    self.init(
      ofQuestion: Part(known: cached.ofQuestion, isFromThePast: cached.ofQuestion != nil),
      ofAnswers: Part(known: cached.ofAnswers, isFromThePast: cached.ofAnswers != nil))
  }

  /// The comments without failures, for the next time that the question is opened.
  var withoutTrouble: LoadedComments {
    var content = self
    (content.ofQuestion.trouble, content.ofAnswers.trouble) = (nil, nil)
    return content
  }

  /// Returns whether a part is missing, or older than the question.
  func isBehind(_ date: Date) -> Bool {
    parts.contains { $0.trouble != nil || ($0.known?.fetched ?? .distantPast) < date }
  }

  /// Merges an answer. Known comments stay where it failed.
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
  /// Returns a notice of the requests that comments take; `nil` if they are not requested, or if there are enough requests
  /// left.
  func noticeOfCost(with quota: Quota) -> SafeText? {
    guard comments.isShown, comments.isLoading, let left = quota.low else { return nil }
    let answers = detail?.answers.count ?? question.answerCount ?? 0
    let cost = QuestionComments.requests(forAnswers: answers)
    guard left > 0 else { return "Comments take \(SafeText(cost, "request", "requests")), and none is left today" }
    if left == 1 { return "Comments take \(SafeText(cost, "request", "requests")), and 1 is left today" }
    return "Comments take \(cost) of the \(left) requests that are left today"
  }
}
