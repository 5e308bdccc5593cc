import Clients
import Foundation
import Model
import Screen
import Testing
import Text

@testable import Recording

/// One secret, in each encoding in which a server may repeat it, in each place.
@Suite struct EncodedSecretTests {
  private static let secret = "a/B+c%d&e-Tr0ub4dor=9"
  /// A part that no encoding but the first ones keeps.
  private static let readable = "Tr0ub4dor"

  private static func escaped(_ byte: UInt8, _ digits: Int) -> String {
    let hex = String(byte, radix: 16)
    return String(repeating: "0", count: digits - hex.count) + hex
  }

  private static let bytes = Array(secret.utf8)
  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  static let encodings: [String: String] = [
    "plain": secret, "upper": secret.uppercased(),
    "slashes": secret.replacing("/", with: "\\/"),
    "JSON": bytes.map { "\\u" + escaped($0, 4) }.joined(),
    "JSON in part": "\\u0061" + secret.dropFirst().replacing("/", with: "\\/"),
    "HTML names": secret.replacing("&", with: "&amp;"),
    "HTML numbers": bytes.map { "&#\($0);" }.joined(),
    "HTML hex": bytes.map { "&#X" + escaped($0, 4) + ";" }.joined(),
    "HTML in JSON": bytes.map { "\\u0026#\($0);" }.joined(),
    "percent": bytes.map { "%" + escaped($0, 2) }.joined(),
    "percent upper": bytes.map { "%" + escaped($0, 2).uppercased() }.joined(),
    "percent in part": secret.replacing("%", with: "%25").replacing("/", with: "%2f"),
    "percent twice": bytes.map { "%25" + escaped($0, 2) }.joined(),
    "form": secret.replacing("+", with: " "),
    "hex": bytes.map { escaped($0, 2) }.joined(),
    "hex upper": bytes.map { escaped($0, 2).uppercased() }.joined(),
    "base64": base64(secret), "base64 of more": base64("me:\(secret)!"), "base64 of much": base64("it: \(secret) is"),
    "base64 for addresses": base64("??\(secret)").replacing("+", with: "-").replacing("/", with: "_"),
    "base64 in JSON": base64(secret).map { "\\u" + escaped($0.asciiValue ?? 0, 4) }.joined(),
  ]

