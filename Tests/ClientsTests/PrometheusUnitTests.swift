import Foundation
import Model
import Testing
import Text

@testable import Clients

/// The units that the series of a query say.
@Suite struct PrometheusUnitTests {
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
      // What was computed is in whatever unit the query makes, although the labels stay.
      ("(a_fahrenheit - 32) / 1.8", ["unit": "fahrenheit"], 10, 10), ("max_over_time(a_f[5m])", [:], 10, 10),
    ] as [(String, [String: String], Double, Double)])
  func aUnitIsObeyedNowAndInEveryStep(
    query: String, labels: [String: String], value: Double, celsius: Double
  ) throws {
    let room = try #require(try Self.rooms(query, [(labels, value)]).first)
    #expect(room.latest.map { abs($0.celsius - celsius) < 1e-9 } == true && room.silence == nil)
    #expect(room.readings.count == 1 && room.readings.allSatisfy { abs($0.mean - celsius) < 1e-9 })
    let isKnown = PromQL(query).isSelector || value == celsius
    let ended = try Self.rooms(query, [(labels, value)], hasEnded: true).first?.readings.first
    #expect(!isKnown || ended.map { abs($0.highest - celsius) < 1e-9 } == true, "a series that has ended")
  }

  @Test(arguments: [
    ("room_humidity_percent", [:], "the unit in its name is percent, which is no temperature"),
    ("room_humidity", [:], "the unit in its name is humidity, which is no temperature"),
    ("a_temperature", ["unit": "%"], "its unit is %, which is no temperature"),
    ("a_temperature_delta_celsius", [:], "its name is that of a difference"),
    ("a_celsius", ["unit": "F"], "its name and its labels say different units"),
  ])
  func whatContradictsCelsiusIsSilent(name: String, labels: [String: String], reason: String) throws {
    let labels = labels.merging(["__name__": name]) { $1 }
    let rooms = try Self.rooms(name, [(labels, 45.5)])
    #expect(rooms.map { $0.silence?.string } == [reason])
    #expect(rooms.allSatisfy { $0.latest == nil && $0.readings.isEmpty })
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
}
