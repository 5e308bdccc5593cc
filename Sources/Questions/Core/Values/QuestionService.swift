import Foundation
import Model
import Signals
import Text

/// A request for one page of a feed.
public struct QuestionQuery: Sendable, Hashable {
  public var feed: QuestionFeed
  /// Counted from 1, in pages of ``pageSize``.
  public var page: Int
  /// The number of questions on a page, within ``pageSizes``.
  public var pageSize: Int

  /// From the size of a first page to the largest that the service supports.
  public static let pageSizes = 30...100

  public init(_ feed: QuestionFeed = QuestionFeed(), page: Int = 1, pageSize: Int = pageSizes.lowerBound) {
    self.feed = feed
    self.page = page
    self.pageSize = pageSize
  }
}

/// The answer to one request for questions.
public struct QuestionPage: Sendable, Hashable {
  public var questions: [Question]
  public var hasMore: Bool
  /// Who answered.
  public var provenance: Provenance
  /// The requests left today, and the number per day; `nil` if the service did not say.
  public var quotaRemaining: Int?
  public var quotaMax: Int?

  public init(
    questions: [Question], hasMore: Bool = false, provenance: Provenance = .server(.standard),
    quotaRemaining: Int? = nil, quotaMax: Int? = nil
  ) {
    self.questions = questions
    self.hasMore = hasMore
    self.provenance = provenance
    self.quotaRemaining = quotaRemaining
    self.quotaMax = quotaMax
  }
}

/// A source of questions, answers and comments. Each start is one request (for an open question one for the question and one
/// for each page of its answers); disposing it cancels the request.
///
/// During a pause that the service asked for, a start fails immediately with ``ServiceError/pauseRequested(until:)`` and
/// sends nothing.
public protocol QuestionService: CommentService {
  func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError>
  func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError>
  /// The question that an answer belongs to.
  func question(ofAnswer id: Answer.ID, site: String) -> SignalProducer<Question.ID, ServiceError>
  /// Where the first answer is expected from. Each answer says where it came from.
  var provenance: Provenance { get }
  /// Sends when requests go to another server from then on, which invalidates everything from the one before.
  var changes: Signal<Void, Never> { get }
  /// Why requests are sent without the key in the settings; `nil` if they are sent with it, or there is none.
  var keyTrouble: SafeText? { get }
  /// The seconds by which the server's clock is ahead of ours, negative if it is behind; zero for no more than half a minute.
  var clockLead: TimeInterval { get }
}

extension QuestionService {
  public var origin: Origin { provenance.origin }
  /// Returns whether a provenance is a server that is no longer asked.
  public func hasLeft(_ former: Provenance) -> Bool {
    former.server != nil && provenance.server != nil && former != provenance
  }
  public var changes: Signal<Void, Never> { .never }
  public var keyTrouble: SafeText? { nil }
  public var clockLead: TimeInterval { 0 }
}
