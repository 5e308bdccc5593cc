import Foundation
import Screen
import Testing

@testable import Recording

/// What the lines of a recording are.
@Suite struct AsciicastTests {
  private static let size = Size(width: 80, height: 24)

  private static func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

  @Test func theFirstLineIsOfTheRecording() throws {
    let recorded = try Recorded()
    recorded.send(.begins(Self.size))
    let line = try #require(recorded.text().split(separator: "\n").first)
    let head = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(head["version"] as? Int == 2)
    #expect(head["width"] as? Int == 80 && head["height"] as? Int == 24)
    #expect(head["timestamp"] as? Int == 1_795_200_000)
    #expect(head["title"] as? String == "reactui 0")
    #expect(head["env"] as? [String: String] == ["TERM": "xterm"])
    #expect(head.count == 6)
  }

  @Test func eachEventHasItsTimeAndKind() throws {
    let recorded = try Recorded()
    recorded.send(.begins(Self.size))
    recorded.pass(.milliseconds(1))
    recorded.send(.output(Self.bytes("a")))
    recorded.pass(.nanoseconds(1_500_000_400))
    recorded.send(.input(Array("q".utf8)), .resized(Size(width: 100, height: 30)))
    recorded.pass(.seconds(1))
    recorded.send(.lent, .returned)
    recorded.recorder.requests.send(value: "asks api.example for questions")
    #expect(
      try recorded.events() == [
        Event(0.001, "o", "a"), Event(1.501, "i", "q"), Event(1.501, "r", "100x30"),
        Event(2.501, "m", "another program has the terminal"), Event(2.501, "m", "the terminal is back"),
        Event(2.501, "m", "asks api.example for questions"),
      ])
  }

  @Test func controlsAndQuotesAreEscaped() throws {
    let text = (0..<0x80).map { String(UnicodeScalar(UInt8($0))) }.joined() + "é東🙂\u{85}\u{2028}/"
    let recorded = try Recorded()
    recorded.send(.begins(Self.size), .output(Self.bytes(text)))
    let file = try recorded.text()
    #expect(try Event.all(in: file).map(\.text) == [text])
    #expect(file.utf8.filter { $0 < 0x20 } == [10, 10], "nothing but the ends of the lines")
    #expect(file.contains(#"\u001b"#) && file.contains(#"\""#))
  }

  /// The terminal takes as many bytes as it has room for, which may end within a character.
  @Test func aCharacterThatIsCutStaysWhole() throws {
    let text = "aé東🙂z"
    let all = Array(text.utf8)
    for first in 0...all.count {
      for second in first...all.count {
        let recorded = try Recorded()
        recorded.send(
          .begins(Self.size), .output(all[..<first]), .input([0x6A]), .output(all[first..<second]),
          .output(all[second...]))
        let events = try recorded.events()
        #expect(events.filter { $0.kind == "o" }.map(\.text).joined() == text)
        #expect(events.filter { $0.kind == "i" }.map(\.text) == ["j"], "output waits for no input")
      }
    }
  }

  @Test(arguments: [
    ([0x61, 0xFF, 0x62], "a\u{FFFD}b"), ([0xC3, 0x28], "\u{FFFD}("), ([0x80, 0x61], "\u{FFFD}a"),
    ([0x61, 0xC0], "a\u{FFFD}"),
  ])
  func bytesThatAreNoTextAreReplaced(bytes: [UInt8], text: String) throws {
    let recorded = try Recorded()
    recorded.send(.begins(Self.size), .output(bytes[...]))
    #expect(try recorded.events().map(\.text) == [text])
  }

  @Test func nothingComesBeforeTheFirstLine() throws {
    let recorded = try Recorded()
    recorded.recorder.requests.send(value: "asks early.example")
    recorded.send(.begins(Self.size))
    #expect(try !recorded.text().contains("early"))
    #expect(try recorded.text().hasPrefix("{"))
  }
}
