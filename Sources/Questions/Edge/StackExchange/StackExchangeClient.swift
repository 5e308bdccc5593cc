import Clients
import Foundation
import Model
import Questions
import Signals
import Text

/// The Stack Exchange API 2.3 (https://api.stackexchange.com/docs), read only.
public final class StackExchangeClient: QuestionService {
  /// The provenance of every answer.
  public let provenance: Provenance
  /// Sends messages to the person, each once: that the service has refused the key, without which requests continue, and
  /// unreadable items left out of its lists.
  public let notices: Signal<SafeText, Never>
  public var keyTrouble: SafeText? { key.trouble }
  public var clockLead: TimeInterval { api.serverClock.lead }
  /// Sends at each status line.
  let reached: Signal<Void, Never>

  private let api: API
  private let key: StackExchangeKey
  private let skipped = SkippedItems(of: "Stack Exchange")
  private let (lifetime, token) = Lifetime.make()

  /// The most pages of a hundred answers that are read.
  static let answerPageLimit = 5

  /// - Parameters:
  ///   - baseURL: The address up to the version: `https://api.stackexchange.com/2.3`.
  ///   - key: The application's key, if there is one.
  ///   - origin: `.demo` if `baseURL` is the built-in station.
  ///   - pauseOverride: Sends when a person wants an answer although the service may have asked for a pause, just before the
  ///     request.
  ///   - clock: The clock of pauses and timeouts.
  public init(
    baseURL: URL, key: SecretSupply = SecretSupply(), origin: Origin = .live,
    pauseOverride: Signal<Void, Never> = .never, transport: Transport, clock: any DateScheduler
  ) {
    let (reached, input) = Signal<Void, Never>.pipe()
    provenance = origin == .demo ? .demonstration : .server(QuestionServer(baseURL))
    self.reached = reached
    self.key = StackExchangeKey(key)
    notices = .merge(self.key.notices, skipped.notices)
    api = API(baseURL, name: "Stack Exchange", transport: transport, clock: clock) { input.send(value: ()) }
    lifetime += pauseOverride.observeValues { [api] in api.overridePause() }
  }

  public func questions(_ query: QuestionQuery) -> SignalProducer<QuestionPage, ServiceError> {
    // The service does not know which questions a person keeps, or has loaded.
    if query.feed.isLocal {
      return SignalProducer(value: QuestionPage(questions: [], provenance: provenance))
    }
    return get(query.feed.path, query.parameters, of: QuestionPayload.self) { [provenance] in
      QuestionPage($0, site: query.feed.site, from: provenance)
    }
  }

  /// Requests the question with its body, then its answers, a hundred per request.
  ///
  /// If requests for answers fail, the question is sent with the answers received, and with the failure. If the service asks
  /// for a pause in the middle of many answers, those received are enough: they come by votes.
  public func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    get("questions/\(id)", ["filter": "withbody", "site": site], of: QuestionPayload.self) {
      AskedQuestion($0, of: id, site: site)
    }
    .flatMap(.concat) { asked -> SignalProducer<QuestionDetail, ServiceError> in
      guard let detail = asked.detail else {
        return SignalProducer(error: asked.isEmpty ? .notFound("question \(id)") : self.isAnother)
      }
      return self.pages(upTo: Self.answerPageLimit) { page in
        self.get(
          "questions/\(id)/answers",
          [
            "order": "desc", "sort": "votes", "filter": "withbody", "site": site, "pagesize": 100, "page": page,
          ],
          of: AnswerPayload.self
        ) { ListPage($0) { Answer($0, base: detail.question.link) } }
      }
      .map { QuestionDetail(detail, pages: $0, from: self.provenance) }
      .promoteError(ServiceError.self)
    }
  }

  /// Source: https://api.stackexchange.com/docs/answers-by-ids.
  public func question(ofAnswer id: Answer.ID, site: String) -> SignalProducer<Question.ID, ServiceError> {
    get("answers/\(id)", ["site": site], of: AnswerPayload.self) { payload in
      (question: payload.items.first { $0.id == id }?.question, isEmpty: payload.items.isEmpty)
    }
    .attemptMap { answer in
      guard let question = answer.question, question > 0 else {
        return .failure(answer.isEmpty ? .notFound("answer \(id)") : self.isAnother)
      }
      return .success(question)
    }
  }

  /// What came in place of the question that was asked for.
  private var isAnother: ServiceError { .malformedAnswer(host: api.base.hostLabel, detail: "another question") }

  /// Makes one request, with the key if there is one, and sends what `make` makes of its answer.
  func get<Item: ListedPayload, Made: Sendable>(
    _ path: RequestPath, _ parameters: Parameters, of item: Item.Type,
    making make: @escaping @Sendable (StackExchangePayload<Item>) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    key.asking { [skipped] key in
      self.api.get(path, parameters, authorization: key).json(StackExchangePayload<Item>.self) { payload in
        skipped.note(payload.list)
        return make(payload)
      }
    }
  }

  /// Sends the pages of a list in sequence, up to the last one or to the `limit`th; a pause requested in between ends it too,
  /// and so does a failure.
  func pages<Item: Sendable>(
    from page: Int = 1, upTo limit: Int,
    _ get: @escaping @Sendable (Int) -> SignalProducer<ListPage<Item>, ServiceError>
  ) -> SignalProducer<Pages<Item>, Never> {
    get(page).materializeResults().flatMap(.concat) { result -> SignalProducer<Pages<Item>, Never> in
      switch result {
      case .failure(let error): return SignalProducer(value: Pages(failure: error))
      case .success(let list):
        if list.isLast || page >= limit { return SignalProducer(value: Pages(pages: [list])) }
        return self.pages(from: page + 1, upTo: limit, get).map { $0.following(list) }
      }
    }
  }
}

/// A page of a list, with its items as the program has them.
struct ListPage<Item: Sendable>: Sendable {
  var items: [Item]
  /// Whether no further page should be requested: there is none, or the service asks for a pause.
  var isLast: Bool
  var quotaMax: Int?
  var quotaRemaining: Int?

  init<Payload>(_ payload: StackExchangePayload<Payload>, making make: (Payload) -> Item) {
    items = payload.items.map(make)
    isLast = !payload.hasMore || payload.items.isEmpty || payload.backoff != nil
    (quotaMax, quotaRemaining) = (payload.quotaMax, payload.quotaRemaining)
  }
}

/// The pages of a list, as far as they were received.
struct Pages<Item: Sendable>: Sendable {
  var pages: [ListPage<Item>] = []
  /// Why the next page was not received.
  var failure: ServiceError?

  /// Returns the pages after another page.
  func following(_ page: ListPage<Item>) -> Pages { Pages(pages: [page] + pages, failure: failure) }
}

extension SignalProducer where Error == Never {
  /// Sends the pages of a list that is useful only if it is complete.
  func whole<Item>() -> SignalProducer<[ListPage<Item>], ServiceError> where Value == Pages<Item> {
    promoteError(ServiceError.self).attemptMap { pages in
      pages.failure.map { .failure($0) } ?? .success(pages.pages)
    }
  }
}
