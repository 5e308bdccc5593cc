import Foundation

/// The time from a key to the first byte by which the screen changes.
struct KeyMeasurement: Measurement {
  let name = "key"
  let program: String

  private static let repetitions = 400
  /// As a multiple of the answer of `cat` on the same terminal, as a median.
  private static let goal = 3.0
  /// Milliseconds, for 99 of 100 keys while events come.
  private static let busyGoal = 4.0
  private static let eventsPerSecond = 1_000

  /// The answers of a program.
  private struct Answers {
    /// Milliseconds.
    var times: Sample
    /// The processor time in milliseconds for each key, including the rest of the frame after the first byte.
    var processorTime: Double

    var text: String {
      "\(times.median.text(2)) ms, p99 \(times.percentile(99).text(2)); \(processorTime.text(2)) on a core"
    }
  }

  func measure() throws -> [Figure] {
    let quiet = try QuietServices()
    defer { quiet.stop() }
    let silent = try answers(of: try TerminalProgram(program, quiet.arguments))
    let live = try answers(of: try TerminalProgram(program, ["--demo"]))
    let busy = try busyAnswers(from: quiet)
    let echo = try answers(of: try TerminalProgram("cat", terminal: try PseudoTerminal(isRaw: true)))
    func figure(_ what: String, _ answers: Answers) -> Figure {
      Figure(
        what: "key to first changed byte, \(what)",
        goal: "≤ \(Self.goal.text(0)) × cat, median",
        measured: "\(answers.text), \((answers.times.median / echo.times.median).text(1)) × cat",
        repetitions: "\(answers.times.count)",
        isMet: answers.times.median <= Self.goal * echo.times.median)
    }
    return [
      figure("feeds silent", silent),
      figure("feeds running", live),
      Figure(
        what: "key to first changed byte, 1,000 events/s",
        goal: "p99 ≤ \(Self.busyGoal.text(0)) ms",
        measured: busy.text,
        repetitions: "\(busy.times.count)",
        isMet: busy.times.percentile(99) <= Self.busyGoal),
      Figure(what: "  for comparison, a byte through cat", measured: echo.text, repetitions: "\(echo.times.count)"),
    ] + beside()
  }

  /// Measures the same keys in another program with a list, if it is installed; it shows this repository.
  private func beside() -> [Figure] {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/tig") else { return [] }
    let answers = try? answers(of: try TerminalProgram("tig"))
    return [
      Figure(
        what: "  beside it, tig", measured: answers?.text ?? "could not be measured",
        repetitions: answers.map { "\($0.times.count)" } ?? "")
    ]
  }

  private func busyAnswers(from services: QuietServices) throws -> Answers {
    let program = try TerminalProgram(program, services.arguments)
    let pump = EventPump(
      into: services.station.wikipedia, eventsPerSecond: Self.eventsPerSecond, batchesPerSecond: Self.eventsPerSecond)
    defer { pump.stop() }
    // It is never silent.
    try program.terminal.drain(until: .now + .seconds(5))
    return try measure(program)
  }

  /// Returns when the screen changed. A terminal with synchronized output (mode 2026) shows a marked frame when the end mark
  /// has come.
  private func firstChange(
    on terminal: PseudoTerminal, after key: String, until deadline: PseudoTerminal.Instant
  ) throws -> PseudoTerminal.Instant {
    let (begin, end) = (Data("\u{1B}[?2026h".utf8), Data("\u{1B}[?2026l".utf8))
    var seen = Data()
    while case .output(let output) = try terminal.read(until: deadline) {
      seen.append(contentsOf: output.bytes)
      if !seen.starts(with: begin) || seen.range(of: end) != nil { return output.time }
    }
    throw Failure("the key \(key) changed nothing on the screen within 1 s")
  }

  private func answers(of program: TerminalProgram) throws -> Answers {
    // The lists are complete when the screen is silent.
    try program.terminal.drain(untilSilentFor: .milliseconds(300), atMost: .seconds(20))
    return try measure(program)
  }

  private func measure(_ program: TerminalProgram) throws -> Answers {
    let terminal = program.terminal
    let before = try ProcessAccount(of: program.pid)
    let times = try (0..<Self.repetitions).map { index in
      // So that the answer is the key's and not a frame that was due anyway.
      try terminal.drain(untilSilentFor: .milliseconds(15), atMost: .seconds(5))
      let key = index.isMultiple(of: 2) ? "j" : "k"
      let typed = ContinuousClock.now
      try terminal.type(key)
      return typed.duration(to: try firstChange(on: terminal, after: key, until: typed + .seconds(1))).milliseconds
    }
    let after = try ProcessAccount(of: program.pid)
    let onCore = (after.runTime - before.runTime).milliseconds / Double(Self.repetitions)
    return Answers(times: Sample(times), processorTime: onCore)
  }
}
