import Foundation
import Model
import NetTesting
import Rooms
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

@Suite struct ConAirPayloadTests {
  private func temperatures(_ bytes: [UInt8]) throws -> [Temperature] {
    ConAirPoint.readings(try LenientJSON.decode(ConAirAnswer.self, from: bytes).points.elements).map(\.temperature)
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
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":1000}]"#, [1000]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":-273.15}]"#, [-273.15]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":-9999,"value":3}]"#, [3]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":"2.15e1"}]"#, [21.5]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":null}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":NaN}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z"},{"ts":"2012-12-11T00:02:00Z","value":null}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","sensor":"attic"},{"ts":"2012-12-11T00:02:00Z","temperature":3}]"#, [3]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":null,"humidity":51}]"#, []),
    (#"[{"ts":"2012-12-11T00:00:00Z","temperature":50,"unit":"°F"}]"#, [10]),
    (#"[{"ts":"2012-12-11T00:00:00Z","temp":20},{"ts":"2012-12-11T00:00:00Z","value":1}]"#, [1]),
    (#"[null, 7, "x", {"ts":"2012-12-11T00:00:00Z","temperature":1}]"#, [1]),
    ("[]", []),
  ])
  func aValueIsTakenWhereverItStands(json: String, celsius: [Double]) throws {
    #expect(try temperatures(json) == celsius)
  }

  @Test(arguments: [
    #""temperature":"NaN""#, #""temperature":"inf""#, #""temperature":"0x15""#, #""temperature":"off""#,
    #""temperature":1e999"#, #""temperature":1e306"#, #""temperature":1000.1"#, #""temperature":"-273.16""#,
    #""temperature":true"#, #""temperature":null,"value":"?""#,
  ])
  func whatIsNoTemperatureIsLeftOut(field: String) throws {
    let json = #"[{"ts":"2012-12-11T00:00:00Z",\#(field)},{"ts":"2012-12-11T00:02:00Z","temperature":7}]"#
    let list = try LenientJSON.decode(ReadableList<ConAirPoint>.self, from: Array(json.utf8))
    #expect(ConAirPoint.readings(list.elements).map(\.mean) == [7])
    #expect(list.leftOut == 1)
    #expect(throws: UnreadableAnswer.self) {
      try temperatures(#"[{"ts":"2012-12-11T00:00:00Z",\#(field)}]"#) as [Double]
    }
  }

  @Test(arguments: [
    (#""temp":21.5"#, 1), (#""celsius":21.5"#, 3), (#""Temperature":21.5"#, 1), (#""temperature":51,"unit":"%""#, 2),
  ])
  func readingsOfWhichNoneCanBeReadAreTold(field: String, count: Int) throws {
    let points = (0..<count).map { #"{"ts":"2012-12-11T00:0\#($0):00Z",\#(field)}"# }
    let error = #expect(throws: UnreadableAnswer.self) {
      try temperatures("[" + points.joined(separator: ",") + "]") as [Double]
    }
    #expect(
      error?.complaint == (count == 1 ? "unreadable readings" : "none of \(count) readings can be read"))
  }

  /// Not even null: something else is at the address.
  @Test(arguments: [
    #"[{"ts":1}]"#, #"[{"ts":"2012-12-11T00:00:00Z"},{"ts":"2012-12-11T00:02:00Z","sensor":"attic"}]"#,
    #"[{"id":1},{"ts":1}]"#,
  ])
  func readingsOfWhichNoneHasATemperatureAreAnError(json: String) {
    let error = #expect(throws: UnreadableAnswer.self) { try temperatures(json) as [Double] }
    #expect(error?.complaint == "readings without a temperature")
  }

  /// All are the same instant, 1355261280 seconds after 1970 began.
  @Test(arguments: [
    #""2012-12-11 21:28:00 +0000""#, #""2012-12-11 21:28:00""#, #""2012-12-11T21:28:00""#,
    #"" 2012-12-11T21:28:00.000 ""#,
    #""2012-12-11T22:28:00+01:00""#, "1355261280", "1355261280.0", #""1355261280""#, "1355261280000",
    #""1355261280000""#, "1.35526128e9",
  ])
  func aTimeIsReadHoweverItIsWritten(time: String) throws {
    let points = try temperatures(Array(#"[{"ts":\#(time),"temperature":1}]"#.utf8))
    #expect(points.map(\.time) == [Date(timeIntervalSince1970: 1_355_261_280)])
  }

  @Test(arguments: [
    "null", "true", "{}", #""""#, #""now""#, "1e300", #""1e300""#, "-1e20", #""2012-12-11""#, #""21:28""#,
  ])
  func whatIsNoTimeIsLeftOut(time: String) {
    #expect(throws: UnreadableAnswer.self) { try temperatures(#"[{"ts":\#(time),"temperature":1}]"#) as [Double] }
  }

  @Test func pointsAreSortedAndTheLaterOfTwoForOneTimeStands() throws {
    let json = #"""
      [{"ts":"2012-12-11 00:04:00 UTC","temperature":3},{"ts":"2012-12-11 00:00:00 +0000","temperature":1},
       {"ts":"2012-12-11T01:04:00+01:00","temperature":4},{"ts":"2012-12-11T00:02:00.000Z","temperature":2}]
      """#
    #expect(try temperatures(json) == [1, 2, 4])
  }

  @Test(arguments: [#"[{"ts":"2012-12-11 21:28:00 +0000","temperature":NaN]"#, "<html>", "{}", "", "[{"])
  func whatIsNoListIsAnError(json: String) {
    #expect(throws: (any Error).self) { try temperatures(json) as [Double] }
  }
}
