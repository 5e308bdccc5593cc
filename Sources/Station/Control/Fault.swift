import Synchronization

/// Something that goes wrong on purpose, so that a client can be tried against it.
public enum Fault: Sendable {
  /// An HTTP status with a page of HTML, as a gateway in front of a service sends it.
  case status(Int)
  /// HTML where JSON should be, with status 200.
  case htmlPage
  /// An error of the Stack Exchange API: HTTP 400, and the code in the body.
  case apiError(id: Int, name: String, message: String)
  /// The right answer with a `backoff` of so many seconds in it. Stack Exchange routes only.
  case backoff(seconds: Int)
  /// Half of the right answer's body, then the connection is closed.
  case truncatedBody
  /// A request is accepted and never answered; a stream opens and stays silent.
  case silence
  /// The connection is closed without a byte of an answer.
  case closedConnection
  /// The first temperature of the answer is the literal `NaN`, which is not JSON.
  case notANumber
  /// The right answer behind a UTF-8 byte order mark.
  case byteOrderMark
  /// The right answer in gzip, without the header that says so.
  case gzipWithoutHeader
  /// The right answer without compression. Stack Exchange routes only; the others never compress.
  case uncompressed
  /// The right answer, once the gate is open.
  case held(Gate)
}

/// Holds answers back until it is opened. An open gate stays open.
public final class Gate: Sendable {
  private enum State {
    case closed([@Sendable () -> Void])
    case open
  }

  private let state = Mutex(State.closed([]))

  public init() {}

  /// Lets everything through that waits, and all that comes later.
  public func open() {
    let waiting: [@Sendable () -> Void] = state.withLock { state in
      guard case .closed(let waiting) = state else { return [] }
      state = .open
      return waiting
    }
    for pass in waiting { pass() }
  }

  /// Calls `pass` once the gate is open: at once, or from the thread that opens it.
  func whenOpen(_ pass: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      guard case .closed(let waiting) = state else { return true }
      state = .closed(waiting + [pass])
      return false
    }
    if isOpen { pass() }
  }
}
