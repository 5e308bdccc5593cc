import Dispatch
import NIOCore
import NIOSSL
import Synchronization

/// The TLS context of all WebSocket connections. The HTTP client has one of its own, which it treats likewise.
///
/// To make one, the certificates that the system trusts are read and parsed, more than a hundred: the first connection waits
/// for that, and no event loop does.
final class TLSContext: Sendable {
  private let make: @Sendable () throws -> NIOSSLContext
  private let made = Mutex<EventLoopFuture<NIOSSLContext>?>(nil)

  init(_ configuration: @autoclosure @escaping @Sendable () -> TLSConfiguration) {
    make = { try NIOSSLContext(configuration: configuration()) }
  }

  /// - Parameter make: makes the context, on a thread where it may take its time.
  init(making make: @escaping @Sendable () throws -> NIOSSLContext) {
    self.make = make
  }

  /// The context, made when it is asked for first. What failed is tried again: a file that is missing may come.
  func context(on loop: any EventLoop) -> EventLoopFuture<NIOSSLContext> {
    let (context, isNew) = made.withLock { made in
      if let made { return (made, false) }
      // A serial queue: from the first use of a concurrent one on, libdispatch wakes the process once a second.
      let queue = DispatchQueue(label: "reactui.tls", qos: .userInitiated)
      let new = queue.asyncWithFuture(eventLoop: loop, make)
      made = new
      return (new, true)
    }
    if isNew { context.whenFailure { _ in self.made.withLock { $0 = nil } } }
    return context.hop(to: loop)
  }
}
