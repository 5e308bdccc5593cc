import CCurses
import Foundation
import Screen
import Signals
import Testing

@testable import Terminal

/// Programs that have the terminal, started by the terminal's first process, as in a window of its own or a container: no shell
/// takes the terminal back, or continues what has stopped.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ForegroundTests {
  private let terminal: PseudoTerminal

  init() throws {
    terminal = try PseudoTerminal()
    setenv("TEST_FOREGROUND", terminal.path, 1)
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
  }

  /// In the child: the first process of the terminal opens the display, and ends when a key comes: with success if the terminal is
  /// its own then, and the end of a program was told as `failure`.
  private static func open(failure: String = "", _ body: @UI (NcursesDisplay, CInt) throws -> Void) throws {
    try #require(setsid() == getpid())
    let terminal = Glibc.open(try #require(ProcessInfo.processInfo.environment["TEST_FOREGROUND"]), O_RDWR)
    for stream in 0...2 as ClosedRange<CInt> { dup2(terminal, stream) }
    try UI.run {
      let display = try NcursesDisplay(
        input: terminal, output: terminal,
        environment: ["TERM": "xterm-256color", "PATH": "/usr/bin:/bin", "HOME": "/"])
      display.show(Canvas(size: display.size, theme: display.theme))
      let told = MutableProperty("")
      display.programFailures.observeValues { sentence in
        told.value = sentence.string
        UI.assumeIsolated { try? display.copy("ended") }
      }
      display.keys.observeValues { key in
        UI.assumeIsolated {
          display.close()
          exit(key == .character("k") && told.value == failure && tcgetpgrp(terminal) == getpgrp() ? 0 : 1)
        }
      }
      display.endings.observeValues { _ in exit(2) }
      // The test has given up waiting.
      UI.after(.seconds(PseudoTerminal.patience)) { exit(3) }
      try body(display, terminal)
      // The loop goes on with the display, as in the program.
      _ = Unmanaged.passRetained(display)
    }
  }

  /// In the child: runs a program in the terminal.
  private static func run(_ words: [String], failure: String) throws {
    try open(failure: failure) { display, _ in try display.run(words, input: nil) }
  }

  /// What is on the clipboard when the program has ended: `ended`.
  private static let mark = "\u{1B}]52;c;ZW5kZWQ=\u{7}"

  private func pressKeyAfterTheEnd() throws {
    _ = try terminal.output(until: Self.mark)
    terminal.type("k")
  }

  @Test func whatTookTheTerminalAndWasKilledGivesItBack() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        try ForegroundTests.run(
          ["bash", "--norc", "--noprofile", "-i", "-c", "kill -9 $$"], failure: "bash was ended by signal 9")
      }
    }()
    try pressKeyAfterTheEnd()
    await exit
  }

  /// The shell's own job has the terminal, and goes on.
  @Test func whatIsKilledBeforeItsOwnJobGivesTheTerminalBack() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        try ForegroundTests.run(
          ["bash", "--norc", "--noprofile", "-i", "-c", "(kill -9 $$; exec sleep 60); true"],
          failure: "bash was ended by signal 9")
      }
    }()
    try pressKeyAfterTheEnd()
    await exit
  }

  @Test func whatStopsOnlyItselfIsContinued() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        try ForegroundTests.run(["sh", "-c", "kill -STOP $$; exit 4"], failure: "sh ended with status 4")
      }
    }()
    try pressKeyAfterTheEnd()
    await exit
  }

  @Test(arguments: ["\u{3}", "\u{1C}"])
  func whatEndsTheProgramDoesNotEndThisOne(key: String) async throws {
    setenv("TEST_SIGNAL", key == "\u{3}" ? "2" : "3", 1)
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        let signal = ProcessInfo.processInfo.environment["TEST_SIGNAL"] ?? ""
        try ForegroundTests.run(
          ["sh", "-c", "echo 'sure?'; read x; exit 5"], failure: "sh was ended by signal \(signal)")
      }
    }()
    _ = try terminal.output(until: "sure?")
    terminal.type(key)
    try pressKeyAfterTheEnd()
    await exit
  }

  /// Another process group has taken the terminal, which refuses to be read then.
  @Test func aKeyThatCannotBeReadIsReadOnceTheTerminalIsBack() async throws {
    async let exit: Void = {
      await #expect(processExitsWith: .success) {
        try ForegroundTests.open { display, terminal in
          tty_set_foreground(terminal, try #require(ForegroundTests.groupOfItsOwn()))
          try display.copy("ended")
        }
      }
    }()
    try pressKeyAfterTheEnd()
    await exit
  }

  /// Starts a process that has a group of its own and waits.
  private static func groupOfItsOwn() -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
    defer { for text in words { free(text) } }
    var id: pid_t = 0
    return posix_spawnp(&id, "sleep", nil, &attributes, words, nil) == 0 ? id : nil
  }
}
