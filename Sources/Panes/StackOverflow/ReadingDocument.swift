import Foundation
import Model
import Screen
import Text

/// An open question and its answers as lines for a width, laid out once and drawn in part while one scrolls.
///
/// Only what depends on the time of day, a post's age, is left to the drawing.
public struct ReadingDocument: Sendable {
  enum Line: Sendable {
    case cells([Cell])
    case post(PostLine)
  }

  let lines: [Line]
  /// The line at which each answer starts.
  public let answerLines: [Int]
  /// What it was made of: a document is made anew only when one of these has changed.
  public let source: Source

  public struct Source: Sendable, Hashable {
    public var question: Question
    public var detail: QuestionDetail?
    public var width: Int
    public var theme: Theme

    public init(question: Question, detail: QuestionDetail?, width: Int, theme: Theme) {
      self.question = question
      self.detail = detail
      self.width = width
      self.theme = theme
    }
  }

  /// Wider than this a line is hard to follow back to its start.
  public static let maxWidth = 96

  public var count: Int { lines.count }

  public init(_ source: Source) {
    self.source = source
    let question = source.detail?.question ?? source.question
    let width = source.width
    let theme = source.theme
    var lines: [Line] = []
    var answerLines: [Int] = []
    var links = LinkNumbers()

    func add(_ text: RichText) {
      let layout = RichTextLayout(text, width: width, theme: theme, links: &links)
      guard !layout.lines.isEmpty else { return }
      lines.append(.cells([]))
      lines += layout.lines.map(Line.cells)
    }

    lines += RichTextLayout.wrap(question.title, theme.strong, width: width).map(Line.cells)
    lines.append(.post(PostLine(question)))
    if let reason = question.closedReason {
      lines += RichTextLayout.wrap("Closed: \(reason)", theme.dim, width: width).map(Line.cells)
    }
    if let body = question.body { add(body) }
    if let answers = source.detail?.answers {
      for answer in answers {
        lines.append(.cells([]))
        answerLines.append(lines.count)
        lines.append(.post(PostLine(answer)))
        add(answer.body)
      }
      if answers.isEmpty {
        lines.append(.cells([]))
        lines += RichTextLayout.wrap("No answers yet", theme.dim, width: width).map(Line.cells)
      }
      if !links.targets.isEmpty {
        lines.append(.cells([]))
        lines += RichTextLayout.targetLines(links, width: width, theme: theme).map(Line.cells)
      }
    }
    self.lines = lines
    self.answerLines = answerLines
  }

  /// Draws the lines from `first` on, as many as there is room for.
  func draw(from first: Int, _ context: PaneContext, into canvas: inout Canvas) {
    for (row, line) in lines.dropFirst(first).prefix(canvas.height).enumerated() {
      switch line {
      case .cells(let cells): canvas.draw(cells, x: 0, y: row)
      case .post(let post): post.draw(context, y: row, into: &canvas)
      }
    }
  }
}

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
