import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Station
import StationTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

/// The list of recent changes, and how it is joined to the stream.
@Suite(.timeLimit(.minutes(2))) struct WikiHistoryTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  private var mediaWiki: MediaWikiClient {
    get throws {
      MediaWikiClient(
        address: try #require(MediaWikiAddress(bench.address.mediaWikiURL.absoluteString)), transport: bench.transport,
        clock: bench.clock)
    }
  }

  private func feed() throws -> EventStreamsFeed {
    EventStreamsFeed(
      url: bench.address.eventStreamsURL, mediaWiki: try mediaWiki, transport: bench.transport, clock: bench.clock
    ) { 0.999 }
  }

  private static func sample(_ name: String) throws -> CannedResponse {
    let file = "mediawiki/\(name)"
    let entry = try #require(try SampleFiles.entries(of: "mediawiki").first { $0.file == file })
    let http = try #require(entry.http)
    return CannedResponse(
      status: http.status, headers: http.headers.map { (name: $0.key, value: $0.value) },
      body: try SampleFiles.bytes(file))
  }

  /// Serves the three recorded pages, each to the request that continues the one before.
  private func servePages() throws {
    let pages = try (1...3).map { try Self.sample("recentchanges_page\($0)_of_3.json") }
    bench.station.responses.serve(at: bench.address.mediaWikiURL.path) { request in
      switch request.query["rccontinue"] {
      case nil: pages[0]
      case "20261121200026|2100000052": pages[1]
      case "20261121200006|2100000010": pages[2]
      default: CannedResponse(status: 400, text: "no such page")
      }
    }
  }

  @Test func allPagesAreAskedForOneAfterTheOther() async throws {
    try servePages()
    let client = try mediaWiki
    var listening = Listening(client.recentChanges(of: "enwiki", since: TestBench.start - 600))
    let pages = [try await listening.value(), try await listening.value(), try await listening.value()]
    let end = try await listening.next()
    #expect(end.isTerminating && end.error == nil)
    #expect(pages.map(\.rows.count) == [25, 25, 6])
    #expect(Set(pages.flatMap(\.rows).map(\.id)).count == 56)
    // A page that is followed by another is complete from the second after its last row on.
    let starts = pages.map(\.start.timeIntervalSince1970)
    #expect(starts == [1_795_291_234, 1_795_291_208, 1_795_199_400])
    let requests = bench.station.requests.recent
    #expect(requests.map { $0.query["continue"] } == [nil, "-||", "-||"])
    let first = try #require(requests.first)
    #expect(first.query["rclimit"] == "500" && first.query["maxlag"] == "5")
    #expect(first.query["rcend"] == "2026-11-20T18:30:00Z")
    #expect(first.header("User-Agent") == bench.transport.userAgent)
  }

  @Test func theListAndTheStreamTogetherTellEachChangeOnce() throws {
    var reader = EventStreamReader(wikis: .english, hasHistory: true)
    reader.connected(at: TestBench.start, isResumed: false)
    let stream = try SampleFiles.bytes("mediawiki/overlap_after_recentchanges.sse")
    let pages = try (1...3).map { number in
      try LenientJSON.decode(
        MediaWikiAnswer<RecentChangesPage>.self,
        from: try SampleFiles.bytes("mediawiki/recentchanges_page\(number)_of_3.json"))
    }
    func rows(_ number: Int, _ reader: inout EventStreamReader) throws -> [WikiEvent] {
      let rows = try #require(pages[number].content).rows
      return reader.read(.init(rows: rows, start: TestBench.start), of: "enwiki", at: TestBench.start).events
    }
    // Whatever comes first: half of the stream, the pages, the rest of the stream.
    for split in [0, stream.count / 2, stream.count] {
      var reader = reader
      var events = reader.read(stream[..<split], at: TestBench.start).map(\.event)
      for number in 0..<3 { events += try rows(number, &reader) }
      events += reader.read(stream[split...], at: TestBench.start).map(\.event)
      // The counts are those that the samples' index gives for the union of both.
      let counts = Dictionary(grouping: events, by: \.kind).mapValues(\.count)
      #expect(counts == [.unspecified: 53, .user: 3, .newuser: 6, .talk: 6, .special: 5, .upload: 1])
      let edits = events.filter { [.unspecified, .user, .talk].contains($0.kind) }
      let bins = Dictionary(grouping: edits) { (Int($0.time?.timeIntervalSince1970 ?? 0) - 1_795_291_200) / 5 }
      #expect((0..<15).map { bins[$0]?.count ?? 0 } == [4, 2, 5, 7, 4, 0, 2, 5, 4, 1, 3, 4, 8, 8, 5])
    }
  }

  @Test func aFeedBeginsWithWhatHappenedBeforeItAndTellsNothingTwice() async throws {
    let station = bench.station.wikipedia
    station.emit([.edit("Before", by: 5), .signUp("Early"), .edit("Before too"), .canary])
    bench.clock.advance(by: .seconds(30))
    var listening = Listening(try feed().updates())
    #expect(try await listening.value() == .connecting(.live))
    #expect(try await listening.value() == .connected(source: .english))
    guard case .history(let history) = try await listening.value() else {
      Issue.record("no history")
      return
    }
    #expect(Set(history.events.map(\.title)) == ["Before", "Early", "Before too"])
    #expect(history.events.allSatisfy { $0.time == TestBench.start })
    #expect(history.events.contains { $0.lengthChange == 5 })
    #expect(history.start == TestBench.start - 570)
    #expect(history.serverTime == TestBench.start + 30)
    station.emit(.edit("Now"))
    guard case .event(let event, false) = try await listening.value() else {
      Issue.record("no event")
      return
    }
    #expect(event.title == "Now")
  }

  @Test func wikimediaLearnsThePersonsContactAndEachRequestHasOneName() async throws {
    let client = MediaWikiClient(
      address: try #require(MediaWikiAddress(bench.address.mediaWikiURL.absoluteString)), contact: "me@example.org",
      transport: bench.transport, clock: bench.clock)
    let feed = EventStreamsFeed(
      url: bench.address.eventStreamsURL, mediaWiki: client, contact: "me@example.org", transport: bench.transport,
      clock: bench.clock)
    let listening = Listening(feed.updates())
    _ = try await bench.station.requests.next(.mediaWiki)
    for request in bench.station.requests.recent {
      let names = request.headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value)
      #expect(names == [bench.transport.userAgent(contact: "me@example.org")])
    }
    listening.dispose()
  }

  @Test(arguments: [
    "error_403_user_agent.txt", "error_429_html.html", "error_badcontinue.json", "warning_limit_clamped.json",
  ])
  func withoutAHistoryTheStreamGoesOn(sample: String) async throws {
    bench.station.responses.serve(try Self.sample(sample), at: bench.address.mediaWikiURL.path)
    var listening = Listening(try feed().updates())
    #expect(try await listening.value() == .connecting(.live))
    #expect(try await listening.value() == .connected(source: .english))
    _ = try await bench.station.requests.next(.mediaWiki)
    bench.station.wikipedia.emit(.edit("Now"))
    var update = try await listening.value()
    if case .history(let history) = update {
      #expect(history.events.isEmpty)
      update = try await listening.value()
    }
    guard case .event(let event, _) = update else {
      Issue.record("no event")
      return
    }
    #expect(event.title == "Now")
  }

  @Test func aLaggingServerIsAskedAgainAfterThePauseThatItNames() async throws {
    let lag = try Self.sample("error_maxlag.json")
    let page = try Self.sample("recentchanges_page3_of_3.json")
    let isFirst = Shared(true)
    bench.station.responses.serve(at: bench.address.mediaWikiURL.path) { _ in
      isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? lag : page
      }
    }
    let client = MediaWikiClient(
      address: try #require(MediaWikiAddress(bench.address.mediaWikiURL.absoluteString)), transport: bench.transport,
      clock: SkippingClock(bench.clock, pause: 5))
    var listening = Listening(client.recentChanges(of: "enwiki", since: TestBench.start - 600))
    #expect(try await listening.value().rows.count == 6)
    #expect(bench.clock.currentDate == TestBench.start + 5)
    #expect(bench.station.requests.count(.mediaWiki) == 2)
  }
}

