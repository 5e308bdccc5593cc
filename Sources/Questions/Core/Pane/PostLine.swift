import Foundation
import PaneKit
import Screen
import Text

/// The line above a post: votes, author and date.
///
///     ✓ accepted   ▲ 57                             Jan Novák   1 h ago
struct PostLine: Sendable {
  var isAccepted = false
  var score: Int?
  /// The number of answers, for a question; `nil` for an answer.
  var answers: SafeText?
  var bounty: Int?
  var tags: [SafeText] = []
  var author: SafeText?
  var date: Date?

  init(_ question: Question) {
    score = question.score
    answers = SafeText(answers: question.answerCount)
    bounty = question.bounty
    tags = question.tags
    author = question.asker
    date = question.creationDate
  }

  init(_ answer: Answer) {
    isAccepted = answer.isAccepted
    score = answer.score
    author = answer.author
    date = answer.creationDate
  }

  func draw(_ context: PaneContext, y: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let gap = 3
    var right = canvas.width
    if let date {
      right -= canvas.draw(context.ago(date), theme.dim, x: 0, y: y, maxWidth: right, alignment: .right) + gap
    }
    if let author, right > 0 {
      let width = min(DisplayWidth.of(author), right, canvas.width / 3)
      canvas.draw(author, theme.plain, x: right - width, y: y, maxWidth: width)
      right -= width + gap
    }
    // Parts that do not fit are left out: a truncated part would be useless.
    let votes = [Span("\(glyphs.votes) \(SafeText(known: score))", theme.strong)]
    var parts: [[Span]] = []
    if isAccepted {
      let words = [Span("\(glyphs.tick)", theme.good), Span(" accepted", theme.plain)]
      parts.append(words.width + gap + votes.width <= right ? words : [Span("\(glyphs.tick)", theme.good)])
    }
    parts.append(votes)
    if let answers { parts.append([Span(answers, theme.plain)]) }
    if let bounty { parts.append([Span("bounty \(bounty)", theme.accent)]) }
    var column = 0
    for part in parts {
      guard column + part.width <= right else { return }
      column += canvas.draw(part, x: column, y: y) + gap
    }
    let line = TagLine(tags.map { [Span($0, theme.dim)] })
    guard line.fits(width: right - column, theme) else { return }
    canvas.draw(line.spans(width: right - column, theme), x: column, y: y, maxWidth: right - column)
  }
}
