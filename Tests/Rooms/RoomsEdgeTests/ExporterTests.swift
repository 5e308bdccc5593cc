import Foundation
import Model
import NetTesting
import Rooms
import Signals
import SignalsTesting
import Testing

@testable import Clients
@testable import RoomsEdge

/// Exporters' pages, and the client against a server that serves them.
@Suite(.timeLimit(.minutes(2))) struct ExporterTests {
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 1_795_302_000))
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private static func page(_ sample: String) throws -> PrometheusText {
    PrometheusText(try SampleFiles.bytes("rooms/exposition/\(sample).txt"))
  }

  private static func rooms(_ text: String) -> [String: Double] {
    Dictionary(ExporterRooms(PrometheusText(Array(text.utf8))).rooms.map { ($0.name.string, $0.celsius) }) { $1 }
  }

  // MARK: - Pages

  @Test func aNodeExportersSensorsHaveTheirLabels() throws {
    let page = try Self.page("node_exporter_hwmon")
    #expect(page.unreadableLines == 0)
    let rooms = ExporterRooms(page).rooms
    let names = rooms.map(\.name.string)
    #expect(rooms.count == 14 && Set(names).count == 14 && Set(rooms.map(\.key)).count == 14, "\(names)")
    #expect(names.contains("platform_coretemp_0 Core 0") && names.contains("platform_coretemp_1 Core 0"))
    #expect(names.contains("hwmon4 temp1"), "two sensors of a chip with one label keep their own names")
    #expect(names.contains("node thermal zone") && names == names.sorted())
  }

  @Test func namesAreReadWithTheirEscapesAndSetPointsAreNoRooms() throws {
    let page = try Self.page("rooms_escapes")
    #expect(page.unreadableLines == 0)
    let rooms = ExporterRooms(page).rooms
    #expect(rooms.count == 14, "\(rooms.map(\.name))")
    let values = Dictionary(uniqueKeysWithValues: rooms.map { ($0.name.string, $0.celsius) })
    #expect(values["子供部屋"] == 19.5 && values["Wohnzimmer / Süd"] == 22.6875 && values["server \"rack\" 1\\2"] == 34.99)
    #expect(values.keys.contains { $0.hasPrefix("newline") && !$0.contains("\n") })
    #expect(abs((values["outdoor"] ?? 0) - 7.3889) < 0.001, "\(values)")
    #expect(values["kitchen"] == 22.839 && values["tiny"] == 1e-7)
  }

  @Test func openMetricsIsReadToo() throws {
    let page = try Self.page("station_reference_openmetrics")
    #expect(page.hasEnd && page.unreadableLines == 0)
    #expect(ExporterRooms(page).rooms.map(\.name) == ["attic", "kitchen"])
    #expect(try !Self.page("bad_openmetrics_no_eof").hasEnd)
  }

  @Test(
    arguments: [
      ("a_celsius 1", ["a": 1]), ("a_celsius{} 1 1795302000000", ["a": 1]), ("a_celsius\t-2.5e1\r", ["a": -25]),
      ("{\"room.celsius\",\"x y\"=\"z\"} 3", ["room": 3]), ("a_celsius{b=\"c\",} 1 # {id=\"x\"} 2", ["a": 1]),
      ("a_kelvin 273.15", ["a": 0]), ("# UNIT outside celsius\noutside 4", ["outside": 4]),
      ("# HELP node_zone_temp Zone temperature in Celsius\nnode_zone_temp 50", ["node zone": 50]),
      ("# TYPE a_celsius counter\na_celsius 1", [:]), ("a_celsius_total 1", [:]), ("fan_temp 5", [:]),
      ("a_celsius 1\na_celsius 2", ["a": 1]), ("smart_temperature{temperature_type=\"drive_trip\"} 60", [:]),
      ("hall_celsius{room=\"x\"} 1\ncellar_celsius{room=\"x\"} 2", ["hall x": 1, "cellar x": 2]),
      ("a_celsius{room=\"\u{1B}[31mred\"} 1", ["red": 1]),
    ] as [(String, [String: Double])])
  func aLineIsRead(text: String, expected: [String: Double]) {
    let rooms = Self.rooms(text + "\n")
    #expect(rooms == expected || rooms.count == 1 && text.contains("\u{1B}") && !rooms.keys.joined().contains("\u{1B}"))
  }

  @Test(arguments: [
    "a_celsius", "a_celsius x", "a_celsius{b=\"c} 1", "a_celsius{b=\"c\" 1", "a_celsius{b=c} 1", "a_celsius{\"x\"} 1",
    "1a_celsius 1", "a_celsius{b=\"1\",b=\"2\"} 1", "a_celsius 1 2 3", "a_celsius 0x1F", "{} 1", "a_celsius 1 x",
  ])
  func aBadLineTakesNoOtherAway(line: String) {
    let page = PrometheusText(Array("\(line)\nb_celsius 2\n".utf8))
    #expect(page.unreadableLines == 1 && page.samples.map(\.name) == ["b_celsius"], "\(page.samples)")
  }

  @Test(
    arguments: [
      ("a_celsius{s=\"x\"} 1\na_available{s=\"x\"} 0", true), ("a_celsius{s=\"x\"} 1\na_available{s=\"x\"} 1", false),
      ("a_celsius{s=\"x\"} 1\na_available{s=\"y\"} 0", false), ("a_celsius{s=\"x\"} 1\nb_available{s=\"x\"} 0", false),
      ("a_celsius{s=\"x\",t=\"z\"} 1\na_sensor_online{s=\"x\"} 0", true), ("a_celsius 1\na_up 0", true),
      ("a_celsius 1\nb_up 0", false), ("a_celsius 1\na_door_up 0", false),
      ("a_hwmon_temp_celsius{c=\"0\"} 1\na_hwmon_temp_fault{c=\"0\"} 1", true),
      ("a_hwmon_temp_celsius{c=\"0\"} 1\na_hwmon_temp_fault{c=\"0\"} 0", false),
      ("sensor_celsius{e=\"x\",d=\"y\"} 1\nentity_available{e=\"x\",d=\"y\"} 0", true),
    ] as [(String, Bool)])
  func whatAPageCallsUnavailableIsSilent(text: String, isGone: Bool) {
    let rooms = ExporterRooms(PrometheusText(Array((text + "\n").utf8))).rooms
    #expect(rooms.map(\.silence) == [isGone ? "the page says that it is unavailable" : nil])
  }

  @Test func aDeadSensorOnHomeAssistantsPageIsSilent() throws {
    let page = PrometheusText(try SampleFiles.bytes("field/5-home-assistant-page-unavailable/page.txt"))
    let rooms = ExporterRooms(page).rooms
    #expect(rooms.map(\.name) == ["Attic", "Cellar"])
    #expect(rooms.map(\.silence) == [nil, "the page says that it is unavailable"])
  }

  /// Some exporters' pages begin with one; so may the page of OpenMetrics.
  @Test(arguments: ["attic_celsius 21.5\ncellar_celsius 12.25\n", "# TYPE attic_celsius gauge\nattic_celsius 21.5\n"])
  func aByteOrderMarkIsNoLine(text: String) {
    let (marked, plain) = (PrometheusText(Array("\u{FEFF}\(text)".utf8)), PrometheusText(Array(text.utf8)))
    #expect(marked.unreadableLines == 0 && marked.samples == plain.samples && marked.families == plain.families)
  }

  // MARK: - The client

  private func client(
    _ server: AnsweringServer, credentials: Credentials = Credentials(), store: (any ReadingStore)? = nil
  ) throws -> ExporterClient {
    ExporterClient(
      url: try #require(URL(string: "http://127.0.0.1:\(server.port)/metrics")), credentials: credentials,
      store: store, transport: transport, clock: clock)
  }

  private func answer(of client: ExporterClient, hours: Double = 1) async throws -> RoomAnswer {
    let now = clock.currentDate
    var listening = Listening(client.readings(over: now.addingTimeInterval(-hours * 3_600)...now, step: 60))
    return try await listening.value()
  }

  private static func text(_ body: String, _ type: String = "text/plain; version=0.0.4") -> AnsweringServer.Response {
    var response = AnsweringServer.Response(body)
    response.headers = [("Content-Type", type)]
    return response
  }

  @Test func whatWasReadIsTheHistory() async throws {
    let value = Shared(20)
    let server = try AnsweringServer { _ in Self.text("a_celsius \(value.withLock { $0 })\n") }
    let client = try client(server)
    let first = try await answer(of: client).rooms
    #expect(first.map(\.latest) == [Temperature(time: clock.currentDate, celsius: 20)])
    #expect(first[0].readings.map(\.mean) == [20] && first[0].name == "a")
    clock.advance(by: .seconds(60))
    value.withLock { $0 = 22 }
    #expect(try await answer(of: client).rooms[0].readings.map(\.mean) == [20, 22])
    #expect(
      server.requests[0].path == "/metrics" && server.requests[0].headers["accept"]?.contains("text/plain") == true)
  }

  /// A page without a line feed at its end, as a server sends it whose connection breaks off.
  @Test(arguments: [
    ("a_celsius 21.5\nb_celsius 1", ["a"], "the page is cut off in its last line, which is left out"),
    (
      "a_celsius 21.5\nb_celsius 1\n# HELP c Somethi", ["a", "b"],
      "the page is cut off in its last line, which is left out"
    ),
    ("a_celsius 21.5\n?\nb_celsius 1", ["a"], "the page is cut off in its last line, and 1 line cannot be read"),
    ("a_celsius 21.5\n  ", ["a"], nil), ("a_celsius 21.5\r\n\r", ["a"], nil), ("a_celsius 21.5\n# EOF", ["a"], nil),
  ])
  func aLastLineThatMayBeCutOffIsNoReading(page: String, names: [String], remark: String?) async throws {
    let server = try AnsweringServer { _ in Self.text(page) }
    let client = try client(server)
    let told = client.notices.record()
    for _ in 0..<2 { #expect(try await answer(of: client).rooms.map { $0.name?.string ?? "" } == names) }
    #expect(told.values.map(\.string) == (remark.map { ["127.0.0.1:\(server.port): \($0)"] } ?? []))
  }

  @Test func whatSaysAnotherUnitIsSilent() async throws {
    let server = try AnsweringServer { _ in Self.text("a_temperature{unit=\"%\"} 41\nb_celsius 1\n") }
    let rooms = try await answer(of: client(server)).rooms
    #expect(rooms.map(\.latest?.celsius) == [nil, 1] && rooms[0].readings.isEmpty)
    #expect(rooms[0].silence == "its unit is %, which is no temperature")
  }

  @Test func aPageThatTellsTheSameTimeAgainIsNoNewReading() async throws {
    let server = try AnsweringServer { _ in Self.text("a_celsius 20 1795301990000\n") }
    let client = try client(server)
    _ = try await answer(of: client)
    clock.advance(by: .seconds(120))
    let room = try await answer(of: client).rooms[0]
    #expect(room.latest?.time == Date(timeIntervalSince1970: 1_795_301_990) && room.readings.count == 1)
  }

  @Test(arguments: ["NaN", "+Inf", "-Inf", "4e6"]) func whatIsNoTemperatureSaysSo(value: String) async throws {
    let server = try AnsweringServer { _ in Self.text("a_celsius \(value)\nb_celsius 1\n") }
    let rooms = try await answer(of: client(server)).rooms
    #expect(rooms[0].latest == nil && rooms[0].readings.isEmpty)
    #expect(rooms[0].silence?.string.hasSuffix("which is no temperature") == true)
    #expect(rooms[1].latest?.celsius == 1 && rooms[1].silence == nil)
  }

  @Test func ofManyRoomsTheFirstByNameAreShownAndThatIsTold() async throws {
    let lines = (0..<30).map { "a_celsius{room=\"\($0 + 10)\"} \($0)\n" }.joined()
    let server = try AnsweringServer { _ in Self.text(lines) }
    let client = try client(server)
    let told = client.notices.record()
    let rooms = try await answer(of: client).rooms
    #expect(rooms.count == 24 && rooms.last?.name == "33")
    _ = try await answer(of: client)
    #expect(
      told.values == ["127.0.0.1:\(server.port): the page has 30 temperatures; the first 24 by name are shown"])
  }

  @Test(arguments: [
    ("<html><body>Welcome</body></html>", "text/html", "HTML instead of metrics"),
    ("{\"a\": 1}", "application/json", "no metrics"),
    ("a_celsius 1\n", "application/openmetrics-text; version=1.0.0", "cut off in the middle"),
    ("a_celsius 1", "text/plain", "cut off in the middle"), ("# TYPE a_cels", "text/plain", "cut off in the middle"),
  ])
  func whatIsNoPageIsAnError(body: String, type: String, detail: String) async throws {
    let server = try AnsweringServer { _ in Self.text(body, type) }
    let now = clock.currentDate
    var listening = Listening(try client(server).readings(over: now...now, step: 60))
    guard case .malformedAnswer(_, let told) = try await listening.failure() else {
      Issue.record("another error")
      return
    }
    #expect(told.string == detail)
  }

  @Test func aPageWithoutTemperaturesSaysSo() async throws {
    let server = try AnsweringServer { _ in Self.text("up 1\n") }
    let answer = try await answer(of: client(server))
    #expect(answer.rooms.isEmpty && answer.emptiness == "the page has no temperatures")
  }

  // MARK: - What is kept

  @Test func theDayBeforeTheStartIsReadFromTheStoreAndEachReadingIsKept() async throws {
    let store = ReadingsInMemory()
    let server = try AnsweringServer { _ in Self.text("a_celsius 20\n") }
    let now = clock.currentDate
    let before = try client(server, store: store)
    _ = try await answer(of: before)
    let kept = store.kept.withLock { $0 }
    #expect(kept.map(\.temperature) == [Temperature(time: now, celsius: 20)])
    #expect(store.sources.withLock { $0 } == ["metrics http://127.0.0.1:\(server.port)/metrics"])
    clock.advance(by: .seconds(7_200))
    let after = try client(server, store: store)
    #expect(try await answer(of: after, hours: 3).rooms[0].readings.map(\.time) == [now, clock.currentDate])
    // What is older than the day in memory is the store's.
    #expect(try await answer(of: after, hours: 72).rooms[0].readings.count == 2)
    #expect(store.asked.withLock { $0 } == 3, "the last day once for each client, and the long window")
    #expect(after.steps.kept == ReadingRetention.hours && after.steps.shortest == 60)
    clock.advance(by: .seconds(1))
    #expect(store.rollUps.withLock { $0 } == 2)
  }

  @Test func theMinuteOfARestartHasWhatWasMeasuredBeforeAndAfter() async throws {
    let (store, value) = (ReadingsInMemory(), Shared(20))
    let server = try AnsweringServer { _ in Self.text("a_celsius \(value.withLock { $0 })\n") }
    let minute = (clock.currentDate.timeIntervalSince1970 / 60).rounded(.up) * 60
    clock.advance(by: .seconds(minute - clock.currentDate.timeIntervalSince1970))
    _ = try await answer(of: client(server, store: store))
    clock.advance(by: .seconds(20))
    value.withLock { $0 = 30 }
    let after = try client(server, store: store)
    let expected = RoomReading(time: Date(timeIntervalSince1970: minute), lowest: 20, mean: 25, highest: 30)
    #expect(try await answer(of: after).rooms[0].readings == [expected])
    clock.advance(by: .seconds(20))
    value.withLock { $0 = 35 }
    #expect(try await answer(of: after).rooms[0].readings.map(\.mean) == [85.0 / 3])
  }
}

/// A store that keeps single readings.
final class ReadingsInMemory: ReadingStore {
  let kept = Shared<[OwnReading]>([])
  let sources = Shared<Set<String>>([])
  let asked = Shared(0)
  let rollUps = Shared(0)

  func keep(_ readings: [OwnReading], of source: String) {
    kept.withLock { $0 += readings }
    sources.withLock { _ = $0.insert(source) }
  }

  func readings(
    of source: String, over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> {
    SignalProducer { [self] in
      asked.withLock { $0 += 1 }
      let readings = kept.withLock { $0 }.filter { window.contains($0.temperature.time) }
      return Dictionary(grouping: readings, by: \.key).mapValues { $0.map { RoomReading($0.temperature) } }
    }
  }

  func rollUpReadings(at now: Date) { rollUps.withLock { $0 += 1 } }
}
