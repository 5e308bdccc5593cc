import Foundation

/// The standard output and standard error of the process. This is the only way in which the program writes to them.
///
/// Foundation's `FileHandle.write(_:)` traps if a disk is full or a stream is closed, and `print` loses what it could not
/// write.
public enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Makes the three standard streams safe to use. Must be called before anything else.
  ///
  /// A descriptor that is closed when the program starts would be reused by the next file or socket, and text for standard
  /// output would end up there. So it gets a descriptor that fails to read or write, as a closed one does. A pipe without a
  /// reader gives an error instead of a signal, which ``write(_:)`` sends itself.
  public static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
    signal(SIGPIPE, SIG_IGN)
    // So does a file at the limit of its size (`ulimit -f`).
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Writes a line on standard error. Errors are ignored, because there is nowhere to report them.
  public static func tell(_ line: String) { try? error.write(line + "\n") }

  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// - Throws: if the stream is closed, so that no work is done whose result could not be reported.
  public func check() throws(StreamError) {
    let flags = fcntl(rawValue, F_GETFL)
    if flags == -1 || flags & O_ACCMODE == O_RDONLY { throw StreamError(stream: self, code: EBADF) }
  }

  /// Writes all of a text, and waits until there is room for it.
  ///
  /// If the reader of standard output is gone, the process ends as programs do then.
  public func write(_ text: String) throws(StreamError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // The pointer is used only within the call.
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: wait(for: POLLOUT)
      case EPIPE where self == .output: Self.endByPipe()
      case let code: throw StreamError(stream: self, code: code)
      }
    }
  }

  /// Ends the process as soon as the reader of a pipe is gone, even if there is nothing to write for hours.
  public func endWithReader() {
    var status = stat()
    guard fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
    Thread {
      wait(for: 0)
      Self.endByPipe()
    }.start()
  }

  /// Waits until the stream is ready for the events, or broken.
  private func wait(for events: Int32) {
    var descriptor = pollfd(fd: rawValue, events: Int16(events), revents: 0)
    while poll(&descriptor, 1, -1) == -1, errno == EINTR {}
  }

  /// Ends the process as programs end without a reader: by SIGPIPE, silently. A shell shows status 141.
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

/// The reason why a text could not be written.
public struct StreamError: Error, Hashable {
  let stream: StandardStream
  /// The value of `errno`.
  let code: Int32

  /// `cannot write: No space left on device`
  public var sentence: String {
    let name = stream == .output ? "standard output" : "standard error"
    return code == EBADF ? "\(name) is closed" : "cannot write: \(String(cString: strerror(code)))"
  }
}
