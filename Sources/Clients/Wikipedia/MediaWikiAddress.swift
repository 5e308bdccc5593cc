import Foundation

/// Where `api.php` of a wiki is, beside which `rest.php` stands: a URL, in which `{host}` stands for the wiki's host, such as `de.wikipedia.org`.
public struct MediaWikiAddress: Sendable, Hashable {
  private static let host = "{host}"

  private let template: String

  /// - Returns: `nil` where the text is no `http` or `https` URL.
  public init?(_ template: String) {
    guard WebLink.page(template.replacing(Self.host, with: "host")) != nil else { return nil }
    self.template = template
  }

  /// Where Wikimedia's wikis have it.
  public static let wikimedia = MediaWikiAddress(template: "https://{host}/w/api.php")

  /// Where a server has it that also sends an event stream: beside that.
  public static func beside(stream: URL) -> MediaWikiAddress? {
    guard var parts = URLComponents(url: stream, resolvingAgainstBaseURL: false) else { return nil }
    (parts.path, parts.query, parts.fragment) = ("/w/api.php", nil, nil)
    return parts.string.flatMap { MediaWikiAddress($0) }
  }

  private init(template: String) { self.template = template }

  /// The URL of `api.php` for a wiki that is found at `host`.
  func api(of host: String) -> URL? { URL(string: template.replacing(Self.host, with: host)) }

  /// The URL of `rest.php` for that wiki, which stands beside `api.php`.
  func rest(of host: String) -> URL? {
    guard let api = api(of: host), var parts = URLComponents(url: api, resolvingAgainstBaseURL: false) else {
      return nil
    }
    (parts.query, parts.fragment) = (nil, nil)
    return parts.url?.deletingLastPathComponent().appending(path: "rest.php", directoryHint: .notDirectory)
  }
}
