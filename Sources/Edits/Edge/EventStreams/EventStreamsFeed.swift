import Clients
import Edits
import Foundation
import Model
import NIOCore
import Signals
import Synchronization
import Text

/// Wikimedia's EventStreams (https://wikitech.wikimedia.org/wiki/Event_Platform/EventStreams), over Server-Sent Events.
///
/// It resumes a stream where the connection was lost, so nothing is missing after a short interruption. Events from the
/// interruption are marked as replays. The time before the first connection, and interruptions too long to resume, are filled
/// from the wiki's list of recent changes (``WikiHistory``), if it is available.
public final class EventStreamsFeed: WikiFeed {
  public let origin: Origin
  /// A notice for the person, sent once: some events cannot be read and are left out.
  public var notices: Signal<SafeText, Never> { skipped.notices }

  private let skipped = SkippedItems(of: "Wikipedia")
  private let api: API
  /// The address of several streams in one; `nil` if only changes are requested.
  private let annotatedAPI: API?
  private let wikis: Property<WikiSelection>
  private let mediaWiki: MediaWikiClient?
  private let contact: String?
  private let clock: any DateScheduler
  private let chance: @Sendable () -> Double

  /// The maximum number of seconds of silence. The stream carries all wikis, dozens of events per second.
  static let longestSilence = 60

  /// - Parameters:
  ///   - url: the stream's address, `http` or `https`.
  ///   - wikis: the wikis whose events are delivered. When they change, the connection stays, because it carries all wikis.
  ///   - isAnnotated: whether facts about edits are requested, too, in other streams of the same connection, unless the
  ///     server does not have them.
  ///   - mediaWiki: the client for recent changes; `nil` if there is none.
  ///   - contact: the person's mail address or URL, for the server's operators; `nil` for the project's.
  ///   - origin: `.demo` for the built-in station.
  ///   - clock: measures pauses and silence.
  ///   - chance: a source of numbers in 0..<1, evenly distributed, for the jitter of pauses.
  public init(
    url: URL, wikis: Property<WikiSelection> = Property(value: .english), isAnnotated: Bool = false,
    mediaWiki: MediaWikiClient? = nil,
    contact: String? = nil,
    origin: Origin = .live, transport: Transport, clock: any DateScheduler,
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.wikis = wikis
    self.mediaWiki = mediaWiki
    self.contact = contact
    self.origin = origin
    self.clock = clock
    self.chance = chance
    api = API(url, transport: transport, clock: clock)
    annotatedAPI = isAnnotated ? Self.annotated(url).map { API($0, transport: transport, clock: clock) } : nil
  }

  /// Adds the streams with facts about edits to an address of the changes' stream
  /// (https://wikitech.wikimedia.org/wiki/Event_Platform/EventStreams); `nil` if it is not such an address.
  private static func annotated(_ url: URL) -> URL? {
    guard url.lastPathComponent == "recentchange" || url.lastPathComponent == "mediawiki.recentchange" else {
      return nil
    }
    let names = [url.lastPathComponent] + EditNotice.Stream.allCases.map(\.rawValue)
    return url.deletingLastPathComponent().appending(path: names.joined(separator: ","))
  }

