import Foundation
import PaneKit
import Signals

/// The load of one site's rows of a tab's list, with its own cache, pages, renewals and failures. A tab has one for each site
/// that it joins.
///
/// Its answers tell who answers and the day's requests, and are cached.
final class SiteLoad: Sendable {
  let load: QuestionLoad
  /// Sends when its rows are discarded: another server is asked from now on, or another source has answered another tab.
  let forgets: Signal<Void, Never>

  private let asking: Signal<QuestionAsk, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// - Parameters:
  ///   - feed: The site's part of the tab's feed, in the order that is requested now.
  ///   - isOnScreen: Whether the tab is on the screen. While it is not, there are no automatic requests.
  ///   - cancelled: Cancels the current request.
  init(
    _ feed: Property<QuestionFeed>, in context: TabContext, while isOnScreen: Property<Bool>,
    cancelled: Signal<Void, Never>
  ) {
    let (status, scheduler) = (context.status, context.scheduler)
    let isKept = feed.value.selection == .kept
    // A refresh cancels the one before it, and a next page; the rows stay until the new ones come. Cached rows are read when
    // the tab is first on the screen, and are shown until the first answer, which is requested in any case.
    let (asks, ask) = Signal<QuestionAsk, Never>.pipe()
    let keptChanges = isKept ? context.store?.keptChanges.observe(on: scheduler) : nil
    let (forgets, forget) = Signal<Void, Never>.pipe()
    let load = QuestionLoad(
      asks: .merge(asks, keptChanges?.map { .first } ?? .never),
      repeating: .afterFailure(of: .first, .exponential(initial: 60, maximum: 900)), while: isOnScreen,
      cancelled: cancelled, forgotten: forgets, outdated: feed.signal.map(value: ()),
      stored: isOnScreen.producer.first(where: { $0 }).flatMap(.latest) { _ in context.stored(of: feed) },
      every: feed.value.isLocal ? Property(value: nil) : context.refreshPeriod,
      checking: status.checkIsLow.ignoreValues(), on: scheduler
    ) { ask, held in context.rows(ask, of: feed.value, joining: held) }
    (self.load, asking, self.forgets) = (load, ask, forgets)

    lifetime += Signal.merge(
      status.provenance.signal.filter { load.state.value.value?.provenance != $0 }.map(value: ()),
      context.service.changes
    )
    .observe(forget)
    // Kept questions do not come from the service, and the demonstration's data is not cached.
    guard !feed.value.isLocal else { return }
    lifetime += load.events.compactMap(\.value).observeValues { [cache = context.cache] rows in
      status.note(AnswerSource(provenance: rows.provenance, quota: rows.quota))
      guard rows.provenance.server != nil else { return }
      cache?.keep(rows.cached(at: load.state.value.loadedAt ?? scheduler.currentDate), of: rows.feed)
    }
  }

  func ask(_ ask: QuestionAsk) { asking.send(value: ask) }
}

extension [SiteLoad] {
  /// Returns the load of a site; the first one if the site is none of them, as that of a question that was found.
  func load(of site: String, in feed: QuestionFeed) -> QuestionLoad {
    self[feed.sites.firstIndex(of: site) ?? 0].load
  }
}
