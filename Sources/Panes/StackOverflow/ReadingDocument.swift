import Foundation
import Model
import Screen
import Text

/// An open question and its answers as lines for a width, laid out once and drawn in part while a person scrolls.
///
/// Only what depends on the time of day, a post's age, is left to the drawing.
struct ReadingDocument: Sendable {
  enum Line: Sendable {
    case cells([Cell])
    case post(PostLine)
  }

  let lines: [Line]
  /// The line at which each answer starts.
  let answerLines: [Int]
  /// What it was made of: a document is made again only when one of these has changed.
  let source: Source

  struct Source: Sendable, Hashable {
    var question: Question
    var detail: QuestionDetail?
    var width: Int
    var theme: Theme
  }

  /// Wider than this a line is hard to follow back to its start.
  static let maxWidth = 96

  var count: Int { lines.count }

  init(_ source: Source) {
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
  ///
  /// - Parameter mark: changes a line's cells where a search found something in it.
  func draw(
    from first: Int, _ context: PaneContext, into canvas: inout Canvas,
    mark: (_ line: Int, inout [Cell]) -> Void = { _, _ in }
  ) {
    for (row, line) in lines.dropFirst(first).prefix(canvas.height).enumerated() {
      switch line {
      case .cells(var cells):
        mark(first + row, &cells)
        canvas.draw(cells, x: 0, y: row)
      case .post(let post): post.draw(context, y: row, into: &canvas)
      }
    }
  }
}
