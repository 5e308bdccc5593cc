import Foundation
import Model
import Synchronization
import Text

/// A program without a terminal, and what it prints.
///
/// Foundation's `Process` neither makes a group of processes that can be ended together nor takes away the terminal, which
/// a program that asks for a password would draw on.
///
/// Two threads follow it: one waits for its end, the other reads its pipes with poll(2). A `DispatchSource` must not read
/// them: where bytes and the end of a pipe come at once, libdispatch's manager thread still looks at the source after it has
/// told the queue of the bytes (`_dispatch_event_merge_fd`, `EPOLLHUP`), and the queue may have cancelled and freed it by then.
final class RunningProgram: Sendable {
  struct Result: Sendable {
    /// What waitpid(2) says of its end.
    var status: Int32
    /// Up to one byte more than the limit.
    var output: Data
    var errors: Data
  }

  private let process: pid_t
  private let limit: Int
  /// Whether the process was seen to end, after which its number may become another's.
  private let hasEnded = Mutex(false)

  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - limit: Bytes of output after which the program is ended.
  ///   - finish: Called once, on a thread of the program's own, when it has ended.
  init(
    _ words: [String], environment: [String: String], limit: Int, finish: @escaping @Sendable (Result) -> Void
  ) throws(SecretError) {
    let name = SecretCommand.name(words)
    // The third tells the thread that reads how the program has ended.
    guard let pipes = Pipe.pipes(3) else { throw SecretError("\(name) cannot be run: too many files are open") }
    let (output, errors, end) = (pipes[0], pipes[1], pipes[2])
    let process = Self.start(words, environment: environment, output: output.writeEnd, errors: errors.writeEnd)
    for pipe in [output, errors] { close(pipe.writeEnd) }
    switch process {
    case .failure(let error):
      for descriptor in [output.readEnd, errors.readEnd, end.readEnd, end.writeEnd] { close(descriptor) }
      throw SecretError("\(name) cannot be run: \(SafeText(oneLine: String(cString: strerror(error.code))))")
    case .success(let process): self.process = process
    }
    self.limit = limit
    Self.thread { [self] in
      var status = waitForEnd()
      write(end.writeEnd, &status, MemoryLayout.size(ofValue: status))
      close(end.writeEnd)
    }
    Self.thread { [self] in
      let texts = read([output.readEnd, errors.readEnd], until: end.readEnd)
      var status: Int32 = 0
      Glibc.read(end.readEnd, &status, MemoryLayout.size(ofValue: status))
      for pipe in pipes { close(pipe.readEnd) }
      finish(Result(status: status, output: texts[0], errors: texts[1]))
    }
  }

  /// Ends the program and those that it has started, unless it has ended by itself.
  func end() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(-process, SIGKILL) }
    }
  }

  private static func thread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 128 * 1024
    thread.start()
  }

  private func waitForEnd() -> Int32 {
    var information = siginfo_t()
    // Its number stays its own until the second wait.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    hasEnded.withLock { $0 = true }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Reads until something can be read from `end`. Programs that were left behind, and may still write, are not waited for.
  private func read(_ descriptors: [Int32], until end: Int32) -> [Data] {
    var texts = descriptors.map { _ in Data() }
    var open = (descriptors + [end]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var hasEnded = false
    while !hasEnded {
      guard poll(&open, nfds_t(open.count), -1) > 0 else { continue }
      hasEnded = open[descriptors.count].revents != 0
      // At the end, poll(2) may not have reported yet what was printed last.
      for index in descriptors.indices where open[index].fd >= 0 && (hasEnded || open[index].revents != 0) {
        if !readAll(descriptors[index], into: &texts[index]) { open[index].fd = -1 }
        if texts[0].count > limit { self.end() }
      }
    }
    return texts
  }

  /// Reads what is there. What is beyond the limit is let go of, but for the byte that shows it.
  ///
  /// - Returns: Whether more may come.
  private func readAll(_ descriptor: Int32, into text: inout Data) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      text.append(contentsOf: chunk.prefix(min(count, limit + 1 - text.count)))
      // The rest is read, and dropped, in later turns.
      if text.count > limit { return true }
    }
  }

  // MARK: Starting

  private struct StartError: Error {
    var code: Int32
  }

  /// Starts a program in a session of its own, so that it has no terminal to ask on, with an empty standard input.
  private static func start(
    _ words: [String], environment: [String: String], output: Int32, errors: Int32
  ) -> Swift.Result<pid_t, StartError> {
    guard let program = words.first else { return .failure(StartError(code: ENOENT)) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child inherits which signals its parent ignores and blocks.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | sessionFlag)
    // gpg would ask for a passphrase on the terminal that this names, in the middle of the screen.
    let settings = environment.filter { $0.key != "GPG_TTY" }.map { "\($0.key)=\($0.value)" }
    // Vectors of pointers to C strings with a null at their ends; the strings are copies, and freed below.
    let arguments = words.map { strdup($0) } + [nil]
    let variables = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let code = posix_spawnp(&process, program, &actions, &attributes, arguments, variables)
    return code == 0 ? .success(process) : .failure(StartError(code: code))
  }

  /// `POSIX_SPAWN_SETSID` of spawn.h, which is defined for GNU sources only.
  private static let sessionFlag: Int16 = 0x80
}

/// The two ends of a pipe. Reading does not block.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// Opens so many pipes, or none.
  static func pipes(_ count: Int) -> [Pipe]? {
    var pipes: [Pipe] = []
    for _ in 0..<count {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else {
        for pipe in pipes { for end in [pipe.readEnd, pipe.writeEnd] { close(end) } }
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // The end that the program writes to keeps blocking.
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes.append(Pipe(readEnd: ends[0], writeEnd: ends[1]))
    }
    return pipes
  }
}
