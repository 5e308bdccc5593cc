import Foundation

/// The address of a running station.
public struct StationAddress: Sendable, Hashable {
  /// As configured.
  public let host: String
  /// The port on which it listens.
  public let port: Int

  /// - Parameter port: The actual port, so never 0.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Host and port as in a URL, `127.0.0.1:8642` or `[::1]:8642`.
  public var authority: String { Authority(host: reachableHost, port: port).description }

  /// The base of the Stack Exchange API, `http://…/2.3`.
  public var stackExchangeURL: URL { url("http", "/2.3") }
  /// The WebSocket feed, `ws://…/wiki`.
  public var wikiURL: URL { url("ws", "/wiki") }
  /// The Server-Sent Events, `http://…/v2/stream/recentchange`.
  public var eventStreamsURL: URL { url("http", "/v2/stream/recentchange") }
  /// The English Wikipedia's `api.php`, `http://…/w/api.php`.
  public var mediaWikiURL: URL { url("http", "/w/api.php") }
  /// The `api.php` of any wiki: `{host}` stands for the wiki's own host, as in `http://…/{host}/w/api.php`.
  public var mediaWikiTemplate: String { url("http", "/").absoluteString + "{host}/w/api.php" }
  /// The temperature readings, `http://…/data/`.
  public var conAirURL: URL { url("http", "/data/") }
  /// The page for Prometheus, `http://…/metrics`.
  public var metricsURL: URL { url("http", "/metrics") }

  /// A station can listen on all addresses, but clients cannot connect to that address.
  private var reachableHost: String {
    ["0.0.0.0", "::"].contains(host) ? "localhost" : host
  }

  private func url(_ scheme: String, _ path: String) -> URL {
    var components = URLComponents()
    components.scheme = scheme
    components.host = reachableHost.contains(":") ? "[\(reachableHost)]" : reachableHost
    components.port = port
    components.path = path
    guard let url = components.url else {
      preconditionFailure("a host that was listened on (\(host)) makes no URL")
    }
    return url
  }
}
