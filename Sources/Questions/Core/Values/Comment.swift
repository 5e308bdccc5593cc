import Foundation
import Model
import Signals
import Text

/// A comment on a question or an answer.
public struct Comment: Sendable, Hashable, Identifiable {
  public var id: Int
  /// The question or the answer that it is about.
  public var post: Int
  /// `nil` where the service did not say.
  public var score: Int?
  /// `nil` for a deleted account.
  public var author: SafeText?
  public var creationDate: Date?
  public var body: RichText

  public init(
    id: Int, post: Int, score: Int? = nil, author: SafeText? = nil, creationDate: Date? = nil,
    body: RichText = RichText()
  ) {
    self.id = id
    self.post = post
    self.score = score
    self.author = author
    self.creationDate = creationDate
    self.body = body
  }
}

/// The comments on some posts that one service call returned, the oldest first.
public struct PostComments: Sendable, Hashable {
  public var comments: [Comment]
  /// The requests left today after this one, and the number per day; `nil` if the service did not say.
  public var quotaRemaining: Int?
  public var quotaMax: Int?

  public init(_ comments: [Comment] = [], quotaRemaining: Int? = nil, quotaMax: Int? = nil) {
    self.comments = comments
    self.quotaRemaining = quotaRemaining
    self.quotaMax = quotaMax
  }
}

/// The answers to both requests for a question's comments. One of the two may fail without the other.
public struct QuestionComments: Sendable, Equatable {
  public var ofQuestion: Result<PostComments, ServiceError>
  public var ofAnswers: Result<PostComments, ServiceError>

  public init(ofQuestion: Result<PostComments, ServiceError>, ofAnswers: Result<PostComments, ServiceError>) {
    self.ofQuestion = ofQuestion
    self.ofAnswers = ofAnswers
  }

  /// The number of answers that one request may name.
  public static let answersPerRequest = 100

  /// Returns the number of requests for the comments on a question: one for itself, and one for each hundred answers. More
  /// than a hundred comments take further requests.
  public static func requests(forAnswers count: Int) -> Int { 1 + (count + answersPerRequest - 1) / answersPerRequest }
}

/// The known comments on some posts, and when they were fetched.
public struct KnownComments: Sendable, Hashable {
  /// By post, the oldest first. A post without comments has an empty entry; one that was not asked for has none.
  public var byPost: [Int: [Comment]]
  public var fetched: Date

  public init(byPost: [Int: [Comment]], fetched: Date) {
    self.byPost = byPost
    self.fetched = fetched
  }

  /// - Parameter posts: The posts that were asked for. Comments on others are dropped.
  public init(_ comments: [Comment], on posts: some Sequence<Int>, fetched: Date) {
    byPost = Dictionary(posts.map { ($0, []) }, uniquingKeysWith: { first, _ in first })
    self.fetched = fetched
    for comment in comments { byPost[comment.post]?.append(comment) }
  }
}

/// A source of comments. They cost requests of their own, so they are requested only when they are to be shown.
///
/// A relative link in a comment is resolved against the question's `page`; without one it is text.
public protocol CommentService: Sendable {
  /// Takes one request.
  func comments(ofQuestion id: Question.ID, site: String, page: URL?) -> SignalProducer<PostComments, ServiceError>
  /// Takes one request for each hundred answers, and none without answers.
  func comments(ofAnswers ids: [Answer.ID], site: String, page: URL?) -> SignalProducer<PostComments, ServiceError>
}

extension CommentService {
  /// Sends the comments on a question and on all its answers once, when both requests have ended.
  public func comments(on detail: QuestionDetail, site: String) -> SignalProducer<QuestionComments, Never> {
    let page = detail.question.link
    return comments(ofQuestion: detail.question.id, site: site, page: page).result
      .combineLatest(with: comments(ofAnswers: detail.answers.map(\.id), site: site, page: page).result)
      .map { QuestionComments(ofQuestion: $0, ofAnswers: $1) }
  }
}

extension SignalProducer where Error == ServiceError {
  fileprivate var result: SignalProducer<Result<Value, ServiceError>, Never> {
    map { Result.success($0) }.flatMapError { SignalProducer<Result<Value, ServiceError>, Never>(value: .failure($0)) }
  }
}
