/// The placeholder for a question's picture: its description in a frame, because the demonstration has no pictures.
struct Picture {
  /// Encoded as in the question's HTML.
  let description: String

  /// - Returns: `nil` unless a question or an answer contains a picture with this path.
  init?(path: String, archive: QuestionArchive) {
    let start = "<img src=\"\(path)\" alt=\""
    let bodies = archive.questions.lazy.flatMap { question in [question.body] + question.answers.map(\.body) }
    for body in bodies {
      guard let range = body.firstRange(of: start) else { continue }
      description = String(body[range.upperBound...].prefix { $0 != "\"" })
      return
    }
    return nil
  }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 120" width="720" height="120">
    <title>\(description)</title>
    <rect x="1" y="1" width="718" height="118" fill="#eeeeee" stroke="#888888"/>
    <text x="360" y="65" text-anchor="middle" font-family="sans-serif" font-size="16" fill="#222222">\(description)</text>
    </svg>

    """
  }
}
