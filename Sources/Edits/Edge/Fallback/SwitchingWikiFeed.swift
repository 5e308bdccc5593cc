import Edits
import Foundation
import Model
import Signals
import Text

/// A feed that can be replaced while it is observed.
package struct SwitchingWikiFeed: WikiFeed {
  let feed: Property<any WikiFeed>

  package init(feed: Property<any WikiFeed>) { self.feed = feed }

  package var origin: Origin { feed.value.origin }

  package func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    // The first feed begins with the origin expected in ``origin``.
    feed.producer.scan(into: Turn()) { $0.take($1) }.flatMap(.latest) { turn -> SignalProducer<WikiFeedUpdate, Never> in
      guard let feed = turn.feed else { return .empty }
      let updates = feed.updates(reconnecting: again)
      return turn.count == 1 ? updates : updates.prefix(value: .restarted(feed.origin))
    }
  }

  package func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    feed.value.diff(of: edit, from: origin)
  }

  package func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    feed.value.contributions(of: user, on: wiki, from: origin)
  }

  package func changes(
    of wikis: [String], since start: Date, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    feed.value.changes(of: wikis, since: start, from: origin)
  }

  package func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> { feed.value.wikis(from: origin) }

  /// A feed and its ordinal.
  private struct Turn: Sendable {
    var feed: (any WikiFeed)?
    var count = 0

    mutating func take(_ next: any WikiFeed) {
      feed = next
      count += 1
    }
  }
}
