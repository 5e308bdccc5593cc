import Foundation
import NIOHTTP1

/// Where an answer sends its client on to, as far as it is obeyed: within the server that was asked.
///
/// A server may say that its data is at `/data/` and not at `/data`, and then the program goes there. Anywhere else it
/// does not: the request may hold a key, which is not for others, and a person who reads that the service has moved can
/// say where it is now. None of the public services redirects.
///
/// Source: RFC 9110, §15.4.
enum Redirect {
  /// A server that sends its client in circles is asked this many times more, at most.
  static let limit = 5

  /// - Parameter url: what was asked for.
  /// - Returns: what to ask for instead; `nil` when the answer is no redirect, or one that is not obeyed.
  static func target(of head: HTTPHead, from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers.first(name: "Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      target.scheme?.lowercased() == url.scheme?.lowercased(), target.host()?.lowercased() == url.host()?.lowercased(),
      target.port == url.port
    else { return nil }
    return target
  }
}
