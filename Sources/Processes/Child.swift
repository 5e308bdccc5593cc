import CProcess
import Foundation
import Synchronization

/// A program that this one has started: the one way to start a program.
///
/// It gets three streams and no other descriptor, the environment that it is given, and signals as a shell would give them.
/// Its end is awaited on a thread of its own, so that none stays in the process table.
public final class Child: Sendable {
  /// What a program reads from and writes to.
  public enum Streams: Sendable {
    /// Those of this process: the program has its terminal.
    case inherited
    /// An empty standard input and no terminal, which a program that asks for a password would draw on. Output and errors
    /// go to these descriptors, or nowhere.
    case detached(output: Int32? = nil, errors: Int32? = nil)
  }

  public let id: pid_t
  private let hasSession: Bool
  /// Whether it was seen to end, after which its number may become another's.
  private let hasEnded = Mutex(false)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program, which is looked up in `PATH`, and its arguments. No shell is involved.
  ///   - environment: All that it gets. Secrets of this program do not belong there.
  ///   - onEnd: Called once, on a thread of the program's own.
  public init(
    _ words: [String], environment: [String: String], streams: Streams, onEnd: @escaping @Sendable (ChildExit) -> Void
  ) throws(ChildError) {
    guard !words.isEmpty else { throw ChildError(code: ENOENT) }
    // Vectors of pointers to C strings with a null at their ends; the strings are copies, and freed below.
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let descriptors: [Int32]
    switch streams {
    case .inherited: (descriptors, hasSession) = ([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], false)
    case .detached(let output, let errors): (descriptors, hasSession) = ([-1, output ?? -1, errors ?? -1], true)
    }
    id = process_start(arguments, variables, descriptors, hasSession)
    guard id >= 0 else { throw ChildError(code: errno) }
    let thread = Thread { [self] in onEnd(waitForEnd()) }
    thread.stackSize = 128 * 1024
    thread.start()
  }

  /// Kills the program, and those that it has started where it is detached, unless it has ended by itself.
  public func kill() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { _ = Glibc.kill(hasSession ? -id : id, SIGKILL) }
    }
  }

  private func waitForEnd() -> ChildExit {
    var information = siginfo_t()
    // Its number stays its own until the second wait.
    while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    hasEnded.withLock { $0 = true }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return ChildExit(status: status)
  }
}

/// Why a program could not be started.
public struct ChildError: Error, Hashable {
  /// Of errno.
  let code: Int32

  /// `No such file or directory`
  public var reason: String { String(cString: strerror(code)) }
}

/// How a program has ended.
public struct ChildExit: Hashable, Sendable {
  /// As waitpid(2) tells it.
  public let status: Int32

  public init(status: Int32) { self.status = status }

  /// `ended with status 1`, `was ended by signal 9`; `nil` for a success.
  ///
  /// What `WIFEXITED` and its kin say, which are macros: the low seven bits hold the signal, the next byte the exit status.
  public var failure: String? {
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal == 0 else { return "was ended by signal \(signal)" }
    return code == 0 ? nil : "ended with status \(code)"
  }
}
