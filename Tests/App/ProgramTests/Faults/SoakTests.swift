import Foundation
import Station
import Synchronization
import Testing

extension ProgramTests {
  /// The program under load, before servers that die again and again.
  ///
  /// `make soak` plays ten minutes and kills two hundred times; a run of all tests plays some seconds.
  @Suite(.timeLimit(.minutes(60))) struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let minutes = environment["REACTUI_SOAK"].flatMap { Double($0) } ?? 0.2
    private static let kills = environment["REACTUI_SOAK_KILLS"].flatMap { Int($0) } ?? 2

    /// From the first growth of lists and charts to their bounds.
    private static let warmUp: TimeInterval = 60

    @Test func aThousandEventsASecondFromServersThatDie() async throws {
      try await story {
        let soak = try Soak()
        try soak.run(seconds: Self.minutes * 60)
        let counted = soak.lines
        #expect(counted == soak.sent, "every event is printed once")
        #expect(soak.descriptorsAfter <= soak.descriptorsBefore, "no descriptor is left")
        let sizes = soak.sizes.filter { $0.time >= Self.warmUp }.map(\.megabytes)
        if let first = sizes.first, let last = sizes.last, sizes.count > 5 {
          #expect(last - first < 4, "resident memory, in MB: \(sizes)")
        }
        print(
          """
          \(soak.sent) events in \(Int(Self.minutes * 60)) s, \(counted) printed; \(soak.deaths) deaths of the servers; \
          descriptors \(soak.descriptorsBefore) before, \(soak.descriptorsAfter) after; resident, in MB: \
          \(soak.sizes.map { String(format: "%.1f", $0.megabytes) }.joined(separator: " "))
          """)
      }
    }

    @Test func aFirstStartThatIsEndedEarlySpoilsNothing() async throws {
      try await story {
        var configuration = Station.Configuration()
        // More starts than a day has requests.
        configuration.quota.withoutKey = .max
        let station = Station(configuration: configuration)
        let read = ["read", "79500019", "--stack-exchange-url", "\(try station.start().stackExchangeURL)"]
        for number in 0..<Self.kills {
          try withFolder { folder in
            var environment = ["XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "REACTUI_SYS_ROOT": "sys"]
              .mapValues { folder.appending(path: $0).path }
            let zone = folder.appending(path: "sys/class/thermal/thermal_zone0")
            try FileManager.default.createDirectory(at: zone, withIntermediateDirectories: true)
            try Data("21500\n".utf8).write(to: zone.appending(path: "temp"))
            // A program that is built for debugging takes some tenths of a second to its first file.
            environment["LIFE"] = String(format: "%.3f", Double.random(in: 0..<0.5))
            for words in [["rooms"], read] {
              let line = #""$0" "$@""#
              let ended =
                number.isMultiple(of: 2) ? "timeout -s KILL $LIFE \(line)" : "\(line) | head -n 1"
              let child = try ChildProcess(
                ["sh", "-c", "\(ended); exit 0", Program.path] + words,
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
              _ = try child.output.readToEnd()
              child.finish()
              let next = try Program.run(words, environment: environment)
              #expect(next.status == 0 && next.error.isEmpty, "start \(number), \(environment): \(next)")
            }
          }
        }
        station.stop()
        print("\(Self.kills) first starts each of state and cache were ended early")
      }
    }

    @Test func whatWasAcknowledgedOutlivesAKill() async throws {
      try await story {
        try withFolder { folder in
          var killing = try Killing(in: folder)
          for number in 0..<Self.kills { try killing.play(number) }
          try killing.end()
          print("\(Self.kills) kills each: \(killing.summary)")
        }
      }
    }
  }
}

/// Waits on the system's clock: load comes at a pace, and nothing tells when it is due.
private func pass(_ seconds: TimeInterval) { _ = poll(nil, 0, Int32(max(0, seconds) * 1_000)) }

/// A dashboard and a program that prints all events, before a station whose events come at a steady rate.
private final class Soak {
  private static let eventsPerSecond = 1_000.0
  /// The seconds from one death of the servers to the next, and those for which they are gone.
  private static let (life, death): (Double, Double) = (20, 1)

