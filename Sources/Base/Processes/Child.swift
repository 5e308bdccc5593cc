import CProcess
import Foundation
import Synchronization

/// A child process. This is the only way in which the program starts others.
///
/// It gets three streams and no other descriptor, the given environment, and signals as a shell would give them. A thread of
/// its own waits for its end, so that no zombie remains.
public final class Child: Sendable {
  /// The standard streams of a child.
  public enum Streams: Sendable {
    /// Those of this process: the child has its terminal.
    case inherited
    /// An empty standard input and no terminal, on which a child that asks for a password would draw. Output and errors go to
    /// the given descriptors, or nowhere.
    case detached(output: Int32? = nil, errors: Int32? = nil)
  }

  /// How long a child may run.
  public struct Stay: Sendable {
    /// The seconds after which timeout(1) ends it, also after the end of this process; `nil` for no limit. Without
    /// timeout(1) on this machine there is no limit.
    var limit: TimeInterval?
    /// Whether it ends with this process.
    var endsWithProcess: Bool

    /// The child runs as long as it likes.
    public static let unlimited = Stay(limit: nil, endsWithProcess: false)

    /// The child goes on after the end of this process, until its limit.
    public static func outliving(limit: TimeInterval) -> Stay { Stay(limit: limit, endsWithProcess: false) }

    /// The child ends with this process. If the process is killed, it ends at its limit.
    public static func dependent(limit: TimeInterval) -> Stay { Stay(limit: limit, endsWithProcess: true) }
  }

  public let id: pid_t
  private let hasSession: Bool
  /// Whether the child was seen to end, after which its id may be reused.
  private let hasEnded = Mutex(false)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments. No shell is involved.
  ///   - environment: The child's whole environment, which must contain no secrets of this program.
  ///   - input: What it reads from its standard input, in place of that of `streams`. The child may read it or not: it is a file
  ///     in memory, so that nothing here has to wait for the child.
  ///   - stay: How long it may run.
  ///   - onStop: Called with true each time the child has been stopped (SIGSTOP and the like), and with false when it has been
  ///     continued, on its waiting thread; `nil` if nobody needs to know.
  ///   - onEnd: Called once, on the child's waiting thread.
  public init(
    _ words: [String], environment: [String: String], streams: Streams, input: Data? = nil, stay: Stay = .unlimited,
    onStop: (@Sendable (Bool) -> Void)? = nil, onEnd: @escaping @Sendable (ChildExit) -> Void
  ) throws(ChildError) {
    guard !words.isEmpty else { throw ChildError(code: ENOENT) }
    let words = try stay.limit.map { limit throws(ChildError) in try Timeout.limiting(words, to: limit) } ?? words
    // Arrays of C strings that end with a null pointer. The strings are copies, freed below.
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var descriptors: [Int32]
    switch streams {
    case .inherited: (descriptors, hasSession) = ([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], false)
    case .detached(let output, let errors): (descriptors, hasSession) = ([-1, output ?? -1, errors ?? -1], true)
    }
    if let input { descriptors[0] = try Self.memoryFile(input) }
    defer { if input != nil { close(descriptors[0]) } }
    id = process_start(arguments, variables, descriptors, hasSession)
    guard id >= 0 else { throw ChildError(code: errno) }
    if stay.endsWithProcess { DependentChildren.add(self) }
    let thread = Thread { [self] in onEnd(waitForEnd(onStop)) }
    thread.stackSize = 128 * 1024
    thread.start()
  }

  /// Checks whether a program can be found and run, without starting it.
  public static func check(_ program: String) throws(ChildError) { _ = try Timeout.path(of: program) }

  private static func memoryFile(_ content: Data) throws(ChildError) -> Int32 {
    // The pointer is used only within the call.
    let file = content.withUnsafeBytes { process_memory_file($0.baseAddress, $0.count) }
    guard file >= 0 else { throw ChildError(code: errno) }
    return file
  }

  /// Kills the child, and if it is detached also its own children, unless it has ended.
  public func kill() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { _ = Glibc.kill(hasSession ? -id : id, SIGKILL) }
    }
  }

  /// The child's process group: that of this process, unless the child has made one of its own. `nil` after its end.
  public var group: pid_t? {
    hasEnded.withLock { hasEnded in
      guard !hasEnded, case let group = getpgid(id), group > 0 else { return nil }
      return group
    }
  }

  private func waitForEnd(_ onStop: (@Sendable (Bool) -> Void)?) -> ChildExit {
    // The id stays reserved until the last wait, so an end is only looked at here.
    let changes = onStop == nil ? WEXITED : WEXITED | WSTOPPED | WCONTINUED
    while true {
      var information = siginfo_t()
      if waitid(P_PID, id_t(id), &information, changes | WNOWAIT) < 0 {
        if errno == EINTR { continue } else { break }
      }
      guard let onStop, information.si_code == Self.stopped || information.si_code == Self.continued else { break }
      // Takes the latest change, and no end.
      information = siginfo_t()
      waitid(P_PID, id_t(id), &information, WSTOPPED | WCONTINUED | WNOHANG)
      if information.si_signo == SIGCHLD { onStop(information.si_code == Self.stopped) }
    }
    hasEnded.withLock { $0 = true }
    DependentChildren.remove(self)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ChildExit(status: status)
  }

  /// `CLD_STOPPED` and `CLD_CONTINUED` of sigaction(2), macros for values of an enumeration without a name.
  private static let (stopped, continued): (Int32, Int32) = (5, 6)
}

/// The reason why a program could not be started.
public struct ChildError: Error, Hashable {
  /// The value of `errno`.
  let code: Int32

  /// `No such file or directory`
  public var reason: String { String(cString: strerror(code)) }
}

/// How a child has ended.
public struct ChildExit: Hashable, Sendable {
  /// The status as waitpid(2) returns it.
  public let status: Int32

  public init(status: Int32) { self.status = status }

  /// `ended with status 1`, `was ended by signal 9`; `nil` for a success.
  ///
  /// Equivalent to `WIFEXITED` and the related macros: the low seven bits are the signal, the next byte is the exit status.
  public var failure: String? {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal == 0 else { return "was ended by signal \(signal)" }
    return code == 0 ? nil : "ended with status \(code)"
  }
}
