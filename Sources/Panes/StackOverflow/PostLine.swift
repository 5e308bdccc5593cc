import Foundation
import Model
import Screen
import Text

/// The line over a post: votes, and who wrote it when.
///
///     ✓ accepted   ▲ 57                             Jan Novák   1 h ago
struct PostLine: Sendable {
  var isAccepted = false
  var score: Int
  /// How many answers, with the question; `nil` for an answer.
  var answerCount: Int?
  var tags: [SafeText] = []
  var author: SafeText?
  var date: Date?

  init(_ question: Question) {
    score = question.score
    answerCount = question.answerCount
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
    var parts: [[Span]] = []
    if isAccepted { parts.append([Span("\(glyphs.tick) accepted", theme.good)]) }
    parts.append([Span("\(glyphs.votes) \(score)", theme.strong)])
    if let answerCount { parts.append([Span(answerCount == 1 ? "1 answer" : "\(answerCount) answers", theme.plain)]) }
    if !tags.isEmpty { parts.append([Span(tags.joined(separator: " \(glyphs.dot) "), theme.dim)]) }
    var column = 0
    for part in parts where column < right {
      column += canvas.draw(part, x: column, y: y, maxWidth: right - column) + gap
    }
  }
}
