import Station
import Synchronization

/// The current ``Fault`` of each route. May be changed from any thread while the station runs; a request gets the fault that
/// is set when it has arrived completely.
public final class Faults: Sendable {
  private struct Standing {
    var fault: Fault
    /// The number of requests that still get it; `nil` for all.
    var remaining: Int?
  }

  private let standing = Mutex<[Route: Standing]>([:])

  init() {}

  /// Sets a route's fault, replacing the previous one.
  ///
  /// - Parameter times: The number of requests that get it; `nil` for all until it is cleared.
  public func set(_ fault: Fault, on route: Route, times: Int? = nil) {
    standing.withLock { $0[route] = Standing(fault: fault, remaining: times) }
  }

  /// Clears the fault of a route, or of all routes.
  public func clear(_ route: Route? = nil) {
    standing.withLock { standing in
      if let route { standing[route] = nil } else { standing.removeAll() }
    }
  }

  /// Returns the fault that the next request of a route would get.
  func peek(_ route: Route) -> Fault? {
    standing.withLock { standing in
      guard let entry = standing[route], entry.remaining.map({ $0 > 0 }) ?? true else { return nil }
      return entry.fault
    }
  }

  /// Returns the fault of this request, and counts the request.
  func reduce(_ route: Route) -> Fault? {
    standing.withLock { standing in
      guard var entry = standing[route] else { return nil }
      guard let remaining = entry.remaining else { return entry.fault }
      entry.remaining = remaining - 1
      standing[route] = remaining > 1 ? entry : nil
      return remaining > 0 ? entry.fault : nil
    }
  }
}
