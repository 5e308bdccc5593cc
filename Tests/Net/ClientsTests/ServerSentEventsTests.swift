import Foundation
import NetTesting
import Testing

@testable import Clients

@Suite struct ServerSentEventsTests {
  /// The events of a stream that comes in these pieces.
  private func events(_ pieces: [[UInt8]]) -> [ServerSentEvents.Event] {
    var parser = ServerSentEvents()
    var events: [ServerSentEvents.Event] = []
    for piece in pieces { parser.read(piece) { events.append($0) } }
    return events
  }

  private func data(_ text: String) -> [String] {
    events([Array(text.utf8)]).map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func everyLineEndEndsALine(end: String) {
    let stream = ["event: a", "data: 1", "data: 2", "", ": comment", "data:3", "", ""].joined(separator: end)
    #expect(data(stream) == ["1\n2", "3"])
  }

  @Test func aCarriageReturnAtTheEndOfAPieceWaitsForItsLineFeed() {
    let pieces = ["data: a\r", "\n\r", "\ndata: b\r", "\r"].map { Array($0.utf8) }
    #expect(events(pieces).map { String(decoding: $0.data, as: UTF8.self) } == ["a", "b"])
  }

  @Test(arguments: ["eventstreams/crlf_line_ends.sse", "eventstreams/log_newusers_all_actions.sse"])
  func itDoesNotMatterWhereTheBytesAreCut(file: String) throws {
    let bytes = try SampleFiles.bytes(file)
    let whole = events([bytes])
    #expect(!whole.isEmpty)
    for size in [1, 2, 3, 7, 64, 1000] {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      #expect(events(pieces) == whole, "pieces of \(size)")
    }
  }

  @Test func theRecordedCutsInsideACharacterAreHarmless() throws {
    struct Chunks: Decodable {
      var chunksB64: [Data]
    }
    let file = try SampleFiles.bytes("eventstreams/split_mid_utf8.chunks.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let chunks = try decoder.decode(Chunks.self, from: Data(file)).chunksB64.map { [UInt8]($0) }
    #expect(chunks.count > 2)
    #expect(events(chunks) == events([chunks.flatMap { $0 }]))
    #expect(events(chunks).count == 2)
  }

  @Test func aByteOrderMarkIsSkippedOnlyAtTheVeryBeginning() {
    #expect(data("\u{FEFF}data: a\n\n") == ["a"])
    #expect(data("data: a\n\n\u{FEFF}data: b\n\n") == ["a"])
  }

  @Test func oneSpaceAfterTheColonIsNoPartOfTheValue() {
    #expect(data("data:  two\n\ndata:\n\ndata\n\ndata: a: b\n\n") == [" two", "", "", "a: b"])
  }

  @Test func anEventThatIsCutOffIsDroppedAndTheEarlierIDStays() {
    var parser = ServerSentEvents()
    var count = 0
    parser.read(Array("id: 1\ndata: a\n\nid: 2\ndata: b\n".utf8)) { _ in count += 1 }
    #expect(count == 1)
    #expect(parser.lastEventID == Array("1".utf8))
    var next = ServerSentEvents(resuming: parser)
    next.read(Array("data: c\n\n".utf8)) { event in
      #expect(event.data == Array("c".utf8))
      #expect(event.lastID == Array("1".utf8))
    }
  }

  @Test func anErrorIsNoPlaceInTheStream() {
    var parser = ServerSentEvents()
    var types: [String] = []
    parser.read(Array("id: 1\ndata: a\n\nevent: error\nid: 2\ndata: b\n\n".utf8)) { types.append($0.type) }
    #expect(types == ["message", "error"])
    #expect(parser.lastEventID == Array("1".utf8))
    parser.read(Array("data: c\n\n".utf8)) { #expect($0.lastID == Array("1".utf8)) }
    #expect(parser.lastEventID == Array("1".utf8))
  }

  @Test func anIDIsKeptByteForByteAndIgnoredWithANulInIt() {
    var parser = ServerSentEvents()
    parser.read(Array("id: [{\"a\": 1}]  \ndata: x\n\nid: b\0d\ndata: y\n\n".utf8)) { _ in }
    #expect(parser.lastEventID == Array("[{\"a\": 1}]  ".utf8))
    parser.read(Array("id\ndata: z\n\n".utf8)) { _ in }
    #expect(parser.lastEventID.isEmpty)
  }

  @Test func theTypeHoldsForOneEventOnly() {
    let types = events([Array("event: a\ndata: 1\n\ndata: 2\n\nevent: b\n\ndata: 3\n\n".utf8)]).map(\.type)
    #expect(types == ["a", "message", "message"])
  }

  @Test(arguments: [("retry: 3000", 3000), ("retry: 3s", nil), ("retry:", nil), ("retry: -1", nil)])
  func onlyDigitsMakeARetryTime(line: String, milliseconds: Int?) {
    var parser = ServerSentEvents()
    parser.read(Array((line + "\n\n").utf8)) { _ in }
    #expect(parser.retryMilliseconds == milliseconds)
  }

  @Test func aRetryTimeTooLargeForANumberIsIgnored() {
    var parser = ServerSentEvents()
    parser.read(Array("retry: 99999999999999999999999\n\n".utf8)) { _ in }
    #expect(parser.retryMilliseconds == nil)
  }

  @Test func anEventWithoutEndIsNotCollectedWithoutBound() {
    var parser = ServerSentEvents()
    var received: [ServerSentEvents.Event] = []
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    parser.read(Array("data: ".utf8)) { received.append($0) }
    for _ in 0..<6 { parser.read(chunk) { received.append($0) } }
    parser.read(Array("\ndata: rest\nid: 7\n\ndata: next\n\n".utf8)) { received.append($0) }
    #expect(received.map { String(decoding: $0.data, as: UTF8.self) } == ["next"])
  }
}
