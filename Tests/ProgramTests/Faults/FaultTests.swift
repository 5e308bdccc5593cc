import Foundation
import Testing

extension ProgramTests {
  /// The whole program before servers that fail, over real sockets: that is told in each pane within its limit, what was there
  /// stays, keys are answered meanwhile, and once the servers work again so do the panes.
  ///
  /// `make faults` plays all of ``FaultCase/all`` and prints a table for docs/RELIABILITY.md; a run of all tests plays a tenth.
  @Suite(.timeLimit(.minutes(60))) struct FaultTests {
    private static let isWhole = ProcessInfo.processInfo.environment["REACTUI_FAULTS"] != nil

    private static let cases: [FaultCase] = {
      let name = ProcessInfo.processInfo.environment["REACTUI_FAULTS_NAME"] ?? ""
      return FaultCase.all.filter { (isWhole || $0.isOrdinary) && (name.isEmpty || $0.name.contains(name)) }
    }()

    /// As most of their time is spent waiting, several are played at once.
    @Test func eachFaultIsToldAndMended() async throws {
      let results = await withTaskGroup(of: (Int, FaultResult).self) { group in
        var rest = Array(Self.cases.enumerated())[...]
        func next() {
          guard let (index, fault) = rest.popFirst() else { return }
          group.addTask { (index, await Self.result(of: fault)) }
        }
        for _ in 0..<(Self.isWhole ? 10 : 4) { next() }
        var results: [(Int, FaultResult)] = []
        for await result in group {
          results.append(result)
          next()
        }
        return results.sorted { $0.0 < $1.0 }.map(\.1)
      }
      if Self.isWhole { print(FaultResult.table(results)) }
    }

    private static func result(of fault: FaultCase) async -> FaultResult {
      await withTaskExecutorPreference(ThreadPerJob()) {
        do {
          let result = try FaultStory(fault).play()
          for mistake in result.mistakes { Issue.record("\(fault.name): \(mistake)") }
          return result
        } catch {
          Issue.record("\(fault.name): \(error)")
          return FaultResult(name: fault.name)
        }
      }
    }
  }
}

/// What became of a fault; times in seconds.
struct FaultResult: Sendable {
  var name: String
  /// By pane: how long it took to tell it, and then how long until it worked again.
  var told: [String: TimeInterval] = [:]
  var back: [String: TimeInterval] = [:]
  /// The longest that a key took to be answered.
  var key: TimeInterval = 0
  var isPersons = false
  var mistakes: [String] = []

  static let panes = ["Stack Overflow", "Wikipedia", "ConAir"]

  /// A table in Markdown.
  static func table(_ results: [FaultResult]) -> String {
    func cell(_ times: [String: TimeInterval]) -> String {
      panes.map { pane in times[pane].map { $0.formatted(.number.precision(.fractionLength(1))) } ?? "–" }
        .joined(separator: " / ")
    }
    let lines = results.map { result in
      let key = result.key.formatted(.number.precision(.fractionLength(2)))
      return
        "| \(result.name) | \(cell(result.told)) | \(cell(result.back))\(result.isPersons ? ", after `R`" : "") | \(key) |"
    }
    return (["| fault | told after | back after | key |", "| --- | --- | --- | --- |"] + lines).joined(separator: "\n")
  }
}

/// One fault: a program that shows live data, the fault, and its end.
private final class FaultStory {
  private let fault: FaultCase
  private let relay: FaultyRelay
  private let station: StationProcess
  private let session: TerminalSession
  private var result: FaultResult

  /// What a machine that does other things as well may take longer.
  private static let patience: TimeInterval = 30
  /// The longest that a pane may take to try again by itself.
  private static let recovery: TimeInterval = 200

  init(_ fault: FaultCase) throws {
    self.fault = fault
    relay = try FaultyRelay()
    let base = relay.authority
    station = try StationProcess(options: ["--name", base])
    relay.connect(to: station.port)
    let edits = fault.line == .webSocket ? "ws://\(base)/wiki" : "http://\(base)/v2/stream/recentchange"
    session = try TerminalSession(
      Program.script(
        "--stack-exchange-url http://\(base)/2.3 --wiki-url \(edits) --conair-url http://\(base)/data/ --no-state"),
      columns: 120, rows: 45)
    result = FaultResult(name: fault.name, isPersons: fault.isPersons)
  }

  func play() throws -> FaultResult {
    try session.wait("live data", seconds: 120) { Self.isWhole($0) && Self.troubled($0).isEmpty }
    try relay.set(fault.fault)
    result.told = try told()
    for pane in FaultResult.panes {
      let time = result.told[pane]
      if time.map({ $0 > fault.limit + Self.patience }) ?? true {
        result.mistakes.append(time.map { "\(pane) tells it after \($0) s" } ?? "\(pane) does not tell it")
      }
    }
    try relay.set(nil)
    result.back = try back()
    for pane in FaultResult.panes where result.back[pane] == nil { result.mistakes.append("\(pane) stays in trouble") }
    try session.press("q")
    try session.wait(for: "exit status 0")
    return result
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

  /// Whether all three panes have data.
  private static func isWhole(_ screen: String) -> Bool {
    screen.contains("▌") && screen.contains("°C") && screen.contains("latest edit")
  }

  /// The panes in trouble, which the first line names.
  private static func troubled(_ screen: String) -> [String] {
    let line = screen.prefix { $0 != "\n" }
    guard line.contains("trouble: ") else { return [] }
    return FaultResult.panes.filter { line.contains($0) }
  }
}
