import Foundation

/// The targets of links in the API's answers: pages of this station. Its questions are invented, and on a real site their ids
/// belong to other posts.
struct StationLinks: Sendable {
  /// `http://127.0.0.1:8642`: the client's name for the station.
  let base: String

  init(base: String) {
    self.base = base
  }

  init(_ request: StationRequest) {
    // `AccessPolicy` refuses requests without a `Host`.
    base = "http://" + (request.header("Host").flatMap(Authority.init)?.description ?? "localhost")
  }

  /// `http://127.0.0.1:8642/questions/79200038/camerax-imageanalysis-stops`
  func page(of question: ArchivedQuestion) -> String {
    let slug = question.title.slug
    return "\(base)\(Pages.questionFolder)\(question.id)" + (slug.isEmpty ? "" : "/\(slug)")
  }

  /// Returns a body with absolute links to pictures and questions, because clients do not know their base.
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
