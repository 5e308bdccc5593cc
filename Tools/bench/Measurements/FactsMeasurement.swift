import Foundation

/// The cost of the facts about edits: all wikis at ten times their real rate, with and without the streams that report risk,
/// newcomers and reverts, and with watched edits and a condition.
struct FactsMeasurement: Measurement {
  let name = "facts"
  let program: String

  /// Of all wikis together; 39 are real.
  private static let eventsPerSecond = 400
  private static let length = 20
  /// Per cent of one core.
  private static let shareGoal = 2.0
  /// Megabytes.
  private static let memoryGoal = 10.0

  func measure() throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plain = try cost(hasFacts: false, settings: "wikipedia:\n  wikis: []\n", in: folder)
    let full = try cost(
      hasFacts: true,
      settings: """
        wikipedia:
          wikis: []
          filter: risk>0.5 or newcomer or not bot
          watch:
            - { title: "Article 7 of the river Łyna" }
            - { user: "User 9" }
            - { matches: "the year in which" }
        """, in: folder)
    let (share, memory) = (full.share - plain.share, full.memory - plain.memory)
    return [
      Figure(
        what: "all wikis, 400 events/s, with facts, watched, by a condition",
        goal: "≤ \(Self.shareGoal.text(0)) % of one core more than without",
        measured: "\(share.text(1)) % more: \(full.share.text(1)) % instead of \(plain.share.text(1)) %",
        repetitions: "\(Self.length) s",
        isMet: share <= Self.shareGoal),
      Figure(
        what: "  resident memory",
        goal: "≤ \(Self.memoryGoal.text(0)) MB more than without",
        measured: "\(memory.text(1)) MB more: \(full.memory.text(1)) MB instead of \(plain.memory.text(1)) MB",
        repetitions: "1",
        isMet: memory <= Self.memoryGoal),
    ]
  }

  /// Returns the processor time in per cent of a core, and the resident memory in megabytes at the end.
  private func cost(hasFacts: Bool, settings: String, in folder: URL) throws -> (share: Double, memory: Double) {
    let file = folder.appending(path: hasFacts ? "facts.yaml" : "plain.yaml")
    try Data(settings.utf8).write(to: file)
    let quiet = try QuietServices()
    defer { quiet.stop() }
    let dashboard = try TerminalProgram(
      program, quiet.eventStreamArguments + ["--config", file.path(percentEncoded: false)])
    try dashboard.terminal.drain(until: .now + .seconds(5))
    let pump = EventPump(
      into: quiet.station.wikipedia, eventsPerSecond: Self.eventsPerSecond, batchesPerSecond: 100,
      mix: EventMix(wikis: EventMix.allWikis, hasFacts: hasFacts))
    defer { pump.stop() }
    // The first facts come after five seconds.
    try dashboard.terminal.drain(until: .now + .seconds(10))
    let share = try dashboard.share(over: Self.length)
    return (share, Double(try ProcessAccount(of: dashboard.pid).residentSize) / 1e6)
  }
}
