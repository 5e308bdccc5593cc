import Foundation
import NIOHTTP1
import Text

/// The target of a redirect, if it is followed: only within the same server.
///
/// A server may redirect from `/data` to `/data/`. Redirects to other servers are not followed: the request may contain a
/// key, which is not for others, and a person who reads that the service has moved can change the address. None of the public
/// services redirects.
///
/// Source: RFC 9110, §15.4.
enum Redirect {
  /// The most redirects of one request.
  static let limit = 5

  /// - Parameter url: The URL of the request.
  /// - Returns: the URL to request instead; `nil` if the answer is not a redirect, or one that is not followed.
  static func target(of head: HTTPHead, from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers.first(name: "Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      target.scheme?.lowercased() == url.scheme?.lowercased(), target.host()?.lowercased() == url.host()?.lowercased(),
      target.port == url.port
    else { return nil }
    return target
  }

  /// Returns where a redirect leads that is not followed, for the person who may change an address: scheme, host and port.
  /// A path and a query may contain a secret.
  ///
  /// - Returns: `nil` if the answer is no redirect, or names no server.
  static func label(status: Int, _ headers: HTTPHeaders) -> SafeText? {
    guard [300, 301, 302, 303, 307, 308].contains(status), let location = headers.first(name: "Location"),
      let target = URL(string: location), let host = target.host(), !host.isEmpty
    else { return nil }
    let name = host.contains(":") ? "[\(host)]" : host
    let address = (target.scheme.map { "\($0)://" } ?? "") + name + (target.port.map { ":\($0)" } ?? "")
    return SafeText(oneLine: address, limit: ServiceWords.letters)
  }
}
