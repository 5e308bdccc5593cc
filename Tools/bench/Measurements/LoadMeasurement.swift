import Foundation

/// A thousand events a second, over a WebSocket and as an event stream: the program's processor time compared with idling, and
/// its memory.
struct LoadMeasurement: Measurement {
  let name = "load"
  let program: String

  private static let eventsPerSecond = 1_000
  private static let length = 10
  /// Per cent of one core.
  private static let shareGoal = 4.0
  /// The same for an event stream, whose events are five times as long.
  private static let streamShareGoal = 3.5
  /// Megabytes.
  private static let memoryGoal = 28.0

  func measure() throws -> [Figure] {
    let quiet = try QuietServices()
    defer { quiet.stop() }
    let dashboard = try TerminalProgram(program, quiet.arguments)
    try dashboard.terminal.drain(until: .now + .seconds(5))
    let silent = try dashboard.share(over: Self.length)
    let before = try ProcessAccount(of: dashboard.pid).residentSize
    let batched = try load(dashboard, from: quiet, batchesPerSecond: 100)
    let single = try load(dashboard, from: quiet, batchesPerSecond: Self.eventsPerSecond)
    let after = try ProcessAccount(of: dashboard.pid).residentSize
    let resident = Double(after) / 1e6
    let streaming = try TerminalProgram(program, quiet.eventStreamArguments)
    try streaming.terminal.drain(until: .now + .seconds(5))
    let streamed = try load(streaming, from: quiet, batchesPerSecond: 100)
    return [
      Figure(
        what: "1,000 WebSocket events/s, 10 at a time",
        goal: "< \(Self.shareGoal.text(0)) % of one core",
        measured: "\(batched.text(1)) %",
        repetitions: "\(Self.length) s",
        isMet: batched < Self.shareGoal,
        note: "\((batched / silent).text(0)) × what the same program takes when nothing happens"),
      Figure(
        what: "1,000 WebSocket events/s, each by itself",
        goal: "< \(Self.shareGoal.text(0)) % of one core",
        measured: "\(single.text(1)) %",
        repetitions: "\(Self.length) s",
        isMet: single < Self.shareGoal),
      Figure(
        what: "1,000 events/s of an event stream, 10 at a time",
        goal: "< \(Self.streamShareGoal.text(1)) % of one core",
        measured: "\(streamed.text(1)) %",
        repetitions: "\(Self.length) s",
        isMet: streamed < Self.streamShareGoal,
        note: "\((streamed / batched).text(1)) × the WebSocket's"),
      Figure(
        what: "resident memory after them",
        goal: "< \(Self.memoryGoal.text(0)) MB",
        measured: "\(resident.text(1)) MB (\((Double(before) / 1e6).text(1)) before)",
        repetitions: "1",
        isMet: resident < Self.memoryGoal),
    ]
  }

  /// Returns the processor time in per cent while events come, after the first second.
  private func load(
    _ dashboard: TerminalProgram, from services: QuietServices, batchesPerSecond: Int
  ) throws -> Double {
    let pump = EventPump(
      into: services.station.wikipedia, eventsPerSecond: Self.eventsPerSecond, batchesPerSecond: batchesPerSecond)
    defer { pump.stop() }
    try dashboard.terminal.drain(until: .now + .seconds(1))
    let share = try dashboard.share(over: Self.length)
    let expected = Double(Self.eventsPerSecond) * EventMix.editShare
    let shown = try rateShown(by: dashboard)
    guard abs(shown - expected) < expected / 20 else {
      throw Failure("the program counted \(shown.text(1)) edits a second where there were \(expected.text(0))")
    }
    return share
  }

  /// Returns the rate shown in the first line while another pane is alone on the screen, which proves that no event was left
  /// out of the measurement.
  private func rateShown(by dashboard: TerminalProgram) throws -> Double {
    try dashboard.terminal.type("z")
    defer { try? dashboard.terminal.type("z") }
    // Ctrl-L redraws everything, so that the complete number is sent.
    try dashboard.terminal.type("\u{0C}")
    let screen = try dashboard.terminal.text(for: .milliseconds(300))
    guard let match = screen.firstMatch(of: #/([0-9][0-9,]*(?:\.[0-9]+)?)[^0-9]{0,20}?\/s/#),
      let rate = Double(match.1.filter { $0 != "," })
    else { throw Failure("the screen does not tell the rate of edits") }
    return rate
  }
}
