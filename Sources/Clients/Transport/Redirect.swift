import Foundation
import NIOHTTP1

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
}
