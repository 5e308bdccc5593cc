import Foundation
import Model
import Signals
import Text

/// What all tabs of questions share.
struct TabContext: Sendable {
  let service: any QuestionService
  /// Has what was loaded when the program ran before, and the questions that a person keeps.
  let cache: (any QuestionCache)?
  /// Has the questions that a person keeps, for the tab that lists those.
  let store: (any StateStore)?
  let status: ServiceStatus
  let memory: PaneMemory
  /// Seconds between automatic refreshes: the settings', but a minute at least; `nil` for none, or while requests run low.
  let refreshPeriod: Property<TimeInterval?>
  /// There is room for a question beside its list.
  let hasRoom: Property<Bool>
  /// Sends when a person refreshes the demonstration's questions, which may bring the live service back. Nobody has asked
  /// the tabs that are not shown to try that: their requests are cancelled.
  let refreshesOfDemo: Signal<Void, Never>
  /// Takes what a person should be told in passing.
  let notice: Signal<SafeText, Never>.Observer
  let scheduler: any DateScheduler

  let recent = RecentQuestions()
  /// What a search found last while it was typed, which its tab need not ask for again.
  let latestSearch = MutableProperty<SearchedPage?>(nil)
  /// Comments of a question that is opened are shown where that costs no request: the choice that a person made last.
  let showsComments = MutableProperty(false)
}

extension TabContext {
  /// Asks for a list, unless it was found within the last minute, in which the service asks not to repeat a request.
  func rows(
    _ ask: QuestionAsk, of feed: QuestionFeed, joining held: QuestionRows?
  ) -> SignalProducer<QuestionRows, ServiceError> {
    if feed.selection == .kept { return kept(of: feed) }
    if held == nil, ask == .first, let found = latestSearch.value, found.feed == feed,
      found.page.provenance == status.provenance.value,
      (0..<60).contains(scheduler.currentDate.timeIntervalSince(found.date))
    {
      let rows = QuestionRows()
      return SignalProducer(value: rows.joined(with: found.page, of: rows.query(ask, of: feed)))
    }
    return service.rows(ask, of: feed, joining: held ?? QuestionRows())
  }

  /// The questions that a person keeps, of which the service is not asked. The demonstration's are never kept.
  private func kept(of feed: QuestionFeed) -> SignalProducer<QuestionRows, ServiceError> {
    let provenance = status.provenance.value
    let kept = provenance.server.flatMap { store?.keptQuestions(of: feed.site, from: $0) }
    return (kept ?? SignalProducer(value: [])).map { questions in
      QuestionRows().joined(with: QuestionPage(questions: questions, provenance: provenance), of: QuestionQuery(feed))
    }
    .promoteError(ServiceError.self)
  }

  /// What the server answered to a feed in the past; nothing while the demonstration answers.
  func stored(of feed: Property<QuestionFeed>) -> SignalProducer<QuestionLoad.Stored, Never> {
    guard let cache, feed.value.selection != .kept else { return .empty }
    return feed.producer.combineLatest(with: status.provenance.producer).flatMap(.latest) { feed, provenance in
      guard let server = provenance.server else { return .empty }
      return cache.questions(of: feed, from: server).skipNil()
        .map { .init(value: QuestionRows($0, of: feed), at: $0.fetched) }
    }
  }
}
