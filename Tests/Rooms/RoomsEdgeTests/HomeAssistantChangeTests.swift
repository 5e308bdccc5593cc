import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// Entities of a Home Assistant that change while they are shown: renamed, removed, out of reach, in another unit.
@Suite(.timeLimit(.minutes(2))) struct HomeAssistantChangeTests {
  typealias Response = AnsweringServer.Response

  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_301_884))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private func client(_ server: AnsweringServer, _ entities: [String] = []) throws -> HomeAssistantClient {
    HomeAssistantClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")), entities: entities,
      credentials: Credentials(), transport: transport, clock: clock)
  }

  private func rooms(of client: HomeAssistantClient, seconds: TimeInterval = 600) async throws -> [RoomReadings] {
    var listening = Listening(
      client.readings(over: clock.currentDate.addingTimeInterval(-seconds)...clock.currentDate, step: 60))
    return try await listening.value().rooms
  }

  private static func state(_ id: String, _ state: String, unit: String = "°C") -> String {
    #"{"entity_id":"\#(id)","state":"\#(state)","attributes":{"device_class":"temperature","#
      + #""unit_of_measurement":"\#(unit)"}}"#
  }

  /// Serves states as they are at each moment, each alone as well, and a history that knows every entity for ever.
  private static func server(
    _ states: Shared<[String: String]>, others: Int = 0
  ) throws -> AnsweringServer {
    try AnsweringServer { request in
      let all = states.withLock { $0.map { Self.state($0.key, $0.value) } }
      switch request.path {
      case "/api/states":
        return Response(
          "[" + (all + (0..<others).map { #"{"entity_id":"light.l\#($0)","state":"on"}"# }).joined(separator: ",") + "]"
        )
      case "/api/config": return Response(#"{"unit_system":{"temperature":"°C"}}"#)
      case let path where path.hasPrefix("/api/states/"):
        let id = String(path.dropFirst("/api/states/".count))
        return states.withLock { $0[id] }.map { Response(Self.state(id, $0)) }
          ?? Response(status: 404, #"{"message":"Entity not found."}"#)
      default:
        let ids = request.parameters["filter_entity_id"]?.split(separator: ",") ?? []
        let lists = ids.map { #"[{"entity_id":"\#($0)","state":"12.5","last_changed":"2026-11-21T22:57:44+00:00"}]"# }
        return Response("[\(lists.joined(separator: ","))]")
      }
    }
  }

  @Test(arguments: [0, 600]) func whatIsRenamedIsGoneAtOnceAndItsNewNameIsThere(others: Int) async throws {
    let states = Shared(["sensor.attic": "21.5", "sensor.cellar": "12.5"])
    let server = try Self.server(states, others: others)
    let client = try client(server)
    #expect(try await rooms(of: client).map(\.latest?.celsius) == [21.5, 12.5])
    clock.advance(by: .seconds(10))
    states.withLock { $0 = ["sensor.attic": "22", "sensor.cellar_2": "13"] }
    let rooms = try await rooms(of: client)
    #expect(rooms.map(\.key.mark) == ["sensor.attic", "sensor.cellar_2"])
    #expect(rooms.map(\.latest?.celsius) == [22, 13] && rooms.allSatisfy { $0.silence == nil })
  }

  @Test func aNamedEntityThatIsRemovedSaysSoAtOnceAndComesBack() async throws {
    let states = Shared(["sensor.cellar": "12.5"])
    let server = try Self.server(states)
    defer { withExtendedLifetime(server) {} }
    let client = try client(server, ["sensor.cellar"])
    #expect(try await rooms(of: client).map(\.latest?.celsius) == [12.5])
    states.withLock { $0 = [:] }
    clock.advance(by: .seconds(10))
    let gone = try await rooms(of: client)
    #expect(gone.map(\.silence) == ["Home Assistant has no such entity"] && gone.allSatisfy { $0.latest == nil })
    states.withLock { $0 = ["sensor.cellar": "unavailable"] }
    clock.advance(by: .seconds(10))
    #expect(try await rooms(of: client).map(\.silence) == ["Home Assistant cannot reach it"])
    states.withLock { $0 = ["sensor.cellar": "13"] }
    clock.advance(by: .seconds(10))
    let back = try await rooms(of: client)
    #expect(back.map(\.latest?.celsius) == [13] && back.map(\.silence) == [nil])
  }

  @Test func aLongListIsAskedForOnceAMinuteAndItsEntitiesEachTime() async throws {
    let states = Shared(["sensor.attic": "21.5"])
    let server = try Self.server(states, others: HomeAssistantClient.longList)
    let client = try client(server)
    for celsius in ["21.5", "22", "22.5", "23", "23.5", "24"] {
      states.withLock { $0 = ["sensor.attic": celsius] }
      #expect(try await rooms(of: client).map(\.latest?.celsius) == [Double(celsius)])
      clock.advance(by: .seconds(10))
    }
    #expect(server.requests.count { $0.path == "/api/states" } == 1)
    states.withLock { $0["sensor.cellar"] = "12.5" }
    #expect(try await rooms(of: client).count == 2)
    #expect(server.requests.count { $0.path == "/api/states" } == 2)
  }

  // MARK: - Another unit

  /// The sample's history with its times, as a server sends it that keeps the units of all states, or of some.
  private func history(isWhole: Bool) throws -> String {
    var units = "°F"
    let lists = try JSONSerialization.jsonObject(
      with: Data(SampleFiles.bytes("field/5-home-assistant-unit-change/history.json")))
    let states = try #require((lists as? [[[String: Any]]])?.first).map { state -> [String: Any] in
      var state = state
      let ago = state.removeValue(forKey: "ago") as? Double ?? 0
      let time = ISO8601.string(clock.currentDate.addingTimeInterval(-ago))
      (state["last_changed"], state["last_updated"]) = (time, time)
      if let unit = (state["attributes"] as? [String: Any])?["unit_of_measurement"] as? String { units = unit }
      if isWhole { state["attributes"] = ["unit_of_measurement": units] }
      return state
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: [states]), as: UTF8.self)
  }

  private func changed(isWhole: Bool) async throws -> (room: RoomReadings, server: AnsweringServer) {
    let (minimal, whole) = (try history(isWhole: false), try history(isWhole: isWhole))
    let server = try AnsweringServer { request in
      switch request.path {
      case "/api/states": Response("[\(Self.state("sensor.attic", "21.5"))]")
      case "/api/config": Response("{}")
      default: Response(request.parameters["minimal_response"] == nil ? whole : minimal)
      }
    }
    return (try #require(try await rooms(of: client(server), seconds: 7_500).first), server)
  }

  @Test func aUnitThatHasChangedIsAskedForInEachState() async throws {
    let (room, server) = try await changed(isWhole: true)
    #expect(room.latest?.celsius == 21.5 && room.silence == nil && room.remark == "its unit has changed")
    let values = room.readings.map { ($0.mean * 10).rounded() / 10 }
    #expect(Set(values).isSuperset(of: [20, 21, 21.5]) && values.allSatisfy { (20...21.5).contains($0) }, "\(values)")
    #expect(server.requests.count { $0.path.hasPrefix("/api/history") } == 2)
  }

  @Test func ofStatesWhoseUnitIsNotKnownNothingIsShown() async throws {
    let (room, _) = try await changed(isWhole: false)
    #expect(room.latest?.celsius == 21.5)
    #expect(room.remark == "its unit has changed, and values of which the unit is not known are left out")
    let values = Set(room.readings.map { ($0.mean * 10).rounded() / 10 })
    #expect(values == [20, 21.5], "\(values)")
  }
}
