import Dispatch
import Foundation
import Model
import Signals
import Synchronization
import Text

/// A program without a terminal, and what it prints.
///
/// Foundation's `Process` neither makes a group of processes that can be ended together nor takes away the terminal, which
/// a program that asks for a password would draw on.
// Unchecked: what is mutable and no `Mutex` is used on the queue only, after `init`.
final class RunningProgram: @unchecked Sendable {
  struct Result: Sendable {
    /// What waitpid(2) says of its end.
    var status: Int32
    /// Up to one byte more than the limit.
    var output: Data
    var errors: Data
  }

  private let process: pid_t
  private let limit: Int
  private let output: OutputPipe
  private let errors: OutputPipe
  private let finish: @Sendable (Result) -> Void
  /// Whether the process was seen to end, after which its number may become another's.
  private let hasEnded = Mutex(false)

  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments.
  ///   - limit: Bytes of output after which the program is ended.
  ///   - queue: Where it is started, and where `finish` is called, once.
  init(
    _ words: [String], environment: [String: String], limit: Int, on queue: QueueScheduler,
    finish: @escaping @Sendable (Result) -> Void
  ) throws(SecretError) {
    guard let output = OutputPipe(), let errors = OutputPipe() else {
      throw SecretError("\(SecretCommand.name(words)) cannot be run: too many files are open")
    }
    let process = Self.start(words, environment: environment, output: output.input, errors: errors.input)
    for pipe in [output, errors] { close(pipe.input) }
    switch process {
    case .failure(let error):
      for pipe in [output, errors] { close(pipe.descriptor) }
      throw SecretError(
        "\(SecretCommand.name(words)) cannot be run: \(SafeText(oneLine: String(cString: strerror(error.code))))")
    case .success(let process): self.process = process
    }
    self.limit = limit
    self.output = output
    self.errors = errors
    self.finish = finish
    for pipe in [output, errors] { pipe.begin(on: queue.queue, limit: limit) { self.read(pipe) } }
    waitForEnd(on: queue.queue)
  }

  /// Ends the program and those that it has started, unless it has ended by itself.
  func end() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { kill(-process, SIGKILL) }
    }
  }

  private func read(_ pipe: OutputPipe) {
    pipe.read(limit: limit)
    if output.bytes.count > limit { end() }
  }

  private func waitForEnd(on queue: DispatchQueue) {
    let thread = Thread { [self] in
      var information = siginfo_t()
      // Its number stays its own until the second wait.
      while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      hasEnded.withLock { $0 = true }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      queue.async { [self, status] in
        // What it printed last may not have been read yet. Programs that it has left behind are not waited for.
        for pipe in [output, errors] {
          pipe.read(limit: limit)
          pipe.end()
        }
        finish(Result(status: status, output: output.bytes, errors: errors.bytes))
      }
    }
    thread.stackSize = 128 * 1024
    thread.start()
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

/// A pipe that is read as something comes.
// Unchecked: what is mutable is used on the queue only, once reading has begun.
private final class OutputPipe: @unchecked Sendable {
  let descriptor: Int32
  /// The end that is written to.
  let input: Int32
  private(set) var bytes = Data()
  private var source: (any DispatchSourceRead)?

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, input) = (ends[0], ends[1])
    // The end that the program writes to keeps blocking.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  func begin(on queue: DispatchQueue, limit: Int, then action: @escaping () -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    let descriptor = descriptor
    source.setCancelHandler { close(descriptor) }
    source.setEventHandler(handler: action)
    self.source = source
    source.activate()
  }

  /// Reads what is there; what is beyond the limit is let go of, but for the byte that shows it.
  func read(limit: Int) {
    guard source?.isCancelled == false else { return }
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count > 0 else {
        if count == 0 { end() }
        return
      }
      bytes.append(contentsOf: chunk.prefix(min(count, limit + 1 - bytes.count)))
    }
  }

  func end() { source?.cancel() }
}
