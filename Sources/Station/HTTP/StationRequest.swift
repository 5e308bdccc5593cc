import NIOHTTP1

/// A request as the station parsed it.
public struct StationRequest: Sendable {
  /// Counted from 1 in the order of arrival if requests are recorded; else 0.
  public package(set) var number = 0
  public let route: Route
  public let method: String
  /// Percent-decoded, without a trailing slash.
  public let path: String
  /// Percent-decoded, `+` decoded as a space; the last value of a repeated name.
  public let query: [String: String]
  /// In the order of arrival.
  public let headers: [(name: String, value: String)]
  /// The client's IP address.
  public let client: String

  /// Returns the value of a header, the first of several. The name is case-insensitive.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension StationRequest {
  init(_ head: HTTPRequestHead, _ target: RequestTarget, client: String) {
    var headers: [(name: String, value: String)] = []
    for (name, value) in head.headers where name.lowercased() != "accept-encoding" {
      headers.append((name == ContentCoding.acceptEncoding ? "Accept-Encoding" : name, value))
    }
    self.init(
      route: Route(method: head.method, path: target.path), method: head.method.rawValue, path: target.path,
      query: target.query, headers: headers, client: client)
  }
}
