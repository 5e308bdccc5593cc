import Dispatch
import NIOCore
import NIOSSL
import Synchronization

/// The TLS context of all WebSocket connections. The HTTP client has its own with the same configuration.
///
/// To create one, more than a hundred system certificates are read and parsed: the first connection waits for that, and no
/// event loop does.
final class TLSContext: Sendable {
  private let make: @Sendable () throws -> NIOSSLContext
  private let made = Mutex<EventLoopFuture<NIOSSLContext>?>(nil)

  init(_ configuration: @autoclosure @escaping @Sendable () -> TLSConfiguration) {
    make = { try NIOSSLContext(configuration: configuration()) }
  }

  /// - Parameter make: Creates the context, on a thread that may block.
  init(making make: @escaping @Sendable () throws -> NIOSSLContext) {
    self.make = make
  }

  /// Returns the context, created at the first call. A failure is retried: a missing file may be created.
  func context(on loop: any EventLoop) -> EventLoopFuture<NIOSSLContext> {
    let (context, isNew) = made.withLock { made in
      if let made { return (made, false) }
      // A serial queue: after the first use of a concurrent one, libdispatch wakes the process once a second.
      let queue = DispatchQueue(label: "reactui.tls", qos: .userInitiated)
      let new = queue.asyncWithFuture(eventLoop: loop, make)
      made = new
      return (new, true)
    }
    if isNew { context.whenFailure { _ in self.made.withLock { $0 = nil } } }
    return context.hop(to: loop)
  }
}
