import Foundation

/// Where links in the API's answers lead: to pages of the station that was asked. Its questions are invented, and on a real
/// site their numbers are somebody else's posts.
struct StationLinks: Sendable {
  /// `http://127.0.0.1:8642`: the name by which the client knows the station.
  let base: String

  init(base: String) {
    self.base = base
  }

  init(_ request: StationRequest) {
    // `AccessPolicy` lets no request pass without a `Host`.
    base = "http://" + (request.header("Host").flatMap(Authority.init)?.description ?? "localhost")
  }

  /// `http://127.0.0.1:8642/questions/79200038/camerax-imageanalysis-stops`
  func page(of question: ArchivedQuestion) -> String {
    let slug = question.title.slug
    return "\(base)\(Pages.questionFolder)\(question.id)" + (slug.isEmpty ? "" : "/\(slug)")
  }

  /// Returns a body whose links to pictures and questions are absolute, since clients do not know what they would be relative
  /// to.
  func body(_ html: String) -> String {
    [Pages.imageFolder, Pages.questionFolder].reduce(html) { html, folder in
      html.replacing("\"\(folder)", with: "\"\(base)\(folder)")
    }
  }
}

extension String {
  /// `how-do-i-parse-json` of `How do I parse JSON?`, as the sites make their addresses; cut at 80 letters.
  fileprivate var slug: String {
    let words = lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return String(words.joined(separator: "-").prefix(80))
  }
}
