import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// What is found at an address, whatever kind of server answers there.
@Suite(.timeLimit(.minutes(2))) struct RoomDiscoveryTests {
  typealias Response = AnsweringServer.Response

  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_302_000))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private func found(_ server: AnsweringServer, path: String = "") async throws -> [DiscoveredSource] {
    var listening = Listening(RoomDiscovery(transport: transport, clock: clock).sources(at: try url(server, path)))
    return try await listening.value()
  }

  private func url(_ server: AnsweringServer, _ path: String = "") throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
  }

  private static let nothing = Response(status: 404, "404 page not found")

  @Test func aPrometheusHasTheMetricsThatAreTemperatures() async throws {
    let server = try AnsweringServer { request in
      request.path == "/api/v1/label/__name__/values"
        ? Response(
          #"{"status":"success","data":["up","node_hwmon_temp_celsius","node_hwmon_temp_max_celsius","#
            + #""outdoor_temperature_fahrenheit","room.temperature_celsius","go_gc_seconds_total"]}"#)
        : Self.nothing
    }
    let sources = try await found(server)
    let base = try url(server)
    #expect(sources.map(\.heading) == ["Prometheus at http://127.0.0.1:\(server.port)"])
    #expect(
      sources[0].rooms.map(\.source) == [
        .prometheus(base, query: "node_hwmon_temp_celsius"),
        .prometheus(base, query: "(outdoor_temperature_fahrenheit - 32) / 1.8"),
        .prometheus(base, query: #"{__name__="room.temperature_celsius"}"#),
      ])
  }

  @Test func anExportersPageIsFoundAtItsAddressAndBelowIt() async throws {
    let server = try AnsweringServer { request in
      request.path == "/metrics" ? Response("a_celsius 1\nb_celsius 2\n") : Self.nothing
    }
    let page = try url(server, "/metrics")
    for path in ["", "/metrics"] {
      let sources = try await found(server, path: path)
      #expect(sources.map { $0.rooms.map(\.source) } == [[.metrics(page)]])
      #expect(sources[0].heading.string.hasSuffix("/metrics: 2 temperatures"))
    }
  }

  @Test func aStationHasItsSensors() async throws {
    let server = try AnsweringServer { request in
      request.path == "/metrics"
        ? Response(
          "reactui_room_temperature_celsius{room=\"attic\",source=\"station\"} 1\n"
            + "reactui_room_temperature_celsius{room=\"\",source=\"station\"} 2\n")
        : Self.nothing
    }
    let rooms = try await found(server)[0].rooms
    let data = try url(server, "/data/")
    #expect(rooms.map(\.source) == [.conAir(data, sensor: "attic"), .conAir(data, sensor: nil)])
    #expect(rooms.map(\.name) == ["attic", nil])
  }

  @Test func aHomeAssistantHasItsEntities() async throws {
    let state = try SampleFiles.text("rooms/homeassistant/ha_state.json")
    let server = try AnsweringServer { $0.path == "/api/states" ? Response("[\(state)]") : Self.nothing }
    let rooms = try await found(server)[0].rooms
    #expect(rooms.map(\.source) == [.homeAssistant(try url(server), entities: ["sensor.living_room_temperature"])])
    #expect(rooms.map(\.name) == ["Wohnzimmer Temperatur"])
    // Without a token the server would refuse, so the settings name a place for it.
    #expect(rooms.map(\.secret) == [.file(RoomDiscovery.tokenFile)])
  }

  @Test func aMetricInTwoUnitsIsListedOnceAndADifferenceNever() async throws {
    let server = try AnsweringServer { request in
      request.path == "/api/v1/label/__name__/values"
        ? Response(
          #"{"status":"success","data":["a_temperature_celsius","a_temperature_fahrenheit","a_temperature_delta_celsius","#
            + #""esp_temperature_c","room_humidity_percent"]}"#)
        : Self.nothing
    }
    let base = try url(server)
    #expect(
      try await found(server).map { $0.rooms.map(\.source) } == [
        [.prometheus(base, query: "a_temperature_celsius"), .prometheus(base, query: "esp_temperature_c")]
      ])
  }

  @Test func aPageThatIsServedEverywhereIsListedOnce() async throws {
    let server = try AnsweringServer { _ in Response("a_celsius 1\n") }
    #expect(try await found(server).map { $0.rooms.map(\.source) } == [[.metrics(try url(server))]])
  }

  @Test(arguments: ["", "/data", "/data/", "/data/?sensor=attic"])
  func aStationIsKnownByTheAddressOfItsReadings(path: String) async throws {
    let server = try AnsweringServer { request in
      switch request.path {
      case "/metrics": Response("reactui_room_temperature_celsius{room=\"attic\",source=\"station\"} 1\n")
      case "/data/": Response(#"[{"ts":"2026-11-21T22:00:00Z","temperature":1}]"#)
      default: Self.nothing
      }
    }
    let sources = try await found(server, path: path)
    #expect(sources.map { $0.rooms.map(\.source) } == [[.conAir(try url(server, "/data/"), sensor: "attic")]])
  }

  @Test(arguments: ["", "/data", "/data/"]) func anotherConAirServerIsKnownByItsReadings(path: String) async throws {
    let server = try AnsweringServer { request in
      request.path == "/data/" ? Response(#"[{"ts":"2026-11-21T22:00:00Z","temperature":1}]"#) : Self.nothing
    }
    let data = try url(server, "/data/")
    let sources = try await found(server, path: path)
    #expect(sources.map { $0.rooms.map(\.source) } == [[.conAir(data, sensor: nil)]])
    #expect(sources.map(\.heading.string) == ["ConAir at \(data.absoluteString)"])
  }

  @Test func whatSaysMostAboutTheServerIsTheError() async throws {
    let server = try AnsweringServer { request in
      request.path.hasPrefix("/api/states") ? Response(status: 401, "401: Unauthorized") : Self.nothing
    }
    var listening = Listening(RoomDiscovery(transport: transport, clock: clock).sources(at: try url(server)))
    guard case .httpStatus(401, _, _) = try await listening.failure() else {
      Issue.record("another error")
      return
    }
  }
}
