import Clients
import Foundation
import Model
import NetTesting
import Rooms
import RoomsEdge
import Signals
import SignalsTesting
import Testing
import Text

/// The client's requests, against a server that answers as Prometheus does.
@Suite(.timeLimit(.minutes(2))) struct PrometheusClientTests {
  typealias Request = AnsweringServer.Request
  typealias Response = AnsweringServer.Response

  private static let now = 1_795_301_926.5
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: now + 13.5))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private func client(
    _ server: AnsweringServer, query: String = "room_temperature_celsius", path: String = "",
    credentials: Credentials = Credentials(), pauseOverride: Signal<Void, Never> = .never
  ) throws -> PrometheusClient {
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
    return PrometheusClient(
      baseURL: url, query: query, credentials: credentials, pauseOverride: pauseOverride, transport: transport,
      clock: clock)
  }

  private func answer(
    of client: PrometheusClient, from start: Double = 1_795_301_760, to end: Double = 1_795_301_940,
    step: TimeInterval = 30
  ) async throws -> RoomAnswer {
    var listening = Listening(client.readings(over: Self.window(start, end), step: step))
    return try await listening.value()
  }

  private static func window(_ start: Double, _ end: Double) -> ClosedRange<Date> {
    Date(timeIntervalSince1970: start)...Date(timeIntervalSince1970: end)
  }

  /// One series of an answer.
  static func series(
    _ part: String, _ labels: [String: String] = ["room": "kitchen"], _ samples: [(Double, String)],
    instant: Bool = false
  ) -> String {
    let labels = labels.merging(["reactui_part": part]) { $1 }.sorted { $0.key < $1.key }
      .map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",")
    let values = samples.map { "[\($0.0),\"\($0.1)\"]" }.joined(separator: ",")
    return "{\"metric\":{\(labels)},\(instant ? "\"value\":\(values)" : "\"values\":[\(values)]")}"
  }

  static func success(_ series: [String], type: String = "matrix", more: String = "") -> Response {
    Response(
      "{\"status\":\"success\",\"data\":{\"resultType\":\"\(type)\",\"result\":[\(series.joined(separator: ","))]}\(more)}"
    )
  }

  /// The newest samples of rooms, a few seconds old, and the server's time.
  static func newest(_ rooms: [String: String], age: Double = 4, more: String = "") -> Response {
    let samples = rooms.sorted { $0.key < $1.key }.flatMap { room, value in
      [
        series("last", ["room": room, "__name__": "x"], [(now, value)], instant: true),
        series("age", ["room": room], [(now, "\(age)")], instant: true),
      ]
    }
    return success(samples + [series("now", [:], [(now, "\(now)")], instant: true)], type: "vector", more: more)
  }

  static func steps(_ room: String, _ samples: [(Double, String, String, String)]) -> [String] {
    [
      series("min", ["room": room], samples.map { ($0.0, $0.1) }),
      series("mean", ["room": room], samples.map { ($0.0, $0.2) }),
      series("max", ["room": room], samples.map { ($0.0, $0.3) }),
    ]
  }

  private static func isRange(_ request: Request) -> Bool { request.path.hasSuffix("/query_range") }

  // MARK: - What is asked

  @Test func stepsAreAskedForUpToTheServersTimeOnWholeMultiples() async throws {
    let server = try AnsweringServer { request in
      Self.isRange(request)
        ? Self.success(Self.steps("kitchen", [(1_795_301_790, "21", "21.5", "30")])) : Self.newest(["kitchen": "22.5"])
    }
    let answer = try await answer(of: client(server), from: 1_795_301_762, to: 1_795_309_000)
    let requests = server.requests
    #expect(requests.map(\.path) == ["/api/v1/query", "/api/v1/query_range"])
    #expect(requests[0].parameters["time"] == nil, "the server's own time is asked for")
    #expect(requests[1].parameters["start"] == "1795301790" && requests[1].parameters["end"] == "1795301910")
    #expect(requests[1].parameters["step"] == "30")
    #expect(requests.allSatisfy { $0.parameters["latency_offset"] == "1ms" && $0.parameters["nocache"] == "1" })
    #expect(requests[1].parameters["query"]?.contains("max_over_time(room_temperature_celsius[30s])") == true)
    let room = try #require(answer.rooms.first)
    #expect(answer.rooms.count == 1 && room.name == "kitchen" && room.silence == nil)
    #expect(
      room.readings == [
        RoomReading(time: Date(timeIntervalSince1970: 1_795_301_760), lowest: 21, mean: 21.5, highest: 30)
      ])
    #expect(room.latest == Temperature(time: Date(timeIntervalSince1970: Self.now - 4), celsius: 22.5))
  }

  @Test func aWindowWithoutAStepThatIsOverAsksOnlyForTheNewestSample() async throws {
    let server = try AnsweringServer { _ in Self.newest(["kitchen": "22.5"]) }
    let answer = try await answer(of: client(server), from: 1_795_301_910, to: 1_795_301_939)
    #expect(server.requests.map(\.path) == ["/api/v1/query"])
    #expect(answer.rooms.map(\.latest?.celsius) == [22.5] && answer.rooms[0].readings == [])
  }

  @Test func noAnswerHasMorePointsThanAServerGives() async throws {
    let server = try AnsweringServer { request in
      Self.isRange(request) ? Self.success([]) : Self.newest(["kitchen": "22.5"])
    }
    // A week of 30 s has 20,160 points.
    _ = try await answer(of: client(server), from: Self.now - 604_800, to: Self.now)
    let spans = server.requests.filter(Self.isRange).compactMap { request -> (Int, Int)? in
      guard let start = Int(request.parameters["start"] ?? ""), let end = Int(request.parameters["end"] ?? "") else {
        return nil
      }
      return (start, end)
    }
    #expect(spans.count == 2)
    #expect(spans.allSatisfy { ($0.1 - $0.0) / 30 < 11_000 })
    #expect(spans[1].0 == spans[0].1 + 30, "no step is left out")
  }

  @Test func aLongQueryIsPostedAsAForm() async throws {
    let server = try AnsweringServer { request in
      Self.isRange(request) ? Self.success([]) : Self.newest(["kitchen": "22.5"])
    }
    let query = "avg by (room) (t{room!~\"\(String(repeating: "x+ü;", count: 600))\"})"
    _ = try await answer(of: client(server, query: query))
    let queries = server.requests.filter { $0.path.contains("/query") }
    #expect(queries.map(\.method) == ["POST", "POST"])
    #expect(queries.allSatisfy { $0.headers["content-type"] == "application/x-www-form-urlencoded" })
    #expect(queries[0].parameters["query"]?.contains("x+ü;x+ü;") == true)
  }

  @Test(arguments: [("", "/api/v1/query"), ("/", "/api/v1/query"), ("/prom/", "/prom/api/v1/query")])
  func thePrefixOfTheAddressStays(path: String, expected: String) async throws {
    let server = try AnsweringServer { _ in Self.newest([:]) }
    _ = try await answer(of: client(server, path: path), from: Self.now, to: Self.now)
    #expect(server.requests.map(\.path) == [expected])
  }

  @Test func aPasswordGoesWithTheNameAndATokenAlone() async throws {
    let server = try AnsweringServer { _ in Self.newest([:]) }
    let secret = SecretSupply(Secret("s3cret"))
    _ = try await answer(of: client(server, credentials: Credentials(secret, user: "me")), from: Self.now, to: Self.now)
    _ = try await answer(of: client(server, credentials: Credentials(secret)), from: Self.now, to: Self.now)
    _ = try await answer(of: client(server), from: Self.now, to: Self.now)
    #expect(server.requests.map { $0.headers["authorization"] } == ["Basic bWU6czNjcmV0", "Bearer s3cret", nil])
  }

  // MARK: - What is understood

  @Test func aRoomThatIsNoTemperatureNowSaysWhy() async throws {
    let server = try AnsweringServer { request in
      Self.isRange(request)
        ? Self.success(
          Self.steps("attic", [(1_795_301_790, "14", "NaN", "15"), (1_795_301_820, "NaN", "NaN", "NaN")])
            + Self.steps("boiler", [(1_795_301_790, "50", "+Inf", "+Inf")]))
        : Self.newest(["attic": "NaN", "boiler": "+Inf", "cpu": "7500"])
    }
    let rooms = try await answer(of: client(server)).rooms
    #expect(rooms.map(\.name) == ["attic", "boiler", "cpu"])
    #expect(rooms.allSatisfy { $0.latest == nil })
    #expect(rooms[0].silence == "the server has NaN, which is no temperature")
    #expect(rooms[1].silence == "the server has +Inf, which is no temperature")
    #expect(rooms[2].silence == "the server has 7500.0, which is no temperature")
    // A NaN among the samples of a step leaves its lowest and highest value.
    #expect(
      rooms[0].readings == [
        RoomReading(time: Date(timeIntervalSince1970: 1_795_301_760), lowest: 14, mean: 14.5, highest: 15)
      ])
    #expect(rooms[1].readings == [] && rooms[2].readings == [])
  }

  @Test func aTargetThatIsDownIsWhyARoomIsSilent() async throws {
    let labels = ["room": "shed", "instance": "127.0.0.1:19102", "job": "flaky"]
    let targets = try SampleFiles.text("rooms/prometheus/p3_targets_last_error.json")
      .replacing(
        "\"lastError\":\"\",\"lastScrape\":\"2026-11-21T22:58:45.217727741Z\"",
        with: "\"lastError\":\"connection refused\"")
    let server = try AnsweringServer { request in
      if request.path.hasSuffix("/targets") { return Response(targets) }
      if Self.isRange(request) {
        return Self.success(["min", "mean", "max"].map { Self.series($0, labels, [(1_795_301_790, "7.5")]) })
      }
      if request.parameters["query"]?.hasPrefix("up{") == true {
        let up = ["instance": "127.0.0.1:19102", "job": "flaky", "__name__": "up"]
        return Self.success([Self.series("", up, [(Self.now, "0")], instant: true)], type: "vector")
      }
      return Self.newest([:])
    }
    let rooms = try await answer(of: client(server)).rooms
    #expect(rooms.map(\.name) == ["shed"], "the series has gone, and its room has not")
    #expect(rooms[0].latest == nil && rooms[0].readings.count == 1)
    #expect(rooms[0].silence == "127.0.0.1:19102: connection refused")
    #expect(
      server.requests.compactMap { $0.parameters["query"] }.last == "up{instance=\"127.0.0.1:19102\",job=\"flaky\"}")
  }

  @Test(arguments: [
    ("1", "a:1 answers without it"), ("0", "a:1 does not answer Prometheus"), (nil, "Prometheus no longer asks a:1"),
  ])
  func whatTheServerDoesNotSayOfATargetIsNotMissed(up: String?, expected: String) async throws {
    let labels = ["room": "shed", "instance": "a:1", "job": "j"]
    let server = try AnsweringServer { request in
      if request.path.hasSuffix("/targets") { return Response(status: 404, "404 page not found") }
      if Self.isRange(request) {
        return Self.success(["min", "mean", "max"].map { Self.series($0, labels, [(1_795_301_790, "7.5")]) })
      }
      guard request.parameters["query"]?.hasPrefix("up{") == true else { return Self.newest([:]) }
      let state = up.map { Self.series("", ["instance": "a:1", "job": "j"], [(Self.now, $0)], instant: true) }
      return Self.success([state].compactMap(\.self), type: "vector")
    }
    #expect(try await answer(of: client(server)).rooms.map(\.silence?.string) == [expected])
  }

  @Test func aSeriesThatHasEndedIsSilentWhateverItsLabels() async throws {
    let server = try AnsweringServer { request in
      Self.isRange(request)
        ? Self.success(Self.steps("shed", [(1_795_301_790, "1", "2", "3")])) : Self.newest(["attic": "20"])
    }
    let answer = try await answer(of: client(server))
    #expect(answer.rooms.map(\.silence) == [nil, "the query no longer gives it"] && answer.total == 2)
  }

  @Test func ofFiveHundredSeriesTheFirstByNameAreAskedForAndThatIsSaid() async throws {
    let names = (0..<500).map { "r" + String(1_000 + $0) }
    let server = try AnsweringServer { request in
      Self.isRange(request)
        ? Self.success(
          Self.steps("r1003", [(1_795_301_790, "1", "2", "3")]) + Self.steps("r1400", [(1_795_301_790, "1", "2", "3")]))
        : Self.newest(Dictionary(uniqueKeysWithValues: names.map { ($0, "20") }))
    }
    let client = try client(server)
    let told = Shared<[SafeText]>([])
    client.notices.observeValues { notice in told.withLock { $0.append(notice) } }
    for _ in 0..<2 {
      let rooms = try await answer(of: client).rooms
      #expect(rooms.compactMap(\.name?.string) == Array(names.prefix(24)))
      #expect(try await answer(of: client).total == 500)
      #expect(rooms.filter { !$0.readings.isEmpty }.map(\.name) == ["r1003"])
    }
    #expect(
      told.withLock { $0.map(\.string) } == [
        "127.0.0.1:\(server.port): the query gives 500 series; the first 24 by name are shown"
      ])
    let query = try #require(server.requests.last?.parameters["query"])
    #expect(query.contains("and on (room) (") && query.contains("\"room\",\"r1023\"") && !query.contains("r1024"))
  }

  @Test func warningsAndInfosAndAPartialAnswerAreToldOnce() async throws {
    let more =
      ",\"warnings\":[\"No StoreAPIs matched\"],\"infos\":[\"PromQL info: metric might not be a counter\"],\"isPartial\":true"
    let server = try AnsweringServer { _ in Self.newest([:], more: more) }
    let client = try client(server)
    let told = Shared<[String]>([])
    client.notices.observeValues { notice in told.withLock { $0.append(notice.string) } }
    let answer = try await answer(of: client, from: Self.now, to: Self.now)
    #expect(answer.rooms == [] && answer.emptiness == "the query gives no series")
    _ = try await self.answer(of: client, from: Self.now, to: Self.now)
    #expect(
      told.withLock { $0 } == [
        "127.0.0.1:\(server.port): No StoreAPIs matched",
        "127.0.0.1:\(server.port): PromQL info: metric might not be a counter",
        "127.0.0.1:\(server.port): the answer is partial",
      ])
  }

  @Test func histogramsAreNoRooms() async throws {
    let server = try AnsweringServer { _ in
      Self.success(
        [
          "{\"metric\":{\"reactui_part\":\"last\",\"a\":\"b\"},\"histogram\":[1795301926,{\"count\":\"5\",\"sum\":\"1\"}]}"
        ],
        type: "vector")
    }
    let answer = try await answer(of: client(server), from: Self.now, to: Self.now)
    #expect(answer.rooms == [] && answer.emptiness == "the query gives histograms, not temperatures")
  }

  @Test func namesKeepQuotesAndWritingAndLoseLineFeeds() async throws {
    let text = try SampleFiles.text("rooms/prometheus/p3_range_thirteen_rooms.json")
    let server = try AnsweringServer { request in
      guard Self.isRange(request) else { return Self.newest([:]) }
      let parts = ["min", "mean", "max"].map {
        text.replacing("\"__name__\":\"room_temperature_celsius\"", with: "\"reactui_part\":\"\($0)\"")
      }
      let inner = parts.compactMap { part -> Substring? in
        guard let start = part.range(of: "\"result\":[")?.upperBound,
          let end = part.range(of: "]}}", options: .backwards)?.lowerBound
        else { return nil }
        return part[start..<end]
      }
      return Self.success(inner.map(String.init))
    }
    let rooms = try await answer(of: client(server), step: 5).rooms
    #expect(rooms.count == 13 && Set(rooms.map(\.key)).count == 13)
    let names = rooms.compactMap(\.name?.string)
    #expect(names.count == 13 && Set(names).count == 13 && names == names.sorted())
    #expect(names.contains("Wohnzimmer / Süd") && names.contains { $0.contains("\"") && $0.contains("\\") })
    #expect(!names.contains { $0.contains("\n") })
    // The bad sensor's 85 and -127 are temperatures, NaN and Inf are none.
    #expect(
      rooms.flatMap(\.readings).map(\.lowest).min() == -127 && rooms.flatMap(\.readings).map(\.highest).max() == 85)
    #expect(rooms.flatMap(\.readings).count == 393)
  }

  // MARK: - What goes wrong

  @Test(
    arguments: [
      ("p3_error_400_11001_steps.json", 400, "Refused: exceeded maximum resolution of 11,000 points", .needsPerson),
      ("p3_error_400_plus_became_space.json", 400, "Refused: invalid parameter", .needsPerson),
      ("p3_error_400_string_expression.json", 400, "Refused: invalid parameter", .needsPerson),
      ("p2_error_400_utf8_selector.json", 400, "Refused: ", .needsPerson),
      ("pc_error_422_max_samples.json", 422, "Refused: query processing would load too many samples", .needsPerson),
      ("p3_error_503_timeout.json", 503, "Prometheus is in trouble: query timed out", .passing),
      ("pc_error_401_no_credentials.txt", 401, "HOST denies access (HTTP 401): Unauthorized", .needsPerson),
      ("mimir_401_no_org_id.txt", 401, "HOST denies access (HTTP 401): no org id", .needsPerson),
      ("p4_error_503_starting.txt", 503, "HOST is in trouble (HTTP 503): Service Unavailable", .passing),
      ("../victoriametrics/vm_error_422_parse.json", 422, "Refused: error when executing query=", .needsPerson),
      (
        "../victoriametrics/vm_error_400_unknown_path.txt", 400, "HOST answered with HTTP status 400: ",
        .needsPerson
      ),
    ] as [(String, Int, String, ServiceError.Outcome)])
  func anErrorHasTheServersWords(file: String, status: Int, sentence: String, outcome: ServiceError.Outcome)
    async throws
  {
    let body = try SampleFiles.bytes("rooms/prometheus/\(file)")
    let server = try AnsweringServer { _ in Response(status: status, bytes: body) }
    var listening = Listening(try client(server).readings(over: Self.window(0, 60), step: 30))
    let error = try await listening.failure()
    let expected = sentence.replacing("HOST", with: "127.0.0.1:\(server.port)")
    #expect(error.sentence.string.hasPrefix(expected), "\(error.sentence)")
    #expect(error.outcome(at: clock.currentDate) == outcome)
  }

  /// A source that turns from one shape to another while it is asked.
  @Test(arguments: [
    (
      "p3_instant_scalar", "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"1\"]}}",
      "a scalar in place of series"
    ),
    (
      "string", "{\"status\":\"success\",\"data\":{\"resultType\":\"string\",\"result\":[1,\"x\"]}}",
      "a string in place of series"
    ),
    ("list", "[]", "JSON of an unknown shape"), ("page", "<html>", "HTML instead of JSON"),
    ("labels", "{\"status\":\"success\",\"data\":[\"a\"]}", "JSON of an unknown shape"),
    ("no status", "{\"data\":{\"resultType\":\"vector\",\"result\":[]}}", "JSON of an unknown shape"),
    (
      "no series", "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[1,2]}}",
      "none of 2 series can be read"
    ),
  ])
  func anAnswerOfAnotherShapeIsAnErrorAndNoEmptyList(name: String, body: String, sentence: String) async throws {
    let server = try AnsweringServer { _ in Response(body) }
    var listening = Listening(try client(server).readings(over: Self.window(0, 60), step: 30))
    let error = try await listening.failure()
    #expect(error.sentence.string.contains(sentence), "\(name): \(error.sentence)")
  }

  @Test func compressedAnswersAreRead() async throws {
    let gzip = try SampleFiles.bytes("rooms/prometheus/p3_range_gzip.json.gz")
    let deflate = try SampleFiles.bytes("rooms/prometheus/p3_range_deflate.json.zz")
    for (bytes, coding) in [(gzip, "gzip"), (deflate, "deflate")] {
      let server = try AnsweringServer { _ in Response(bytes: bytes, headers: [("Content-Encoding", coding)]) }
      // The samples are of plain queries, so no part of them is anything to this one; but they are read.
      #expect(try await answer(of: client(server), from: Self.now, to: Self.now).rooms == [])
    }
  }
}
