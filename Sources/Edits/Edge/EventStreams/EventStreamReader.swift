import Clients
import Edits
import Foundation
import Text

/// Reads Wikimedia's event stream over all its connections: takes bytes, and returns each event once.
///
/// A value without a clock or a socket, so that tests can apply recorded bytes.
struct EventStreamReader: Sendable {
  /// An event, and whether it comes from before the connection.
  package typealias Reading = (event: WikiEvent, isReplay: Bool)

  /// The wikis whose events are read.
  private(set) var wikis: WikiSelection
  /// How many times other wikis have been selected. A history belongs to one of them: its answers may come while the next wikis
  /// are being selected.
  private(set) var selectionCount = 0
  /// The names of those wikis by domain, for an event that does not name its wiki.
  private var namesByDomain: [String: String] = [:]
  /// Pieces of JSON of which an event of those wikis must contain at least one. Nineteen of twenty events belong to other
  /// wikis, and searching for these is much cheaper than decoding. Empty if there would be too many to search for.
  private var signs: [ByteSearch] = []

  private var parser = ServerSentEvents()
  private var known = RecentIDs(capacity: Self.rememberedIDs)
  private var replays = ReplayDetector()
  /// Whether the streams with facts about edits are requested as well.
  private(set) var isAnnotated: Bool
  private var join = EditJoin()
  /// Annotations that have not been taken yet.
  private var annotations: [EditAnnotation] = []
  private var lastHeard: Date?
  /// Whether there is a service that can be asked for what the stream does not deliver.
  private let hasHistory: Bool
  /// What the stream has not delivered, and cannot deliver, from before the connection was established.
  private var missing: Gap?

  /// A period that the stream itself cannot fill.
  private enum Gap: Sendable {
    /// Everything before the first connection.
    case beginning
    case since(Date)
  }
  /// The reason the server gave for ending this connection's stream; `nil` while it continues. The server sends it in an
  /// event `error` (https://github.com/wikimedia/KafkaSSE), and may keep the connection open afterwards.
  private(set) var failure: SafeText?
  /// What this connection's events have proved about it.
  private(set) var proof = StreamValidation()

  /// Enough for several minutes of the busiest wiki.
  static let rememberedIDs = 8192
  /// After a longer interruption, the stream starts from the present instead: the server would otherwise send hours of events
  /// of all wikis at once.
  static let longestResume: TimeInterval = 900
  /// The maximum number of seconds of history to request.
  static let longestHistory: TimeInterval = 600
  /// The maximum delay, in seconds, of an event behind a later one, plus the difference between clocks.
  private static let historyMargin: TimeInterval = 10

  /// The maximum number of wikis for which ``signs`` are used.
  private static let signedWikis = 8
  /// The maximum number of wikis whose history is requested; each costs several requests.
  private static let historyWikis = 3

  /// - Parameters:
  ///   - hasHistory: Whether there is a service that can be asked for what the stream does not deliver.
  ///   - isAnnotated: Whether the streams with facts about edits are requested as well.
  init(wikis: WikiSelection, hasHistory: Bool = false, isAnnotated: Bool = false) {
    self.wikis = wikis
    self.hasHistory = hasHistory
    self.isAnnotated = isAnnotated
    findSigns()
  }

  private mutating func findSigns() {
    let domains = wikis.names.map { ($0, WikiDomain.domain(ofDatabase: $0)) }
    namesByDomain = [:]
    for (name, domain) in domains { if let domain { namesByDomain[domain] = name } }
    signs =
      wikis.names.count > Self.signedWikis
      ? [] : domains.flatMap { [$0, $1].compactMap(\.self) }.map { ByteSearch(Array("\"\($0)\"".utf8)) }
  }

  /// Reads the events of other wikis from now on, and forgets which events were reported.
  mutating func select(_ wikis: WikiSelection) {
    self.wikis = wikis
    selectionCount += 1
    known = RecentIDs(capacity: Self.rememberedIDs)
    join = EditJoin()
    findSigns()
    missing = asksHistory ? .beginning : nil
  }

  private var asksHistory: Bool { hasHistory && (1...Self.historyWikis).contains(wikis.names.count) }

  /// The number of events, of any wiki, and comments received on this connection.
  var signCount: Int { parser.signCount }

  /// The value for `Last-Event-ID`, exactly as it was received; `nil` to start from the present.
  func resumeID(at now: Date) -> String? {
    // If the history of that time is read later, events that the stream repeats would already be known, and would not be
    // counted.
    guard missing == nil, let lastHeard, now.timeIntervalSince(lastHeard) < Self.longestResume else { return nil }
    let id = parser.lastEventID
    // Bytes that are not allowed in a header cannot be sent back.
    return id.isEmpty || id.contains { $0 < 0x20 || $0 >= 0x7F } ? nil : String(decoding: id, as: UTF8.self)
  }

