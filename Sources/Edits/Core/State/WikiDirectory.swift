import Foundation
import Model
import Signals
import Text

/// The wikis to choose from: the largest at once, and all others once their list is known.
///
/// ```
/// the list in the cache ── younger than a week? ──┬──────────────────────▶ state
///                                                 └── request ── keep ──▶
/// ```
/// The list is requested at most once for each directory, which lives while a person chooses. If that fails, an older list
/// from the cache is used.
public final class WikiDirectory: Sendable {
  public struct State: Sendable, Equatable {
    public var wikis = Wiki.known
    public var isLoading = false
    public var trouble: ServiceError?
  }

  /// How long a list is used before it is requested again, in seconds. A new wiki is founded every few weeks.
  static let age: TimeInterval = 7 * 86_400

  public let state: Property<State>

  /// - Parameters:
  ///   - server: The address of the server of edits; `nil` where its list is not cached.
  init(
    of origin: Origin, source: any WikiEditSource, cache: (any WikiCache)?, server: SafeText?,
    on scheduler: any DateScheduler
  ) {
    let now = scheduler.currentDate
    let kept = server.flatMap { cache?.wikis(of: $0) } ?? SignalProducer(value: nil)
    let states = kept.flatMap(.concat) { kept -> SignalProducer<State, Never> in
      if let kept, (0..<Self.age).contains(now.timeIntervalSince(kept.fetched)) {
        return SignalProducer(value: State(listing: kept.wikis))
      }
      let old = State(listing: kept?.wikis ?? [])
      return source.wikis(from: origin)
        .on(value: { wikis in
          if let server { cache?.keep(CachedWikis(wikis, fetched: now), of: server) }
        })
        .map { State(listing: $0) }
        .flatMapError { error in SignalProducer(value: State(wikis: old.wikis, trouble: error)) }
        .prefix(value: State(wikis: old.wikis, isLoading: true))
    }
    state = Property(initial: State(isLoading: true), then: states.observe(on: scheduler))
  }
}

extension WikiDirectory.State {
  /// The largest wikis first, then those of a list that are not among them.
  fileprivate init(listing wikis: [Wiki]) {
    self.init(wikis: (Wiki.known + wikis).uniqued(by: \.name))
  }
}
