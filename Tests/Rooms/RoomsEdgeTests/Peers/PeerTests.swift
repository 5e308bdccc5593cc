import Foundation
import Model
import NetTesting
import Rooms
import Signals
import Station
import Testing
import Text

@testable import Clients
@testable import RoomsEdge

/// The client of Prometheus and the station's page, with the real programs: what the stand-ins of the other tests claim of them.
///
/// `make test-peers` builds these tests and installs what they run.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PeerTests {
  private let clock = QueueScheduler(name: "peers")
  private let transport = Transport(version: "1.2", projectURL: "https://example.org/reactui")

  private func client(
    _ server: RealPrometheus, _ query: String, credentials: Credentials = Credentials()
  ) -> PrometheusClient {
    PrometheusClient(
      baseURL: server.address, query: query, credentials: credentials, transport: transport, clock: clock)
  }

  /// Asks five times a second until an answer is as it should be.
  private func answer(
    of client: PrometheusClient, since start: Date = .now, step: TimeInterval = 2,
    until isExpected: @escaping @Sendable (RoomAnswer) -> Bool
  ) async throws -> RoomAnswer {
    let answers = SignalProducer.timer(interval: .milliseconds(200), on: clock)
      .flatMap(.throttle) { _ in client.readings(over: start.addingTimeInterval(-60)...Date.now, step: step) }
      .filter(isExpected)
      .take(first: 1)
      .timeout(after: .seconds(60), raising: .timedOut(host: "the condition", seconds: 60), on: clock)
    var listening = Listening(answers)
    return try await listening.value()
  }

  /// A page of temperatures that a test changes.
  private func exporter(_ page: Shared<[String: String]>) throws -> AnsweringServer {
    try AnsweringServer { _ in
      let samples = page.withLock { $0.sorted { $0.key < $1.key } }.map { "t{room=\"\($0.key)\"} \($0.value)\n" }
      var response = AnsweringServer.Response("# TYPE t gauge\n" + samples.joined())
      response.headers = [("Content-Type", "text/plain; version=0.0.4")]
      return response
    }
  }

  // MARK: - The station

  /// Sensor → station → Prometheus → reactui, with names that need every escape.
  @Test func whatAStationIsToldComesOutOfPrometheus() async throws {
    var configuration = Station.Configuration()
    configuration.pace = .manual
    let folder = FileManager.default.temporaryDirectory.appending(path: "station-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    configuration.database = folder.appending(path: "readings.sqlite").path
    let station = Station(configuration: configuration)
    let address = try station.start()
    defer { station.stop() }
    let posted = try PeerProcess.run(
      "/usr/bin/curl",
      ["-sS", "--data-binary", "@-", "-H", "Content-Type: application/json", "http://127.0.0.1:\(address.port)/data"],
      input: #"[{"sensor":"kitchen","temperature":21.5},{"sensor":"Süd \"rack\" 1\\2","temperature":-0.0625}]"#)
    #expect(posted.status == 0 && posted.output.contains("\"stored\":2"), "\(posted.output)")

    let page = try PeerProcess.run("/usr/bin/curl", ["-sS", "http://127.0.0.1:\(address.port)/metrics"])
    let check = try PeerProcess.run("/usr/bin/promtool", ["check", "metrics"], input: page.output)
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)\n\(page.output)")

    let prometheus = try await RealPrometheus(targets: ["station": address.port])
    let client = client(prometheus, "reactui_room_temperature_celsius")
    let rooms = try await answer(of: client) { $0.rooms.count == 2 }.rooms
    #expect(rooms.map(\.name?.string) == ["Süd \"rack\" 1\\2", "kitchen"])
    #expect(rooms.map(\.latest?.celsius) == [-0.0625, 21.5])
  }

  // MARK: - Steps and silence

  /// A sample of one scrape is in the lowest, the mean and the highest of its step, and nothing is of the future.
  @Test func aSpikeOfOneScrapeIsInItsStep() async throws {
    let page = Shared(["kitchen": "20"])
    let rooms = try exporter(page)
    let prometheus = try await RealPrometheus(targets: ["rooms": rooms.port])
    let client = client(prometheus, "t")
    _ = try await answer(of: client) { $0.rooms.first?.latest?.celsius == 20 }
    page.withLock { $0["kitchen"] = "59" }
    _ = try await answer(of: client) { $0.rooms.first?.latest?.celsius == 59 }
    page.withLock { $0["kitchen"] = "20" }
    let room = try #require(
      try await answer(of: client, step: 10) { answer in
        answer.rooms.first.map { $0.latest?.celsius == 20 && $0.readings.contains { $0.highest == 59 } } == true
      }.rooms.first)
    let spike = try #require(room.readings.first { $0.highest == 59 })
    #expect(spike.lowest == 20 && spike.mean > 20 && spike.mean < 59)
    #expect(room.readings.allSatisfy { $0.time < Date.now })
    #expect(try #require(room.latest).time < Date.now)
    withExtendedLifetime(rooms) {}
  }

  @Test func aRoomThatIsNoLongerToldAndATargetThatIsDownSayWhy() async throws {
    let page = Shared(["kitchen": "20", "shed": "5"])
    let system = try FakeSystem(sample: "desktop_amd")
    defer { system.remove() }
    let port = try PeerProcess.port()
    let node = try await nodeExporter(system, port: port)
    let rooms = try exporter(page)
    let prometheus = try await RealPrometheus(targets: ["rooms": rooms.port, "node": port])
    let client = client(prometheus, #"t or node_hwmon_temp_celsius{chip=~".*nvme.*"}"#)
    _ = try await answer(of: client) { $0.rooms.filter { $0.latest != nil }.count > 2 }
    _ = page.withLock { $0.removeValue(forKey: "shed") }
    let withoutShed = try await answer(of: client) { $0.rooms.contains { $0.silence != nil } }.rooms
    #expect(withoutShed.first { $0.silence != nil }?.silence?.string.hasSuffix("answers without it") == true)
    node.stop()
    let withoutNode = try await answer(of: client) { $0.rooms.filter { $0.silence != nil }.count > 1 }.rooms
    #expect(withoutNode.contains { $0.silence?.string.contains("connection refused") == true }, "\(withoutNode)")
    #expect(withoutNode.first { $0.name == "kitchen" }?.latest?.celsius == 20)
    withExtendedLifetime(rooms) {}
  }

  // MARK: - This machine

  private func nodeExporter(_ system: FakeSystem, port: Int) async throws -> PeerProcess {
    try await PeerProcess(
      "/usr/bin/prometheus-node-exporter",
      [
        "--path.sysfs=\(system.root)", "--collector.disable-defaults", "--collector.hwmon",
        "--web.listen-address=127.0.0.1:\(port)",
      ], readiness: "Listening on")
  }

  /// The same files of the kernel, read by the program itself and by way of the node exporter.
  @Test func sensorsAreTheSameReadHereAndByTheNodeExporter() async throws {
    let system = try FakeSystem(sample: "nvme_four_sensors")
    defer { system.remove() }
    let port = try PeerProcess.port()
    let node = try await nodeExporter(system, port: port)
    let prometheus = try await RealPrometheus(targets: ["node": port])
    let files = system.files
    let here = SensorSearch.sensors(in: files).compactMap { sensor -> Double? in
      if case .celsius(let value) = sensor.value(in: files) { value } else { nil }
    }
    let rooms = try await answer(of: client(prometheus, "node_hwmon_temp_celsius")) { $0.rooms.count == here.count }
      .rooms
    #expect(!here.isEmpty && rooms.compactMap(\.latest?.celsius).sorted() == here.sorted())
    withExtendedLifetime(node) {}
  }

  // MARK: - Requests

  @Test func aMonthOfHalfMinutesIsAnsweredAlthoughAServerGivesElevenThousandPoints() async throws {
    let rooms = try exporter(Shared(["kitchen": "20"]))
    let prometheus = try await RealPrometheus(targets: ["rooms": rooms.port])
    let client = client(prometheus, "t")
    _ = try await answer(of: client) { $0.rooms.count == 1 }
    var listening = Listening(client.readings(over: Date.now.addingTimeInterval(-30 * 86_400)...Date.now, step: 30))
    #expect(try await listening.value().rooms.map(\.name) == ["kitchen"])
    withExtendedLifetime(rooms) {}
  }

  @Test func aQueryThatIsWrongIsToldInTheServersWords() async throws {
    let prometheus = try await RealPrometheus(targets: [:])
    for query in ["rate(", "\"text\"", "t[5m]"] {
      var listening = Listening(
        client(prometheus, query).readings(over: Date.now.addingTimeInterval(-60)...Date.now, step: 2))
      let error = try await listening.failure()
      #expect(
        error.sentence.string.contains("400") || error.sentence.string.contains("parse error"), "\(error.sentence)")
    }
  }

  @Test func aPrefixAndAPasswordAreTaken() async throws {
    let page = try exporter(Shared(["kitchen": "20"]))
    // The password is swordfish.
    let users = "basic_auth_users: { me: '$2b$04$0LqhvYvWp8UNIt4ZTMicGeegSGwmQHQal5PWVbJVBsnnww986c2Oq' }\n"
    let prometheus = try await RealPrometheus(targets: ["rooms": page.port], prefix: "/prom", users: users)
    let right = Credentials(SecretSupply(Secret("swordfish")), user: "me")
    _ = try await answer(of: client(prometheus, "t", credentials: right)) { $0.rooms.first?.latest?.celsius == 20 }
    for wrong in [Credentials(), Credentials(SecretSupply(Secret("guess")), user: "me")] {
      let client = client(prometheus, "t", credentials: wrong)
      var listening = Listening(client.readings(over: Date.now.addingTimeInterval(-60)...Date.now, step: 2))
      let error = try await listening.failure()
      #expect(
        error.sentence.string.contains("401") || error.sentence.string.contains("key")
          || error.sentence.string.contains("password"), "\(error.sentence)")
    }
  }
}
