import Foundation
import Model
import Text

/// Reads Wikimedia's event stream over all its connections: bytes in, events out, each once.
///
/// A value without clock or socket, so that every rule can be tried on recorded bytes.
struct EventStreamReader: Sendable {
  struct Reading: Sendable, Hashable {
    var event: WikiEvent
    var isReplay: Bool
  }

  /// The wikis whose events are wanted.
  private(set) var wikis: WikiSelection
  /// The names of those wikis by where they are found, for an event that does not name its wiki.
  private var namesByDomain: [String: String] = [:]
  /// The texts of JSON of which an event of those wikis has to have one: nineteen of twenty events are of others, and
  /// looking is far cheaper than decoding. Empty where it is not, since there are too many texts to look for.
  private var signs: [[UInt8]] = []

  private var parser = ServerSentEvents()
  private var known = RecentIDs(capacity: Self.rememberedIDs)
  private var replays = ReplayDetector()
  private var lastHeard: Date?
  /// Whether anybody can be asked for what the stream does not tell.
  private let hasHistory: Bool
  /// What the stream has not told and cannot tell, before the connection stood.
  private var missing: Gap?

  /// A stretch of time that the stream does not close by itself.
  private enum Gap: Sendable {
    /// All that was before the first connection.
    case beginning
    case since(Date)
  }
  /// Why the stream of this connection is over, by the server's own words; `nil` while it goes on. The server says it in an
  /// event `error` (https://github.com/wikimedia/KafkaSSE), and may hold the connection open after that.
  private(set) var failure: SafeText?
  /// What the connection's events show of it.
  private(set) var proof = MessageProof()

  /// Enough for several minutes of the busiest wiki.
  static let rememberedIDs = 8192
  /// After a longer time without connection the stream is taken up where it is now: the server would send hours of
  /// events of all wikis in one burst.
  static let longestResume: TimeInterval = 900
  /// Seconds of history that are asked for at most.
  static let longestHistory: TimeInterval = 600
  /// Seconds by which an event may come later than another one that happened after it, and clocks may differ.
  private static let historyMargin: TimeInterval = 10

  /// The most wikis that signs are looked for of.
  private static let signedWikis = 8
  /// The most wikis whose history is asked for: each costs some requests.
  private static let historyWikis = 3

  /// - Parameter hasHistory: Whether anybody can be asked for what the stream does not tell.
  init(wikis: WikiSelection, hasHistory: Bool = false) {
    self.wikis = wikis
    self.hasHistory = hasHistory
    findSigns()
  }

  private mutating func findSigns() {
    let domains = wikis.names.map { ($0, WikiDomain.domain(ofDatabase: $0)) }
    namesByDomain = [:]
    for (name, domain) in domains { if let domain { namesByDomain[domain] = name } }
    signs =
      wikis.names.count > Self.signedWikis
      ? [] : domains.flatMap { [$0, $1].compactMap(\.self) }.map { Array("\"\($0)\"".utf8) }
  }

  /// Reads the events of other wikis from now on. Nothing is known of what happened there before.
  mutating func select(_ wikis: WikiSelection) {
    self.wikis = wikis
    findSigns()
    missing = asksHistory ? .beginning : nil
  }

  private var asksHistory: Bool { hasHistory && (1...Self.historyWikis).contains(wikis.names.count) }

  /// How many events, of whatever wiki, and comments there have been on this connection.
  var signCount: Int { parser.signCount }

  /// What to ask for with `Last-Event-ID`, byte for byte as it was received; `nil` to begin with the present.
  func resumeID(at now: Date) -> String? {
    // What the stream repeats would be known, and so not count, where the history of that time comes only afterwards.
    guard missing == nil, let lastHeard, now.timeIntervalSince(lastHeard) < Self.longestResume else { return nil }
    let id = parser.lastEventID
    // Bytes that cannot stand in a header cannot be sent back.
    return id.isEmpty || id.contains { $0 < 0x20 || $0 >= 0x7F } ? nil : String(decoding: id, as: UTF8.self)
  }

  /// Forgets where the stream was: the server does not take the id, and would not the next time.
  mutating func forgetPlace() { parser.forgetPlace() }

