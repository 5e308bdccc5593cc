import Foundation
import Model
import Testing

@testable import Clients

@Suite struct ConAirPayloadTests {
  private func temperatures(_ bytes: [UInt8]) throws -> [Temperature] {
    ConAirPoint.temperatures(try LenientJSON.decode([Attempt<ConAirPoint>].self, from: bytes).compactMap(\.value))
  }

  private func temperatures(_ json: String) throws -> [Double] {
    try temperatures(Array(json.utf8)).map(\.celsius)
  }

  @Test(arguments: try SampleFiles.entries(of: "conair").filter { $0.expect?.points != nil })
  func everySampleHasThePointsThatAreExpected(entry: SampleFiles.Entry) throws {
    let expect = try #require(entry.expect)
    let points = try temperatures(SampleFiles.bytes(entry.file))
    #expect(points.count == expect.points)
    #expect(points.map(\.time) == points.map(\.time).sorted())
    if let latest = expect.latest { #expect(points.last?.celsius == latest) }
    if let min = expect.min { #expect(points.map(\.celsius).min() == min) }
    if let max = expect.max { #expect(points.map(\.celsius).max() == max) }
    if let mean = expect.mean {
      #expect(abs(points.map(\.celsius).reduce(0, +) / Double(points.count) - mean) < 1e-6)
    }
  }

  @Test func thePointAtTheBoundaryOfTwoPollsIsOne() throws {
    let polls = ["conair/poll1.json", "conair/poll2_boundary_repeat.json"]
    let points = try polls.flatMap { try temperatures(SampleFiles.bytes($0)) }
    let entry = try #require(try SampleFiles.entries(of: "conair").first { $0.file == polls[1] })
    #expect(points.uniqued(by: \.time).count == entry.expect?.pointsAfterBothPolls)
  }

  @Test(arguments: [
    (#"[{"ts":"2012-12-11T00:00:00Z","value":1.5}]"#, [1.5]),
    (#"[{"ts":"2012-12-11T00:00:00Z","value":1.5,"temperature":2.5}]"#, [2.5]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":null,"value":1.5}]"#, [1.5]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":" -3.25 "}]"#, [-3.25]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":"NaN"}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":"inf"}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":1e999}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":1e306}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":1000.1}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":1000}]"#, [1000]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":"-273.16"}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":-273.15}]"#, [-273.15]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":-9999,"value":3}]"#, [3]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":true}]"#, []),
    (#"[{"ts":"yesterday","temperature":1}]"#, []),
    (#"[{"ts":1355184000,"temperature":1}]"#, []),
    (#"[null, 7, "x", {"ts":"2012-12-11T00:00:00Z","temperature":1}]"#, [1]),
    ("[]", []),
  ])
  func aValueIsTakenWhereverItStands(json: String, celsius: [Double]) throws {
    #expect(try temperatures(json) == celsius)
  }

  @Test func pointsAreSortedAndTheLaterOfTwoForOneTimeStands() throws {
    let json = #"""
      [{"ts":"2012-12-11 00:04:00 UTC","temperature":3},{"ts":"2012-12-11 00:00:00 +0000","temperature":1},
       {"ts":"2012-12-11T01:04:00+01:00","temperature":4},{"ts":"2012-12-11T00:02:00.000Z","temperature":2}]
      """#
    #expect(try temperatures(json) == [1, 2, 4])
  }

  @Test(arguments: [#"[{"ts":"2012-12-11 21:28:00 +0000","temperature":NaN}]"#, "<html>", "{}", "", "[{"])
  func whatIsNoListIsAnError(json: String) {
    #expect(throws: DecodingError.self) { try temperatures(json) as [Double] }
  }
}
