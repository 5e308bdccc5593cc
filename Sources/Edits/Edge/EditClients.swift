import Clients
import Edits
import Foundation
import Model
import Signals
import Text

/// The client of edits, for the source that the settings name. It is created again when that changes.
package final class EditClients: Sendable {
  package let feed: any WikiFeed
  /// The wikis that the feed tells of, where it can tell of several: those of the settings, until another property is bound to it.
  package let wikis: MutableProperty<WikiSelection>
  /// Whether the demonstration stands in for a feed that cannot be reached.
  package let isStandIn: Property<Bool>
  /// Sentences to the person, sent on any thread.
  package let notices: Signal<SafeText, Never>

  /// - Parameters:
  ///   - part: The source.
  ///   - wikis: Those of the settings.
  ///   - mediaWiki: The address of the wikis' API; `nil` for the one derived from the stream's server.
  ///   - demonstration: Returns the demonstration's addresses, that of the API as ``MediaWikiAddress`` takes it, and starts it if
  ///     necessary.
  package init(
    _ part: Property<ServicePart>, wikis: WikiSelection, mediaWiki: MediaWikiAddress?,
    demonstration: @escaping @Sendable () throws -> (stream: URL, mediaWiki: String), transport: Transport,
    clock: any DateScheduler
  ) {
    let (notices, notice) = Signal<SafeText, Never>.pipe()
    self.wikis = MutableProperty(wikis)
    let maker = EditClientMaker(
      mediaWiki: mediaWiki, wikis: Property(capturing: self.wikis), demonstration: demonstration, notice: notice,
      transport: transport, clock: clock)
    let feeds = Property(following: part.producer.skipRepeats().map { maker.feed(from: $0) })
    self.notices = notices
    feed = SwitchingWikiFeed(feed: feeds)
    isStandIn = feeds.isStandIn
  }
}

/// Creates the client of a source.
private struct EditClientMaker {
  /// The address of the wikis' API, instead of the one derived from the stream's server.
  let mediaWiki: MediaWikiAddress?
  let wikis: Property<WikiSelection>
  let demonstration: @Sendable () throws -> (stream: URL, mediaWiki: String)
  let notice: Signal<SafeText, Never>.Observer
  let transport: Transport
  let clock: any DateScheduler

  func feed(from part: ServicePart) -> any WikiFeed {
    // Of the demonstration's two feeds the one with sign-ups and sizes of edits.
    let demo = { @Sendable () throws -> any WikiFeed in
      let address = try demonstration()
      return EventStreamsFeed(
        url: address.stream, wikis: wikis, isAnnotated: true,
        mediaWiki: client(of: MediaWikiAddress(address.mediaWiki), nil), origin: .demo, transport: transport,
        clock: clock)
    }
    return switch part.source {
    case .server(let url): feed(at: url, part.contact)
    case .serverElseDemonstration(let url):
      FallbackWikiFeed(live: feed(at: url, part.contact), demo: demo, clock: clock)
    case .demonstration: FallbackWikiFeed(live: nil, demo: demo, clock: clock)
    }
  }

  /// `ws:` and `wss:` speak the WebSocket feed, `http:` and `https:` EventStreams.
  private func feed(at url: URL, _ contact: String?) -> any WikiFeed {
    if ["ws", "wss"].contains(url.scheme?.lowercased()) {
      let feed = WebSocketWikiFeed(url: url, transport: transport, clock: clock)
      feed.notices.observeValues { [notice] in notice.send(value: $0) }
      return feed
    }
    let isWikimedia = url.host()?.ends(with: ".wikimedia.org") ?? false
    let address = mediaWiki ?? (isWikimedia ? .wikimedia : .beside(stream: url))
    let feed = EventStreamsFeed(
      url: url, wikis: wikis, isAnnotated: true, mediaWiki: client(of: address, contact), contact: contact,
      transport: transport, clock: clock)
    feed.notices.observeValues { [notice] in notice.send(value: $0) }
    return feed
  }

  private func client(of address: MediaWikiAddress?, _ contact: String?) -> MediaWikiClient? {
    address.map { MediaWikiClient(address: $0, contact: contact, transport: transport, clock: clock) }
  }
}
