import Foundation
import Model
import Questions
import Signals
import Text

/// A question service of closures, whose questions are of the site that is asked. Each fails until a test sets another one:
///
/// ```swift
/// var double = QuestionDouble()
/// double.questions = { query in pages.producer(for: query) }
/// ```
public struct QuestionDouble: QuestionService, SiteDirectory {
  public var provenance: Provenance
  public var questions: @Sendable (QuestionQuery) -> SignalProducer<QuestionPage, ServiceError>
  /// By id; the site is not passed.
  public var detail: @Sendable (Question.ID) -> SignalProducer<QuestionDetail, ServiceError>
  /// By the answer's number; the site is not told.
  public var questionOfAnswer: @Sendable (Answer.ID) -> SignalProducer<Question.ID, ServiceError>
  public var commentsOfQuestion: @Sendable (Question.ID) -> SignalProducer<PostComments, ServiceError>
  public var commentsOfAnswers: @Sendable ([Answer.ID]) -> SignalProducer<PostComments, ServiceError>
  public var allSites: @Sendable () -> SignalProducer<SiteList, ServiceError>
  /// By site and letters.
  public var tags: @Sendable (String, String) -> SignalProducer<[Tag], ServiceError>

  public init(_ provenance: Provenance = .server(.standard)) {
    self.provenance = provenance
    questions = { _ in .unexpected("questions") }
    detail = { _ in .unexpected("a question") }
    questionOfAnswer = { _ in .unexpected("an answer's question") }
    commentsOfQuestion = { _ in .unexpected("comments on a question") }
    commentsOfAnswers = { _ in .unexpected("comments on answers") }
    allSites = { .unexpected("sites") }
    tags = { _, _ in .unexpected("tags") }
  }

  public func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
    questions(query).map { page in
      var page = page
      for index in page.questions.indices { page.questions[index].site = query.feed.site }
      return page
    }
  }

  public func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    detail(id).map { detail in
      var detail = detail
      detail.question.site = site
      return detail
    }
  }

  public func question(ofAnswer id: Answer.ID, site: String) -> SignalProducer<Question.ID, ServiceError> {
    questionOfAnswer(id)
  }

  public func comments(
    ofQuestion id: Question.ID, site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> { commentsOfQuestion(id) }

  public func comments(
    ofAnswers ids: [Answer.ID], site: String, page: URL?
  ) -> SignalProducer<PostComments, ServiceError> { commentsOfAnswers(ids) }

  public func sites() -> SignalProducer<SiteList, ServiceError> { allSites() }

  public func tags(containing text: String, site: String) -> SignalProducer<[Tag], ServiceError> { tags(site, text) }
}

/// A test class that is a question service through its double.
public protocol QuestionDoubled: QuestionRelay {
  var double: QuestionDouble { get }
}

extension QuestionDoubled {
  public var provenance: Provenance { double.provenance }

  public func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> { request(double) }
}

extension SignalProducer where Error == ServiceError {
  /// The failure of a request that a test did not expect.
  static func unexpected(_ what: SafeText) -> SignalProducer {
    SignalProducer(error: .refused(name: "unexpected", message: "the test answers no request for \(what)"))
  }
}

/// A number alone is a question of the standard site.
extension QuestionIdentity: ExpressibleByIntegerLiteral {
  public init(integerLiteral id: Question.ID) { self.init(site: QuestionFeed.standardSite, id: id) }
}
