import Foundation
import NIOHTTP1
import Text

/// The path and query of a request, decoded. Source: RFC 9112 §3.2 (request target), and for the query the HTML form
/// encoding, in which `+` is a space.
package struct RequestTarget: Equatable {
  let path: String
  let query: [String: String]

  /// Accepts the origin form (`/path?query`) and the absolute form (`http://host/path?query`) that is sent to proxies.
  init?(_ uri: String) {
    var rest = Substring(uri)
    if let scheme = ["http://", "https://"].first(where: { rest.lowercased().begins(with: $0) }) {
      rest = rest.dropFirst(scheme.count)
      rest = rest.firstIndex(where: { $0 == "/" || $0 == "?" }).map { rest[$0...] } ?? "/"
    }
    let parts = rest.unicodeScalars.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String($0) }
    guard let encodedPath = parts.first, encodedPath.begins(with: "/") || encodedPath.isEmpty else { return nil }
    guard let path = encodedPath.removingPercentEncoding else { return nil }
    self.path = Self.normalised(path)

    var query: [String: String] = [:]
    for pair in parts.dropFirst().first?.unicodeScalars.split(separator: "&") ?? [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = sides.compactMap { String($0).replacing(scalars: "+", with: " ").removingPercentEncoding }
      guard decoded.count == sides.count, let name = decoded.first else { return nil }
      query[name] = decoded.count > 1 ? decoded[1] : ""
    }
    self.query = query
  }

  /// Returns a path without its trailing slash, which makes no difference here.
  package static func normalised(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.ends(with: "/") { path.removeLast() }
    return path.isEmpty ? "/" : String(path)
  }
}

extension Route {
  /// Returns the route of a method and path; `HEAD` is treated like `GET`.
  init(method: HTTPMethod, path: String) {
    switch path {
    case "/2.3/questions": self = .questions
    case "/2.3/search/advanced": self = .search
    case "/2.3/tags": self = .tags
    case "/2.3/sites": self = .sites
    case "/wiki": self = .webSocket
    case Pages.stylePath: self = .page
    case "/metrics": self = .metrics
    case "/data": self = method == .POST ? .newReadings : .readings
    case _ where MediaWikiAPI.isPath(path): self = .mediaWiki
    case _ where RevisionAPI.isPath(path): self = .revision
    case _ where path.begins(with: EventStreamSession.path): self = .eventStream
    default:
      let parts = path.split(separator: "/")
      switch (parts.starts(with: ["2.3", "questions"]), parts.count) {
      case (true, 3) where QuestionSelection(rawValue: String(parts[2])) != nil: self = .selectedQuestions
      case (true, 3): self = .question
      case (true, 4) where parts[3] == "answers": self = .answers
      case (true, 4) where parts[3] == "comments": self = .comments
      case (_, 4) where parts.starts(with: ["2.3", "answers"]) && parts[3] == "comments": self = .comments
      case (_, 3) where parts.starts(with: ["2.3", "answers"]): self = .answers
      default: self = Pages.isPage(parts) ? .page : .other
      }
    }
  }
}