  /// Whether a text has no part of the secret that could be read, in any encoding of this test.
  private static func isClean(_ text: String, _ encoding: String) -> Bool {
    let repeated = encodings[encoding] ?? ""
    // The file is JSON itself.
    let once = (try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))) ?? text
    return [text, once].allSatisfy { text in
      !text.lowercased().contains(readable.lowercased()) && !text.contains(repeated)
        && !text.contains(repeated.dropFirst(3).dropLast(3))
    }
  }

  private static let headers = [(name: "Authorization", value: "Bearer \(secret)")]
  private static let url = "https://api.example/2.3/questions"

  /// What is in the file of an exchange, apart from the encoding of the file.
  private static func texts(_ recorded: Recorded) throws -> String {
    let lines = try recorded.text().split(separator: "\n").dropFirst()
    return try lines.map { line in
      let line = try JSONDecoder().decode(RecordingLine.self, from: Data(line.utf8))
      let bytes = line.bytes?.content.map { String(decoding: $0, as: UTF8.self) } ?? ""
      let head = line.head?.headers.joined().joined(separator: " ") ?? ""
      let frame = line.frame.map { $0.changed.values.joined(separator: "\n") } ?? ""
      return bytes + head + frame + (line.end?.words ?? "") + (line.request.map { $0.url + ($0.body ?? "") } ?? "")
    }
    .joined()
  }

  @Test(arguments: encodings.keys.sorted(), [false, true])
  func anAnswerHasNoSecret(encoding: String, keepsBodies: Bool) throws {
    let repeated = try #require(Self.encodings[encoding])
    let answer = Array("{\"title\":\"is \(repeated) wrong\",\"score\":1}".utf8)
    let recorded = try Recorded(keepsBodies: keepsBodies)
    recorded.exchange(
      Self.url, headers: Self.headers, body: "q=\(repeated)", answer: [Array(answer[..<20]), Array(answer[20...])],
      answerHeaders: [("Location", "https://api.example/b?x=\(repeated)"), ("Retry-After", repeated)],
      end: .failed(.failed(.malformedAnswer(host: "api.example", detail: SafeText(oneLine: "no: \(repeated)")))))
    let text = try Self.texts(recorded)
    #expect(Self.isClean(text, encoding), "\(text)")
    #expect(text.contains("wrong") && text.contains("score") && text.contains("no: "), "the rest is there: \(text)")
  }

  @Test(arguments: encodings.keys.sorted())
  func aStreamThatIsCutAnywhereHasNoSecret(encoding: String) throws {
    let repeated = try #require(Self.encodings[encoding])
    let stream = Array("data: {\"title\":\"is \(repeated) wrong\"}\n\ndata: next\n\n".utf8)
    for place in stride(from: 1, to: stream.count, by: 3) {
      let recorded = try Recorded()
      recorded.exchange(
        Self.url, headers: Self.headers + [("Accept", "text/event-stream")],
        answer: [Array(stream[..<place]), Array(stream[place...])])
      let text = try Self.texts(recorded)
      #expect(Self.isClean(text, encoding), "cut at \(place): \(text)")
      #expect(text.contains("wrong") && text.hasSuffix("data: next\n\n"))
    }
  }

  @Test func base64ForAddressesMayHaveItsOwnLettersWithinTheSecret() {
    let value = "~~~???>>>~~~???"
    let url = Self.base64(value).replacing("+", with: "-").replacing("/", with: "_")
    #expect(url.dropFirst(4).dropLast(4).contains("_"))
    #expect(SecretSearch([Secret(anything: value)]).removed(from: "is \(url) so") == "is … so")
  }

  @Test func aStreamThatIsCompressedCannotBeSearched() throws {
    let recorded = try Recorded()
    recorded.exchange(
      Self.url, headers: Self.headers + [("Accept", "text/event-stream")], answer: [[0x1F, 0x8B, 8, 0]],
      answerHeaders: [("Content-Encoding", "gzip")])
    #expect(try recorded.session().lines.allSatisfy { $0.bytes == nil })
  }

  @Test func bytesThatAreNoTextAreLeftOutWithASecret() throws {
    let recorded = try Recorded()
    recorded.exchange(
      Self.url, headers: Self.headers + [("Sec-WebSocket-Key", "x")],
      answer: [[0x81, 0xFE] + Self.bytes + [0xFF, 0x0A]])
    #expect(try !Self.texts(recorded).contains(Self.readable))
  }

  /// A title that has a secret is on the screen, perhaps wrapped within it.
  @Test func aFrameWithTextsHasNoSecret() throws {
    let recorded = try Recorded(keepsBodies: true)
    recorded.exchange(Self.url, headers: Self.headers, answer: [])
    var canvas = Canvas(size: Size(width: 40, height: 4))
    canvas.draw(SafeText(oneLine: "title \(Self.secret) end"), x: 0, y: 0, maxWidth: 40)
    canvas.draw(SafeText(oneLine: "wrapped \(Self.secret.prefix(11))"), x: 0, y: 1, maxWidth: 40)
    canvas.draw(SafeText(oneLine: "\(Self.secret.dropFirst(11)) other"), x: 0, y: 2, maxWidth: 40)
    recorded.recorder.note(canvas)
    let text = try Self.texts(recorded)
    for part in [Self.secret, String(Self.secret.prefix(11)), String(Self.secret.dropFirst(11))] {
      #expect(!text.contains(part), "\(text)")
    }
    #expect(text.contains("title") && text.contains("wrapped") && text.contains("other"))
  }

  @Test func textsWithoutASecretStayAsTheyAre() {
    // One or two letters are no secret: the marks in all texts would tell them.
    let search = SecretSearch([Secret(anything: Self.secret), Secret(anything: "t"), Secret(anything: "af")])
    for text in [
      "https://a.example/t", "caf\u{e9} &amp; 100 % \\u12", "{\"a\":\"%\"}", String(repeating: "word, ", count: 30_000),
    ] {
      #expect(search.removed(from: text) == text)
    }
    let long = String(repeating: "word, ", count: 30_000)
    #expect(search.removed(from: long + Self.secret + long) == long + Secret.mark + long)
  }
}
