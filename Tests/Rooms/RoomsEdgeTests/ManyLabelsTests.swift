import Foundation
import Model
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

/// Many names of labels, as many as an answer may have: what is made of them takes a time that grows with their number.
@Suite struct ManyLabelsTests {
  /// Series of which each has some labels that no other has.
  private static func series(_ count: Int, labels: Int) -> [SeriesLabels] {
    (0..<count).map { series in
      SeriesLabels(
        Dictionary(
          uniqueKeysWithValues: (0..<labels).map { ("name\(series)x\($0)", "\($0)") } + [("room2", "\(series)")]))
    }
  }

  /// The processor's time of this thread, so that a busy machine does not matter.
  private static func processorSeconds(_ work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let begin = now()
    try work()
    return now() - begin
  }

  /// 10,000 series of five names each are 500,000,000 lookups where each name is looked up in each series.
  @Test func fiftyThousandNamesTakeSecondsAtMost() {
    let series = Self.series(10_000, labels: 4)
    let seconds = Self.processorSeconds {
      let names = SeriesNames(series)
      #expect(names.varying.count == 40_001)
      #expect(names.sorted(series).count == series.count)
    }
    #expect(seconds < 20, "built for debugging, it takes a second")
  }

  @Test func aQueryForSomeOfManySeriesStaysShort() throws {
    let answer = Self.series(1_000, labels: 40).map { labels in
      #"{"metric":{"reactui_part":"last",\#(labels.values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))},"value":[1,"21"]}"#
    }
    let result = try LenientJSON.decode(
      PrometheusResult.self,
      from: Array(#"{"resultType":"vector","result":[\#(answer.joined(separator: ","))]}"#.utf8))
    let present = PrometheusPresent(result.series.elements, clock: .distantPast, limit: 24)
    let selection = try #require(present.selection)
    #expect(selection.count == 24 && selection.allSatisfy { $0.count == 20 })
  }

  @Test(
    arguments: [
      ([["a": "1", "b": "1"], ["a": "2", "b": "1"]], ["a"]), ([["a": "1"], ["b": "1"]], ["a", "b"]),
      ([["a": ""], [:]], []), ([["a": "1"], ["a": "1"], [:]], ["a"]), ([["a": "1"]], []), ([], []),
      ([["a": ""], ["a": "1"]], ["a"]),
    ] as [([[String: String]], [String])])
  func whatDiffersIsFound(series: [[String: String]], varying: [String]) {
    #expect(SeriesNames(series.map { SeriesLabels($0) }).varying == varying)
  }

  /// A value that a hash replaced is not what the server has, so it is not asked for.
  @Test func aValueThatIsTooLongSelectsNothing() throws {
    let long = String(repeating: "x", count: 2_000)
    let answer = (0..<30).map {
      #"{"metric":{"reactui_part":"last","long":"\#(long)\#($0)","number":"\#($0)"},"value":[1,"21"]}"#
    }
    let result = try LenientJSON.decode(
      PrometheusResult.self,
      from: Array(#"{"resultType":"vector","result":[\#(answer.joined(separator: ","))]}"#.utf8))
    let present = PrometheusPresent(result.series.elements, clock: .distantPast, limit: 24)
    #expect(present.newest.count == 30)
    #expect(present.selection?.allSatisfy { Array($0.keys) == ["number"] } == true)
  }
}