  /// Seconds that the server wants between two connections.
  var serverPause: TimeInterval { TimeInterval(parser.retryMilliseconds ?? 0) / 1000 }

  /// A connection stands; what the last one left unfinished is forgotten.
  mutating func connected(at now: Date, isResumed: Bool) {
    parser = ServerSentEvents(resuming: parser)
    failure = nil
    replays.connected(at: now, isResumed: isResumed)
    proof = MessageProof()
    if asksHistory, !isResumed { missing = missing ?? lastHeard.map { .since($0) } ?? .beginning }
  }

  /// Since when the history is wanted, by the server's clock as far as that is the local one; `nil` where the stream has told,
  /// or tells, all.
  func missingSince(at now: Date) -> Date? {
    let earliest = now.addingTimeInterval(-Self.longestHistory)
    switch missing {
    case nil: return nil
    case .beginning: return earliest
    case .since(let date): return max(earliest, date.addingTimeInterval(-Self.historyMargin))
    }
  }

  /// There is no more history, or none at all.
  mutating func endHistory() { missing = nil }

  /// What a page of a wiki's recent changes tells that the stream has not; the stream is not heard to tell it again.
  ///
  /// - Parameter start: Since when nothing is missing of any wiki; the page's own start where there is only one.
  mutating func read(
    _ page: MediaWikiClient.ChangesPage, of wiki: String, completeSince start: Date? = nil
  ) -> WikiHistory {
    let pages = WikiDomain.domain(ofDatabase: wiki).map { "https://\($0)/wiki/" } ?? ""
    let events = page.rows.compactMap { row -> WikiEvent? in
      guard let event = WikiEvent(row, of: wiki, pages: pages), known.insert(Self.key(of: row.id, in: wiki)) else {
        return nil
      }
      return event
    }
    return WikiHistory(events: events, start: start ?? page.start, serverTime: page.serverTime)
  }

  /// What tells a change from those of all wikis, which share their numbers.
  private static func key(of id: Int, in wiki: String) -> String { "\(wiki)/\(id)" }

  /// The events that the next bytes complete. What comes after a ``failure`` is not read.
  mutating func read(_ bytes: some Collection<UInt8>, at now: Date) -> [Reading] {
    guard failure == nil else { return [] }
    let signsBefore = signCount
    var events: [ServerSentEvents.Event] = []
    parser.read(bytes) { events.append($0) }
    if signCount > signsBefore { lastHeard = now }
    let end = events.firstIndex { $0.type == ServerSentEvents.Event.errorType }
    failure = end.map { ServiceWords.read(events[$0].data) ?? "the stream broke off" }
    return events[..<(end ?? events.endIndex)].compactMap { reading(of: $0, at: now) }
  }

  private mutating func reading(of event: ServerSentEvents.Event, at now: Date) -> Reading? {
    // The first events are read whatever wiki they are of, to see whether they are changes at all.
    guard !proof.isProved || signs.isEmpty || hasSign(event.data), event.type == "message" else { return nil }
    // What cannot be read is left out; the stream goes on.
    let change = try? LenientJSON.decode(RecentChange.self, from: event.data)
    proof.take(isReadable: change != nil)
    guard var change, isWanted(change) else { return nil }
    change.wiki = change.wiki ?? change.meta?.domain.flatMap { namesByDomain[$0] }
    guard let model = WikiEvent(change) else { return nil }
    let key = change.id.map { Self.key(of: $0, in: change.wiki ?? "") } ?? change.meta?.id
    if let key, !known.insert(key) { return nil }
    return Reading(event: model, isReplay: replays.isReplay(eventTime: model.time, arrival: now))
  }

  private func isWanted(_ change: RecentChange) -> Bool {
    if wikis.isAll { return true }
    if let name = change.wiki { return wikis.contains(name) }
    return change.meta?.domain.map { namesByDomain[$0] != nil } ?? false
  }

  private func hasSign(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { start in
      bytes[start] == UInt8(ascii: "\"") && signs.contains { bytes[start...].starts(with: $0) }
    }
  }
}
