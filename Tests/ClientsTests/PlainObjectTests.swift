import Foundation
import Testing

@testable import Clients

/// The quick way of reading a message never says anything else than the decoder.
@Suite struct PlainObjectTests {
  private func plain(_ bytes: some Collection<UInt8>) -> UpdateMessage? {
    // The pointer is used within the call only.
    Array(bytes).withUnsafeBytes { PlainObject($0).map(UpdateMessage.init) }
  }

  @Test(arguments: [
    #"{"type":"talk","content":"Ærø 東京 😀","time":"2014-05-15T14:46:00.828Z"}"#,
    "\r\n{ \"type\"\t:\n\"talk\" } ", #"{"more":"","content":"a,b:c}"}"#,
  ])
  func objectsOfPlainStringsAreReadAsADecoderDoes(json: String) throws {
    #expect(try plain(json.utf8) == LenientJSON.decode(UpdateMessage.self, from: Array(json.utf8)))
  }

  @Test(arguments: [
    #"{"type":"ta\u006ck"}"#, #"{"type":"a\"b"}"#, #"{"type":null}"#, #"{"type":{"a":"b"}}"#, #"{"type":"talk","n":1}"#,
    #"{"type":"talk","type":"user"}"#, "{}", "[]", "", "{", #"{"type""#, #"{"type":"#, #"{"type":"talk"#,
    #"{"type":"talk""#, #"{"type":"talk",}"#, #"{"type":"talk"}}"#, #"{"type" "talk"}"#, "{\"type\":\"a\nb\"}",
    "\u{FEFF}{\"type\":\"talk\"}",
  ])
  func allElseIsLeftToTheDecoder(json: String) {
    #expect(plain(json.utf8) == nil)
  }

  @Test func brokenUTF8IsLeftToTheDecoder() {
    #expect(plain(Array(#"{"type":""#.utf8) + [0xC3] + Array(#""}"#.utf8)) == nil)
  }

  @Test(arguments: ["shinobi-ws/all_seven_types.jsonl", "shinobi-ws/edit_rate_60s.jsonl"])
  func recordedMessagesAreReadAsADecoderDoes(file: String) throws {
    for line in try SampleFiles.lines(file) {
      #expect(try plain(line.utf8) == LenientJSON.decode(UpdateMessage.self, from: Array(line.utf8)))
    }
  }
}
