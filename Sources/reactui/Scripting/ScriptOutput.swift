import Foundation
import Text

/// Standard output and standard error of a command for scripts.
struct ScriptOutput: Sendable {
  let isTerminal: Bool

  /// - Throws: That there is no standard output. A file that is opened later would take its number, and be written to.
  init() throws(Failure) {
    guard fcntl(STDOUT_FILENO, F_GETFD) != -1 else { throw Failure(.other, "standard output is closed") }
    isTerminal = isatty(STDOUT_FILENO) == 1
    // A write to a closed socket gives an error and no signal; for standard output see `endByPipe`.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes whole lines, and waits until the reader has room for them.
  func write(_ lines: [String]) -> Result<(), Failure> {
    var rest = lines.flatMap { Array(($0 + "\n").utf8) }
    while !rest.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, rest, rest.count)
      if count >= 0 {
        rest.removeFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: Self.wait(for: POLLOUT)
      case EPIPE: Self.endByPipe()
      case let code: return .failure(Failure(.other, "cannot write: \(String(cString: strerror(code)))"))
      }
    }
    return .success(())
  }

  /// Ends the process as soon as the reader of a pipe is gone, though there may be nothing to write for hours.
  func endWithReader() {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    Thread {
      Self.wait(for: 0)
      Self.endByPipe()
    }.start()
  }

  /// Writes a line on standard error.
  static func tell(_ sentence: SafeText) {
    FileHandle.standardError.write(Data("reactui: \(sentence.string)\n".utf8))
  }

  /// Waits until standard output can do something, or is broken.
  private static func wait(for events: Int32) {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(events), revents: 0)
    while poll(&descriptor, 1, -1) == -1, errno == EINTR {}
  }

  /// Ends the process as every program ends whose reader is gone: by the signal, without a word. A shell tells 141.
  private static func endByPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    quick_exit(128 + SIGPIPE)
  }
}
