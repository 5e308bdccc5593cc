import NIOHTTP1

/// A request as the station understood it.
public struct StationRequest: Sendable {
  /// Counts from 1 in the order of arrival where requests are recorded; else 0.
  public internal(set) var number = 0
  public let route: Route
  public let method: String
  /// Percent-decoded, without a slash at the end.
  public let path: String
  /// Percent-decoded, `+` read as a space; of a name given twice, the last value.
  public let query: [String: String]
  /// In the order in which they came.
  public let headers: [(name: String, value: String)]
  /// Where the request came from, an IP address.
  public let client: String

  /// The value of a header, its name compared without case; the first of several.
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
