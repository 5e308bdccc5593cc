import Foundation
import Model
import PaneKit
import Signals
import Text

/// The parts shared by all tabs of questions.
struct TabContext: Sendable {
  let service: any QuestionService
  /// Has the data of earlier runs, and the kept questions.
  let cache: (any QuestionCache)?
  /// Has the kept questions; `nil` if there is none.
  let store: (any StateStore)?
  let status: ServiceStatus
  /// The seconds between automatic refreshes: the settings', but at least a minute; `nil` for none, or while requests run
  /// low.
  let refreshPeriod: Property<TimeInterval?>
  /// Sends when a person refreshes the demonstration's questions, which may bring the live service back. The requests of tabs
  /// that are not on the screen are cancelled, because they must not decide that.
  let refreshesOfDemo: Signal<Void, Never>
  let scheduler: any DateScheduler

  /// The page of each site found by the latest search during typing, which its tab need not request again.
  let latestSearch = MutableProperty<[SearchedPage]>([])
}

extension TabContext {
  /// Requests a list, unless a search found it within the last minute, in which the service asks not to repeat a request.
  func rows(
    _ ask: QuestionAsk, of feed: QuestionFeed, joining held: QuestionRows?
  ) -> SignalProducer<QuestionRows, ServiceError> {
    if feed.selection == .kept { return kept(of: feed) }
    // The model makes these rows of those that the other tabs have.
    if feed.selection == .loaded { return .empty }
    if held == nil, ask == .first, let found = latestSearch.value.first(where: { $0.feed == feed }),
      found.page.provenance == status.provenance.value,
      (0..<60).contains(scheduler.currentDate.timeIntervalSince(found.date))
    {
      let rows = QuestionRows()
      return SignalProducer(value: rows.joined(with: found.page, of: rows.query(ask, of: feed)))
    }
    return service.rows(ask, of: feed, joining: held ?? QuestionRows())
  }

  /// Sends the kept questions, which are not requested from the service. The demonstration's are never kept.
  private func kept(of feed: QuestionFeed) -> SignalProducer<QuestionRows, ServiceError> {
    let provenance = status.provenance.value
    let kept = provenance.server.flatMap { store?.keptQuestions(of: feed.site, from: $0) }
    return (kept ?? SignalProducer(value: [])).map { questions in
      QuestionRows().joined(with: QuestionPage(questions: questions, provenance: provenance), of: QuestionQuery(feed))
    }
    .promoteError(ServiceError.self)
  }

  /// Sends the server's cached answers for a feed; nothing while the demonstration answers.
  func stored(of feed: Property<QuestionFeed>) -> SignalProducer<QuestionLoad.Stored, Never> {
    guard let cache, !feed.value.isLocal else { return .empty }
    return feed.producer.combineLatest(with: status.provenance.producer).flatMap(.latest) { feed, provenance in
      guard let server = provenance.server else { return .empty }
      return cache.questions(of: feed, from: server).skipNil()
        .map { .init(value: QuestionRows($0, of: feed), at: $0.fetched) }
    }
  }
}
