import Clients
import Edits
import Foundation
import Model
import Signals
import Text

/// Requests to MediaWiki's API, for any wiki: one request at a time, and none during a pause that the service has asked for.
///
/// Wikimedia counts requests over all its wikis, so a pause applies to all of them
/// (https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits).
public struct MediaWikiClient: Sendable {
  let address: MediaWikiAddress
  private let contact: String?
  private let transport: Transport
  let clock: any DateScheduler
  private let pauses = Pauses()
  private let turns = SerialQueue()

  /// - Parameters:
  ///   - address: the address of the wikis' API.
  ///   - contact: the person's mail address or URL, by which the service counts; `nil` for the project's.
  ///   - clock: measures pauses and time limits.
  public init(
    address: MediaWikiAddress, contact: String? = nil, transport: Transport, clock: any DateScheduler
  ) {
    self.address = address
    self.contact = contact
    self.transport = transport
    self.clock = clock
  }

  /// The number of rows per page: the maximum for a client without special rights.
  static let rowLimit = 500
  /// The maximum number of pages to request. The English Wikipedia makes about 2,200 rows in ten minutes.
  static let pageLimit = 6
  /// The maximum number of repetitions of a request after a pause that the service asked for.
  private static let repetitions = 3
  /// The longest such pause, in seconds; a longer one is an error.
  private static let longestWait: TimeInterval = 120
  /// The maximum difference, in seconds, between the server's clock and the local one. Beyond it, a request with a start by
  /// the local clock is repeated.
  static let longestDrift: TimeInterval = 60

  /// A page of recent changes, and the time since which nothing is missing from this page and the pages before.
  struct ChangesPage: Sendable {
    var rows: [RecentChangeRow]
    var start: Date
    /// The server's time when it answered.
    var serverTime: Date?
  }

  /// The changes of a wiki since a time by the wiki's clock, newest page first; at most ``pageLimit`` pages.
  func recentChanges(of wiki: String, since start: Date) -> SignalProducer<ChangesPage, ServiceError> {
    guard let host = WikiDomain.domain(ofDatabase: wiki), let url = address.api(of: host) else {
      return SignalProducer(error: .notFound("the address of \(SafeText(label: wiki))"))
    }
    return pages(of: api(at: url), since: start, isByServerClock: false, after: nil, atMost: Self.pageLimit)
  }

  /// - Parameter isByServerClock: Whether `start` has already been corrected for the server's clock.
  private func pages(
    of api: API, since start: Date, isByServerClock: Bool, after continuation: RecentChangesPage.Continuation?,
    atMost limit: Int
  ) -> SignalProducer<ChangesPage, ServiceError> {
    page(of: api, since: start, newestFirst: true, after: continuation, making: \.self).flatMap(.concat) {
      [clock] answer in
      guard let page = answer.content else { return .empty }
      let drift = answer.serverTime?.timeIntervalSince(clock.currentDate) ?? 0
      if !isByServerClock, abs(drift) > Self.longestDrift {
        return pages(
          of: api, since: start.addingTimeInterval(drift), isByServerClock: true, after: nil, atMost: limit)
      }
      // If the server returns the same continuation, the requests would never end.
      let next = page.continuation.flatMap { $0 == continuation ? nil : $0 }
      let rest =
        next.flatMap { limit > 1 ? $0 : nil }.map {
          pages(of: api, since: start, isByServerClock: true, after: $0, atMost: limit - 1)
        } ?? .empty
      let end: Date
      if next == nil {
        end = start
      } else if let oldest = page.rows.last {
        // The next page begins in the same second in which this one ends.
        end = max(start, oldest.time.addingTimeInterval(1))
      } else {
        return rest
      }
      return rest.prefix(value: ChangesPage(rows: page.rows, start: end, serverTime: answer.serverTime))
    }
  }

  /// What `make` makes of a page of the list of changes since a time, after the pages before.
  func page<Made: Sendable>(
    of api: API, since start: Date, newestFirst isNewestFirst: Bool,
    after continuation: RecentChangesPage.Continuation?,
    making make: @escaping @Sendable (MediaWikiAnswer<RecentChangesPage>) -> Made
  ) -> SignalProducer<Made, ServiceError> {
    var parameters: Parameters = [
      "action": "query", "format": "json", "formatversion": 2, "list": "recentchanges",
      "rcdir": isNewestFirst ? "older" : "newer", isNewestFirst ? "rcend" : "rcstart": ISO8601.string(start),
      "rctype": "edit|new|log", "rcprop": "ids|timestamp|title|user|flags|sizes|loginfo|comment|tags",
      "rclimit": Self.rowLimit, "maxlag": 5, "curtimestamp": 1,
    ]
    for (name, value) in (continuation?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      parameters.append(name, value)
    }
    return inTurn(
      api.get("", parameters, headers: headers).json(MediaWikiAnswer<RecentChangesPage>.self, making: make))
  }

  /// A client for one of the addresses of a wiki's API.
  func api(at url: URL) -> API {
    API(url, name: "Wikipedia", transport: transport, clock: clock, pauses: pauses)
  }

  /// The headers of each request, which identify the client.
  var headers: [(name: String, value: String)] {
    [(name: "User-Agent", value: transport.userAgent(contact: contact))]
  }

  /// Makes the request after those before it have been answered. A pause requested by one answer applies to all requests, for
  /// any wiki and path.
  func politely<Value>(_ request: SignalProducer<Value, ServiceError>) -> SignalProducer<Value, ServiceError> {
    turns.take(request)
      .on(failed: { [pauses, clock] error in
        if let pause = error.pause { pauses.note(.throttled(pause), from: "", at: clock.currentDate) }
      })
      .mapError { [contact] in $0.advising(contact: contact) }
  }

  /// Makes the request after those before it have been answered, and repeats it after a pause that is not too long.
  private func inTurn<Value>(_ request: SignalProducer<Value, ServiceError>) -> SignalProducer<Value, ServiceError> {
    politely(request).retry { [clock] error, restart -> SignalProducer<Date, Never> in
      let now = clock.currentDate
      guard restart <= Self.repetitions, let end = error.pause?.end(at: now),
        end.timeIntervalSince(now) <= Self.longestWait
      else { return .empty }
      return .timer(at: end, on: clock)
    }
  }
}
