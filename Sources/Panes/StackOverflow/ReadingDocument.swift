import Foundation
import Model
import Screen
import Text

/// An open question and its answers as lines for a width, laid out once and drawn in part while a person scrolls.
///
/// Only what depends on the time of day, a post's age, is left to the drawing.
struct ReadingDocument: Sendable {
  enum Line: Sendable {
    case text(TextLine)
    case post(PostLine)

    static let blank = Line.text(TextLine())

    fileprivate func overhang(width: Int) -> Int {
      if case .text(let line) = self { line.overhang(width: width) } else { 0 }
    }
  }

  let lines: [Line]
  /// The line at which each answer starts.
  let answerLines: [Int]
  /// How many columns of code do not fit, where it is widest.
  let overhang: Int
  /// Whether it has a link or a block of code.
  let hasParts: Bool
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
      lines.append(.blank)
      lines += layout.lines.map(Line.text)
    }

    lines += RichTextLayout.wrap(question.title, theme.strong, width: width).map { .text(TextLine($0)) }
    lines.append(.post(PostLine(question)))
    if let reason = question.closedReason {
      lines += RichTextLayout.wrap("Closed: \(reason)", theme.dim, width: width).map { .text(TextLine($0)) }
    }
    if let body = question.body { add(body) }
    if let answers = source.detail?.answers {
      for answer in answers {
        lines.append(.blank)
        answerLines.append(lines.count)
        lines.append(.post(PostLine(answer)))
        add(answer.body)
      }
      if answers.isEmpty {
        lines.append(.blank)
        lines += RichTextLayout.wrap("No answers yet", theme.dim, width: width).map { .text(TextLine($0)) }
      }
      if !links.targets.isEmpty {
        lines.append(.blank)
        lines += RichTextLayout.targetLines(links, width: width, theme: theme).map(Line.text)
      }
    }
    self.lines = lines
    self.answerLines = answerLines
    hasParts =
      [question.body].compactMap { $0 }.contains(where: \.hasParts)
      || source.detail?.answers.contains(where: \.body.hasParts) == true
    overhang = lines.reduce(0) { max($0, $1.overhang(width: width)) }
  }

  /// The answer that is read where a line is the first visible one, counted from 1; `nil` above the first.
  func answer(at line: Int) -> Int? {
    let count = answerLines.partitioningIndex { $0 > line }
    return count == 0 ? nil : count
  }

  /// Draws the lines from `first` on, as many as there is room for.
  ///
  /// - Parameters:
  ///   - column: how many columns of the code are scrolled out to the left.
  ///   - mark: changes a line's cells where a search found something in it.
  func draw(
    from first: Int, column: Int = 0, _ context: PaneContext, into canvas: inout Canvas,
    mark: (_ line: Int, inout [Cell]) -> Void = { _, _ in }
  ) {
    for (row, line) in lines.dropFirst(first).prefix(canvas.height).enumerated() {
      switch line {
      case .text(var text):
        mark(first + row, &text.cells)
        canvas.draw(text.visible(width: source.width, from: column, theme: canvas.theme), x: 0, y: row)
      case .post(let post): post.draw(context, y: row, into: &canvas)
      }
    }
  }
}
