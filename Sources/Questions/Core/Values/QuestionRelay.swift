import Foundation
import Model
import Signals

/// A question service that passes every request on to another one, and decides only to which, when, and who learns of the
/// outcome.
///
/// A new method of the services is one line here; the relays need no change.
public protocol QuestionRelay: QuestionService, SiteDirectory {
  /// Passes a request to the service that is to answer it.
  func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError>
}

extension QuestionRelay {
  public func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
    ask { $0.questions(query) }
  }

  public func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    ask { $0.detail(of: id, site: site) }
  }

  public func question(ofAnswer id: Answer.ID, site: String) -> SignalProducer<Question.ID, ServiceError> {
    ask { $0.question(ofAnswer: id, site: site) }
  }

  public func comments(
    ofQuestion id: Question.ID, site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> {
    ask { $0.comments(ofQuestion: id, site: site, page: page) }
  }

  public func comments(
    ofAnswers ids: [Answer.ID], site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> {
    ask { $0.comments(ofAnswers: ids, site: site, page: page) }
  }

  public func sites() -> SignalProducer<SiteList, ServiceError> { ask { $0.sites() } }

  public func tags(containing text: String, site: String) -> SignalProducer<[Tag], ServiceError> {
    ask { $0.tags(containing: text, site: site) }
  }
}
