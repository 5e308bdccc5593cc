import Synchronization

/// A deliberate fault, to test clients against.
public enum Fault: Sendable {
  /// An HTTP status with a page of HTML, as a gateway in front of a service sends it.
  case status(Int)
  /// HTML where JSON should be, with status 200.
  case htmlPage
  /// An error of the Stack Exchange API: HTTP 400, and the code in the body.
  case apiError(id: Int, name: String, message: String)
  /// The right answer with a `backoff` of this many seconds. Stack Exchange routes only.
  case backoff(seconds: Int)
  /// Half of the right answer's body, then the connection is closed.
  case truncatedBody
  /// A request is accepted and never answered; a stream opens and stays silent.
  case silence
  /// The connection is closed without an answer.
  case closedConnection
  /// The first temperature of the answer is the literal `NaN`, which is not JSON.
  case notANumber
  /// The right answer behind a UTF-8 byte order mark.
  case byteOrderMark
  /// The right answer in gzip, without the header that says so.
  case gzipWithoutHeader
  /// The right answer without compression. Stack Exchange routes only; the others never compress.
  case uncompressed
  /// The right answer, after the gate is opened.
  case held(Gate)
}

/// Delays answers until it is opened. An open gate stays open.
public final class Gate: Sendable {
  private enum State {
    case closed([@Sendable () -> Void])
    case open
  }

  private let state = Mutex(State.closed([]))

  public init() {}

  /// Lets all waiting and later answers pass.
  public func open() {
    let waiting: [@Sendable () -> Void] = state.withLock { state in
      guard case .closed(let waiting) = state else { return [] }
      state = .open
      return waiting
    }
    for pass in waiting { pass() }
  }

  /// Calls `pass` once the gate is open: immediately, or on the thread that opens it.
  func whenOpen(_ pass: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .closed(let waiting) = state else { return true }
      state = .closed(waiting + [pass])
      return false
    }
    if isOpen { pass() }
  }
}
