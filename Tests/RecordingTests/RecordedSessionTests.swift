import Foundation
import Testing
import Text

@testable import Recording

/// A file that is read: a whole one, and what else may be given.
@Suite struct RecordedSessionTests {
  private static func read(_ text: String) throws(RecordingError) -> RecordedSession {
    try RecordedSession(Data(text.utf8), name: "s.rec")
  }

  private static func sentence(_ text: String) -> String? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error.sentence.string
    }
  }

  private static func whole() throws -> String {
    let recorded = try Recorded()
    recorded.recorder.note(settings: "unit: celsius")
    recorded.recorder.note(.character("j"))
    recorded.recorder.noteAction()
    recorded.recorder.noteAction()
    recorded.recorder.hasRead()
    recorded.exchange("https://api.example/a", answer: [Array("b".utf8), [0xFF, 0]])
    return try recorded.text()
  }

  @Test func whatIsWrittenIsRead() throws {
    let session = try Self.read(Self.whole())
    #expect(session.head == Recorded.head)
    #expect(session.remark == nil)
    #expect(session.lines.compactMap(\.key) == ["j"])
    #expect(session.lines.compactMap(\.bytes?.content) == [Array("b".utf8), [0xFF, 0]])
    #expect(session.lines.last?.over == true)
    // The moments of what has no line of its own are in the next line with such moments, or the last one.
    #expect(session.lines.last?.actions?.count == 2 && session.lines.last?.readings?.count == 1)
    let times = session.lines.map(\.microseconds)
    #expect(times == times.sorted() && times.allSatisfy { $0 > 0 })
  }

  @Test func aFileThatIsCutIsPlayedToItsLastWholeLine() throws {
    let text = try Self.whole()
    let session = try Self.read(String(text.dropLast(5)))
    #expect(session.lines.last?.over == nil)
    #expect(session.remark?.string.hasPrefix("s.rec breaks off in line ") == true)
  }

  @Test func aForeignFileGetsOneSentence() {
    for text in ["", "\n", "hello\n", "{}\n", #"{"reactui":"other","format":1}"#, "\u{0}\u{1}"] {
      #expect(Self.sentence(text) == "give a file that reactui --record has written, which s.rec is not")
    }
  }

  @Test func anotherFormatIsNamed() throws {
    let text = try Self.whole().replacing(#""format":1"#, with: #""format":2"#)
    #expect(
      Self.sentence(text)
        == "play it with the version that wrote it: s.rec has the format 2, and this program plays 1")
  }

  @Test func aDamagedLineIsToldWithItsNumber() throws {
    var lines = try Self.whole().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[2] = "{\"t\":"
    let sentence = Self.sentence(lines.joined(separator: "\n"))
    #expect(sentence == "give the file as it was written, or cut it before line 3: that is damaged (s.rec)")
  }

  /// A stranger's file must not make a screen of a billion columns, or wait for a thousand years.
  @Test(arguments: [
    #"{"t":1,"size":[1000000000,24]}"#, #"{"t":1,"size":[0,24]}"#, #"{"t":1,"size":[24]}"#, #"{"t":-1}"#,
    #"{"t":1000000000000000}"#, #"{"t":1,"frame":{"rows":100000000,"changed":{}}}"#,
    #"{"t":1,"head":{"of":1,"status":200,"headers":[["a"]]}}"#, #"{"t":1,"bytes":{"of":1,"base64":"%"}}"#,
    #"{"t":9000000000000000000}"#, #"{"t":1,"u":1000}"#, #"{"t":1,"actions":[-1]}"#,
    #"{"t":1,"readings":[9000000000000000]}"#,
  ])
  func whatIsImplausibleIsDamage(line: String) throws {
    let text = try Self.whole() + line + "\n"
    #expect(Self.sentence(text)?.hasPrefix("give the file as it was written, or cut it before line ") == true)
  }
}
