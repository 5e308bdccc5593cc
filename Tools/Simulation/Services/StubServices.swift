import Foundation
import Model
import ModelTesting
import Questions
import Rooms
import Signals
import Synchronization
import Text

/// A question service that answers immediately with the sample's content, and records the requests.
public final class StubQuestions: QuestionDoubled {
  private let own: Provenance
  private let body: RichText
  private let trouble = Mutex<SafeText?>(nil)
  /// The reason why requests are sent without a key.
  public var keyTrouble: SafeText? {
    get { trouble.withLock { $0 } }
    set { trouble.withLock { $0 = newValue } }
  }
  /// The first tag of each request for questions; `all` if it has none.
  public let asked = Mutex<[String]>([])
  /// If not `nil`, every request for questions fails with this error.
  public let failure = Mutex<ServiceError?>(nil)
  /// The number of requests for a question with its answers.
  public let askedDetails = Mutex(0)
  private let askedOrders = Mutex<[QuestionOrder]>([])
  /// The requested orders.
  public var orders: [QuestionOrder] { askedOrders.withLock { $0 } }

  /// - Parameter body: The text of every question.
  public init(origin: Origin = .live, body: RichText = Sample.body) { (own, self.body) = (Provenance(origin), body) }

  public var double: QuestionDouble {
    var double = QuestionDouble(own)
    double.questions = { [self] query in SignalProducer { self.page(query) } }
    double.detail = { [self] id in
      askedDetails.withLock { $0 += 1 }
      var question = Sample.questions[0]
      question.id = id
      question.body = body
      return SignalProducer(value: QuestionDetail(question: question, answers: Sample.answers))
    }
    double.tags = { _, letters in
      let tags = Dictionary(Sample.questions.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
      let found = tags.filter { $0.key.string.contains(letters) }.sorted {
        ($1.value, $0.key.string) < ($0.value, $1.key.string)
      }
      return SignalProducer(value: found.map { Tag(name: $0.key, count: $0.value * 1_000) })
    }
    double.commentsOfQuestion = { SignalProducer(value: PostComments(Sample.comments(on: [$0]))) }
    double.commentsOfAnswers = { SignalProducer(value: PostComments(Sample.comments(on: $0))) }
    return double
  }

  private func page(_ query: QuestionQuery) -> Result<QuestionPage, ServiceError> {
    asked.withLock { $0.append(query.feed.tags.first ?? "all") }
    askedOrders.withLock { $0.append(query.feed.order) }
    if let failure = failure.withLock({ $0 }) { return .failure(failure) }
    return .success(QuestionPage(questions: query.feed.tags.first == nil ? Sample.questions : [], provenance: own))
  }
}

/// A thermometer whose temperature a test sets.
public final class StubTemperatures: RoomSource {
  public let origin: Origin
  public let celsius = MutableProperty(21.3)
  private let onRequest: @Sendable () -> Void

  /// - Parameter onRequest: Called with each request.
  public init(origin: Origin = .live, onRequest: @escaping @Sendable () -> Void = {}) {
    (self.origin, self.onRequest) = (origin, onRequest)
  }

  public func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<RoomAnswer, ServiceError> {
    onRequest()
    let newest = Temperature(time: window.upperBound.addingTimeInterval(-step), celsius: celsius.value)
    return SignalProducer(value: RoomAnswer(means: [newest], origin: origin))
  }
}
