/// A question and its answers as a page of HTML.
struct QuestionPage {
  let question: ArchivedQuestion
  let epoch: Timestamp

  var html: String {
    let title = question.title.entityEncoded
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(Pages.stylePath)">
      </head>
      <body>
      <p class="note">A question of reactui's demonstration, invented like its authors.</p>
      <article>
      <h1>\(title)</h1>
      <p class="about">\(aboutQuestion)</p>
      \(question.body)
      </article>
      <h2>\(question.answers.count == 1 ? "1 answer" : "\(question.answers.count) answers")</h2>
      \(answers)
      </body>
      </html>

      """
  }

  private var aboutQuestion: String {
    let tags = question.tags.map { "<b>\($0.entityEncoded)</b>" }.joined(separator: " ")
    let closed = question.closed.map { " · closed: \($0.entityEncoded)" } ?? ""
    return about(score: question.score, author: question.asker, age: question.age)
      + " · \(question.views) \(question.views == 1 ? "view" : "views") · \(tags)\(closed)"
  }

  /// The accepted one first, then by score, as on the site.
  private var answers: String {
    let sorted = question.answers.sorted { a, b in
      a.accepted != b.accepted ? a.accepted : a.score != b.score ? a.score > b.score : a.id < b.id
    }
    return sorted.map { answer in
      """
      <article id="answer-\(answer.id)">
      <p class="about">\(answer.accepted ? "accepted · " : "")\
      \(about(score: answer.score, author: answer.author, age: answer.age))</p>
      \(answer.body)
      </article>
      """
    }.joined(separator: "\n")
  }

  private func about(score: Int, author: String?, age: Double) -> String {
    let moment = Timestamp(milliseconds: epoch.seconds(minutesBefore: age) * 1_000)
    let time = #"<time datetime="\#(moment.iso8601)">\#(moment.conAir.prefix(16)) UTC</time>"#
    return "score \(score) · \(author?.entityEncoded ?? "a deleted account") · \(time)"
  }

  static let style = """
    :root { color-scheme: light dark; }
    body { font-family: sans-serif; line-height: 1.5; max-width: 46rem; margin: 1rem auto; padding: 0 1rem; }
    pre { overflow-x: auto; padding: 0.5rem; border: 1px solid; }
    img { max-width: 100%; }
    .note, .about { font-size: smaller; }

    """
}
