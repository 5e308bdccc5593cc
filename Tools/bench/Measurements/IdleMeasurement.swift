/// The activity of the idle program: it wakes only for timers that are due.
///
/// The account is read ten times a second. Consecutive readings with changes count as one awakening: a timer that is due
/// wakes several threads, and the answer to a poll comes a little later.
struct IdleMeasurement: Measurement {
  let name = "idle"
  let program: String

  private static let length = 20
  private static let look = Duration.milliseconds(100)
  /// Per cent of one core.
  private static let goal = 0.1
  /// The periods in seconds of the timers that always run: Wikipedia's windows and ConAir's polls.
  private static let periods = [5, 10]

  func measure() throws -> [Figure] {
    let quiet = try QuietServices()
    defer { quiet.stop() }
    let dashboard = try TerminalProgram(program, quiet.arguments)
    // By then the first requests are answered, and their after-effects of a second or two are over.
    try dashboard.terminal.drain(until: .now + .seconds(8))

    let looks = Self.length * 10
    let begin = ContinuousClock.now
    let first = try ProcessAccount(of: dashboard.pid)
    var last = first
    var awakenings = 0
    var wasMoving = false
    var pattern: [Double] = []
    for look in 1...looks {
      try dashboard.terminal.drain(until: begin + Self.look * look)
      let account = try ProcessAccount(of: dashboard.pid)
      let isMoving = account.runTime != last.runTime
      if isMoving && !wasMoving { awakenings += 1 }
      pattern.append(Double(account.waits(since: last)))
      wasMoving = isMoving
      last = account
    }
    let elapsed = begin.duration(to: .now).seconds
    let share = (last.runTime - first.runTime).seconds / elapsed * 100
    let waits = pattern.reduce(0, +) / elapsed
    // A timer may be due once more than its period fits, if both ends of the measurement are close to it.
    let due = Self.periods.map { Self.length / $0 + 1 }.reduce(0, +)
    return [
      Figure(
        what: "idle: awakenings in \(Self.length) s",
        goal: "≤ \(due), the timers due",
        measured: "\(awakenings) (\(waits.text(1)) switches/s over all threads)",
        repetitions: "\(looks) looks",
        isMet: awakenings <= due,
        note: Self.seconds(of: pattern)),
      Figure(
        what: "idle: processor",
        goal: "< \(Self.goal.text(1)) % of one core",
        measured: "\(share.text(2)) %",
        repetitions: "\(Self.length) s",
        isMet: share < Self.goal),
    ]
  }

  /// Returns a character for each half second: a dot without activity, else a bar whose height is the number of switches.
  private static func seconds(of pattern: [Double]) -> String {
    let halves = stride(from: 0, to: pattern.count, by: 5).map { pattern[$0..<min($0 + 5, pattern.count)].reduce(0, +) }
    return String(zip(halves, sparkline(halves)).map { $0 == 0 ? "·" : $1 }) + "  switches, a character each 0.5 s"
  }
}
