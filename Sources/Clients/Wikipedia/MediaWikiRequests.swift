import Foundation
import Model
import Signals
import Text

/// What is asked of MediaWiki's API, of whatever wiki: one request at a time, and none while the service wants a pause.
///
/// Wikimedia counts requests over all of its wikis, so pauses hold for all of them
/// (https://www.mediawiki.org/wiki/Wikimedia_APIs/Rate_limits).
public struct MediaWikiClient: Sendable {
  let address: MediaWikiAddress
  private let contact: String?
  private let transport: Transport
  private let clock: any DateScheduler
  private let pauses = Pauses()
  private let turns = Turns()

  /// - Parameters:
  ///   - address: where the wikis have their API.
  ///   - contact: a mail address or URL of the person's, by which the service counts; `nil` for the project's.
  ///   - clock: what pauses and time limits are measured with.
  public init(
    address: MediaWikiAddress, contact: String? = nil, transport: Transport, clock: any DateScheduler
  ) {
    self.address = address
    self.contact = contact
    self.transport = transport
    self.clock = clock
  }

  /// Rows of a page: as many as a client without special rights gets.
  static let rowLimit = 500
  /// Pages of a list of changes that are asked for at most. The English Wikipedia makes some 2,200 rows in ten minutes.
  static let pageLimit = 6
  /// How often a request is made again after a pause that the service asked for.
  private static let repetitions = 3
  /// Seconds of the longest such pause that is waited for.
  private static let longestWait: TimeInterval = 120
  /// Seconds by which the server's clock may differ from the local one before a request by the local one is made again.
  private static let longestDrift: TimeInterval = 60

  /// A page of recent changes, and since when nothing is missing with it and the pages before.
  struct ChangesPage: Sendable {
    var rows: [RecentChangeRow]
    var start: Date
    /// The server's time when it answered.
    var serverTime: Date?
  }

  /// The changes of a wiki since a time by its own clock, the newest page first; at most ``pageLimit`` pages.
  func recentChanges(of wiki: String, since start: Date) -> SignalProducer<ChangesPage, ServiceError> {
    guard let host = WikiDomain.domain(ofDatabase: wiki), let url = address.api(of: host) else {
      return SignalProducer(error: .notFound("the address of \(SafeText(label: wiki))"))
    }
    return pages(of: api(at: url), since: start, isByServerClock: false, after: nil, atMost: Self.pageLimit)
  }

  /// - Parameter isByServerClock: Whether `start` is corrected already by what the server's clock says.
  private func pages(
    of api: API, since start: Date, isByServerClock: Bool, after continuation: RecentChangesPage.Continuation?,
    atMost limit: Int
  ) -> SignalProducer<ChangesPage, ServiceError> {
    page(of: api, since: start, after: continuation).flatMap(.concat) { [clock] answer in
      guard let page = answer.content else { return .empty }
      let drift = answer.serverTime?.timeIntervalSince(clock.currentDate) ?? 0
      if !isByServerClock, abs(drift) > Self.longestDrift {
        return pages(
          of: api, since: start.addingTimeInterval(drift), isByServerClock: true, after: nil, atMost: limit)
      }
      // The same again would be asked for without end.
      let next = page.continuation.flatMap { $0 == continuation ? nil : $0 }
      let rest =
        next.flatMap { limit > 1 ? $0 : nil }.map {
          pages(of: api, since: start, isByServerClock: true, after: $0, atMost: limit - 1)
        } ?? .empty
      let end: Date
      if next == nil {
        end = start
      } else if let oldest = page.rows.last {
        // The next page begins in the second in which this one ends.
        end = max(start, oldest.time.addingTimeInterval(1))
      } else {
        return rest
      }
      return rest.prefix(value: ChangesPage(rows: page.rows, start: end, serverTime: answer.serverTime))
    }
  }

  private func page(
    of api: API, since start: Date, after continuation: RecentChangesPage.Continuation?
  ) -> SignalProducer<MediaWikiAnswer<RecentChangesPage>, ServiceError> {
    var parameters: Parameters = [
      "action": "query", "format": "json", "formatversion": 2, "list": "recentchanges", "rcdir": "older",
      "rcend": ISO8601.string(start), "rctype": "edit|new|log",
      "rcprop": "ids|timestamp|title|user|flags|sizes|loginfo|comment", "rclimit": Self.rowLimit, "maxlag": 5,
      "curtimestamp": 1,
    ]
    for (name, value) in (continuation?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      parameters.append(name, value)
    }
    return inTurn(api.get("", parameters, headers: headers).json())
  }

  /// One of the addresses of a wiki's API.
  func api(at url: URL) -> API {
    API(url, name: "Wikipedia", transport: transport, clock: clock, pauses: pauses)
  }

  /// What each request says of who asks.
  var headers: [(name: String, value: String)] {
    [(name: "User-Agent", value: transport.userAgent(contact: contact))]
  }

  /// The request when those before it are answered. A pause that one answer asks for holds for all requests, of whatever wiki and
  /// path.
  func politely<Value>(_ request: SignalProducer<Value, ServiceError>) -> SignalProducer<Value, ServiceError> {
    turns.take(request)
      .on(failed: { [pauses, clock] error in
        if let pause = error.pause { pauses.note(.throttled(pause), from: "", at: clock.currentDate) }
      })
      .mapError { [contact] in $0.advising(contact: contact) }
  }

  /// The request when those before it are answered, and again after a pause that is not too long.
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