  private(set) var sent = 0
  private(set) var deaths = 0
  private(set) var sizes: [(time: TimeInterval, megabytes: Double)] = []
  private(set) var descriptorsBefore = 0
  private(set) var descriptorsAfter = 0
  var lines: Int { counter.withLock { $0 } }

  private let station: Station
  private let relay: FaultyRelay
  private let session: TerminalSession
  private let dashboard: ProcessStatus
  private let home = Program.Home()
  private let printer: ChildProcess
  private let counter: SharedCount

  init() throws {
    var configuration = Station.Configuration()
    configuration.pace = .manual
    relay = try FaultyRelay()
    configuration.names = [Authority(host: "127.0.0.1", port: relay.port)]
    station = Station(configuration: configuration)
    relay.connect(to: try station.start().port)
    let base = "http://\(relay.authority)"
    let edits = "\(base)/v2/stream/recentchange"
    session = try TerminalSession(
      Program.script("--stack-exchange-url \(base)/2.3 --wiki-url \(edits) --conair-url \(base)/data/ --no-state"))
    try session.wait("live data") { $0.contains("▌") && $0.contains("°C") && $0.troubleCount == 0 }
    dashboard = try session.program()
    printer = try ChildProcess(
      [Program.path, "edits", "--follow", "--json", "--wiki-url", edits, "--no-state"],
      environment: ProcessInfo.processInfo.environment.merging(home.environment) { $1 })
    let counter = SharedCount()
    self.counter = counter
    Thread.detachNewThread { [output = printer.output] in
      while case let data = output.availableData, !data.isEmpty {
        counter.withLock { $0 += data.count { $0 == UInt8(ascii: "\n") } }
      }
    }
    try wait("two listeners") { station.wikipedia.listenerCount(.eventStream) == 2 }
  }

  deinit {
    printer.send(SIGINT)
    printer.finish()
    station.stop()
  }

  func run(seconds: TimeInterval) throws {
    descriptorsBefore = try descriptors()
    let begin = ContinuousClock.now
    var nextSize = 0.0
    while case let time = (.now - begin) / .seconds(1), time < seconds {
      let due = Int(time * Self.eventsPerSecond)
      station.wikipedia.emit((sent..<due).map(Self.change))
      sent = due
      // The first life is a half, so that a short run has a death, too.
      let isDead = (time + Self.life / 2).truncatingRemainder(dividingBy: Self.life) < Self.death && time > Self.death
      if isDead, relay.fault == nil {
        try relay.set(.refused)
        deaths += 1
      } else if !isDead, relay.fault != nil {
        try relay.set(nil)
      }
      if time >= nextSize {
        sizes.append((time, try dashboard.residentMegabytes))
        nextSize += max(1, seconds / 20)
      }
      pass(0.01)
    }
    try relay.set(nil)
    try session.wait("no trouble", seconds: 120) { $0.troubleCount == 0 }
    try? wait("all events") { lines >= sent }
    sizes.append((seconds, try dashboard.residentMegabytes))
    // Connections of ended requests are kept for a while.
    try? wait("as many descriptors as before") { try descriptors() <= descriptorsBefore }
    descriptorsAfter = try descriptors()
  }

  private func wait(_ what: String, until isSo: () throws -> Bool) throws {
    for _ in 0..<900 {
      if try isSo() { return }
      pass(0.1)
    }
    throw TerminalSession.Failed(description: "never: \(what)")
  }

  private func descriptors() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(dashboard.id)/fd").count
  }

  private static func change(_ number: Int) -> RecentChange {
    number.isMultiple(of: 200) ? .signUp("Newcomer \(number)") : .edit("Article \(number)", by: number % 401 - 200)
  }
}

