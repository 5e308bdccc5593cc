import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// Sources are judged by the clocks of their servers.
@Suite(.timeLimit(.minutes(2))) struct ServerClockTests {
  typealias Response = AnsweringServer.Response

  private static let now = Date(timeIntervalSince1970: 1_795_302_000)
  private let clock = TestScheduler(startDate: now)
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private static func server(
    _ lead: TimeInterval, _ answer: @escaping @Sendable (AnsweringServer.Request) -> String
  ) throws -> AnsweringServer { try AnsweringServer { Response(answer($0), dated: now.addingTimeInterval(lead)) } }

  private func url(_ server: AnsweringServer, _ path: String = "") throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
  }

  private func answer(
    of source: any RoomSource, over seconds: TimeInterval = 3_600, step: TimeInterval = 60
  ) async throws -> RoomAnswer {
    let now = clock.currentDate
    var listening = Listening(source.readings(over: now.addingTimeInterval(-seconds)...now, step: step))
    return try await listening.value()
  }

  @Test(arguments: [-1_200, -40, 0, 20, 40, 1_200] as [TimeInterval])
  func aPageWithTimesIsJudgedByItsClock(lead: TimeInterval) async throws {
    let time = Int((Self.now.timeIntervalSince1970 + lead - 5) * 1_000)
    let server = try Self.server(lead) { _ in "a_celsius 21 \(time)\n" }
    let answer = try await answer(of: ExporterClient(url: url(server), transport: transport, clock: clock))
    let told = abs(lead) > 30 ? lead : 0
    #expect(answer.clockLead == told)
    let expected = told == 0 ? min(Self.now.addingTimeInterval(lead - 5), Self.now) : Self.now.addingTimeInterval(-5)
    #expect(answer.rooms.map(\.latest) == [Temperature(time: expected, celsius: 21)])
    #expect(answer.rooms.allSatisfy { $0.silence(at: Self.now) == nil })
  }

  @Test(arguments: [-1_200, 1_200] as [TimeInterval])
  func aConAirServersReadingsAreAskedForAndReadByItsClock(lead: TimeInterval) async throws {
    let newest = Self.now.addingTimeInterval(lead - 60)
    let server = try Self.server(lead) { request in
      let stop = request.parameters["stop"].flatMap(ISO8601.date) ?? .distantPast
      return stop < newest ? "[]" : #"[{"ts":"\#(ISO8601.string(newest))","temperature":21}]"#
    }
    let client = ConAirClient(baseURL: try url(server), transport: transport, clock: clock)
    for count in [2, 3] {
      let answer = try await answer(of: client)
      #expect(answer.clockLead == lead)
      #expect(answer.rooms.flatMap(\.readings).map(\.time) == [Self.now.addingTimeInterval(-60)])
      #expect(answer.rooms.allSatisfy { $0.silence(at: Self.now) == nil })
      #expect(server.requests.count == count, "once more when the difference was not known")
    }
  }

  @Test(arguments: [-1_200, 1_200] as [TimeInterval])
  func aHomeAssistantsHistoryIsByItsClock(lead: TimeInterval) async throws {
    let (older, newer) = (Self.now.addingTimeInterval(lead - 1_000), Self.now.addingTimeInterval(lead - 100))
    let attributes = #""attributes":{"device_class":"temperature","unit_of_measurement":"°C"}"#
    let server = try Self.server(lead) { request in
      switch request.path {
      case "/api/states": #"[{"entity_id":"sensor.a","state":"22",\#(attributes)}]"#
      case "/api/config": "{}"
      default:
        #"[[{"entity_id":"sensor.a","state":"21",\#(attributes),"last_changed":"\#(ISO8601.string(older))"},"#
          + #"{"state":"22","last_changed":"\#(ISO8601.string(newer))"}]]"#
      }
    }
    let client = HomeAssistantClient(
      baseURL: try url(server), credentials: Credentials(), transport: transport, clock: clock)
    let answer = try await answer(of: client, over: 1_200)
    #expect(answer.clockLead == lead)
    let room = try #require(answer.rooms.first)
    #expect(room.latest == Temperature(time: Self.now, celsius: 22))
    #expect(room.readings.last?.mean == 22 && room.readings.first?.mean == 21)
    #expect(room.readings.count { $0.mean == 22 } == 2, "\(room.readings)")
    let end = server.requests.last { $0.path.hasPrefix("/api/history") }?.parameters["end_time"]
    #expect(end.flatMap(ISO8601.date) == Self.now.addingTimeInterval(lead))
  }

  @Test(arguments: [-1_200, 1_200] as [TimeInterval])
  func aPrometheusIsAskedForAndReadByItsClock(lead: TimeInterval) async throws {
    let now = Self.now.addingTimeInterval(lead).timeIntervalSince1970
    let server = try AnsweringServer { request in
      guard request.path.hasSuffix("/query_range") else {
        return PrometheusClientTests.success(
          [
            PrometheusClientTests.series("last", ["room": "x"], [(now, "22")], instant: true),
            PrometheusClientTests.series("age", ["room": "x"], [(now, "4")], instant: true),
            PrometheusClientTests.series("now", [:], [(now, "\(now)")], instant: true),
          ], type: "vector")
      }
      let end = Double(request.parameters["end"] ?? "") ?? 0
      return PrometheusClientTests.success(
        ["min", "mean", "max"].map { PrometheusClientTests.series($0, ["room": "x"], [(end, "21")]) })
    }
    let client = PrometheusClient(baseURL: try url(server), query: "a", transport: transport, clock: clock)
    let answer = try await answer(of: client)
    #expect(answer.clockLead == lead)
    let room = try #require(answer.rooms.first)
    #expect(room.latest == Temperature(time: Self.now.addingTimeInterval(-4), celsius: 22))
    #expect(room.readings.map(\.time) == [Self.now.addingTimeInterval(-60)] && room.silence(at: Self.now) == nil)
  }

  @Test func theWeatherOfNowIsThatOfTheServersClock() async throws {
    let start = Int(Self.now.timeIntervalSince1970)
    let server = try Self.server(1_800) { _ in
      #"{"utc_offset_seconds":0,"minutely_15_units":{"temperature_2m":"°C"},"minutely_15":{"time":[\#(start),"#
        + #"\#(start + 900),\#(start + 1_800),\#(start + 2_700)],"temperature_2m":[1,2,3,4]}}"#
    }
    let place = OpenMeteoClient.Place(latitude: 1, longitude: 2)
    let client = OpenMeteoClient(
      baseURL: try url(server), places: Property(value: [place]), transport: transport, clock: clock)
    let answer = try await answer(of: client.room(at: place))
    #expect(answer.rooms.map(\.latest) == [Temperature(time: Self.now, celsius: 3)] && answer.clockLead == 1_800)
  }
}