  /// Forgets the position in the stream, because the server does not accept the id and would refuse it again.
  mutating func forgetPlace() { parser.forgetPlace() }

  /// Requests changes only, because the server does not have the other streams.
  mutating func forgetAnnotations() {
    isAnnotated = false
    forgetPlace()
  }

  /// Removes and returns the new annotations, which are of edits that have been read.
  mutating func takeAnnotations() -> [EditAnnotation] {
    defer { annotations = [] }
    return annotations
  }

  /// The number of seconds that the server wants between two connections.
  var serverPause: TimeInterval { TimeInterval(parser.retryMilliseconds ?? 0) / 1000 }

  /// A connection is established; incomplete data of the last one is discarded.
  mutating func connected(at now: Date, isResumed: Bool) {
    parser = ServerSentEvents(resuming: parser)
    failure = nil
    replays.connected(at: now, isResumed: isResumed)
    proof = StreamValidation()
    if asksHistory, !isResumed { missing = missing ?? lastHeard.map { .since($0) } ?? .beginning }
  }

  /// The start of the missing history, by the server's clock as far as it can be known; `nil` if the stream has delivered, or
  /// is delivering, everything.
  func missingSince(at now: Date) -> Date? {
    let earliest = now.addingTimeInterval(-Self.longestHistory)
    switch missing {
    case nil: return nil
    case .beginning: return earliest
    case .since(let date): return max(earliest, date.addingTimeInterval(-Self.historyMargin))
    }
  }

  /// There is no more history, or none at all; without effect if other wikis have been selected since it was requested.
  ///
  /// - Parameter selection: The value of ``selectionCount`` when it was requested.
  mutating func endHistory(ofSelection selection: Int) {
    if selection == selectionCount { missing = nil }
  }

  /// Returns the changes on a page of a wiki's recent changes that the stream has not delivered, and remembers them so that
  /// the stream does not deliver them again.
  ///
  /// - Parameter start: The time since which nothing is missing from any wiki; the page's own start if there is only one
  ///   wiki.
  mutating func read(
    _ page: MediaWikiClient.ChangesPage, of wiki: String, completeSince start: Date? = nil, at now: Date
  ) -> WikiHistory {
    let pages = WikiDomain.domain(ofDatabase: wiki).map { "https://\($0)/wiki/" } ?? ""
    let events = page.rows.compactMap { row -> WikiEvent? in
      guard var event = WikiEvent(row, of: wiki, pages: pages), known.insert(Self.key(of: row.id, in: wiki)) else {
        return nil
      }
      if isAnnotated { join.take(&event, at: now) }
      return event
    }
    return WikiHistory(events: events, start: start ?? page.start, serverTime: page.serverTime)
  }

  /// The key of a change among those of all wikis, since each wiki numbers its own.
  private static func key(of id: Int, in wiki: String) -> String { "\(wiki)/\(id)" }

  /// The events completed by the next bytes. Anything after a ``failure`` is ignored.
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
    // Until the connection is proved, events of all wikis are decoded, to check that they are changes at all.
    guard !proof.isProved || signs.isEmpty || hasSign(event.data), event.type == "message" else { return nil }
    // An event that cannot be read is skipped; the stream continues.
    let message = try? LenientJSON.decode(StreamMessage.self, from: event.data)
    proof.take(isReadable: message != nil)
    switch message {
    case nil, .canary: return nil
    case .notice(let notice):
      if isAnnotated, wikis.contains(notice.key.wiki) { annotations += join.take(notice, at: now) }
      return nil
    case .change(let change): return reading(of: change, at: now)
    }
  }

  private mutating func reading(of change: RecentChange, at now: Date) -> Reading? {
    guard isWanted(change) else { return nil }
    var change = change
    change.wiki = change.wiki ?? change.meta?.domain.flatMap { namesByDomain[$0] }
    guard var model = WikiEvent(change) else { return nil }
    let key = change.id.map { Self.key(of: $0, in: change.wiki ?? "") } ?? change.meta?.id
    if let key, !known.insert(key) { return nil }
    if isAnnotated { join.take(&model, at: now) }
    return (event: model, isReplay: replays.isReplay(eventTime: model.time, arrival: now))
  }

  private func isWanted(_ change: RecentChange) -> Bool {
    if wikis.isAll { return true }
    if let name = change.wiki { return wikis.contains(name) }
    return change.meta?.domain.map { namesByDomain[$0] != nil } ?? false
  }

  private func hasSign(_ bytes: [UInt8]) -> Bool { signs.contains { $0.isFound(in: bytes) } }
}
