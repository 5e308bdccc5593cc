import Foundation
import Model
import Signals
import Text

/// A page found by a search, and when.
struct SearchedPage: Sendable, Equatable {
  var feed: QuestionFeed
  var page: QuestionPage
  var date: Date
}

/// The results of a search, for the text that a person has typed.
public struct SearchFindings: Sendable, Equatable {
  public var text: SafeText = ""
  /// The feed that Enter opens; `nil` without words, or if they contain a mistake.
  public var feed: QuestionFeed?
  /// The mistake in the words.
  public var mistake: SafeText?
  /// The questions found by the last search, which stay until the next answer.
  public var questions: [Question] = []
  public var hasMore = false
  /// The feed of the last search; `nil` before the first answer.
  public var searched: QuestionFeed?
  public var isLoading = false
  public var trouble: ServiceError?
  /// Whether searching during typing is suspended because the day's requests run low.
  public var isPaused = false

  /// Whether the questions are those of the current text.
  public var isCurrent: Bool { feed != nil && feed == searched }
}

/// Searches during typing, with at most one request for each pause.
///
/// ```
/// text ── parse the words ── debounce ── flatMap(.latest) { search } ──▶ scan ──▶ findings
/// ```
/// Requests that a failure forbids are not made (``Hindrances``).
struct QuestionFinder: Sendable {
  /// The seconds without a key before a search.
  static let pause: TimeInterval = 0.6

  let service: any QuestionService
  let status: ServiceStatus
  /// Sends when a tab is opened, which makes the request itself from then on.
  let ends: Signal<Void, Never>
  /// Receives the latest found page, for its tab.
  let latestSearch: MutableProperty<SearchedPage?>
  let scheduler: any DateScheduler

  fileprivate enum Step: Sendable {
    case text(SafeText, SearchWords)
    case began
    case found(SearchedPage)
    case failed(ServiceError)
    case isPaused(Bool)
  }

  func findings(for text: Property<SafeText>, on site: String) -> Property<SearchFindings> {
    let hindrances = Hindrances<QuestionFeed>(on: scheduler)
    let answers = text.producer.skipRepeats()
      .debounce(Self.pause, on: scheduler)
      .map { SearchWords($0, site: site) }
      .map { $0.isLongEnough ? $0.feed : nil }
      .skipRepeats()
      .flatMap(.latest) { feed -> SignalProducer<Step, Never> in
        guard let feed else { return .empty }
        return status.checkIsLow.flatMap(.latest) { $0 ? .empty : search(feed, hindrances) }
      }
      .take(until: SignalProducer(ends))
    let first = SearchFindings()
    return Property(
      initial: first,
      then: SignalProducer.merge(
        text.producer.map { .text($0, SearchWords($0, site: site)) }, status.isLow.producer.map { .isPaused($0) },
        answers
      )
      .scan(into: first) { $0.take($1) })
  }

  private func search(_ feed: QuestionFeed, _ hindrances: Hindrances<QuestionFeed>) -> SignalProducer<Step, Never> {
    hindrances.results(of: service.questions(QuestionQuery(feed)), for: feed)
      .map { result -> Step in
        switch result {
        case .success(let page):
          let found = SearchedPage(feed: feed, page: page, date: scheduler.currentDate)
          latestSearch.value = found
          status.take(AnswerSource(page))
          return .found(found)
        case .failure(let error): return .failed(error)
        }
      }
      .prefix(value: .began)
  }
}

extension SearchFindings {
  fileprivate mutating func take(_ step: QuestionFinder.Step) {
    switch step {
    case .text(let text, let words):
      (self.text, feed, mistake) = (text, words.feed, words.mistake)
      if isCurrent || feed == nil { isLoading = false }
    case .began: (isLoading, trouble) = (true, nil)
    case .found(let found):
      (questions, hasMore, searched) = (found.page.questions, found.page.hasMore, found.feed)
      (isLoading, trouble) = (false, nil)
    case .failed(let error): (isLoading, trouble) = (false, error)
    case .isPaused(let isPaused): self.isPaused = isPaused
    }
  }
}

extension AnswerSource {
  init(_ page: QuestionPage) {
    self.init(provenance: page.provenance, quota: Quota(remaining: page.quotaRemaining, max: page.quotaMax))
  }
}
