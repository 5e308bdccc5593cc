import Foundation

/// A program on a pseudo-terminal, which is its controlling terminal.
final class TerminalProgram {
  let terminal: PseudoTerminal
  let pid: pid_t
  /// The time just before the program was started.
  let started: ContinuousClock.Instant
  private var hasEnded = false

  /// - Parameter home: The program's home folder.
  init(
    _ path: String, _ arguments: [String] = [], terminal: PseudoTerminal? = nil, home: String = "/nonexistent"
  ) throws {
    self.terminal = try terminal ?? PseudoTerminal()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A new session comes first: the next terminal that is opened becomes its controlling terminal.
    posix_spawnattr_setflags(&attributes, Self.newSession)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, self.terminal.devicePath, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)

    let path = path.contains("/") ? path : "/usr/bin/\(path)"
    var argv = Self.strings([path] + arguments)
    var environment = Self.strings(Self.environment + ["HOME=\(home)"])
    defer { for pointer in argv + environment { free(pointer) } }
    var pid: pid_t = 0
    started = ContinuousClock.now
    let code = posix_spawn(&pid, path, &actions, &attributes, &argv, &environment)
    guard code == 0 else { throw Failure(call: path, code: code) }
    self.pid = pid
  }

  deinit {
    if !hasEnded {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  /// Waits for the end, which must have been caused before, and reads the output until then.
  ///
  /// - Returns: when the terminal was released.
  @discardableResult
  func waitForEnd(within limit: Duration = .seconds(5)) throws -> ContinuousClock.Instant {
    let deadline = ContinuousClock.now + limit
    while true {
      switch try terminal.read(until: deadline) {
      case .output: continue
      case .silence: throw Failure("the program did not end within \(limit.seconds.text(0)) s")
      case .hangUp:
        let time = ContinuousClock.now
        waitpid(pid, nil, 0)
        hasEnded = true
        return time
      }
    }
  }

  /// glibc's `POSIX_SPAWN_SETSID`, which its header shows only to GNU sources.
  private static let newSession: Int16 = 0x80

  /// A standard environment for all measurements: a common terminal and no settings.
  private static let environment = [
    "TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=interactive=no",
  ]

  /// Creates a C array of strings that ends with `nil`; the caller frees the strings.
  private static func strings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }
}
