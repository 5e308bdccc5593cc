import Foundation
import Signals
import Text

/// What comes first in a list of questions, by the service's own names (the parameter `sort` of its `/questions`).
public enum QuestionOrder: String, Sendable {
  case activity, votes, creation, hot, week, month
}

/// Which questions a tab shows.
public struct QuestionQuery: Sendable, Hashable {
  public var order: QuestionOrder
  /// Only questions with this tag; all when `nil`.
  public var tag: String?
  /// The Stack Exchange site, `stackoverflow` for one.
  public var site: String
  /// Pages count from 1.
  public var page: Int

  public init(order: QuestionOrder = .hot, tag: String?, site: String = "stackoverflow", page: Int = 1) {
    self.order = order
    self.tag = tag
    self.site = site
    self.page = page
  }
}

/// What one request for questions brought.
public struct QuestionPage: Sendable, Hashable {
  public var questions: [Question]
  public var hasMore: Bool
  /// Requests left today, and how many a day has; `nil` where the service did not say.
  public var quotaRemaining: Int?
  public var quotaMax: Int?

  public init(questions: [Question], hasMore: Bool = false, quotaRemaining: Int? = nil, quotaMax: Int? = nil) {
    self.questions = questions
    self.hasMore = hasMore
    self.quotaRemaining = quotaRemaining
    self.quotaMax = quotaMax
  }
}

/// Where questions and answers come from. One start is one request (an open question: one for the question and one for
/// each page of its answers); a disposed start cancels it.
///
/// While the service has asked for a pause, a start fails at once with ``ServiceError/pauseRequested(until:)`` and
/// sends nothing.
public protocol QuestionService: Sendable {
  func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError>
  func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError>
  /// Whether the answers are live or the demonstration's.
  var origin: Property<Origin> { get }
}
