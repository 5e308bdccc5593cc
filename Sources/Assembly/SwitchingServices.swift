import Foundation
import Model
import Signals
import Text

/// A question service that can be replaced while the program runs.
///
/// A request goes to the current service. If that changes before the answer, the request goes to the new one.
package struct SwitchingQuestionService: QuestionRelay {
  private let service: Property<any QuestionService & SiteDirectory>
  package let changes: Signal<Void, Never>

  package init(_ service: Property<any QuestionService & SiteDirectory>) {
    self.service = service
    let (changes, change) = Signal<Void, Never>.pipe()
    self.changes = changes
    service.signal.map { _ in }.observe(change)
    service.producer.flatMap(.latest) { SignalProducer($0.changes) }.start(change)
  }

  package var provenance: Provenance { service.value.provenance }
  package var keyTrouble: SafeText? { service.value.keyTrouble }
  package var clockLead: TimeInterval { service.value.clockLead }

  package func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    // The end of the request is the end of the stream, although another service may follow.
    service.producer.flatMap(.latest) { request($0).materialize() }.dematerialize()
  }
}

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
