import Foundation

/// A server of questions, by the base URL of its API. What is kept of one server is never taken for another's, where the
/// same number is another question.
///
/// Addresses that lead to the same place are one server: letter case of scheme and host, the standard port and slashes at
/// the end make no difference. A user, a password and a query say who asks rather than who is asked, and may be secret, so
/// that they are left out.
public struct QuestionServer: Sendable, Hashable, CustomStringConvertible {
  /// `https://api.stackexchange.com/2.3`, in one form for all spellings.
  public let address: String

  public init(_ url: URL) {
    let scheme = (url.scheme ?? "").lowercased()
    let host = (url.host() ?? "").lowercased()
    let port = url.port.flatMap { $0 == Self.standardPorts[scheme] ? nil : ":\($0)" } ?? ""
    var path = Substring(url.path())
    while path.last == "/" { path.removeLast() }
    // IPv6, which stands in brackets.
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    address = "\(scheme)://\(name)\(port)\(path)"
  }

  /// - Parameter address: An ``address`` that was kept.
  public init(kept address: String) { self.address = address }

  /// The public API, which is asked when nobody names another one.
  public static let standard = QuestionServer(kept: "https://api.stackexchange.com/2.3")

  public var description: String { address }

  private static let standardPorts = ["http": 80, "https": 443]
}

/// Where questions come from. From elsewhere, the same number is another question.
public enum Provenance: Sendable, Hashable {
  case server(QuestionServer)
  /// The demonstration, of which nothing is ever kept.
  case demonstration

  /// What a person is told.
  public var origin: Origin {
    switch self {
    case .server: .live
    case .demonstration: .demo
    }
  }

  /// The server that what is kept belongs to; `nil` where nothing is kept.
  public var server: QuestionServer? {
    if case .server(let server) = self { server } else { nil }
  }
}
