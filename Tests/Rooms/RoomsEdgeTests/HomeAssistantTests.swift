import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// Recorded answers, and the client against a server that answers as Home Assistant does.
@Suite(.timeLimit(.minutes(2))) struct HomeAssistantTests {
  typealias Response = AnsweringServer.Response

  private static let start = 1_795_301_864.0
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: start + 20))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private static func bytes(_ sample: String) throws -> [UInt8] {
    try SampleFiles.bytes("rooms/homeassistant/\(sample)")
  }

  private static func history(_ sample: String) throws -> HomeAssistantHistory {
    try LenientJSON.decode(HomeAssistantHistory.self, from: try bytes(sample))
  }

  // MARK: - Samples

  @Test(arguments: ["ha_history_three_sensors.json", "ha_history_minimal_no_attributes.json"])
  func aHistoryIsRead(sample: String) throws {
    let series = try Self.history(sample).series
    let names = ["living_room", "pool", "attic"].map { "sensor.\($0)_temperature" }
    #expect(Set(series.keys) == Set(names))
    var changes: [[Double?]] = []
    for name in names {
      let one = try #require(series[name])
      changes.append(try Self.changes(one, in: name.contains("pool") ? .fahrenheit : .celsius))
    }
    #expect(changes[0] == [21.3, 21.4, 21.6, 21.5, 21.55])
    #expect(changes[1].map { ($0 ?? 0).rounded() } == [26, 26])
    #expect(changes[2] == [nil, 14.06, nil, 13.9], "unknown and unavailable are gaps")
    #expect(series[names[0]]?.states.last?.changedAt == Date(timeIntervalSince1970: 1_795_301_875.235578))
  }

  /// The changes of a history before a present state that says nothing.
  private static func changes(
    _ series: HomeAssistantHistory.Series, in scale: TemperatureScale
  ) throws -> [Double?] {
    let present = try LenientJSON.decode(HomeAssistantState.self, from: Array(#"{"state":"1"}"#.utf8))
    return series.temperatures(before: present, in: scale).changes.map(\.celsius)
  }

  @Test func aThermostatTellsWhatItMeasures() throws {
    let series = try #require(try Self.history("ha_history_climate_attributes.json").series["climate.hall"])
    #expect(try Self.changes(series, in: .celsius) == [20.9, 21.2, 21.3])
    #expect(series.first.isTemperature)
    let state = try LenientJSON.decode(HomeAssistantState.self, from: try Self.bytes("ha_state.json"))
    #expect(state.isTemperature && state.value == 21.55 && state.statedUnit == .scale(.celsius))
  }

  // MARK: - The client

  private func client(_ server: AnsweringServer, _ entities: [String] = []) throws -> HomeAssistantClient {
    let token = try #require(Secret("token"))
    return HomeAssistantClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")), entities: entities,
      credentials: Credentials(SecretSupply(SignalProducer(value: token), name: "the token", clock: clock)),
      transport: transport, clock: clock)
  }

  private func answer(of client: HomeAssistantClient, step: TimeInterval = 5) async throws -> RoomAnswer {
    let start = Date(timeIntervalSince1970: Self.start)
    var listening = Listening(client.readings(over: start...clock.currentDate, step: step))
    return try await listening.value()
  }

  private static func state(_ id: String, _ state: String, _ attributes: String) -> String {
    "{\"entity_id\":\"\(id)\",\"state\":\"\(state)\",\"attributes\":{\(attributes)}}"
  }

  private static let states = [
    state(
      "sensor.pool_temperature", "78.8",
      "\"device_class\":\"temperature\",\"unit_of_measurement\":\"°F\",\"friendly_name\":\"Pool\""),
    state(
      "sensor.living_room_temperature", "21.55",
      "\"state_class\":\"measurement\",\"unit_of_measurement\":\"°C\",\"friendly_name\":\"Wohnzimmer\""),
    state("sensor.attic_temperature", "13.9", "\"device_class\":\"temperature\",\"unit_of_measurement\":\"°C\""),
    state("sensor.power", "300", "\"unit_of_measurement\":\"W\""), state("light.hall", "on", ""),
    state("number.target", "21", "\"unit_of_measurement\":\"°C\""),
  ]

  private static func server(
    states: [String] = states, history: String = "ha_history_minimal_no_attributes.json", unit: String = "°C"
  ) throws -> AnsweringServer {
    let history = try bytes(history)
    return try AnsweringServer { request in
      guard request.headers["authorization"] == "Bearer token" else {
        return Response(status: 401, "401: Unauthorized")
      }
      return switch request.path {
      case "/api/states": Response("[\(states.joined(separator: ","))]")
      case let path where path.hasPrefix("/api/states/"):
        states.first { $0.contains("\"\(path.dropFirst("/api/states/".count))\"") }.map { Response($0) }
          ?? Response(status: 404, "{\"message\":\"Entity not found.\"}")
      case "/api/config": Response("{\"unit_system\":{\"temperature\":\"\(unit)\"}}")
      case let path where path.hasPrefix("/api/history/period/"): Response(bytes: history)
      default: Response(status: 404, "404: Not Found")
      }
    }
  }

  @Test func allTemperaturesAreCarriedForwardUpToNow() async throws {
    let server = try Self.server()
    let client = try client(server)
    let rooms = try await answer(of: client).rooms
    #expect(rooms.map(\.name?.string) == ["sensor.attic_temperature", "Wohnzimmer", "Pool"])
    let living = rooms[1]
    #expect(living.readings.map(\.time.timeIntervalSince1970).map { $0 - Self.start } == [-4, 1, 6, 11, 16])
    #expect(living.readings.last?.mean == 21.55 && living.readings.map(\.highest).max() == 21.6)
    #expect(living.latest == Temperature(time: clock.currentDate, celsius: 21.55))
    #expect(abs((rooms[2].latest?.celsius ?? 0) - 26) < 0.01, "a unit that the history has not is the entity's")
    let period = try #require(server.requests.last)
    #expect(period.path == "/api/history/period/2026-11-21T22%3A57%3A40Z", "the first step is whole")
    #expect(period.parameters["significant_changes_only"] == "0" && period.parameters["minimal_response"] == "")
    #expect(
      period.parameters["filter_entity_id"]
        == "sensor.attic_temperature,sensor.living_room_temperature,sensor.pool_temperature")
    // The server's unit stands for a while, and no entity does.
    _ = try await answer(of: client)
    clock.advance(by: .seconds(600))
    _ = try await answer(of: client)
    #expect(server.requests.filter { $0.path == "/api/states" }.count == 3)
    #expect(server.requests.filter { $0.path == "/api/config" }.count == 2)
  }

  @Test func namedEntitiesKeepTheirOrderAndUnknownOnesSaySo() async throws {
    let server = try Self.server()
    let rooms = try await answer(
      of: client(server, ["sensor.pool_temperature", "sensor.nope", "sensor.attic_temperature"])
    ).rooms
    #expect(
      rooms.map(\.key) == ["sensor.pool_temperature", "sensor.nope", "sensor.attic_temperature"].map(RoomKey.init))
    #expect(rooms.map(\.silence?.string) == [nil, "Home Assistant has no such entity", nil])
    #expect(rooms[2].latest?.celsius == 13.9)
    #expect(!server.requests.contains { $0.path == "/api/states" }, "the list may be too long to be read")
  }

  @Test func whatIsUnavailableSaysSo() async throws {
    let gone = """
      [[{"entity_id":"sensor.attic_temperature","state":"13","attributes":{"unit_of_measurement":"°C"},
      "last_changed":"2026-11-21T22:57:44+00:00"},{"state":"unavailable","last_changed":"2026-11-21T22:57:50+00:00"}]]
      """
    let state = Self.states[2].replacing("13.9", with: "unavailable")
    let server = try AnsweringServer { request in
      request.path == "/api/states" ? Response("[\(state)]") : Response(gone)
    }
    let room = try #require(try await answer(of: client(server)).rooms.first)
    #expect(room.silence == "Home Assistant cannot reach it" && room.latest == nil && room.readings.count == 2)
  }

  @Test func aThermostatIsInTheServersUnit() async throws {
    let climate = Self.state("climate.hall", "heat", "\"current_temperature\":21.3,\"temperature\":21.5")
    let server = try Self.server(states: [climate], history: "ha_history_climate_attributes.json", unit: "°F")
    let room = try #require(try await answer(of: client(server)).rooms.first)
    #expect(abs((room.latest?.celsius ?? 0) + 5.94) < 0.01)
  }

  @Test func withoutATemperatureNoHistoryIsAskedFor() async throws {
    let server = try Self.server(states: [Self.states[3]])
    let answer = try await answer(of: client(server))
    #expect(answer.rooms.isEmpty && answer.emptiness == "Home Assistant has no entity that measures a temperature")
    #expect(!server.requests.contains { $0.path.hasPrefix("/api/history") })
  }

  @Test func aRefusedTokenIsAnError() async throws {
    let body = try Self.bytes("ha_error_401.txt")
    let server = try AnsweringServer { _ in Response(status: 401, bytes: body) }
    let now = clock.currentDate
    var listening = Listening(try client(server).readings(over: now...now, step: 60))
    guard case .httpStatus(401, _, _) = try await listening.failure() else {
      Issue.record("another error")
      return
    }
  }
}
