import Station

/// The log of requests to the station. Counts all requests, and stores the last few hundred.
public final class RequestLog: Sendable {
  private struct Entry {
    let request: StationRequest
    var taken = false
    var abandoned = false
    var abandonmentTaken = false
  }

  private struct Contents: Sendable {
    var entries: [Entry] = []
    var counts: [Route: Int] = [:]
    var total = 0
  }

  private static let capacity = 500

  private let contents = Watched(Contents())

  init() {}

  /// The last requests, the oldest first.
  public var recent: [StationRequest] {
    contents.update { $0.entries.map(\.request) }
  }

  /// Returns the number of requests of a route, or of all routes.
  public func count(_ route: Route? = nil) -> Int {
    contents.update { contents in
      guard let route else { return contents.total }
      return contents.counts[route] ?? 0
    }
  }

  /// Returns the oldest request, of one route or any, that this method has not returned yet; waits for one to arrive. So a
  /// request that comes before the call is not missed.
  public func next(_ route: Route? = nil) async throws -> StationRequest {
    try await contents.wait { contents in
      let index = contents.entries.firstIndex { !$0.taken && (route == nil || $0.request.route == route) }
      guard let index else { return nil }
      contents.entries[index].taken = true
      return contents.entries[index].request
    }
  }

  /// Returns the oldest request, not yet returned by this method, whose client disconnected before its complete answer; waits
  /// for one. A cancelled request looks like this.
  public func nextAbandoned(_ route: Route? = nil) async throws -> StationRequest {
    try await contents.wait { contents in
      let index = contents.entries.firstIndex {
        $0.abandoned && !$0.abandonmentTaken && (route == nil || $0.request.route == route)
      }
      guard let index else { return nil }
      contents.entries[index].abandonmentTaken = true
      return contents.entries[index].request
    }
  }

  /// Numbers and stores a request.
  func record(_ request: StationRequest) -> StationRequest {
    contents.update { contents in
      contents.total += 1
      contents.counts[request.route, default: 0] += 1
      var request = request
      request.number = contents.total
      if contents.entries.count == Self.capacity { contents.entries.removeFirst() }
      contents.entries.append(Entry(request: request))
      return request
    }
  }

  func recordAbandoned(_ request: StationRequest) {
    contents.update { contents in
      guard let index = contents.entries.firstIndex(where: { $0.request.number == request.number }) else { return }
      contents.entries[index].abandoned = true
    }
  }
}
