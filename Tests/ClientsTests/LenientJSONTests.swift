import Foundation
import Testing

@testable import Clients

@Suite struct LenientJSONTests {
  @Test(arguments: [
    (#"["\ud83d cut"]"#, "\u{FFFD} cut"),
    (#"["\ude00"]"#, "\u{FFFD}"),
    (#"["\ud83d\ud83d\ude00"]"#, "\u{FFFD}😀"),
    (#"["\ud83d\ude00 whole"]"#, "😀 whole"),
    (#"["\\ud83d \ud83d"]"#, "\\ud83d \u{FFFD}"),
    (#"["\uD83D\u0041"]"#, "\u{FFFD}A"),
  ])
  func halvesOfSurrogatePairsAreReplaced(json: String, text: String) throws {
    #expect(try LenientJSON.decode([String].self, from: Array(json.utf8)) == [text])
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try LenientJSON.decode([Int].self, from: Array("\u{FEFF}[1]".utf8)) == [1])
  }

  @Test(arguments: [
    "", "{", #"{"items":["#, "NaN", "[NaN]", "<html>", #"["\ud8"#, #"["\u"#, "\u{FEFF}", "[1,]]", #"["\ud83d"#,
  ])
  func whatIsNoJSONIsAnError(text: String) {
    #expect(throws: DecodingError.self) { try LenientJSON.decode([Attempt<String>].self, from: Array(text.utf8)) }
  }

  @Test func deepNestingIsAnErrorAndNoCrash() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
    #expect(throws: DecodingError.self) { try LenientJSON.decode([Attempt<String>].self, from: deep) }
  }

  @Test(arguments: [
    ("", "nothing in it"), (" \n", "nothing in it"), ("<!DOCTYPE html>", "HTML instead of JSON"),
    (#"{"items":[{"ti"#, "cut off in the middle"), (#"[{"a":NaN}] "#, "damaged JSON"),
    (#"{"a":[]}"#, "JSON of an unknown shape"), ("null", "JSON of an unknown shape"),
    (" -1.5 ", "JSON of an unknown shape"), (#""text""#, "JSON of an unknown shape"), ("NaN", "not JSON"),
    ("upstream error", "not JSON"), ("nullify", "not JSON"), ("\u{FEFF}<html>", "HTML instead of JSON"),
  ])
  func aComplaintSaysWhatTheBytesAreInstead(text: String, complaint: String) {
    #expect(LenientJSON.complaint(about: Array(text.utf8)) == complaint)
  }
}
