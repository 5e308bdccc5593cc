import CCurses
import Foundation
import Screen
import Testing

@testable import Terminal

/// What only a whole process can show: each test runs its body in a child, which finds the terminal by its name.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ProcessTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
    setenv("TEST_TERMINAL", terminal.path, 1)
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    setenv("TEST_GIVES_UP", "\(Date().timeIntervalSince1970 + PseudoTerminal.patience - 20)", 1)
  }

  /// In the child: ends it where the test may have given up waiting for it, since nobody would continue it then.
  private static func requireThatTheTestWaits() throws {
    let end = try #require(ProcessInfo.processInfo.environment["TEST_GIVES_UP"].flatMap(TimeInterval.init))
    try #require(Date().timeIntervalSince1970 < end, "the child began too late")
  }

  /// Opens the display, in the child, with standard error on the same terminal, goes on isolated, and closes the display
  /// unless the body wants the loop to go on.
  private static func run(goesOn: Bool = false, _ body: @UI (NcursesDisplay) -> Void) throws {
    let terminal = open(try #require(ProcessInfo.processInfo.environment["TEST_TERMINAL"]), O_RDWR | O_NOCTTY)
    dup2(terminal, STDERR_FILENO)
    try UI.run {
      let display = try NcursesDisplay(input: terminal, output: terminal, environment: ["TERM": "xterm-256color"])
      let blank = Canvas(size: display.size, theme: display.theme)
      display.show(blank)
      body(display)
      guard !goesOn else {
        // The loop goes on with the display, as in the program; otherwise a late signal would find its descriptor closed.
        _ = Unmanaged.passRetained(display)
        return
      }
      display.close()
      UI.stop()
    }
  }

  /// Main screen, cursor visible, no mouse, no paste marks, the former title, and the modes as they were.
  private func expectRestored(_ output: String) {
    for end in ["?1049l", "?25h", "?1000l", "?1002l", "?1006l", "?2004l", "23;0t"] {
      #expect(output.contains("\u{1B}[\(end)"))
    }
    #expect(terminal.isCooked)
  }

  @Test func aTrapLeavesTheTerminalInOrderAndSaysWhy() async throws {
    await #expect(processExitsWith: .failure) {
      try ProcessTests.run { _ in
        FileHandle.standardError.write(Data("said before\n".utf8))
        fatalError("the reason")
      }
    }
    let output = try terminal.output(until: "the reason")
    expectRestored(output)
    // On the screen that the user is left with, not on the one that is gone.
    let parts = output.components(separatedBy: "\u{1B}[?1049l")
    #expect(parts.count == 2)
    #expect(!parts[0].contains("said before"))
    #expect(parts[1].contains("said before"))
  }

  @Test func anAbortLeavesTheTerminalInOrder() async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) { try ProcessTests.run { _ in abort() } }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  /// In the child: a signal has its default action, which another test of the runner may have changed for a moment, and is not
  /// blocked, as in the thread that started the child.
  private static func expectEnd(by number: CInt) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// All whose default action ends a process, whoever sends them.
  @Test(arguments: [
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGIO, SIGPWR, SIGXCPU, SIGXFSZ, SIGQUIT, SIGSYS, SIGTRAP,
    // The first and the last real-time signal.
    34, 64,
  ])
  func everySignalThatEndsItLeavesTheTerminalInOrder(signal: CInt) async throws {
    setenv("TEST_SIGNAL", "\(signal)", 1)
    await #expect(processExitsWith: .failure) {
      let signal = CInt(ProcessInfo.processInfo.environment["TEST_SIGNAL"] ?? "") ?? 0
      ProcessTests.expectEnd(by: signal)
      // By this thread, which does nothing else meanwhile.
      try ProcessTests.run { _ in raise(signal) }
    }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  /// By the kernel, and not by a process.
  @Test func aTimerThatEndsItLeavesTheTerminalInOrder() async throws {
    await #expect(processExitsWith: .signal(SIGALRM)) {
      ProcessTests.expectEnd(by: SIGALRM)
      try ProcessTests.run(goesOn: true) { _ in
        var time = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: 1))
        setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &time, nil)
      }
    }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  @Test func aSignalThatTheParentIgnoresIsIgnored() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGUSR1, SIG_IGN)
      try ProcessTests.run { _ in kill(getpid(), SIGUSR1) }
    }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  @Test func aStackOverflowLeavesTheTerminalInOrder() async throws {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      // Not a tail call, and not foldable into one: each level needs its own place for what it adds.
      func depth(_ number: Int) -> Int { number < 0 ? 0 : depth(number + 1) &+ number.nonzeroBitCount }
      try ProcessTests.run { display in
        if depth(0) == 1 { display.invalidate() }
      }
    }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  @Test func anExitLeavesTheTerminalInOrder() async throws {
    await #expect(processExitsWith: .exitCode(3)) { try ProcessTests.run { _ in exit(3) } }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  /// In the child: says who it is, waits to have been stopped and continued, and ends.
  ///
  /// - Parameter waitsForKey: Does `stop` only when a key has come.
  private static func runUntilContinued(
    waitsForKey: Bool = false, _ stop: @UI @escaping @Sendable (NcursesDisplay) -> Void
  ) throws {
    try requireThatTheTestWaits()
    // A job of its own, as a shell would have it; stopping it must not stop the test runner.
    setpgid(0, 0)
    try run(goesOn: true) { display in
      display.suspensions.observeValues { isAway in
        guard !isAway else { return }
        UI.after(.zero) {
          display.close()
          UI.stop()
        }
      }
      // Before the test knows the number, so that no key comes too early.
      if waitsForKey { display.keys.observeValues { _ in UI.assumeIsolated { stop(display) } } }
      try? display.copy("\(getpid())")
      if !waitsForKey { UI.after(.zero) { stop(display) } }
    }
  }

  /// The child's number, which it puts on the clipboard for want of another way past its screen.
  private func childNumber() throws -> pid_t {
    _ = try terminal.output(until: "\u{1B}]52;c;")
    let encoded = try terminal.output(until: "\u{7}").dropLast()
    let text = Data(base64Encoded: String(encoded)).map { String(decoding: $0, as: UTF8.self) }
    return try #require(text.flatMap(pid_t.init))
  }

  /// Sees the child stop, looks at the terminal, and continues it.
  private func watchStop(of child: pid_t) throws {
    var info = siginfo_t()
    #expect(waitid(P_PID, id_t(child), &info, WSTOPPED) == 0)
    expectRestored(try terminal.outputSoFar())
    kill(child, SIGCONT)
    _ = try terminal.output(until: "\u{1B}[?1049h")
    _ = try terminal.output(until: "\u{1B}[?1049l")
  }

  @Test func suspendingStopsTheJobWithTheTerminalInOrderAndComesBack() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) { try ProcessTests.runUntilContinued { $0.suspend() } }
    }()
    try watchStop(of: try childNumber())
    await exit
  }

  @Test func aStopFromOutsideIsASuspensionToo() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) { try ProcessTests.runUntilContinued { _ in } }
    }()
    let child = try childNumber()
    kill(child, SIGTSTP)
    try watchStop(of: child)
    await exit
  }

  /// The terminal has stopped reading, and the test looks at it when all is over.
  @Test func aCrashWaitsForNoTerminal() async throws {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      try ProcessTests.run { display in
        FileHandle.standardError.write(Data(String(repeating: "said before\n", count: 10_000).utf8))
        display.fill()
        abort()
      }
    }
    expectRestored(try terminal.output(until: "\u{1B}[?1049l"))
  }

  @Test func aStopWaitsForNoTerminal() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        try ProcessTests.runUntilContinued(waitsForKey: true) { display in
          display.fill()
          display.suspend()
        }
      }
    }()
    let child = try childNumber()
    terminal.type("z")
    try watchStop(of: child)
    await exit
  }

  @Test func standardErrorComesAfterTheScreen() async throws {
    await #expect(processExitsWith: .success) {
      try ProcessTests.run { _ in FileHandle.standardError.write(Data("a library's warning\n".utf8)) }
    }
    let output = try terminal.output(until: "a library's warning")
    #expect(output.contains("\u{1B}[?1049l"))
    expectRestored(output)
  }
}
