import Foundation
import NetTesting
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

/// Recorded answers, and what is made of a query.
@Suite struct PrometheusSampleTests {
  private struct Index: Decodable {
    var files: [Entry]
  }

  struct Entry: Decodable, Sendable, CustomTestStringConvertible {
    struct HTTP: Decodable, Sendable { var status: Int }
    struct Expectation: Decodable, Sendable {
      var series: Int?
      var finiteSamples: Int?
      var nonfiniteSamples: Int?
      var min: Double?
      var max: Double?
      var warnings: Int?
      var infos: Int?
      var histogramSamples: Int?
      var resultType: String?
    }
    var file: String
    var http: HTTP?
    var expect: Expectation
    var testDescription: String { file }
  }

  /// The recorded answers to queries.
  static let entries: [Entry] = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let index = (try? SampleFiles.bytes("rooms/INDEX.json")).flatMap { try? decoder.decode(Index.self, from: Data($0)) }
    return (index?.files ?? []).filter { $0.expect.resultType != nil }
  }()

  @Test func thereAreSamples() { #expect(Self.entries.count > 20) }

  @Test(arguments: entries) func everyRecordedAnswerIsRead(entry: Entry) throws {
    var bytes = try SampleFiles.bytes("rooms/" + entry.file)
    if entry.file.hasSuffix(".gz") { bytes = try Gzip.inflated(bytes, limit: 1 << 20) }
    if entry.file.hasSuffix(".zz") { bytes = try Gzip.inflated(bytes, as: .deflate, limit: 1 << 20) }
    let answer = try LenientJSON.decode(PrometheusAnswer<PrometheusResult>.self, from: bytes)
    let series = try #require(answer.content).series
    #expect(series.leftOut == 0 && series.elements.count == entry.expect.series)
    let values = series.elements.flatMap(\.samples).map(\.value)
    #expect(values.filter(\.isFinite).count == entry.expect.finiteSamples)
    #expect(values.filter { !$0.isFinite }.count == entry.expect.nonfiniteSamples)
    #expect(values.filter(\.isFinite).min() == entry.expect.min && values.filter(\.isFinite).max() == entry.expect.max)
    #expect(answer.remarks.count == (entry.expect.warnings ?? 0) + (entry.expect.infos ?? 0))
    #expect(series.elements.contains(where: \.hasHistograms) == (entry.expect.histogramSamples != nil))
    #expect(answer.failure(at: .distantPast, retryAfter: nil) == nil)
  }

  @Test func aSpikeOfTwoSecondsIsInTheStepAndNothingOfTheFuture() throws {
    let text = try SampleFiles.text("rooms/prometheus/p3_range_min_max_avg_step30.json")
      .replacing("\"agg\":\"avg\"", with: "\"reactui_part\":\"mean\"").replacing("\"agg\"", with: "\"reactui_part\"")
    let answer = try LenientJSON.decode(PrometheusAnswer<PrometheusResult>.self, from: Array(text.utf8))
    var rooms = PrometheusRooms(PrometheusPresent([], clock: Date(timeIntervalSince1970: 1_795_301_926), limit: 24))
    rooms.take(PrometheusRooms.steps(in: try #require(answer.content).series.elements, of: rooms.present, step: 30))
    let room = try #require(rooms.rooms(limit: 24).first)
    #expect(room.readings.map(\.highest).max() == 9.5 && room.readings.map(\.mean).max() == -16.351999999999997)
    #expect(room.readings.first?.time == Date(timeIntervalSince1970: 1_795_301_753 - 30))
    #expect(room.name == "freezer")
    // What lies in the future is never asked for, since a server repeats the last value there.
    let now = Date(timeIntervalSince1970: 1_795_301_926)
    let window = now.addingTimeInterval(-60)...now.addingTimeInterval(600)
    #expect(
      StepGrid(step: 6).ends(in: window, until: now).map { StepGrid(step: 6).time(ofEnd: $0.upperBound) }
        == "1795301922")
  }

  @Test(arguments: [
    ("room_temperature_celsius", true), ("a:b{room=\"x}\\\"{\", y!~'#'} ", true), ("{__name__=~\"a|b\"}", true),
    ("{\"room.temperature\",\"room.name\"=`\\`}", true), ("avg by (room) (x)", false), ("x offset 1d", false),
    ("x{} # why", false), ("x{a=\"b\"} or y{}", false), ("21", false), ("NaN", false), ("x{a=\"b", false),
    ("x[5m]", false), ("", false), ("time()", false), ("x{a={b}", false),
  ])
  func aSelectorIsKnown(text: String, isSelector: Bool) { #expect(PromQL(text).isSelector == isSelector, "\(text)") }

  @Test func whatIsNoSelectorIsAskedForAsASubquery() {
    #expect(
      PromQL("x + 1 # warm").steps(of: 120_000).hasPrefix(
        "label_replace(min_over_time((x + 1 # warm\n)[120s:12s]),\"reactui_part\",\"min\",\"\",\"\") or "))
    #expect(PromQL("x").steps(of: 250).contains("min_over_time(x[250ms])"))
    #expect(PromQL("x").newest.contains("label_replace(time() - timestamp(x),\"reactui_part\",\"age\",\"\",\"\")"))
  }

  @Test func labelsOfOthersCannotLeaveTheirQuotes() {
    #expect(PromQL.quoted("a\"b\\c\nd$1") == "\"a\\\"b\\\\c\\nd$1\"")
    let query = PromQL("x").steps(of: 1_000, only: [["room": "a$1\""]])
    #expect(query.hasSuffix("and on (room) (label_replace(vector(1),\"room\",\"a$$1\\\"\",\"\",\"\"))"))
  }

  @Test func seriesAreNamedByRoomElseByWhatDiffers() {
    func names(_ series: [[String: String]]) -> [String?] {
      let labels = series.map(SeriesLabels.init)
      let names = SeriesNames(labels)
      return labels.map { names[$0]?.string }
    }
    #expect(names([["room": "a", "x": "1"], ["room": "b", "x": "2"]]) == ["a", "b"])
    #expect(
      names([["room": "a", "x": "1"], ["room": "a", "x": "2"], ["room": "b", "x": "2"]]) == ["a 1", "a 2", "b"])
    #expect(
      names([["instance": "h:1", "job": "j", "sensor": "t1"], ["instance": "h:2", "job": "j", "sensor": "t2"]]) == [
        "t1", "t2",
      ])
    #expect(names([["instance": "h:1", "job": "j"], ["instance": "h:2", "job": "j"]]) == ["h:1", "h:2"])
    #expect(names([["sensor": "t1", "__name__": "x"]]) == [nil])
    #expect(names([["sensor": "a\nb"], ["sensor": ""]]).first == "a b")
    #expect(SeriesLabels(["a": "b", "c": "d"]).key != SeriesLabels(["a": "b\u{0}c\u{0}d"]).key)
  }
}
