import Synchronization

/// Which ``Fault`` each route has at the moment. May be changed from any thread while the station runs; a request takes
/// the fault that stands when it has arrived whole.
public final class Faults: Sendable {
  private struct Standing {
    var fault: Fault
    /// Requests that will still get it; `nil` for all.
    var remaining: Int?
  }

  private let standing = Mutex<[Route: Standing]>([:])

  init() {}

  /// Sets a route's fault in place of the one it had.
  ///
  /// - Parameter times: how many requests get it; all, until it is cleared, when `nil`.
  public func set(_ fault: Fault, on route: Route, times: Int? = nil) {
    standing.withLock { $0[route] = Standing(fault: fault, remaining: times) }
  }

  /// Makes a route, or all of them, work again.
  public func clear(_ route: Route? = nil) {
    standing.withLock { standing in
      if let route { standing[route] = nil } else { standing.removeAll() }
    }
  }

  /// The fault that the next request of a route would get.
  func peek(_ route: Route) -> Fault? {
    standing.withLock { standing in
      guard let entry = standing[route], entry.remaining.map({ $0 > 0 }) ?? true else { return nil }
      return entry.fault
    }
  }

  /// The fault that this request gets; counts it.
  func take(_ route: Route) -> Fault? {
    standing.withLock { standing in
      guard var entry = standing[route] else { return nil }
      guard let remaining = entry.remaining else { return entry.fault }
      entry.remaining = remaining - 1
      standing[route] = remaining > 1 ? entry : nil
      return remaining > 0 ? entry.fault : nil
    }
  }
}
