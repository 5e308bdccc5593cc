/// From a key to the first byte that the screen changes by.
struct KeyMeasurement: Measurement {
  let name = "key"
  let program: String

  private static let repetitions = 400
  private static let goal = 0.5

  func measure() throws -> [Figure] {
    let quiet = try QuietServices()
    defer { quiet.stop() }
    let silent = try answerTimes(of: try TerminalProgram(program, quiet.arguments), keys: ["j", "k"])
    let live = try answerTimes(of: try TerminalProgram(program, ["--demo"]), keys: ["j", "k"])
    let cat = try TerminalProgram("cat", terminal: try PseudoTerminal(isRaw: true))
    let echo = try answerTimes(of: cat, keys: ["j", "k"])
    return [
      Figure(
        what: "key to first changed byte, feeds silent",
        goal: "≤ \(Self.goal.text(1)) ms median",
        measured: "\(describe(silent)), \((silent.median / echo.median).text(1)) × cat",
        repetitions: "\(silent.count)",
        isMet: silent.median <= Self.goal),
      Figure(
        what: "key to first changed byte, feeds running",
        goal: "≤ \(Self.goal.text(1)) ms median",
        measured: "\(describe(live)), \((live.median / echo.median).text(1)) × cat",
        repetitions: "\(live.count)",
        isMet: live.median <= Self.goal),
      Figure(
        what: "  for comparison, a byte through cat",
        measured: describe(echo),
        repetitions: "\(echo.count)"),
    ]
  }

  private func describe(_ sample: Sample) -> String {
    "\(sample.median.text(2)) ms, p99 \(sample.percentile(99).text(2))"
  }

  /// In milliseconds.
  private func answerTimes(of program: TerminalProgram, keys: [String]) throws -> Sample {
    let terminal = program.terminal
    // The lists are there once the screen has come to rest.
    try terminal.drain(untilSilentFor: .milliseconds(300), atMost: .seconds(20))
    let times = try (0..<Self.repetitions).map { index in
      // What answers is the key then, not a frame that was due anyway.
      try terminal.drain(untilSilentFor: .milliseconds(15), atMost: .seconds(5))
      let typed = ContinuousClock.now
      try terminal.type(keys[index % keys.count])
      guard case .output(let output) = try terminal.read(until: typed + .seconds(1)) else {
        throw Failure("the key \(keys[index % keys.count]) changed nothing on the screen within 1 s")
      }
      return typed.duration(to: output.time).milliseconds
    }
    return Sample(times)
  }
}
