import NIOCore
import NIOHTTP1

/// The pages that links of the demonstration lead to in a browser: a question with its answers, or a placeholder for a
/// picture.
struct Pages: Sendable {
  static let stylePath = "/style.css"
  /// The folder of the pictures in the archive's bodies.
  static let imageFolder = "/images/"
  /// The folder of questions' pages, by id.
  static let questionFolder = "/questions/"

  let archive: QuestionArchive
  /// The time from which the ages in the archive are counted.
  let epoch: Timestamp

  /// Returns whether a path, split at its slashes, is that of a page: `/questions/{id}`, optionally with a title, or
  /// `/images/{name}`.
  static func isPage(_ parts: [Substring]) -> Bool {
    switch parts.first {
    case "questions": (2...3).contains(parts.count)
    case "images": parts.count == 2
    default: false
    }
  }

  /// Returns the page of a path for which ``isPage(_:)`` holds, or the style sheet.
  func response(to path: String) -> Response {
    let parts = path.split(separator: "/")
    switch parts.first {
    case "questions":
      guard let question = Int(parts[1]).flatMap({ archive[$0] }) else {
        return .text(.notFound, "The demonstration has no such question.")
      }
      return response("text/html; charset=utf-8", QuestionPage(question: question, epoch: epoch).html)
    case "images":
      guard let picture = Picture(path: path, archive: archive) else {
        return .text(.notFound, "The demonstration has no such picture.")
      }
      return response("image/svg+xml", picture.svg)
    default: return response("text/css; charset=utf-8", QuestionPage.style)
    }
  }

  /// The bodies are HTML and shown unchanged. Should a body ever contain a script or a form, the browser neither runs nor
  /// loads anything except the station's style and pictures.
  private static let headers: HTTPHeaders = [
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
  ]

  private func response(_ type: String, _ text: String) -> Response {
    Response(.ok, type: type, body: ByteBuffer(string: text), headers: Self.headers)
  }
}
