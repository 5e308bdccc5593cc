import Clients
import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// Samples of answers, and the client against a server that answers as Open-Meteo does.
@Suite(.timeLimit(.minutes(2))) struct OpenMeteoTests {
  typealias Place = OpenMeteoClient.Place

  private static let start = 1_795_305_600.0
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: start))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")
  private let places = MutableProperty<Set<Place>>([
    Place(latitude: 1, longitude: 2), Place(latitude: 52.5, longitude: -13),
  ])

  // MARK: - Samples

  private func places(_ sample: String) throws -> [OpenMeteoWeather?] {
    try LenientJSON.decode(OpenMeteoAnswer.self, from: try SampleFiles.bytes("rooms/openmeteo/\(sample).json")).places
  }

  private func values(_ weather: OpenMeteoWeather?) throws -> [Temperature] {
    try #require(weather).temperatures.changes.compactMap { change in
      change.celsius.map { Temperature(time: change.time, celsius: $0) }
    }
  }

  @Test func severalPlacesAreAnArrayInTheirOrderAndTimesAreLocal() throws {
    let two = try places("upstream_two_locations_iso")
    #expect(two.count == 2)
    for place in two {
      let values = try values(place)
      #expect(values.count == 48 && values[0].time.timeIntervalSince1970 == 1_657_584_000)
      #expect(Set(values.map(\.celsius)) == [20])
    }
    #expect(try places("upstream_one_location_iso").count == 1)
  }

  @Test func nullsAreGaps() throws {
    let values = try values(try places("archive_last_two_days_null")[0])
    #expect(values.count == 40 && values.map(\.celsius).min() == 1.5 && values.map(\.celsius).max() == 9.7)
    #expect(values.last == Temperature(time: Date(timeIntervalSince1970: 1_795_100_400), celsius: 9.2))
  }

  @Test func anOffsetOfHalfAnHourIsTakenOff() throws {
    let values = try values(try places("kolkata_offset_19800")[0])
    #expect(values.count == 24 && values[0].time.timeIntervalSince1970 == 1_795_199_400)
  }

  @Test func spikesOfAnHourAreInEverySpan() throws {
    let weather = try #require(try places("past_92_days_two_spikes")[0])
    let end = Date(timeIntervalSince1970: 1_795_400_000)
    let readings = weather.temperatures.readings(
      over: end.addingTimeInterval(-92 * 86_400)...end, step: 86_400, until: end)
    #expect(readings.map(\.lowest).min() == -19.3 && readings.map(\.highest).max() == 38.9)
  }

  @Test func fahrenheitIsConverted() throws {
    let current = try #require(try places("current_only_fahrenheit")[0]?.current)
    #expect(current.time.timeIntervalSince1970 == 1_795_301_100 && abs(current.celsius - 9.778) < 0.001)
  }

  @Test(
    arguments: [
      ("°C", 50, nil), ("°F", 10, nil), ("K", -223.15, nil), ("", 50, nil), ("°R", nil, "°R"), ("%", nil, "%"),
    ] as [(String, Double?, String?)])
  func theUnitOfEachPartIsObeyed(unit: String, celsius: Double?, contradiction: String?) throws {
    let text = #"""
      {"hourly_units":{"temperature_2m":"\#(unit)"},"hourly":{"time":[1795301100],"temperature_2m":[50]},
      "current_units":{"temperature_2m":"\#(unit)"},"current":{"time":1795301100,"temperature_2m":50}}
      """#
    let weather = try LenientJSON.decode(OpenMeteoWeather.self, from: Array(text.utf8))
    func rounded(_ celsius: Double?) -> Double? { celsius.map { ($0 * 1e9).rounded() / 1e9 } }
    #expect(rounded(weather.current?.celsius) == celsius)
    #expect(rounded(weather.temperatures.changes.first?.celsius) == celsius)
    #expect(weather.contradiction?.string == contradiction.map { "its unit is \($0), which is no temperature" })
  }

  @Test(arguments: ["{}", "[]", "[{}]", "[1,2]", "{\"hourly\":7}x"]) func whatIsNoWeatherIsNone(text: String) {
    let answer = try? LenientJSON.decode(OpenMeteoAnswer.self, from: Array(text.utf8))
    #expect(answer?.places.contains { $0?.temperatures.changes.isEmpty == false } != true)
  }

  // MARK: - The client

  private func client(_ server: AnsweringServer, pauseOverride: Signal<Void, Never> = .never) throws -> OpenMeteoClient
  {
    OpenMeteoClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)/")), places: Property(capturing: places),
      pauseOverride: pauseOverride, transport: transport, clock: clock)
  }

  private func answer(of client: OpenMeteoClient, _ place: Place, days: Double = 1) async throws -> RoomAnswer {
    let now = clock.currentDate
    var listening = Listening(
      client.room(at: place).readings(over: now.addingTimeInterval(-days * 86_400)...now, step: 1_800))
    return try await listening.value()
  }

  private func failure(of client: OpenMeteoClient, _ place: Place) async throws -> ServiceError {
    let now = clock.currentDate
    var listening = Listening(client.room(at: place).readings(over: now.addingTimeInterval(-3_600)...now, step: 1_800))
    return try await listening.failure()
  }

  /// The weather of so many places, one degree warmer from place to place.
  private static func weather(_ request: AnsweringServer.Request, now: Double = start) -> AnsweringServer.Response {
    let latitudes = (request.parameters["latitude"] ?? "").split(separator: ",")
    let section = request.parameters["hourly"] == nil ? "minutely_15" : "hourly"
    let step = section == "hourly" ? 3_600.0 : 900
    let times = (-8...8).map { now + Double($0) * step }
    let places = latitudes.indices.map { index in
      let values = times.indices.map { "\(10 + index).\($0 % 10)" }
      return """
        {"utc_offset_seconds":0,"\(section)":{"time":[\(times.map { "\(Int($0))" }.joined(separator: ","))],
        "temperature_2m":[\(values.joined(separator: ","))]},
        "current":{"time":\(Int(now) - 300),"interval":900,"temperature_2m":\(20 + index).5}}
        """
    }
    return .init(places.count == 1 ? places[0] : "[\(places.joined(separator: ","))]")
  }

  @Test func allPlacesAreAskedForAtOnceAndNoOftenerThanEveryQuarterOfAnHour() async throws {
    let server = try AnsweringServer { Self.weather($0) }
    let client = try client(server)
    let (south, north) = (Place(latitude: 1, longitude: 2), Place(latitude: 52.5, longitude: -13))
    #expect(try await answer(of: client, north).rooms[0].latest?.celsius == 21.5)
    let first = try await answer(of: client, south).rooms[0]
    #expect(first.latest == Temperature(time: Date(timeIntervalSince1970: Self.start - 300), celsius: 20.5))
    #expect(first.readings.map(\.highest).max() == 10.8, "what lies in the future is not told")
    #expect(server.requests.count == 1)
    #expect(server.requests[0].parameters["latitude"] == "1.0,52.5")
    #expect(server.requests[0].parameters["longitude"] == "2.0,-13.0")
    #expect(server.requests[0].parameters["timeformat"] == "unixtime")
    clock.advance(by: .seconds(899))
    _ = try await answer(of: client, south)
    #expect(server.requests.count == 1)
    clock.advance(by: .seconds(1))
    _ = try await answer(of: client, south)
    _ = try await answer(of: client, north)
    #expect(server.requests.count == 2)
  }

  @Test func aLongSpanIsAskedForByTheHour() async throws {
    let server = try AnsweringServer { Self.weather($0) }
    let client = try client(server)
    let place = Place(latitude: 1, longitude: 2)
    _ = try await answer(of: client, place, days: 30)
    #expect(server.requests.map { $0.parameters["past_days"] } == ["92"])
    #expect(server.requests[0].parameters["hourly"] == "temperature_2m")
    _ = try await answer(of: client, place, days: 60)
    #expect(server.requests.count == 1)
    #expect(client.room(at: place).steps.shortest == 900)
  }

  @Test func aNewPlaceIsAskedForAtOnce() async throws {
    let server = try AnsweringServer { Self.weather($0) }
    let client = try client(server)
    _ = try await answer(of: client, Place(latitude: 1, longitude: 2))
    let other = Place(latitude: 70, longitude: 0)
    places.modify { $0.insert(other) }
    #expect(try await answer(of: client, other).rooms[0].latest?.celsius == 22.5)
    #expect(server.requests.map { $0.parameters["latitude"] } == ["1.0,52.5", "1.0,52.5,70.0"])
  }

  @Test func whatBreaksOffIsToldInTheServicesWordsAndPausesGrow() async throws {
    let sample = try SampleFiles.bytes("rooms/openmeteo/error_200_broken_off_stream.json")
    let server = try AnsweringServer { _ in .init(bytes: sample) }
    let (pauseOverride, overridePause) = Signal<Void, Never>.pipe()
    let client = try client(server, pauseOverride: pauseOverride)
    let place = Place(latitude: 1, longitude: 2)
    let failure = try await failure(of: client, place)
    #expect(
      failure == .inTrouble(by: "Open-Meteo", words: "Unexpected error while streaming data: timeoutReached"))
    _ = try await self.failure(of: client, place)
    #expect(server.requests.count == 1)
    clock.advance(by: .seconds(60))
    _ = try await self.failure(of: client, place)
    #expect(server.requests.count == 2)
    clock.advance(by: .seconds(119))
    _ = try await self.failure(of: client, place)
    #expect(server.requests.count == 2)
    // A person may try sooner.
    overridePause.send(value: ())
    _ = try await self.failure(of: client, place)
    #expect(server.requests.count == 3)
  }

  @Test(arguments: [
    (400, "error_400_counts_differ", "Parameter 'latitude' and 'longitude' must have the same number of elements"),
    (401, "error_401_api_key_required", "API key required. Please add &apikey= to the URL."),
  ])
  func aRefusalHasTheServicesWords(status: Int, sample: String, words: String) async throws {
    let body = try SampleFiles.bytes("rooms/openmeteo/\(sample).json")
    let server = try AnsweringServer { _ in .init(status: status, bytes: body) }
    let failure = try await failure(of: client(server), Place(latitude: 1, longitude: 2))
    #expect(failure == .httpStatus(status, host: "127.0.0.1:\(server.port)", words: .init(oneLine: words)))
  }

  @Test func fewerPlacesThanWereAskedForAreNoAnswer() async throws {
    let server = try AnsweringServer { request in
      var request = request
      request.parameters["latitude"] = "1"
      return Self.weather(request)
    }
    let failure = try await failure(of: client(server), Place(latitude: 1, longitude: 2))
    guard case .malformedAnswer(_, let detail) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(detail == "the weather of 1 places in place of 2")
  }
}
