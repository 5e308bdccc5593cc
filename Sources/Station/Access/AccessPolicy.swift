import Foundation
import NIOCore
import NIOHTTP1
import Text

/// Decides whether a request is answered at all; what it asks for does not matter yet.
///
/// A browser runs foreign pages, and such a page can send requests to this machine. Three headers that no page can forge
/// give it away:
///
/// - `Host` is the name in the requested address. DNS rebinding makes a foreign name lead here; the station answers only to
///   its own names.
/// - `Origin` is the page that sends the request. Only the station's own pages may send one; programs other than browsers
///   send no `Origin`.
/// - `Sec-Fetch-Site` tells of a foreign page where a browser sends no `Origin`, as for a picture. A link that a person
///   follows may stand on any page.
///
/// A station with a token demands it with every request. docs/SECURITY.md has the threat model.
struct AccessPolicy: Sendable {
  /// The names of the station, besides the address at which it is reached. A name without a port stands for the port at which
  /// it is reached.
  private let names: [Authority]
  private let token: AccessToken?
  private let maximumTargetLength: Int

  init(configuration: Station.Configuration) {
    // No connection arrives at the unspecified address.
    let isUnspecified = ["0.0.0.0", "::"].contains(configuration.host)
    names = configuration.names + (isUnspecified ? [] : [Authority(host: configuration.host, port: nil)])
    token = configuration.token
    maximumTargetLength = configuration.maximumTargetLength
  }

  /// Returns why a request is refused; `nil` when it is not.
  ///
  /// - Parameter local: the end of the connection on this machine.
  func refusal(of head: HTTPRequestHead, reachedAt local: SocketAddress?) -> Refusal? {
    guard head.uri.utf8.count <= maximumTargetLength else { return .targetTooLong(limit: maximumTargetLength) }
    // RFC 9112 §3.2: a request has exactly one `Host`. HTTP/1.0 did not require it, but today's clients send it.
    let hosts = head.headers.trimmed("Host")
    guard hosts.count == 1, let host = Authority(hosts[0]) else { return .malformedHost }
    guard isOwn(host, local) else { return .foreignHost }
    // RFC 9112 §3.2.2: a host in the target overrides `Host`.
    if let target = Self.absoluteTarget(head.uri) {
      guard let authority = Authority(target) else { return .malformedHost }
      guard isOwn(authority, local) else { return .foreignHost }
    }
    let origins = head.headers.trimmed("Origin")
    guard origins.isEmpty || origins.count == 1 && Self.isOrigin(origins[0], of: host), !Self.isEmbedded(head) else {
      return .foreignOrigin
    }
    return refusalWithoutToken(head.headers.trimmed("Authorization"))
  }

  /// Returns whether the station answers to a host: to the address at which the connection arrived, to the usual names of
  /// the loopback when it arrived there, and to the configured names.
  private func isOwn(_ authority: Authority, _ local: SocketAddress?) -> Bool {
    let ports = authority.port.map { [$0] } ?? [80, 443]
    var own = names
    if let address = local?.spelledAddress { own.append(Authority(host: address, port: nil)) }
    if local?.isLoopback == true { own += Self.loopback }
    return own.contains { name in
      guard name.host == authority.host, let port = name.port ?? local?.port else { return false }
      return ports.contains(port)
    }
  }

  private static let loopback = ["localhost", "127.0.0.1", "::1"].map { Authority(host: $0, port: nil) }

  /// The authority of a target in absolute form, `http://host/path`; `nil` for every other form.
  private static func absoluteTarget(_ uri: String) -> String? {
    guard let scheme = ["http://", "https://"].first(where: { uri.lowercased().begins(with: $0) }) else { return nil }
    return String(uri.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
  }

  /// Returns whether an origin is that of a page that the station served under this host; `https:` means a proxy in front of
  /// the station. `null`, which sandboxed pages and local files send, never is.
  private static func isOrigin(_ origin: String, of host: Authority) -> Bool {
    [("http://", 80), ("https://", 443)].contains { scheme, defaultPort in
      guard origin.lowercased().begins(with: scheme), let page = Authority(String(origin.dropFirst(scheme.count)))
      else {
        return false
      }
      return page.host == host.host && page.port ?? defaultPort == host.port ?? defaultPort
    }
  }

  /// Returns whether a foreign page requests the answer for itself, as a picture, a script or a frame, and not because a
  /// person follows a link. Source: W3C Fetch Metadata Request Headers, §2.
  private static func isEmbedded(_ head: HTTPRequestHead) -> Bool {
    let sites = head.headers.trimmed("Sec-Fetch-Site")
    guard !sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else { return false }
    return head.method != .GET || head.headers.trimmed("Sec-Fetch-Mode") != ["navigate"]
      || head.headers.trimmed("Sec-Fetch-Dest") != ["document"]
  }

  private func refusalWithoutToken(_ values: [String]) -> Refusal? {
    guard let token else { return nil }
    guard let value = values.first else { return .tokenMissing }
    let parts = value.split(separator: " ")
    guard values.count == 1, parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].utf8) else {
      return .tokenWrong
    }
    return nil
  }
}

extension HTTPHeaders {
  /// Returns the values of a header, one for each occurrence, without surrounding blanks. They are not part of a value (RFC
  /// 9110 §5.5), but the parser leaves those at the end.
  fileprivate func trimmed(_ name: String) -> [String] {
    self[name].map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension AccessPolicy {
  /// The reason why a request is refused. The sentences neither repeat the request nor tell a foreign page anything about the
  /// station.
  enum Refusal: Hashable, Sendable {
    case targetTooLong(limit: Int)
    case malformedHost
    case foreignHost
    case foreignOrigin
    case tokenMissing
    case tokenWrong

    var response: Response {
      switch self {
      case .targetTooLong(let limit):
        .text(.uriTooLong, "A request's target may have \(limit) bytes at most.")
      case .malformedHost:
        .text(.badRequest, "A request needs one Host header, of the form NAME:PORT.")
      case .foreignHost:
        .text(
          .forbidden,
          "The station does not answer to the name in the Host header; the option --name of reactui station adds one.")
      case .foreignOrigin:
        .text(.forbidden, "The station answers no requests from pages of other origins.")
      case .tokenMissing:
        .text(
          .unauthorized, "The station wants its token, as Authorization: Bearer TOKEN.",
          headers: ["WWW-Authenticate": Self.challenge])
      case .tokenWrong:
        // RFC 6750 §3.1
        .text(
          .unauthorized, "That is not the station's token.",
          headers: ["WWW-Authenticate": Self.challenge + #", error="invalid_token""#])
      }
    }

    private static let challenge = #"Bearer realm="reactui station""#
  }
}
