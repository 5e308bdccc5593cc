/// The time from starting the program to the first complete frame: borders, tabs, footer.
struct StartMeasurement: Measurement {
  let name = "start"
  let program: String

  private static let repetitions = 20
  private static let goal = 10.0
  private static let versionGoal = 5.0

  /// The texts of a complete frame: the last tab, the panes' titles, a lower right corner, and the footer's last key.
  ///
  /// The program sends a first frame from top to bottom, so the footer comes last.
  private static let marks = ["Windows Phone", "Wikipedia", "ConAir", "╯", "quit"]

  func measure() throws -> [Figure] {
    // Once without measuring, so that the program's pages are in memory.
    _ = try firstFrame()
    let starts = try (0..<Self.repetitions).map { _ in try firstFrame() }
    let frames = Sample(starts.map(\.time))
    let onCore = Sample(starts.map(\.processorTime))
    _ = try versionLine()
    let versions = Sample(try (0..<Self.repetitions).map { _ in try versionLine() })
    let own = [
      Figure(
        what: "start to first whole frame, --demo, warm",
        goal: "≤ \(Self.goal.text(0)) ms",
        measured: "\(Self.describe(frames)), \(onCore.median.text(1)) on a core",
        repetitions: "\(frames.count)",
        isMet: frames.median <= Self.goal),
      Figure(
        what: "  of it, a start that only says its version",
        goal: "≤ \(Self.versionGoal.text(0)) ms",
        measured: Self.describe(versions),
        repetitions: "\(versions.count)",
        isMet: versions.median <= Self.versionGoal),
    ]
    return own + (try StartPeers().measure())
  }

  static func describe(_ sample: Sample) -> String {
    "\(sample.median.text(1)) ms (\(sample.minimum.text(1))–\(sample.maximum.text(1)))"
  }

  /// Returns milliseconds: wall-clock time and processor time.
  private func firstFrame() throws -> (time: Double, processorTime: Double) {
    let dashboard = try TerminalProgram(program, ["--demo"])
    let drawn = try dashboard.terminal.read(untilSeen: Self.marks, within: .seconds(5))
    let account = try ProcessAccount(of: dashboard.pid)
    try dashboard.terminal.type("q")
    try dashboard.waitForEnd()
    return (dashboard.started.duration(to: drawn).milliseconds, account.runTime.milliseconds)
  }

  /// Returns the milliseconds in which the system loads and links the program, and the program reads its command line.
  private func versionLine() throws -> Double {
    let version = try TerminalProgram(program, ["--version"])
    let said = try version.terminal.read(untilSeen: ["reactui "], within: .seconds(5))
    try version.waitForEnd()
    return version.started.duration(to: said).milliseconds
  }
}
