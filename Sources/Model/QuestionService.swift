import Foundation
import Signals
import Text

/// One page of a feed.
public struct QuestionQuery: Sendable, Hashable {
  public var feed: QuestionFeed
  /// Pages count from 1, in pages of ``pageSize``.
  public var page: Int
  /// How many questions a page has, one of ``pageSizes``.
  public var pageSize: Int

  /// From the size of a first page to the largest that the service answers with.
  public static let pageSizes = 30...100

  public init(_ feed: QuestionFeed = QuestionFeed(), page: Int = 1, pageSize: Int = pageSizes.lowerBound) {
    self.feed = feed
    self.page = page
    self.pageSize = pageSize
  }
}

/// What one request for questions brought.
public struct QuestionPage: Sendable, Hashable {
  public var questions: [Question]
  public var hasMore: Bool
  /// Who answered.
  public var provenance: Provenance
  /// Requests left today, and how many a day has; `nil` where the service did not say.
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

/// Where questions, answers and comments come from. One start is one request (an open question: one for the question and one for
/// each page of its answers); a disposed start cancels it.
///
/// While the service has asked for a pause, a start fails at once with ``ServiceError/pauseRequested(until:)`` and
/// sends nothing.
public protocol QuestionService: CommentService {
  func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError>
  func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError>
  /// The question that an answer belongs to.
  func question(ofAnswer id: Answer.ID, site: String) -> SignalProducer<Question.ID, ServiceError>
  /// Where the first answer is expected to come from; each answer says where it did come from.
  var provenance: Provenance { get }
  /// Sends when another server is asked from then on: what the one before it has told is void.
  var changes: Signal<Void, Never> { get }
  /// Why requests go without the key that the settings name; `nil` where they carry it, or there is none to carry.
  var keyTrouble: SafeText? { get }
}

extension QuestionService {
  public var origin: Origin { provenance.origin }
  /// Whether something comes from a server that is no longer asked.
  public func hasLeft(_ former: Provenance) -> Bool {
    former.server != nil && provenance.server != nil && former != provenance
  }
  public var changes: Signal<Void, Never> { .never }
  public var keyTrouble: SafeText? { nil }
}
