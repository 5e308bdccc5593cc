import Clients
import Foundation

/// The address of a wiki's `api.php`, next to which is `rest.php`: a URL in which `{host}` stands for the wiki's host, such
/// as `de.wikipedia.org`.
public struct MediaWikiAddress: Sendable, Hashable {
  private static let host = "{host}"

  private let template: String

  /// - Returns: `nil` if the text is not an `http` or `https` URL.
  public init?(_ template: String) {
    guard WebLink.page(template.replacing(Self.host, with: "host")) != nil else { return nil }
    self.template = template
  }

  /// The address on Wikimedia's wikis.
  public static let wikimedia = MediaWikiAddress(template: "https://{host}/w/api.php")

  /// The address on a server that also sends an event stream: next to that stream.
  public static func beside(stream: URL) -> MediaWikiAddress? {
    guard var parts = URLComponents(url: stream, resolvingAgainstBaseURL: false) else { return nil }
    (parts.path, parts.query, parts.fragment) = ("/w/api.php", nil, nil)
    return parts.string.flatMap { MediaWikiAddress($0) }
  }

  private init(template: String) { self.template = template }

  /// The URL of `api.php` for the wiki at `host`.
  func api(of host: String) -> URL? { URL(string: template.replacing(Self.host, with: host)) }

  /// The URL of `rest.php` for that wiki, next to `api.php`.
  func rest(of host: String) -> URL? {
    guard let api = api(of: host), var parts = URLComponents(url: api, resolvingAgainstBaseURL: false) else {
      return nil
    }
    (parts.query, parts.fragment) = (nil, nil)
    return parts.url?.deletingLastPathComponent().appending(path: "rest.php", directoryHint: .notDirectory)
  }
}
