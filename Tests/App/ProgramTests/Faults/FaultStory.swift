import Foundation
import Station

/// One fault: a program that shows live data, the fault, and its end.
final class FaultStory {
  private let fault: FaultCase
  private let relay: FaultyRelay
  private let names: PrivateNames?
  private let station: StationProcess
  private let front: SecureFront?
  /// What the program calls the servers.
  private let base: String
  private let session: TerminalSession
  private var result: FaultResult

  /// What a machine that does other things as well may take longer.
  private static let patience: TimeInterval = 30
  /// The longest that a pane may take to try again by itself.
  private static let recovery: TimeInterval = 200

  init(_ fault: FaultCase) throws {
    self.fault = fault
    let isSecure = fault.road == .secure
    relay = try FaultyRelay(isIPv6: [.ipv6, .nameOfBoth].contains(fault.road))
    names =
      switch fault.road {
      case .address, .secure, .ipv6: nil
      case .name: try PrivateNames(addresses: ["127.0.0.1"])
      case .nameOfBoth: try PrivateNames(addresses: ["127.0.0.1", "::1"])
      }
    base = names == nil ? relay.authority : "\(PrivateNames.host):\(relay.port)"
    station = try StationProcess(options: ["--name", base])
    front = isSecure ? try SecureFront(to: station.port) : nil
    relay.connect(to: front?.port ?? station.port)
    let secure = isSecure ? "s" : ""
    let edits =
      fault.line == .webSocket ? "ws\(secure)://\(base)/wiki" : "http\(secure)://\(base)/v2/stream/recentchange"
    let http = "http\(secure)://\(base)"
    session = try TerminalSession(
      Program.script(
        "--stack-exchange-url \(http)/2.3 --wiki-url \(edits) --conair-url \(http)/data/ --no-state",
        through: names?.command ?? ""),
      columns: 200, rows: 45, environment: isSecure ? ["SSL_CERT_FILE": SecureFront.authority] : [:])
    result = FaultResult(name: fault.name, isPersons: fault.isPersons)
  }

  func play() throws -> FaultResult {
    try session.wait("live data", seconds: 120) { Self.isWhole($0) && Self.troubled($0).isEmpty }
    if case .clock(let seconds) = fault.fault {
      try playClock(seconds)
    } else {
      try playTrouble()
    }
    let memory = try session.program().peakMegabytes
    result.memory = memory
    if memory > FaultCase.memoryLimit { result.mistakes.append("the program took \(Int(memory)) MB") }
    try session.press("q")
    try session.wait(for: "exit status 0")
    return result
  }

  private func playTrouble() throws {
    switch fault.fault {
    case .relay(let fault): try relay.set(fault)
    case .names(let fault):
      try names?.set(fault)
      // A connection that is there needs no name.
      try relay.set(nil)
    case .clock: break
    }
    result.told = try told()
    for pane in FaultResult.panes {
      let time = result.told[pane]
      if time.map({ $0 > fault.limit + Self.patience }) ?? true {
        result.mistakes.append(time.map { "\(pane) tells it after \($0) s" } ?? "\(pane) does not tell it")
      }
    }
    if case .names = fault.fault { try names?.set(nil) } else { try relay.set(nil) }
    result.back = try back()
    for pane in FaultResult.panes where result.back[pane] == nil { result.mistakes.append("\(pane) stays in trouble") }
  }

  /// Lets servers with another clock take the place of the station, and the station again.
  private func playClock(_ seconds: TimeInterval) throws {
    var configuration = Station.Configuration()
    configuration.names = [Authority(base)].compactMap(\.self)
    configuration.now = { Date(timeIntervalSinceNow: seconds) }
    let other = Station(configuration: configuration)
    defer { other.stop() }
    for port in [try other.start().port, station.port] {
      relay.connect(to: port)
      try relay.set(nil)
      try session.press("R")
      pressKey()
      // Lists have been asked for at once, and temperatures after ten seconds.
      let time = Date(timeIntervalSinceNow: 12)
      try session.wait("edits at their time, and no trouble", seconds: fault.limit + 2 * Self.patience) { screen in
        Self.isWhole(screen) && Self.troubled(screen).isEmpty
          && Self.latestEdit(screen).map { $0 >= time && $0 <= Date(timeIntervalSinceNow: 1) } ?? false
      }
    }
  }

  /// Asks for lists and temperatures, and waits until each pane tells that it has failed.
  private func told() throws -> [String: TimeInterval] {
    let begin = ContinuousClock.now
    try session.press("R")
    var times: [String: TimeInterval] = [:]
    var hasPressed = false
    _ = try? session.wait("troubles", seconds: fault.limit + Self.patience) { screen in
      for pane in Self.troubled(screen) where times[pane] == nil { times[pane] = (.now - begin) / .seconds(1) }
      // Once while things are tried, and once more below.
      if !hasPressed {
        hasPressed = true
        pressKey()
      }
      return times.count == FaultResult.panes.count
    }
    pressKey()
    do {
      try session.wait("the old data", seconds: 10, until: Self.isWhole)
    } catch {
      result.mistakes.append("\(error)")
    }
    return times
  }

  /// Waits until no pane tells a failure any more; after as long as that takes by itself, asks once more.
  private func back() throws -> [String: TimeInterval] {
    let begin = ContinuousClock.now
    var times: [String: TimeInterval] = [:]
    func wait(seconds: TimeInterval) {
      _ = try? session.wait("no trouble", seconds: seconds) { screen in
        // A screen that is being drawn may not have its first line yet.
        guard screen.hasPrefix(" reactui") else { return false }
        let troubled = Self.troubled(screen)
        for pane in FaultResult.panes where !troubled.contains(pane) && times[pane] == nil {
          times[pane] = (.now - begin) / .seconds(1)
        }
        for pane in troubled { times[pane] = nil }
        return times.count == FaultResult.panes.count
      }
    }
    if fault.isPersons {
      try session.press("R")
    }
    wait(seconds: Self.recovery)
    return times
  }

  /// Presses a key that opens something, and one that closes it.
  private func pressKey() {
    let begin = ContinuousClock.now
    do {
      try session.press("D")
      try session.wait("what a key opens") { $0.contains("Diagnostics") }
      result.key = max(result.key, (.now - begin) / .seconds(1))
      try session.press("D")
      try session.wait("what a key closes") { !$0.contains("Diagnostics") && !$0.contains("Esc close") }
    } catch {
      result.mistakes.append("a key is not answered: \(error)")
    }
  }

  /// The time of the first edit in the list, today.
  private static func latestEdit(_ screen: String) -> Date? {
    guard let match = screen.firstMatch(of: /[│┃]  (\d\d):(\d\d):(\d\d)  \S/) else { return nil }
    return Calendar.current.date(
      bySettingHour: Int(match.1) ?? 0, minute: Int(match.2) ?? 0, second: Int(match.3) ?? 0, of: Date())
  }

  /// Whether all three panes have data.
  private static func isWhole(_ screen: String) -> Bool {
    screen.contains("▌") && screen.contains("°C") && screen.contains(/\ \/s +[\d.]+ … [\d.]+ +[^│ ]/)
  }

  /// The panes in trouble, which the first line names.
  private static func troubled(_ screen: String) -> [String] {
    let line = screen.prefix { $0 != "\n" }
    guard line.contains("trouble: ") else { return [] }
    return FaultResult.panes.filter { line.contains($0) }
  }
}
