import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// States of other people's Home Assistants: without a history, with differences, with numbers that are none.
@Suite(.timeLimit(.minutes(2))) struct HomeAssistantFieldTests {
  typealias Response = AnsweringServer.Response

  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_301_884))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private func client(_ server: AnsweringServer, _ entities: [String] = []) throws -> HomeAssistantClient {
    HomeAssistantClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")), entities: entities,
      credentials: Credentials(), transport: transport, clock: clock)
  }

  private func rooms(of client: HomeAssistantClient) async throws -> [RoomReadings] {
    var listening = Listening(
      client.readings(over: clock.currentDate.addingTimeInterval(-600)...clock.currentDate, step: 60))
    return try await listening.value().rooms
  }

  /// Serves a list of states, and a history of the entities whose changes are given.
  private static func server(_ states: String, history: [String: String] = [:]) throws -> AnsweringServer {
    let list = try JSONSerialization.jsonObject(with: Data(states.replacing("NaN", with: "null").utf8))
    let ids = (list as? [[String: Any]] ?? []).compactMap { $0["entity_id"] as? String }
    let whole = "[" + ids.compactMap { history[$0] }.joined(separator: ",") + "]"
    return try AnsweringServer { request in
      switch request.path {
      case "/api/states": Response(states)
      case let path where path.hasPrefix("/api/history/"): Response(whole)
      case "/api/config": Response(#"{"unit_system":{"temperature":"°C"}}"#)
      default: Response(status: 404, "404: Not Found")
      }
    }
  }

  private static func change(_ id: String, _ state: String, unit: String = "°C") -> String {
    #"[{"entity_id":"\#(id)","state":"\#(state)","attributes":{"unit_of_measurement":"\#(unit)"},"#
      + #""last_changed":"2026-11-21T22:57:44+00:00"}]"#
  }

  private static func state(_ id: String, _ state: String, _ attributes: String) -> String {
    #"{"entity_id":"\#(id)","state":"\#(state)","attributes":{\#(attributes)}}"#
  }

  @Test func whatTheHistoryHasNothingOfShowsItsTemperatureOfNow() async throws {
    let attic = Self.change("sensor.attic_temperature", "21.5")
    let server = try Self.server(
      try SampleFiles.text("field/home-assistant-unrecorded.json"), history: ["sensor.attic_temperature": attic])
    let client = try client(server)
    let told = client.notices.record()
    for round in 0..<2 {
      let rooms = try await rooms(of: client)
      #expect(rooms.map(\.name) == ["Attic", "Cellar"] && rooms.map(\.silence) == [nil, nil])
      #expect(rooms.map(\.latest?.celsius) == [21.5, 12.5] && rooms.map(\.readings.isEmpty) == [false, true])
      #expect(rooms.map(\.remark) == [nil, "Home Assistant has no history for it"], "\(round)")
      clock.advance(by: .seconds(10))
    }
    let name = "127.0.0.1:\(server.port)"
    #expect(
      told.values.map(\.string) == ["\(name): the history has nothing of Cellar; the temperature of now is shown"])
  }

  @Test func aDifferenceIsNoTemperature() async throws {
    let server = try Self.server(try SampleFiles.text("field/home-assistant-delta.json"))
    #expect(try await rooms(of: client(server)).map(\.name) == ["Attic"])
    // Who names it gets the reason.
    let named = try await rooms(of: client(server, ["sensor.boiler_spread"]))
    #expect(named.map(\.silence) == ["its class is temperature_delta, which is no temperature"])
    #expect(named.map(\.latest) == [nil])
  }

  @Test(
    arguments: [
      (#""unit_of_measurement":"K""#, nil), (#""unit_of_measurement":"C""#, nil),
      (#""unit_of_measurement":"°C""#, nil), (#""unit_of_measurement":"°F""#, nil),
      (#""state_class":"measurement","unit_of_measurement":"°C""#, 41),
      (#""state_class":"measurement","unit_of_measurement":"°F""#, 5),
      (#""state_class":"total","unit_of_measurement":"°C""#, nil),
      (#""state_class":"measurement","unit_of_measurement":"K""#, nil),
      (#""device_class":"temperature","unit_of_measurement":"°C","friendly_name":"Comfort temperature""#, nil),
      (#""device_class":"temperature","unit_of_measurement":"°C","friendly_name":"Temperature calibration""#, nil),
      (#""state_class":"measurement","unit_of_measurement":"°C","friendly_name":"Window temperature""#, 41),
      (#""device_class":"temperature","unit_of_measurement":"K""#, -232.15),
      (#""device_class":"temperature""#, 41), (#""device_class":"humidity","unit_of_measurement":"°C""#, nil),
    ] as [(String, Double?)])
  func aClassDecidesBeforeAUnitWhichAloneIsNotEnough(attributes: String, celsius: Double?) async throws {
    let server = try Self.server("[\(Self.state("sensor.a", "41", attributes))]")
    let rooms = try await rooms(of: client(server))
    #expect(rooms.map { $0.latest.map { ($0.celsius * 100).rounded() / 100 } } == (celsius.map { [$0] } ?? []))
  }

  @Test func anotherUnitIsSilentWithItsReasonAndHistory() async throws {
    let server = try Self.server(
      "[\(Self.state("sensor.power", "300", #""unit_of_measurement":"W""#))]",
      history: ["sensor.power": Self.change("sensor.power", "300", unit: "W")])
    let rooms = try await rooms(of: client(server, ["sensor.power"]))
    #expect(rooms.map(\.silence) == ["its unit is W, which is no temperature"])
    #expect(rooms.allSatisfy { $0.latest == nil && $0.readings.isEmpty })
  }

  @Test func roomsOfTheSameNameHaveNamesThatDiffer() async throws {
    let server = try Self.server(try SampleFiles.text("field/home-assistant-same-names.json"))
    let names = ["Temperature (cellar_temperature)", "Temperature (kitchen_temperature)"]
    #expect(try await rooms(of: client(server)).map { $0.name?.string ?? "" } == names)
    #expect(
      try await rooms(of: client(server, ["sensor.kitchen_temperature", "sensor.cellar_temperature"]))
        .map { $0.name?.string ?? "" } == names.reversed())
  }

  @Test func aNumberThatIsNoneCostsItsEntityOnly() async throws {
    let server = try Self.server(try SampleFiles.text("field/home-assistant-nan.json"))
    let rooms = try await rooms(of: client(server))
    #expect(rooms.map(\.name) == ["Hall", "Attic"] && rooms.map(\.latest?.celsius) == [nil, 21.5])
    #expect(rooms.map(\.silence) == ["Home Assistant does not know what it measures", nil])
  }

  @Test func anEntityIsAskedForAloneSoThatALongListDoesNotMatter() async throws {
    let attributes = #""unit_of_measurement":"°C","friendly_name":"Attic""#
    let long = "[" + String(repeating: "{},", count: JSONScan.valueLimit) + "{}]"
    let server = try AnsweringServer { request in
      switch request.path {
      case "/api/states": Response(long)
      case "/api/states/sensor.attic": Response(Self.state("sensor.attic", "21.5", attributes))
      case "/api/states/sensor.odd": Response("{")
      case "/api/states/sensor.gone": Response(status: 404, #"{"message":"Entity not found."}"#)
      default: Response("[]")
      }
    }
    let rooms = try await rooms(of: client(server, ["sensor.odd", "sensor.attic", "sensor.gone"]))
    #expect(rooms.map(\.latest?.celsius) == [nil, 21.5, nil])
    #expect(
      rooms.map(\.silence) == [
        "Home Assistant's answer about it cannot be read", nil, "Home Assistant has no such entity",
      ])
  }
}
