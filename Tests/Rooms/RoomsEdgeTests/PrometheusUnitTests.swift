import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

/// The units that the series of a query say.
@Suite(.timeLimit(.minutes(2))) struct PrometheusUnitTests {
  private static let now = 1_795_301_926.0

  private static func series(_ labels: [String: String], _ part: PromQL.Part, _ value: Double) throws
    -> PrometheusSeries
  {
    let metric = try JSONEncoder().encode(labels.merging([PromQL.partLabel: part.rawValue]) { $1 })
    let text = #"{"metric":\#(String(decoding: metric, as: UTF8.self)),"value":[\#(now),"\#(value)"]}"#
    return try LenientJSON.decode(PrometheusSeries.self, from: Array(text.utf8))
  }

  /// Rooms of series with a value, and with a step of 30 s in which it was the same.
  private static func rooms(
    _ query: String, _ all: [([String: String], Double)], hasEnded: Bool = false
  ) throws -> [RoomReadings] {
    let newest = hasEnded ? [] : try all.map { try series($0, .last, $1) }
    let present = PrometheusPresent(
      newest, of: PromQL(query), clock: Date(timeIntervalSince1970: now), limit: 24)
    var rooms = PrometheusRooms(present)
    let steps = try all.flatMap { labels, value in
      // A function takes the name away.
      let labels = labels.filter { $0.key != "__name__" }
      return try [PromQL.Part.min, .mean, .max].map { try series(labels, $0, value) }
    }
    rooms.take(PrometheusRooms.steps(in: steps, of: present, step: 30))
    return rooms.rooms(limit: 24)
  }

  @Test(
    arguments: [
      ("a_temperature", ["__name__": "a_temperature", "unit": "fahrenheit"], 50, 10),
      ("a_fahrenheit", ["__name__": "a_fahrenheit"], 50, 10), ("a_f", ["__name__": "a_f"], 50, 10),
      ("a_kelvin{x=\"1\"}", ["x": "1"], 283.15, 10), ("{\"a.fahrenheit\"}", [:], 50, 10),
      ("{__name__=\"a_fahrenheit\",x=\"1\"}", ["x": "1"], 50, 10), ("a", ["__name__": "a", "unit": "°C"], 10, 10),
      ("topk(1, a_f)", ["__name__": "a_f"], 50, 10),
      ("a_temperature{}", ["scale": "kelvin"], 283.15, 10), ("outside_fahrenheit_max", [:], 50, 10),
      // What was computed is in the unit that the query makes, although the labels stay.
      ("(a_fahrenheit - 32) / 1.8", ["unit": "fahrenheit"], 10, 10), ("max_over_time(a_f[5m])", [:], 50, 10),
      ("avg by (room) (a_kelvin)", ["room": "x"], 283.15, 10), ("avg by (unit) (a)", ["unit": "F"], 50, 10),
      ("avg(a_f) keep_metric_names * 1", ["__name__": "a_f"], 50, 10),
      ("(a_f - 32) / 1.8 keep_metric_names", ["__name__": "a_f"], 10, 10),
    ] as [(String, [String: String], Double, Double)])
  func aUnitIsObeyedNowAndInEveryStep(
    query: String, labels: [String: String], value: Double, celsius: Double
  ) throws {
    let room = try #require(try Self.rooms(query, [(labels, value)]).first)
    #expect(room.latest.map { abs($0.celsius - celsius) < 1e-9 } == true && room.silence == nil)
    #expect(room.readings.count == 1 && room.readings.allSatisfy { abs($0.mean - celsius) < 1e-9 })
    let ended = try Self.rooms(query, [(labels, value)], hasEnded: true).first?.readings.first
    #expect(ended.map { abs($0.highest - celsius) < 1e-9 } == true, "a series that has ended")
  }

  @Test(arguments: [
    ("room_humidity_percent", [:], "the unit in its name is percent, which is no temperature"),
    ("room_humidity", [:], "the unit in its name is humidity, which is no temperature"),
    ("a_temperature", ["unit": "%"], "its unit is %, which is no temperature"),
    ("a_temperature_delta_celsius", [:], "its name is that of a difference"),
    ("a_celsius", ["unit": "F"], "its name and its labels say different units"),
    ("a_eco_temperature_celsius", [:], "its name says that it is set, not measured"),
    ("a_temperature_celsius", ["type": "comfort"], "a label says that it is set, not measured"),
    ("smartmon_temperature_celsius_value", [:], "its name is that of a score, not of degrees"),
  ])
  func whatContradictsCelsiusIsSilent(name: String, labels: [String: String], reason: String) throws {
    let labels = labels.merging(["__name__": name]) { $1 }
    let rooms = try Self.rooms(name, [(labels, 45.5)])
    #expect(rooms.map { $0.silence?.string } == [reason])
    #expect(rooms.allSatisfy { $0.latest == nil && $0.readings.isEmpty })
  }

  @Test func aQueryThatMakesItsUnitUnknownSaysSo() throws {
    let silent = try Self.rooms("avg(a_fahrenheit) * 3", [([:], 41)])
    #expect(silent.map(\.silence) == ["the query computes with degrees, so that its unit is not known"])
    #expect(silent.allSatisfy { $0.latest == nil && $0.readings.isEmpty })
    let assumed = try Self.rooms("avg(a_celsius) * 3", [([:], 41)])
    #expect(assumed.map(\.latest?.celsius) == [41])
    #expect(assumed.map(\.remark) == ["what the query computes is taken for degrees Celsius"])
  }

  @Test func whatWasNotMeasuredIsNoRoomBesideWhatWas() throws {
    func labels(_ end: String) -> [String: String] { ["__name__": "smartmon_temperature_celsius_\(end)", "end": end] }
    let all = [(labels("raw_value"), 31.0), (labels("value"), 119), (labels("worst"), 104)]
    let rooms = try Self.rooms("{__name__=~\"smartmon_temperature_celsius_.*\"}", all)
    #expect(rooms.map(\.latest?.celsius) == [31])
    #expect(
      try Self.rooms("{disk=\"sda\"}", Array(all.dropFirst())).allSatisfy { $0.latest == nil && $0.silence != nil })
  }

  @Test func oneMeasurementInTwoUnitsIsOneRoom() throws {
    let query = "tado_sensor_temperature_value"
    func labels(_ zone: String, _ unit: String) -> [String: String] {
      ["__name__": query, "zone": zone, "unit": unit, "type": "HEATING"]
    }
    let all = [
      (labels("Hall", "celsius"), 19.5), (labels("Hall", "fahrenheit"), 67.1), (labels("Study", "fahrenheit"), 69.8),
    ]
    for hasEnded in [false, true] {
      let rooms = try Self.rooms(query, all, hasEnded: hasEnded)
      #expect(rooms.map { $0.name?.string } == ["Hall", "Study"])
      #expect(rooms.map { $0.readings.map { ($0.mean * 1e9).rounded() / 1e9 } } == [[19.5], [21]])
    }
  }

  @Test(
    arguments: [
      ("Temperature in kelvin", "283.15", nil), ("Temperature", "10", nil),
      ("Target temperature of the lab", nil, "its help says that it is set, not measured"),
    ] as [(String, String?, String?)])
  func theHelpOfAMetricWithoutAUnitIsAskedForOnce(help: String, value: String?, silence: String?) async throws {
    let value = value ?? "10"
    let server = try AnsweringServer { request in
      if request.path.hasSuffix("/metadata") {
        let name = request.parameters["metric"] ?? ""
        return AnsweringServer.Response(
          #"{"status":"success","data":{"\#(name)":[{"type":"gauge","help":"\#(help)","unit":""}]}}"#)
      }
      return PrometheusClientTests.success(
        [
          PrometheusClientTests.series("last", [:], [(Self.now, value)], instant: true),
          PrometheusClientTests.series("now", [:], [(Self.now, "\(Self.now)")], instant: true),
        ], type: "vector")
    }
    let clock = TestScheduler(startDate: Date(timeIntervalSince1970: Self.now))
    let client = PrometheusClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")),
      query: "avg(lab_temperature)", transport: Transport(version: "1", projectURL: "https://example.org"),
      clock: clock)
    for _ in 0..<2 {
      var listening = Listening(client.readings(over: clock.currentDate...clock.currentDate, step: 60))
      let room = try #require(try await listening.value().rooms.first)
      #expect(
        room.silence?.string == silence && (silence != nil || room.latest.map { abs($0.celsius - 10) < 1e-9 } == true))
    }
    #expect(server.requests.compactMap { $0.parameters["metric"] } == ["lab_temperature"])
  }

  @Test(arguments: ["homeassistant_", "hass_", ""]) func whatHomeAssistantCannotReachIsSilentHere(prefix: String) throws
  {
    let query = PromQL("avg by (entity) (\(prefix)sensor_temperature_celsius)")
    #expect(query.newest.contains("label_replace(\(prefix)entity_available == 0,\"reactui_part\",\"gone\""))
    #expect(!PromQL("room_temperature_celsius").newest.contains("available"))
    let (attic, cellar) = (["entity": "sensor.attic"], ["entity": "sensor.cellar"])
    let present = PrometheusPresent(
      [
        try Self.series(attic, .last, 21), try Self.series(cellar, .last, 12),
        try Self.series(cellar.merging(["domain": "sensor", "friendly_name": "Cellar"]) { $1 }, .gone, 0),
      ], of: query, clock: Date(timeIntervalSince1970: Self.now), limit: 24)
    let rooms = PrometheusRooms(present).rooms(limit: 24)
    #expect(rooms.map(\.latest?.celsius) == [21, nil])
    #expect(rooms.map(\.silence) == [nil, "Home Assistant says that it is unavailable"])
  }
}
