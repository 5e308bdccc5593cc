import Foundation
import Model
import NetTesting
import Signals
import Station
import StationTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

@Suite(.timeLimit(.minutes(2))) struct EventStreamsFeedTests {
  private let bench: TestBench

  init() throws { bench = try TestBench() }

  /// A feed that stands.
  private func connected() async throws -> Listening<WikiFeedUpdate, Never> {
    var listening = Listening(bench.eventStreams.updates())
    try await expectConnection(&listening)
    try await bench.station.wikipedia.listeners(.eventStream, count: 1)
    return listening
  }

  private func expectConnection(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws {
    let updates = [try await listening.value(), try await listening.value()]
    #expect(updates == [.connecting(.live), .connected(source: .english)])
  }

  private func event(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> (WikiEvent, isReplay: Bool) {
    guard case .event(let event, let isReplay) = try await listening.value() else {
      throw Surprise()
    }
    return (event, isReplay)
  }

  private func loss(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> (ServiceError, retry: Date) {
    guard case .disconnected(let error, let retry?) = try await listening.value() else {
      throw Surprise()
    }
    return (error, retry)
  }

  /// The error of a connection that is not made again by itself.
  private func end(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> ServiceError {
    guard case .disconnected(let error, nil) = try await listening.value() else { throw Surprise() }
    return error
  }

  private struct Surprise: Error {}

  @Test func eventsComeInTheOneFormOfBothFeeds() async throws {
    var listening = try await connected()
    bench.station.wikipedia.emit([
      .canary, .edit("A page", by: -40), .signUp("Somebody"),
      RecentChange(.edit(oldLength: 1, newLength: 2), title: "Ailleurs", wiki: "frwiki"),
      RecentChange(.categorize, title: "Category:X", namespace: 14),
      RecentChange(.new(length: 7), title: "Talk:B", namespace: 1),
    ])
    let (edit, isReplay) = try await event(&listening)
    #expect(edit.kind == .unspecified)
    #expect(edit.title == "A page")
    #expect(edit.lengthChange == -40)
    #expect(edit.time == TestBench.start)
    #expect(!isReplay)
    #expect(try await event(&listening).0.title == "Somebody")
    let talk = try await event(&listening).0
    #expect(talk.kind == .talk)
    #expect(talk.lengthChange == 7)
  }

  @Test(arguments: [#"{"error":"log in first"}"#, "[]", "7", "<html>", "{}"])
  func aStreamOfSomethingElseIsAFailedConnection(data: String) async throws {
    let events = String(repeating: "data: \(data)\n\n", count: StreamValidation.limit)
    bench.station.responses.serve(
      CannedResponse(
        headers: [(name: "Content-Type", value: "text/event-stream")], chunks: [Array(events.utf8)], ending: .never),
      at: "/v2/stream/recentchange")
    let told = Shared<[String]>([])
    let feed = bench.eventStreams
    feed.notices.observeValues { notice in told.withLock { $0.append(notice.string) } }
    var listening = Listening(feed.updates())
    try await expectConnection(&listening)
    let (error, _) = try await loss(&listening)
    #expect(error.sentence.string.hasSuffix("events of an unknown shape"))
    #expect(told.withLock { $0 } == ["Wikipedia: events that cannot be read are left out"])
  }

  @Test func theFirstRequestNamesTheProgramAndResumesNothing() async throws {
    _ = try await connected()
    let request = try #require(bench.station.requests.recent.first)
    #expect(request.header("Accept") == "text/event-stream")
    #expect(request.header("User-Agent") == bench.transport.userAgent)
    #expect(request.header("Last-Event-ID") == nil)
    #expect(request.header("Accept-Encoding") == "identity")
  }

  @Test func aLostStreamIsTakenUpWhereItEndedAndTheGapIsAReplay() async throws {
    var listening = try await connected()
    let feed = bench.station.wikipedia
    bench.clock.advance(by: .seconds(1))
    feed.emit(.edit("before"))
    #expect(try await event(&listening).0.title == "before")

    feed.disconnect(.eventStream)
    let (error, retry) = try await loss(&listening)
    guard case .connectionLost = error else { throw Surprise() }
    #expect(retry > bench.clock.currentDate)
    try await feed.listeners(.eventStream, count: 0)
    bench.clock.advance(by: .milliseconds(500))
    feed.emit([.edit("missed"), .signUp("Missed")])
    bench.clock.advance(to: retry)

    try await expectConnection(&listening)
    let missed = try await event(&listening)
    #expect(missed.0.title == "missed")
    #expect(missed.isReplay)
    #expect(try await event(&listening).isReplay)
    bench.clock.advance(by: .seconds(1))
    feed.emit(.edit("now"))
    let now = try await event(&listening)
    #expect(now.0.title == "now")
    #expect(!now.isReplay)

    let id = try #require(bench.station.requests.recent.last?.header("Last-Event-ID"))
    #expect(id.hasPrefix("[{\"topic\":"))
    #expect(bench.station.requests.count(.eventStream) == 2)
  }

  @Test(arguments: [(400, false), (431, false), (503, true), (429, true)])
  func anIDThatIsRefusedIsNotSentAgain(status: Int, isSentAgain: Bool) async throws {
    var listening = try await connected()
    bench.station.wikipedia.emit(.edit("before"))
    _ = try await event(&listening)
    bench.station.faults.set(.status(status), on: .eventStream, times: 1)
    bench.station.wikipedia.disconnect(.eventStream)
    bench.clock.advance(to: try await loss(&listening).retry)
    if isSentAgain {
      #expect(try await listening.value() == .connecting(.live))
      bench.clock.advance(to: try await loss(&listening).retry)
    }
    try await expectConnection(&listening)
    let ids = bench.station.requests.recent.map { $0.header("Last-Event-ID") != nil }
    #expect(ids == [false, true, isSentAgain])
  }

  @Test func aStreamThatEndedInGoodOrderAfterALongTimeIsMadeAgainAtOnce() async throws {
    var listening = try await connected()
    for _ in 0..<15 {
      // Something has to be heard now and then, or the feed is taken for dead.
      bench.clock.advance(by: .seconds(50))
      bench.station.wikipedia.emit(.edit("a"))
      _ = try await event(&listening)
    }
    bench.station.wikipedia.disconnect(.eventStream)
    #expect(try await loss(&listening).retry == bench.clock.currentDate)
    bench.clock.advance()
    try await expectConnection(&listening)
  }

  @Test func aStreamThatStaysSilentIsTakenForDead() async throws {
    var listening = try await connected()
    bench.clock.advance(by: .seconds(60))
    let (error, _) = try await loss(&listening)
    guard case .timedOut(_, 60) = error else { throw Surprise() }
    try await bench.station.wikipedia.listeners(.eventStream, count: 0)
  }

  @Test func aServerThatAcceptsAndSaysNothingIsGivenUp() async throws {
    bench.station.faults.set(.held(Gate()), on: .eventStream)
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    _ = try await bench.station.requests.next(.eventStream)
    bench.clock.advance(by: .seconds(10))
    guard case .timedOut(_, 10) = try await loss(&listening).0 else { throw Surprise() }
    _ = try await bench.station.requests.nextAbandoned(.eventStream)
  }

  @Test(arguments: [500, 503, 408])
  func aRefusalThatMayPassIsToldAndTriedAgain(status: Int) async throws {
    bench.station.faults.set(.status(status), on: .eventStream, times: 1)
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    let (error, retry) = try await loss(&listening)
    guard case .httpStatus(status, _, _) = error else { throw Surprise() }
    bench.clock.advance(to: retry)
    try await expectConnection(&listening)
  }

  @Test(arguments: [
    (429, nil, nil, 60.0...120.0),
    (429, "120", TestBench.start.addingTimeInterval(120), 120...180),
    (429, "Fri, 20 Nov 2026 18:50:00 GMT", TestBench.start.addingTimeInterval(600), 600...660),
    (503, "120", TestBench.start.addingTimeInterval(120), 120...121),
    (503, "100000", TestBench.start.addingTimeInterval(100_000), 3_600...3_601),
  ])
  func aServerThatSaysWhenItWantsToBeAskedAgainIsLeftAloneSoLong(
    status: Int, retryAfter: String?, until: Date?, pause: ClosedRange<TimeInterval>
  ) async throws {
    let headers = retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
    bench.station.responses.serve(
      CannedResponse(status: status, headers: headers, text: "no\n"), at: bench.address.eventStreamsURL.path)
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    let (error, retry) = try await loss(&listening)
    let host = bench.address.eventStreamsURL.hostLabel
    let pauseAsked = Pause(until: until, by: host, words: "no", heard: TestBench.start)
    #expect(error == (status == 429 ? .throttled(pauseAsked) : .pauseRequested(pauseAsked)))
    #expect(pause.contains(retry.timeIntervalSince(TestBench.start)), "\(retry.timeIntervalSince(TestBench.start))")
  }

  @Test(arguments: [400, 404])
  func anUnknownStreamIsToldInTheServersWordsAndNotAskedForAgain(status: Int) async throws {
    let body = #"{"status":\#(status),"type":"not_found","title":"Stream Not Found","detail":"Invalid streams: nope"}"#
    bench.station.responses.serve(
      CannedResponse(status: status, headers: [(name: "Content-Type", value: "application/problem+json")], text: body),
      at: bench.address.eventStreamsURL.path)
    let again = Signal<Void, Never>.pipe()
    var listening = Listening(bench.eventStreams.updates(reconnecting: again.output))
    for count in 1...2 {
      #expect(try await listening.value() == .connecting(.live))
      let error = try await end(&listening)
      #expect(error.sentence.string.hasSuffix("(HTTP 404): Invalid streams: nope") == (status == 404))
      #expect(error.shortSentence(clock: .utc) == "Invalid streams: nope")
      bench.clock.advance(by: .seconds(86_400))
      #expect(bench.station.requests.count(.eventStream) == count)
      again.input.send(value: ())
    }
  }

  @Test(arguments: [CannedResponse.Ending.never, .complete])
  func anErrorInTheStreamEndsItAndTheNextOneGoesOnFromTheLastMessage(ending: CannedResponse.Ending) async throws {
    let stream = """
      event: message
      id: [{"topic":"t","partition":0,"offset":7}]
      data: {"type":"edit","wiki":"enwiki","title":"before"}

      event: error
      id: [{"topic":"t","partition":0,"offset":99}]
      data: {"message":"Kafka broker is gone","name":"KafkaError"}

      event: message
      data: {"type":"edit","wiki":"enwiki","title":"after"}


      """
    let headers = [(name: "Content-Type", value: "text/event-stream")]
    bench.station.responses.serve(at: bench.address.eventStreamsURL.path) { request in
      request.header("Last-Event-ID") == nil
        ? CannedResponse(headers: headers, text: stream, ending: ending)
        : CannedResponse(headers: headers, text: ":ok\n\n", ending: .never)
    }
    var listening = Listening(bench.eventStreams.updates())
    try await expectConnection(&listening)
    #expect(try await event(&listening).0.title == "before")
    let (error, retry) = try await loss(&listening)
    #expect(error.sentence.string.hasSuffix("is in trouble: Kafka broker is gone"))
    #expect((0.5...1).contains(retry.timeIntervalSince(TestBench.start)))
    bench.clock.advance(to: retry)
    try await expectConnection(&listening)
    let ids = bench.station.requests.recent.map { $0.header("Last-Event-ID") }
    #expect(ids == [nil, #"[{"topic":"t","partition":0,"offset":7}]"#])
  }

  @Test func whatIsNoStreamIsMalformed() async throws {
    bench.station.faults.set(.htmlPage, on: .eventStream)
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .malformedAnswer(_, "text/html, no event stream") = try await loss(&listening).0 else {
      throw Surprise()
    }
  }

  /// What a server answers with that compresses although nobody asked it to.
  private func serve(_ chunks: [[UInt8]], coding: String) {
    let headers = [(name: "Content-Type", value: "text/event-stream"), (name: "Content-Encoding", value: coding)]
    bench.station.responses.serve(
      CannedResponse(headers: headers, chunks: chunks, ending: .never), at: bench.address.eventStreamsURL.path)
  }

  /// A comment and an edit of the page "plain again" in the format of zlib (RFC 1950).
  private static let deflated = """
    eNodiUEKgDAMBO95RdhzX5DfBBpKaK2FBkXEv2u9DDOM7JXIDushvNmcWoyyhgrfiGsYBJY9kHB69VX9l4TwaGuPpt5Zy0c8RC8+1Bor
    """

  @Test func aStreamIsInflatedAsItComes() async throws {
    let event = #"data: {"type":"edit","wiki":"enwiki","title":"plain again"}"#
    let deflated = [UInt8](try #require(Data(base64Encoded: Self.deflated)))
    let bare = deflated[2...].dropLast(4)
    let streams: [(chunks: [[UInt8]], coding: String)] = [
      ([Array(":ok\n\n".utf8), Array("\(event)\n\n".utf8)], "gzip"), ([deflated], "deflate"),
      ([Array(deflated[..<20]), Array(deflated[20...])], "Deflate"),
      // Without zlib's header and checksum, and cut within the bytes that tell.
      ([Array(bare.prefix(1)), Array(bare.dropFirst())], "deflate"),
    ]
    for (chunks, coding) in streams {
      serve(chunks, coding: coding)
      var listening = Listening(bench.eventStreams.updates())
      try await expectConnection(&listening)
      #expect(try await self.event(&listening).0.title == "plain again", "as \(coding)")
    }
  }

  @Test(arguments: [("br", "br"), ("gzip, gzip", "gzip, gzip")])
  func aCodingThatIsNotKnownIsNamed(coding: String, name: String) async throws {
    serve([[0x8B, 0x02]], coding: coding)
    var listening = Listening(bench.eventStreams.updates())
    #expect(try await listening.value() == .connecting(.live))
    let sentence = try await loss(&listening).0.sentence
    #expect(sentence.string.hasSuffix("compressed with \(name), which was not asked for"), "\(sentence)")
  }

  @Test func damagedCompressionEndsTheConnection() async throws {
    serve([[0x1F, 0x8B] + [UInt8](repeating: 0xFF, count: 40)], coding: "gzip")
    var listening = Listening(bench.eventStreams.updates())
    try await expectConnection(&listening)
    guard case .malformedAnswer(_, "damaged compression") = try await loss(&listening).0 else {
      throw Surprise()
    }
  }

  @Test func aDisposedFeedClosesItsConnection() async throws {
    let listening = try await connected()
    listening.dispose()
    try await bench.station.wikipedia.listeners(.eventStream, count: 0)
    bench.clock.advance(by: .seconds(3600))
    #expect(bench.station.requests.count() == 1)
  }

  @Test func retryConnectsAnewAtOnce() async throws {
    let again = Signal<Void, Never>.pipe()
    bench.station.faults.set(.status(500), on: .eventStream, times: 1)
    var listening = Listening(bench.eventStreams.updates(reconnecting: again.output))
    #expect(try await listening.value() == .connecting(.live))
    _ = try await loss(&listening)
    again.input.send(value: ())
    try await expectConnection(&listening)
    again.input.send(value: ())
    try await expectConnection(&listening)
    try await bench.station.wikipedia.listeners(.eventStream, count: 1)
  }

  @Test func manyEventsArriveInOrderAndOnce() async throws {
    var listening = try await connected()
    let titles = (0..<2000).map { "Page \($0)" }
    bench.station.wikipedia.emit(titles.map { .edit($0) })
    for title in titles { #expect(try await event(&listening).0.title.string == title) }
  }
}