/// A number that threads share.
private final class SharedCount: Sendable {
  private let count = Mutex(0)

  func withLock<Result>(_ body: (inout sending Int) -> sending Result) -> Result { count.withLock(body) }
}

/// A dashboard and a station that are killed at random moments, and what each had acknowledged by then.
private struct Killing {
  private let database: String
  private let environment: [String: String]
  /// The times of the readings that were answered with 201, in seconds after the first.
  private var acknowledged: Set<Int> = []
  private var posted = 0
  private let begin = (Date(timeIntervalSinceNow: -50 * 86_400).timeIntervalSince1970).rounded(.down)
  /// Which of the two tabs was on the screen long enough to be kept.
  private var isThird: Bool?
  private var restored = 0

  init(in folder: URL) throws {
    database = folder.appending(path: "readings.sqlite").path
    environment = ["XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"].mapValues { folder.appending(path: $0).path }
  }

  var summary: String { "\(acknowledged.count) readings and \(restored) tabs were there again" }

  mutating func play(_ number: Int) throws {
    let station = try StationProcess(database: database)
    try check(station)
    let session = try TerminalSession(Program.script(station.options), environment: environment)
    let begin = try session.wait("questions") { $0.contains("Live Activity") }
    if let isThird {
      #expect(Self.isThird(begin) == isThird, "kill \(number): the tab that was shown\n\(begin)")
      restored += 1
    }
    let wanted = !Self.isThird(begin)
    try session.press(wanted ? "3" : "1")
    try session.wait("the other tab") { $0.contains("Live Activity") && Self.isThird($0) == wanted }
    let life = TimeInterval.random(in: 0..<2)
    let end = ContinuousClock.now + .seconds(life)
    let (id, killed) = (station.processID, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      pass((end - .now) / .seconds(1))
      kill(id, SIGKILL)
      killed.signal()
    }
    while ContinuousClock.now < end {
      let date = Date(timeIntervalSince1970: self.begin + Double(posted))
      let status = try station.post(#"{"ts": "\#(date.formatted(.iso8601))", "temperature": \#(posted % 40)}"#)
      if status == "201" { acknowledged.insert(posted) }
      posted += 1
    }
    killed.wait()
    station.kill()
    let (shell, program) = (ProcessStatus(id: try session.processID()), try session.program())
    kill(program.id, SIGKILL)
    // What the shell says of it stands in the middle of the last frame.
    for _ in 0..<3_000 where shell.children.contains(where: { $0.id == program.id }) { pass(0.01) }
    // A tab is kept half a second after it was chosen; one that was shown for less may be either.
    isThird = life > 1 ? wanted : nil
    let state = try Program.run(["state"], environment: environment)
    #expect(state.status == 0 && state.error.isEmpty, "kill \(number): \(state)")
  }

  func end() throws {
    let station = try StationProcess(database: database)
    try check(station)
    station.stop()
  }

  /// Whether the station has all that it has acknowledged.
  private func check(_ station: StationProcess) throws {
    func text(_ seconds: Double) -> String { Date(timeIntervalSince1970: seconds).formatted(.iso8601) }
    let body = try station.get("/data/?start=\(text(begin))&stop=\(text(begin + Double(posted)))&step=1000")
    struct Point: Decodable { var ts: String }
    let points = try JSONDecoder().decode([Point].self, from: body)
    // `2026-10-05 00:00:00 +0000`
    let times = Set(
      points.compactMap { try? Date($0.ts.prefix(19).replacing(" ", with: "T") + "Z", strategy: .iso8601) }
        .map { Int($0.timeIntervalSince1970 - begin) })
    let lost = acknowledged.subtracting(times).sorted()
    #expect(lost == [])
  }

  /// Both tabs have a question about a Live Activity, and the first one about bcrypt, too.
  private static func isThird(_ screen: String) -> Bool { !screen.contains("bcrypt") }
}