/// A clock that goes on by itself over pauses of a certain length, and stands still otherwise.
private final class SkippingClock: DateScheduler {
  let base: TestScheduler
  let pause: TimeInterval

  init(_ base: TestScheduler, pause: TimeInterval) {
    self.base = base
    self.pause = pause
  }

  var currentDate: Date { base.currentDate }
  var isCurrent: Bool { base.isCurrent }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? { base.schedule(action) }

  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    guard date.timeIntervalSince(currentDate) == pause else { return base.schedule(after: date, action: action) }
    base.advance(to: date)
    action()
    return nil
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    base.schedule(after: date, interval: interval, leeway: leeway, action: action)
  }
}

@Suite struct MediaWikiErrorTests {
  private static let now = Date(timeIntervalSince1970: 1_795_200_000)

  private static func failure(_ code: String, retryAfter: Date? = nil) throws -> ServiceError? {
    let body = #"{"error":{"code":"\#(code)","info":"Some words."}}"#
    return try LenientJSON.decode(MediaWikiAnswer<RecentChangesPage>.self, from: Array(body.utf8))
      .failure(at: now, retryAfter: retryAfter)
  }

  @Test func anErrorSaysWhetherToAskAgainAndWhen() throws {
    #expect(try Self.failure("maxlag")?.pause?.end(at: Self.now) == Self.now + 5)
    #expect(try Self.failure("maxlag", retryAfter: Self.now + 9)?.pause?.end(at: Self.now) == Self.now + 9)
    #expect(try Self.failure("ratelimited")?.outcome(at: Self.now) == .wait(until: Self.now + 60))
    #expect(try Self.failure("readonly") == .inTrouble(words: "Some words."))
    #expect(try Self.failure("internal_api_error_DBQueryTimeoutError")?.outcome(at: Self.now) == .passing)
    #expect(try Self.failure("badcontinue") == .refused(name: "badcontinue", message: "Some words."))
  }