  public func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    let host = api.base.hostLabel
    return SignalProducer { observer, lifetime in
      let reader = SharedReader(
        wikis: self.wikis.value, hasHistory: self.mediaWiki != nil, isAnnotated: self.annotatedAPI != nil)
      // On the reading thread, so that no event of the previous wikis is delivered after the change.
      // The history of the next wikis is requested after the change has been told, so that it never comes before it.
      let selections = self.wikis.producer.observe(on: self.clock).filter { reader.select($0) }
        .flatMap(.concat) { wikis in
          SignalProducer<WikiFeedUpdate, Never> { observer, _ in
            observer.send(value: .selected(source: wikis))
            reader.announceSelection()
            observer.sendCompleted()
          }
        }
      lifetime += self.connection(reader)
        .reconnecting(
          ended: .connectionLost(host: host),
          serverPause: { reader.withLock { $0.serverPause } },
          chance: self.chance, again: again, on: self.clock
        )
        .compactMap { WikiFeedUpdate($0, origin: self.origin) }
        .merge(with: selections)
        .start(observer)
    }
  }

  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    guard let mediaWiki else { return SignalProducer(error: .notFound("a server that offers the text of edits")) }
    return mediaWiki.diff(of: edit)
  }

  public func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    guard let mediaWiki else { return SignalProducer(error: .notFound("a server that offers a user's edits")) }
    return mediaWiki.contributions(of: user, on: wiki)
  }

  public func changes(
    of wikis: [String], since start: Date, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    guard let mediaWiki else {
      return SignalProducer(error: .notFound("the list of recent changes, which this server does not have"))
    }
    return mediaWiki.changes(of: wikis, since: start)
  }

  public func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> {
    guard let mediaWiki else {
      return SignalProducer(error: .notFound("the list of wikis, which this server does not have"))
    }
    return mediaWiki.wikis()
  }

  /// One connection, which resumes at the end of the last one. If the server may be refusing the resume position, the request
  /// is repeated once without it; and if it may not have the streams with facts about edits, once for changes only.
  private func connection(_ reader: SharedReader) -> SignalProducer<WikiFeedUpdate?, ServiceError> {
    SignalProducer { observer, lifetime in
      let resumeID = reader.withLock { $0.resumeID(at: self.clock.currentDate) }
      let first = self.request(resuming: resumeID, reader)
      let second = first.flatMapError { error -> SignalProducer<WikiFeedUpdate?, ServiceError> in
        guard resumeID != nil, error.blamesRequest else { return SignalProducer(error: error) }
        reader.withLock { $0.forgetPlace() }
        return self.request(resuming: nil, reader)
      }
      lifetime += second.flatMapError { error -> SignalProducer<WikiFeedUpdate?, ServiceError> in
        guard error.blamesRequest, reader.withLock(\.isAnnotated) else { return SignalProducer(error: error) }
        reader.withLock { $0.forgetAnnotations() }
        return self.request(resuming: nil, reader)
      }
      .start(observer)
    }
  }

  private func request(
    resuming resumeID: String?, _ reader: SharedReader
  ) -> SignalProducer<WikiFeedUpdate?, ServiceError> {
    SignalProducer { observer, lifetime in
      let clock = self.clock
      let api = reader.withLock(\.isAnnotated) ? self.annotatedAPI ?? self.api : self.api
      // A connection that has carried a stream is not reused: the server is about to close it, and the next stream would be
      // lost with it.
      let headers = [
        (name: "Accept", value: ServerSentEvents.mediaType), (name: "Accept-Encoding", value: "identity"),
        (name: "Cache-Control", value: "no-cache"), (name: "Connection", value: "close"),
        (name: "User-Agent", value: self.api.transport.userAgent(contact: self.contact)),
      ]
      let resumption = resumeID.map { [(name: "Last-Event-ID", value: $0)] } ?? []
      lifetime += Self.messages(
        in: api.get(headers: headers + resumption).stream(), reader: reader, isResumed: resumeID != nil,
        host: self.api.base.hostLabel, skipped: self.skipped, on: clock
      )
      .mapError { [contact = self.contact] in $0.advising(contact: contact, isCounted: false) }
      .start { event in
        observer.send(event)
        // Only now, because the stream delivers everything from here on.
        if case .connected?? = event.value {
          // Listens before it asks, because an answer may already lead to the next selection.
          lifetime += SignalProducer(reader.selections).merge(with: SignalProducer(value: ()))
            .flatMap(.latest) { self.history(reader) }
            .startWithValues { observer.send(value: .history($0)) }
        }
      }
    }
  }

  /// What the stream cannot deliver, wiki by wiki and page by page. After a failure there is no more of it.
  private func history(_ reader: SharedReader) -> SignalProducer<WikiHistory, Never> {
    SignalProducer { observer, lifetime in
      let now = self.clock.currentDate
      let (wikis, selection, missing) = reader.withLock {
        ($0.wikis.names, $0.selectionCount, $0.missingSince(at: now))
      }
      guard let mediaWiki = self.mediaWiki, let missing else { return observer.sendCompleted() }
      lifetime += SignalProducer<String, Never>(wikis)
        .flatMap(.concat) { wiki in
          mediaWiki.recentChanges(of: wiki, since: missing).map { (wiki: wiki, page: $0) }.flatMapError { _ in .empty }
        }
        .scanMap(into: [String: Date]()) { starts, answer -> WikiHistory? in
          starts[answer.wiki] = answer.page.start
          // Only the period for which the changes of all wikis have arrived is complete.
          let start = wikis.map { starts[$0] ?? .distantFuture }.max() ?? answer.page.start
          return reader.withLock { reader in
            guard reader.selectionCount == selection else { return nil }
            return reader.read(answer.page, of: answer.wiki, completeSince: start, at: self.clock.currentDate)
          }
        }
        .skipNil()
        .on(completed: { reader.withLock { $0.endHistory(ofSelection: selection) } })
        .start(observer)
    }
  }

  /// Reads an answer as a stream. It must be an event stream, and must remain one: bytes that are neither events nor comments
  /// count as silence, and an event `error` ends it. `nil` is a sign of life.
  static func messages(
    in answer: SignalProducer<HTTPPart, ServiceError>, reader: SharedReader, isResumed: Bool, host: SafeText,
    skipped: SkippedItems, on clock: any DateScheduler
  ) -> SignalProducer<WikiFeedUpdate?, ServiceError> {
    SignalProducer { observer, lifetime in
      lifetime += answer.inflatedAsItComes(host: host).refusing(host: host, on: clock).start { event in
        switch event {
        case .value(.head(let head)):
          if let error = Self.objection(to: head, host: host) {
            observer.send(error: error)
          } else {
            reader.withLock { $0.connected(at: clock.currentDate, isResumed: isResumed) }
            observer.send(value: .connected(source: reader.source))
          }
        case .value(.body(let buffer)):
          let now = clock.currentDate
          let (readings, annotations, failure, isAllRead, isAlive) = reader.withLock { reader in
            let (signsBefore, leftOutBefore) = (reader.signCount, reader.proof.leftOut)
            let readings = reader.read(buffer.readableBytesView, at: now)
            let failure =
              reader.failure.map { ServiceError.inTrouble(by: host, words: $0) }
              ?? (reader.proof.isDisproved ? .malformedAnswer(host: host, detail: "events of an unknown shape") : nil)
            return (
              readings, reader.takeAnnotations(), failure, reader.proof.leftOut == leftOutBefore,
              reader.signCount > signsBefore
            )
          }
          if !isAllRead { skipped.note(inStreamOf: "events") }
          for reading in readings { observer.send(value: .event(reading.event, isReplay: reading.isReplay)) }
          for annotation in annotations { observer.send(value: .annotated(annotation)) }
          if let failure {
            observer.send(error: failure)
          } else if isAlive, readings.isEmpty, annotations.isEmpty {
            observer.send(value: nil)
          }
        case .failed(let error): observer.send(error: error)
        case .completed: observer.sendCompleted()
        case .interrupted: observer.sendInterrupted()
        }
      }
    }
    .failingWhenSilent(opening: Transport.connectSeconds, seconds: longestSilence, host: host, on: clock)
  }

  /// Why a successful answer is not a stream.
  private static func objection(to head: HTTPHead, host: SafeText) -> ServiceError? {
    let type = head.headers.mediaType
    switch type {
    case ServerSentEvents.mediaType: return nil
    case "": return .malformedAnswer(host: host, detail: "no event stream there")
    default: return .malformedAnswer(host: host, detail: "\(SafeText(label: type)), no event stream")
    }
  }
}

