import Foundation
import Model
import Text

/// A server of questions, identified by the base URL of its API. Data of one server is never used for another, where the same
/// number is another question.
///
/// Addresses that lead to the same place are one server: the case of scheme and host, the standard port and trailing slashes
/// make no difference. A user, a password and a query identify the client rather than the server, and may be secret, so they
/// are removed.
public struct QuestionServer: Sendable, Hashable, CustomStringConvertible {
  /// `https://api.stackexchange.com/2.3`, in a normalised form.
  public let address: String

  public init(_ url: URL) {
    let scheme = (url.scheme ?? "").lowercased()
    let host = (url.host() ?? "").lowercased()
    let port = url.port.flatMap { $0 == Self.standardPorts[scheme] ? nil : ":\($0)" } ?? ""
    var path = Substring(url.path())
    while path.last == "/" { path.removeLast() }
    // IPv6 addresses are in brackets.
    let name = host.contains(":") && !host.begins(with: "[") ? "[\(host)]" : host
    address = "\(scheme)://\(name)\(port)\(path)"
  }

  /// - Parameter address: An ``address`` that was stored.
  public init(kept address: String) { self.address = address }

  /// The public API, used unless another server is set.
  public static let standard = QuestionServer(kept: "https://api.stackexchange.com/2.3")

  public var description: String { address }

  private static let standardPorts = ["http": 80, "https": 443]
}

/// The source of questions. The same number in another source is another question.
public enum Provenance: Sendable, Hashable {
  case server(QuestionServer)
  /// The demonstration, of which nothing is stored.
  case demonstration

  /// The origin as a person is told it.
  public var origin: Origin {
    switch self {
    case .server: .live
    case .demonstration: .demo
    }
  }

  /// The server that stored data belongs to; `nil` where nothing is stored.
  public var server: QuestionServer? {
    if case .server(let server) = self { server } else { nil }
  }
}