  @Test(arguments: ["{}", #"{"query":{}}"#, #"{"query":{"recentchanges":{}}}"#, "[]", "7"])
  func somethingElseIsNoEmptyList(body: String) {
    #expect(throws: (any Error).self) {
      try LenientJSON.decode(MediaWikiAnswer<RecentChangesPage>.self, from: Array(body.utf8))
    }
  }

  @Test func hiddenPartsAreMissingAndTheRowCounts() throws {
    let body =
      #"{"query":{"recentchanges":[{"type":"log","rcid":7,"timestamp":"2026-11-21T20:00:00Z","logtype":"newusers","#
      + #""logaction":"create","ns":2,"userhidden":true},{"rcid":"8"}]}}"#
    let page = try LenientJSON.decode(MediaWikiAnswer<RecentChangesPage>.self, from: Array(body.utf8))
    let rows = try #require(page.content).rows
    #expect(rows.map(\.id) == [7])
    #expect(WikiEvent(rows[0], of: "enwiki", pages: "")?.kind == .newuser)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8642/w/api.php", "http://127.0.0.1:8642/w/api.php"),
    ("http://127.0.0.1:8642/{host}/w/api.php", "http://127.0.0.1:8642/de.wikipedia.org/w/api.php"),
    ("ftp://example.org/", nil), ("", nil),
  ])
  func theAddressMayNameTheWikisHost(template: String, url: String?) {
    let address = MediaWikiAddress(template)
    #expect(address?.api(of: "de.wikipedia.org")?.absoluteString == url)
    #expect(
      address?.rest(of: "de.wikipedia.org")?.absoluteString == url?.replacing("api.php", with: "rest.php"))
  }

  @Test func workIsDoneOneAfterTheOther() {
    let turns = SerialQueue()
    let pipes = (0..<3).map { _ in Signal<Int, Never>.pipe() }
    let started = Shared<[Int]>([])
    let work = pipes.indices.map { index in
      let piece = SignalProducer<Int, Never>(pipes[index].output)
        .on(started: { started.withLock { $0.append(index) } })
      return turns.take(piece).start()
    }
    #expect(started.withLock { $0 } == [0])
    work[1].dispose()
    pipes[0].input.sendCompleted()
    #expect(started.withLock { $0 } == [0, 2])
    pipes[2].input.sendCompleted()
    turns.take(SignalProducer<Int, Never>(value: 4)).startWithValues { value in started.withLock { $0.append(value) } }
    #expect(started.withLock { $0 } == [0, 2, 4])
  }
}
