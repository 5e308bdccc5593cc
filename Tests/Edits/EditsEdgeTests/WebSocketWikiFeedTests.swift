import Foundation
import Model
import NetTesting
import Station
import StationTesting
import Testing

@testable import Clients
@testable import Edits
@testable import EditsEdge

@Suite(.timeLimit(.minutes(2))) struct WebSocketWikiFeedTests {
  private let bench: TestBench
  private var feed: WikipediaFeed { bench.station.wikipedia }

  init() throws { bench = try TestBench() }

  private func connected() async throws -> Listening<WikiFeedUpdate, Never> {
    var listening = Listening(bench.webSocket.updates())
    let updates = [try await listening.value(), try await listening.value()]
    #expect(updates == [.connecting(.live), .connected(source: .english)])
    try await feed.listeners(.webSocket, count: 1)
    return listening
  }

  private func message(_ title: String) -> String {
    #"{"type":"unspecified","content":"\#(title)","time":"2014-05-15T14:46:00.828Z"}"#
  }

  /// The next update, which has to be an event; its title.
  private func title(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> String {
    guard case .event(let event, isReplay: false) = try await listening.value() else { throw Surprise() }
    return event.title.string
  }

  private func loss(_ listening: inout Listening<WikiFeedUpdate, Never>) async throws -> ServiceError {
    guard case .disconnected(let error, _) = try await listening.value() else { throw Surprise() }
    return error
  }

  private struct Surprise: Error {}

  @Test func eventsComeWithTheirServersTime() async throws {
    var listening = try await connected()
    feed.emit([.edit("A page"), .signUp("Somebody")])
    guard case .event(let edit, isReplay: false) = try await listening.value() else { throw Surprise() }
    #expect(edit.kind == .unspecified)
    #expect(edit.title == "A page")
    #expect(edit.time == TestBench.start)
    guard case .event(let signUp, isReplay: false) = try await listening.value() else { throw Surprise() }
    #expect(signUp.kind == .newuser)
    #expect(signUp.title.isEmpty)
  }

  @Test func aMessageInPiecesIsOneEvenInsideACharacterAndAroundAPing() async throws {
    var listening = try await connected()
    let bytes = Array(message("日本").utf8)
    let cut = try #require(bytes.firstIndex { $0 > 0x7F }) + 1
    feed.send(.frame(opcode: 1, isFinal: false, bytes: Array(bytes[..<cut])))
    feed.send(.frame(opcode: 9, isFinal: true, bytes: Array("are you there".utf8)))
    feed.send(.frame(opcode: 0, isFinal: false, bytes: []))
    feed.send(.frame(opcode: 0, isFinal: true, bytes: Array(bytes[cut...])))
    #expect(try await title(&listening) == "日本")
    let pong = try await bench.station.nextClientFrame()
    #expect(pong.opcode == 10)
    #expect(pong.bytes == Array("are you there".utf8))
  }

  @Test func messagesOfUnknownShapeAreIgnored() async throws {
    var listening = try await connected()
    for text in ["[]", "7", "", "{", "null", #"{"type":"unheard"}"#, "<html>", #"{"type":["talk"]}"#] {
      feed.send(.text(text))
    }
    feed.send(.frame(opcode: 2, isFinal: true, bytes: [1, 2, 3]))
    feed.send(.text(message("after")))
    #expect(try await title(&listening) == "after")
  }

  @Test(arguments: [#"{"error":"log in first"}"#, "[]", "7", "<html>", "{}", #"{"type":null}"#])
  func aFeedOfSomethingElseIsAFailedConnection(text: String) async throws {
    let told = Shared<[String]>([])
    let client = bench.webSocket
    client.notices.observeValues { notice in told.withLock { $0.append(notice.string) } }
    var listening = Listening(client.updates())
    #expect(try await listening.value() == .connecting(.live))
    #expect(try await listening.value() == .connected(source: .english))
    try await feed.listeners(.webSocket, count: 1)
    for _ in 1..<StreamValidation.limit { feed.send(.text(text)) }
    feed.send(.text(message("readable")))
    #expect(try await title(&listening) == "readable", "a few do no harm")
    for _ in 0..<StreamValidation.limit { feed.send(.text(text)) }
    let error = try await loss(&listening)
    #expect(error.sentence.string.hasSuffix("messages of an unknown shape"))
    #expect(told.withLock { $0 } == ["Wikipedia: messages that cannot be read are left out"])
  }

  @Test func textThatIsNoUTF8EndsTheConnectionWith1007() async throws {
    var listening = try await connected()
    feed.send(.frame(opcode: 1, isFinal: true, bytes: [0x22, 0xC3, 0x28, 0x22]))
    guard case .malformedAnswer = try await loss(&listening) else { throw Surprise() }
    #expect(try await bench.station.nextClientFrame().closeCode == 1007)
  }

  @Test func aMessageTooLargeEndsTheConnectionWith1009() async throws {
    var listening = try await connected()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 600_000)
    feed.send(.frame(opcode: 1, isFinal: false, bytes: piece))
    feed.send(.frame(opcode: 0, isFinal: true, bytes: piece))
    guard case .malformedAnswer = try await loss(&listening) else { throw Surprise() }
    #expect(try await bench.station.nextClientFrame().closeCode == 1009)
  }

  @Test func aMessageInTooManyPiecesEndsTheConnectionWith1009() async throws {
    var listening = try await connected()
    func send(pieces: Int) {
      for piece in 0..<pieces {
        let isLast = piece == pieces - 1
        feed.send(.frame(opcode: piece == 0 ? 1 : 0, isFinal: isLast, bytes: isLast ? Array(message("x").utf8) : []))
      }
    }
    send(pieces: Transport.messagePieceLimit)
    #expect(try await title(&listening) == "x")
    send(pieces: Transport.messagePieceLimit + 1)
    let error = try await loss(&listening)
    #expect(error == .malformedAnswer(host: bench.address.wikiURL.hostLabel, detail: "a message is in too many pieces"))
    #expect(try await bench.station.nextClientFrame().closeCode == 1009)
  }

  @Test func aFrameTooLargeIsNotEvenRead() async throws {
    var listening = try await connected()
    feed.send(.frame(opcode: 1, isFinal: true, bytes: [UInt8](repeating: UInt8(ascii: "x"), count: 1_200_000)))
    guard case .malformedAnswer = try await loss(&listening) else { throw Surprise() }
    #expect(try await bench.station.nextClientFrame().closeCode == 1009)
  }

  @Test(arguments: [[], [3], [0, 0], [0xFF, 0xFF], [3, 0xE8, 0xC3, 0x28]] as [[UInt8]])
  func anyCloseFrameIsAnEnd(bytes: [UInt8]) async throws {
    var listening = try await connected()
    feed.send(.frame(opcode: 8, isFinal: true, bytes: bytes))
    guard case .connectionLost = try await loss(&listening) else { throw Surprise() }
  }

  @Test func aContinuationOfNothingEndsTheConnectionWith1002() async throws {
    var listening = try await connected()
    feed.send(.frame(opcode: 0, isFinal: true, bytes: [1]))
    guard case .malformedAnswer = try await loss(&listening) else { throw Surprise() }
    #expect(try await bench.station.nextClientFrame().closeCode == 1002)
  }

  @Test(arguments: [UInt16(1000), 1001, 1011, 1012])
  func aCloseIsAnsweredWithItsCodeAndMadeGoodAgain(code: UInt16) async throws {
    var listening = try await connected()
    feed.send(.close(code: code, reason: "going"))
    #expect(try await bench.station.nextClientFrame().closeCode == code)
    guard case .disconnected(.connectionLost, let retry?) = try await listening.value() else { throw Surprise() }
    bench.clock.advance(to: retry)
    let updates = [try await listening.value(), try await listening.value()]
    #expect(updates == [.connecting(.live), .connected(source: .english)])
  }

  @Test func aConnectionThatBreaksIsMadeAgainWithoutReplay() async throws {
    var listening = try await connected()
    feed.disconnect(.webSocket)
    guard case .disconnected(.connectionLost, let retry?) = try await listening.value() else { throw Surprise() }
    feed.emit(.edit("missed"))
    bench.clock.advance(to: retry)
    let updates = [try await listening.value(), try await listening.value()]
    #expect(updates == [.connecting(.live), .connected(source: .english)])
    try await feed.listeners(.webSocket, count: 1)
    feed.emit(.edit("now"))
    #expect(try await title(&listening) == "now")
  }

  @Test func silenceIsFilledWithPingsAndTheirAnswersKeepTheConnection() async throws {
    var listening = try await connected()
    for _ in 0..<10 {
      bench.clock.advance(by: .seconds(20))
      #expect(try await bench.station.nextClientFrame().opcode == 9)
      // The answer to the ping comes before this, on the same connection.
      feed.send(.text(message("still here")))
      #expect(try await title(&listening) == "still here")
    }
  }

  @Test func aHandshakeThatIsNeverAnsweredIsGivenUp() async throws {
    bench.station.faults.set(.held(Gate()), on: .webSocket)
    var listening = Listening(bench.webSocket.updates())
    #expect(try await listening.value() == .connecting(.live))
    _ = try await bench.station.requests.next(.webSocket)
    bench.clock.advance(by: .seconds(10))
    guard case .timedOut(_, 10) = try await loss(&listening) else { throw Surprise() }
  }

  @Test func aHandshakeAnsweredWithHTMLIsARefusal() async throws {
    let url = try #require(URL(string: "/nothing/here", relativeTo: bench.address.wikiURL)?.absoluteURL)
    let feed = WebSocketWikiFeed(url: url, transport: bench.transport, clock: bench.clock)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .httpStatus(404, _, _) = try await loss(&listening) else { throw Surprise() }
  }

  @Test func aServerThatIsNotThereIsUnreachable() async throws {
    let address = TestBench.closedAddress
    let feed = WebSocketWikiFeed(url: address.wikiURL, transport: bench.transport, clock: bench.clock)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    let error = try await loss(&listening)
    #expect(error == .unreachable(host: "127.0.0.1:\(address.port)", reason: "connection refused"))
  }

  @Test func tlsWithAServerThatHasNoneIsUnreachable() async throws {
    let url = try #require(URL(string: "wss://127.0.0.1:\(bench.address.port)/wiki"))
    let feed = WebSocketWikiFeed(url: url, transport: bench.transport, clock: bench.clock)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .unreachable(_, "no TLS there (try ws:)") = try await loss(&listening) else { throw Surprise() }
  }

  @Test func anOrdinaryAnswerIsNoWebSocket() async throws {
    let url = try #require(URL(string: "/", relativeTo: bench.address.wikiURL)?.absoluteURL)
    let feed = WebSocketWikiFeed(url: url, transport: bench.transport, clock: bench.clock)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    let error = try await loss(&listening)
    #expect(error == .malformedAnswer(host: "127.0.0.1:\(bench.address.port)", detail: "no WebSocket there"))
  }

  @Test func aHandshakeThatIsRefusedForAWhileSaysUntilWhen() async throws {
    bench.station.responses.serve(
      CannedResponse(status: 429, headers: [(name: "Retry-After", value: "120")], text: "no"), at: "/busy")
    let url = try #require(URL(string: "/busy", relativeTo: bench.address.wikiURL)?.absoluteURL)
    let feed = WebSocketWikiFeed(url: url, transport: bench.transport, clock: bench.clock)
    var listening = Listening(feed.updates())
    #expect(try await listening.value() == .connecting(.live))
    guard case .disconnected(let error, let retry?) = try await listening.value() else { throw Surprise() }
    let until = TestBench.start.addingTimeInterval(120)
    #expect(error == .throttled(Pause(until: until, by: url.hostLabel, heard: TestBench.start)))
    #expect(retry >= until)
  }

  @Test func aDisposedFeedSaysGoodbye() async throws {
    let listening = try await connected()
    listening.dispose()
    #expect(try await bench.station.nextClientFrame().closeCode == 1000)
    try await feed.listeners(.webSocket, count: 0)
  }

  @Test func manyEventsArriveInOrder() async throws {
    var listening = try await connected()
    let titles = (0..<2000).map { "Page \($0)" }
    feed.emit(titles.map { .edit($0) })
    for expected in titles { #expect(try await title(&listening) == expected) }
  }

  @Test func aConnectionThatEndsWhileItIsBusyIsReadToItsEnd() async throws {
    var listening = try await connected()
    let titles = (0..<200).map { "Page \($0)" }
    // One by one, so that they follow each other closely.
    for title in titles { feed.emit(.edit(title)) }
    feed.send(.close(code: 1001, reason: "going"))
    for expected in titles { #expect(try await title(&listening) == expected) }
    guard case .connectionLost = try await loss(&listening) else { throw Surprise() }
    #expect(try await bench.station.nextClientFrame().closeCode == 1001)
  }
}
