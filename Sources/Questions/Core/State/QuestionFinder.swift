import Foundation
import Model
import PaneKit
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
  /// The sites of the last search that failed while others answered.
  public var failedSites: [String] = []
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
/// Requests that a failure forbids are not made (``RequestBlocks``).
struct QuestionFinder: Sendable {
  /// The seconds without a key before a search.
  static let pause: TimeInterval = 0.6

  let service: any QuestionService
  let status: ServiceStatus
  /// Sends when a tab is opened, which makes the request itself from then on.
  let ends: Signal<Void, Never>
  /// Receives the latest found page of each site, for their tab.
  let latestSearch: MutableProperty<[SearchedPage]>
  let scheduler: any DateScheduler

  fileprivate enum Step: Sendable {
    case text(SafeText, SearchWords)
    case began
    case found([SearchedPage], of: QuestionFeed, failed: [String])
    case failed(ServiceError)
    case isPaused(Bool)
  }

  func findings(for text: Property<SafeText>, on sites: [String]) -> Property<SearchFindings> {
    let blocks = RequestBlocks<QuestionFeed>(on: scheduler)
    let answers = text.producer.skipRepeats()
      .debounce(Self.pause, on: scheduler)
      .map { SearchWords($0, sites: sites) }
      .map { $0.isLongEnough ? $0.feed : nil }
      .skipRepeats()
      .flatMap(.latest) { feed -> SignalProducer<Step, Never> in
        guard let feed else { return .empty }
        return status.checkIsLow.flatMap(.latest) { $0 ? .empty : search(feed, blocks) }
      }
      .take(until: SignalProducer(ends))
    let first = SearchFindings()
    return Property(
      initial: first,
      then: SignalProducer.merge(
        text.producer.map { .text($0, SearchWords($0, sites: sites)) }, status.isLow.producer.map { .isPaused($0) },
        answers
      )
      .scan(into: first) { $0.reduce($1) })
  }

  private func search(_ feed: QuestionFeed, _ blocks: RequestBlocks<QuestionFeed>) -> SignalProducer<Step, Never> {
    let results = feed.parts.map { part in
      blocks.results(of: service.questions(QuestionQuery(part)), for: part)
        .map { (part: part, result: $0) }
    }
    // Each site is asked; what one of them fails to answer does not hold back the others' answers.
    return SignalProducer.combineLatest(results)
      .map { results -> Step in
        let pages = results.compactMap { part, result in
          (try? result.get()).map { SearchedPage(feed: part, page: $0, date: scheduler.currentDate) }
        }
        let failures = results.compactMap { part, result in
          if case .failure(let error) = result { (site: part.site, error: error) } else { nil }
        }
        for page in pages { status.note(AnswerSource(page.page)) }
        if pages.isEmpty, let failure = failures.first { return .failed(failure.error) }
        latestSearch.value = pages
        return .found(pages, of: feed, failed: failures.map(\.site))
      }
      .prefix(value: .began)
  }
}

extension SearchFindings {
  fileprivate mutating func reduce(_ step: QuestionFinder.Step) {
    switch step {
    case .text(let text, let words):
      (self.text, feed, mistake) = (text, words.feed, words.mistake)
      if isCurrent || feed == nil { isLoading = false }
    case .began: (isLoading, trouble) = (true, nil)
    case .found(let pages, let feed, let failed):
      let joined = JoinedQuestions(pages.map { .init($0.page.questions) }, by: feed.knownOrder)
      questions = joined.places.map { pages[$0.part].page.questions[$0.row] }
      (hasMore, searched, failedSites) = (pages.contains(where: \.page.hasMore), feed, failed)
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
