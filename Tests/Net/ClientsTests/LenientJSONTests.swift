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

  /// Bytes that are no UTF-8, and what stands in their place; the rest is read as it is.
  @Test(
    arguments: [
      ([0x61, 0xC3], "a\u{FFFD}"), ([0xC3, 0x28], "\u{FFFD}("), ([0xE6, 0x97, 0x22, 0x2C, 0x22], nil),
      ([0xFF], "\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xE6, 0x97, 0xA5], "日"),
    ] as [([UInt8], String?)])
  func bytesThatAreNoTextAreReplacedInTheirField(bytes: [UInt8], text: String?) throws {
    let json = Array(#"{"a":"é","b":""#.utf8) + bytes + Array(#"","c":"日本"}"#.utf8)
    // Where the damage swallows nothing, the fields beside it are whole.
    guard let text else {
      #expect(throws: DecodingError.self) { try LenientJSON.decode([String: String].self, from: json) }
      return
    }
    #expect(try LenientJSON.decode([String: String].self, from: json) == ["a": "é", "b": text, "c": "日本"])
  }

  private struct Fields: Decodable, Equatable {
    var whole: Int?
    var number: Double?

    private enum Key: CodingKey {
      case whole, number
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      whole = fields.optional(.whole)
      number = fields.optional(.number)
    }
  }

  @Test(
    arguments: [
      ("7", 7, 7), (#""7""#, 7, 7), (#"" -7 ""#, -7, -7), (#""+7""#, 7, 7), ("7.0", 7, 7), (#""7.0""#, 7, 7),
      (#""7e2""#, 700, 700), ("7.5", nil, 7.5), (#""7.5""#, nil, 7.5), (#""""#, nil, nil), (#"" ""#, nil, nil),
      (#""seven""#, nil, nil), (#""0x10""#, nil, nil), (#""nan""#, nil, nil), (#""inf""#, nil, nil),
      (#""1e999""#, nil, nil),
      (#""1,5""#, nil, nil), (#""7 8""#, nil, nil), ("null", nil, nil), ("true", nil, nil), ("[7]", nil, nil),
      (#""99999999999999999999""#, nil, 1e20), ("99999999999999999999", nil, 1e20),
      ("-9223372036854775808", .min, -0x1p63),
      (#""-9223372036854775808""#, .min, -0x1p63),
    ] as [(String, Int?, Double?)])
  func aNumberMayBeAText(value: String, whole: Int?, number: Double?) throws {
    let json = #"{"whole":\#(value),"number":\#(value)}"#
    let fields = try LenientJSON.decode(Fields.self, from: Array(json.utf8))
    #expect(fields.whole == whole)
    #expect(fields.number == number)
  }

  /// What Python's encoder and C's `printf` write for numbers that are none.
  @Test(arguments: ["NaN", "nan", "-nan", "NAN", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "INF"])
  func aNumberThatIsNoneCostsItsFieldOnly(number: String) throws {
    let json =
      #"[{"whole":\#(number),"number":\#(number)},{"whole":1,"number":-2.5e1},{"whole":\#(number) ,"number":7}]"#
    let fields = try LenientJSON.decode([Fields].self, from: Array(json.utf8))
    #expect(fields.map(\.whole) == [nil, 1, nil] && fields.map(\.number) == [nil, -25, 7])
    let texts = ["\(number),\(number)", "[\(number)]", "\"\(number)"]
    #expect(try LenientJSON.decode([String].self, from: JSONEncoder().encode(texts)) == texts)
  }

  @Test func manyNumbersThatAreNoneTakeATimeThatGrowsWithTheirNumber() throws {
    let json = "[" + [String](repeating: "-Infinity", count: JSONScan.valueLimit - 1).joined(separator: ",") + "]"
    #expect(try LenientJSON.decode([Attempt<Double>].self, from: Array(json.utf8)).allSatisfy { $0.value == nil })
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try LenientJSON.decode([Int].self, from: Array("\u{FEFF}[1]".utf8)) == [1])
  }

  @Test(arguments: [
    "", "{", #"{"items":["#, "NaN", "[nano]", "[1NaN]", "[1,NaN", "{NaN:1}", "<html>", #"["\ud8"#, #"["\u"#, "\u{FEFF}",
    "[1,]]", #"["\ud83d"#,
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
    (#"{"items":[{"ti"#, "cut off in the middle"), (#"[{"a":NaN "b"}] "#, "damaged JSON"),
    (#"[{"a":NaN}] "#, "JSON of an unknown shape"),
    (#"{"a":[]}"#, "JSON of an unknown shape"), ("null", "JSON of an unknown shape"),
    ("NaN", "JSON of an unknown shape"),
    (" -1.5 ", "JSON of an unknown shape"), (#""text""#, "JSON of an unknown shape"),
    ("upstream error", "not JSON"), ("nullify", "not JSON"), ("\u{FEFF}<html>", "HTML instead of JSON"),
  ])
  func aComplaintSaysWhatTheBytesAreInstead(text: String, complaint: String) {
    #expect(LenientJSON.complaint(about: Array(text.utf8)) == complaint)
  }
}
