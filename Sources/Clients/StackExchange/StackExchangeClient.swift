import Foundation
import Model
import Signals
import Text

/// The Stack Exchange API 2.3 (https://api.stackexchange.com/docs), read only.
public final class StackExchangeClient: QuestionService {
  public let origin: Property<Origin>
  /// Sends whenever a status line has come in: the service has been heard of, even if the answer is an error or still on
  /// its way.
  let reached: Signal<Void, Never>
  private let reachedInput: Signal<Void, Never>.Observer

  private let baseURL: URL
  /// Raises the day's quota from 300 to 10,000 requests. It goes into requests and nowhere else.
  private let key: String?
  private let transport: Transport
  private let clock: any DateScheduler
  private let pauses = StackExchangePauses()

  /// How many questions a page has.
  static let pageSize = 30
  /// Answers are read up to this many pages of a hundred.
  static let answerPageLimit = 5

  /// - Parameters:
  ///   - baseURL: up to and with the version: `https://api.stackexchange.com/2.3`.
  ///   - key: the application's key, where there is one.
  ///   - origin: `.demo` when `baseURL` is the built-in station.
  ///   - clock: what pauses and timeouts are measured with.
  public init(
    baseURL: URL, key: String? = nil, origin: Origin = .live, transport: Transport, clock: any DateScheduler
  ) {
    self.baseURL = baseURL
    self.key = key
    self.origin = Property(value: origin)
    self.transport = transport
    self.clock = clock
    (reached, reachedInput) = Signal.pipe()
  }

  public func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
    let fields =
      [
        ("order", "desc"), ("sort", query.order.rawValue), ("site", query.site), ("pagesize", "\(Self.pageSize)"),
        ("page", "\(query.page)"),
      ] + (query.tag.map { [("tagged", $0)] } ?? [])
    return allowed([.questions]) {
      self.call(.questions, "/questions", fields, of: QuestionPayload.self).map(QuestionPage.init)
    }
  }

  /// Asks for the question with its body, then for its answers, a hundred a request.
  ///
  /// When the service asks for a pause in the middle of many answers, those that are there are enough: they come by
  /// votes.
  public func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    let fields = [("filter", "withbody"), ("site", site)]
    return allowed([.question, .answers]) {
      self.call(.question, "/questions/\(id)", fields, of: QuestionPayload.self)
        .flatMap(.concat) { payload -> SignalProducer<QuestionDetail, ServiceError> in
          guard let question = payload.items.first else {
            return SignalProducer(error: .notFound("question \(id)"))
          }
          return self.answers(to: id, site: site, page: 1).map { QuestionDetail(payload, question, pages: $0) }
        }
    }
  }

  /// Nothing to try again: this client is live, or it is the demonstration's.
  public func retryLive() {}

  /// The pages of a question's answers from `page` on.
  private func answers(
    to id: Question.ID, site: String, page: Int
  ) -> SignalProducer<[StackExchangePayload<AnswerPayload>], ServiceError> {
    let fields = [
      ("order", "desc"), ("sort", "votes"), ("filter", "withbody"), ("site", site), ("pagesize", "100"),
      ("page", "\(page)"),
    ]
    return call(.answers, "/questions/\(id)/answers", fields, of: AnswerPayload.self)
      .flatMap(.concat) { payload -> SignalProducer<[StackExchangePayload<AnswerPayload>], ServiceError> in
        let isLast = !payload.hasMore || payload.items.isEmpty || payload.backoff != nil
        if isLast || page == Self.answerPageLimit { return SignalProducer(value: [payload]) }
        return self.answers(to: id, site: site, page: page + 1).map { [payload] + $0 }
      }
  }

  /// The work, unless the service has asked for a pause; decided at each start.
  private func allowed<Value>(
    _ methods: [StackExchangePauses.Method], _ work: @escaping @Sendable () -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { observer, lifetime in
      if let objection = self.pauses.objection(to: methods, at: self.clock.currentDate) {
        observer.send(error: objection)
      } else {
        lifetime += work().start(observer)
      }
    }
  }

  private func call<Item: Decodable & Sendable>(
    _ method: StackExchangePauses.Method, _ path: String, _ fields: [(String, String)], of item: Item.Type
  ) -> SignalProducer<StackExchangePayload<Item>, ServiceError> {
    let query = (fields + (key.map { [("key", $0)] } ?? [])).map { (name: $0.0, value: $0.1) }
    let request = HTTPRequest(url: QueryString.url(baseURL, path: path, query))
    let reachedInput = reachedInput
    return transport.answer(to: request, on: clock) {
      reachedInput.send(value: ())
    } reading: { answer throws(ServiceError) in
      try self.payload(of: method, in: answer, item)
    }
  }

  /// The answer's content, after its error or its wish for a pause has been noted.
  private func payload<Item>(
    of method: StackExchangePauses.Method, in answer: HTTPAnswer, _ item: Item.Type
  ) throws(ServiceError) -> StackExchangePayload<Item> {
    let now = clock.currentDate
    let payload: StackExchangePayload<Item>
    do {
      payload = try StackExchangeErrors.payload(in: answer, of: item, at: now)
    } catch {
      switch error {
      case .throttled(let until?): pauses.throttle(until: until)
      case .pauseRequested(let until): pauses.backOff(method, until: until)
      default: break
      }
      throw error
    }
    if let seconds = payload.backoff, seconds > 0 {
      pauses.backOff(method, until: now.addingTimeInterval(TimeInterval(seconds) + StackExchangePauses.margin))
    }
    return payload
  }
}