extension ServiceError {
  /// Whether the same request would be refused again, so that its resume position or its streams may be the cause: any client
  /// error except authorisation (401, 403), timeout (408), too early (425), and too many requests (429).
  fileprivate var blamesRequest: Bool {
    guard case .httpStatus(let status, _, _) = self else { return false }
    return (400..<500).contains(status) && ![401, 403, 408, 425, 429].contains(status)
  }
}

/// The reader that consecutive connections of one start share.
final class SharedReader: Sendable {
  private let reader: Mutex<EventStreamReader>
  /// Sends when the reader has changed to other wikis.
  let (selections, selection) = Signal<Void, Never>.pipe()

  init(wikis: WikiSelection, hasHistory: Bool = false, isAnnotated: Bool = false) {
    reader = Mutex(EventStreamReader(wikis: wikis, hasHistory: hasHistory, isAnnotated: isAnnotated))
  }

  /// The name of the wikis whose events are read.
  var source: WikiSelection { reader.withLock(\.wikis) }

  /// - Returns: Whether the wikis differ from the previous ones.
  func select(_ wikis: WikiSelection) -> Bool {
    reader.withLock { reader in
      guard reader.wikis != wikis else { return false }
      reader.select(wikis)
      return true
    }
  }

  func announceSelection() { selection.send(value: ()) }

  func withLock<Result: Sendable>(_ body: (inout EventStreamReader) -> Result) -> Result {
    reader.withLock { body(&$0) }
  }
}
