import Foundation
import NetTesting
import Testing

@testable import Clients

/// What a text may hold before anything is made of it.
@Suite struct JSONScanTests {
  private func scan(_ text: String) throws(JSONScan.Excess) -> JSONScan { try JSONScan(Data(text.utf8)) }

  @Test(arguments: [
    ("", 0, 0), ("7", 0, 0), ("[]", 1, 1), ("[1,2,[3]]", 4, 2), (#"{"a":{"b":[1,2]}}"#, 4, 3),
    (#"["[,,,{\",[","\\"]"#, 2, 1), (#"["\u005b,"]"#, 1, 1), ("]]]][", 1, 0), (#"["open, [ ,"#, 1, 1),
  ])
  func valuesAreCountedOutsideOfTexts(text: String, values: Int, depth: Int) throws {
    let scan = try scan(text)
    #expect(scan.valueCount == values)
    #expect(scan.depth == depth)
  }

  @Test func asManyValuesAsAllowedAreReadAndOneMoreIsNot() throws {
    let items = String(repeating: "{},", count: JSONScan.valueLimit / 2 - 1)
    #expect(
      try LenientJSON.decode([Attempt<Int>].self, from: Array("[\(items){}]".utf8)).count == JSONScan.valueLimit / 2)
    #expect(throws: JSONScan.Excess.tooManyValues) { try scan("[\(items){},1]") }
    #expect(throws: DecodingError.self) {
      try LenientJSON.decode([Attempt<Int>].self, from: Array("[\(items){},1]".utf8))
    }
  }

  @Test func asDeepAsAllowedIsReadAndDeeperIsNot() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try scan(nested(JSONScan.depthLimit)).depth == JSONScan.depthLimit)
    #expect(throws: JSONScan.Excess.tooDeep) { try scan(nested(JSONScan.depthLimit + 1)) }
    #expect(LenientJSON.complaint(about: Array(nested(JSONScan.depthLimit + 1).utf8)) == "nested too deeply")
  }

  @Test func aPageOfQuestionsIsFarFromTheLimits() throws {
    let page = try SampleFiles.bytes("stackexchange/real_questions_activity_page_30.json")
    let scan = try JSONScan(Data(page))
    #expect(scan.valueCount < JSONScan.valueLimit / 20)
    #expect(scan.depth < JSONScan.depthLimit / 4)
  }
}
