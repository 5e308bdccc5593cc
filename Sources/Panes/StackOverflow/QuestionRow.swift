import Foundation
import Model
import Screen
import Text
import ViewModels

/// A question in the list: score, answers and title in the first line; tags, asker and age in the line after the title.
///
/// In a row of three lines, a longer title continues in the second.
///
///       42 ✓ 3  Why does Swift concurrency hop threads here,
///               and how do I stay on the main one?
///               swift · async-await                     maria   2 h
struct QuestionRow: Equatable {
  private let score: Int?
  private let answerCount: Int?
  private let isAnswered: Bool
  private let title: SafeText
  private let tags: [SafeText]
  private let asker: SafeText?
  private let age: SafeText?
  private let mark: QuestionMarks.Mark
  private let views: Int?
  private let bounty: Int?
  private let isClosed: Bool
  private let words: FilterWords
  private let isSelected: Bool

  /// The lines of a row with two lines for the title.
  static let wholeHeight = 3

  /// - Parameter words: The words of the list's filter, which are marked.
  init(
    _ question: Question, mark: QuestionMarks.Mark = QuestionMarks.Mark(), words: FilterWords, isSelected: Bool,
    at now: Date
  ) {
    score = question.score
    answerCount = question.answerCount
    isAnswered = question.acceptedAnswerID != nil
    title = question.title
    tags = question.tags
    asker = question.asker
    age = question.creationDate.map { TimeText.age(of: $0, at: now) }
    self.mark = mark
    views = question.viewCount
    bounty = question.bounty
    isClosed = question.closedReason != nil
    self.words = words
    self.isSelected = isSelected
  }

  /// The columns, counted from the border. Numbers are right-aligned.
  private struct Columns {
    let scoreEnd = 5
    /// The first column of an accepted answer's tick.
    let tick = 6
    /// The exclusive last column of the number of answers; `nil` if the list is too narrow for it.
    var answersEnd: Int?
    var title: Int
    var ageWidth: Int
    var askerWidth: Int

    init(width: Int) {
      let isNarrow = width < 48
      answersEnd = isNarrow ? nil : 9
      title = isNarrow ? 8 : 11
      // The longest age, `34 min`, and two spaces before it.
      ageWidth = 8
      askerWidth = isNarrow ? 8 : min(20, width / 4)
    }
  }

  /// - Returns: the lines taken.
  @discardableResult
  func draw(into canvas: inout Canvas) -> Int {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let columns = Columns(width: canvas.width)
    let end = canvas.width - PaneBorder.air

    canvas.draw(
      Self.compact(score), theme.plain, x: 1, y: 0, maxWidth: columns.scoreEnd - 1, alignment: .right)
    let answers = Self.compact(answerCount)
    // A number of three digits or more takes the space between the tick and the score.
    let tickColumn = columns.answersEnd.map { min(columns.tick, $0 - DisplayWidth.of(answers) - 1) } ?? columns.tick
    if isAnswered { canvas.draw(glyphs.tick, theme.good, x: tickColumn, y: 0) }
    if let answersEnd = columns.answersEnd {
      let start = columns.scoreEnd
      canvas.draw(answers, theme.plain, x: start, y: 0, maxWidth: answersEnd - start, alignment: .right)
    }
    var titleEnd = end
    if canvas.height == 1, canvas.width >= Self.widthForMore {
      // A single line has the most important parts at its right: what is special, and the age.
      if let age {
        canvas.draw(age, theme.dim, x: titleEnd - columns.ageWidth, y: 0, maxWidth: columns.ageWidth, alignment: .right)
        titleEnd -= columns.ageWidth
      }
      let taken = drawSpecial(
        end: titleEnd, room: titleEnd - columns.title, leaving: Self.leastTitle, y: 0, into: &canvas)
      titleEnd -= max(2, taken)
    }
    let line = drawTitle(x: columns.title, width: titleEnd - columns.title, into: &canvas)
    guard line < canvas.height else { return line }
    // From the right: age, asker; the tags get the rest.
    var right = end
    if let age {
      canvas.draw(
        age, theme.dim, x: right - columns.ageWidth, y: line, maxWidth: columns.ageWidth, alignment: .right)
    }
    right -= columns.ageWidth
    if let asker {
      let width = min(columns.askerWidth, right - columns.title)
      let taken = canvas.draw(
        highlighted(asker, theme.dim, theme), x: right - width, y: line, maxWidth: width, alignment: .right)
      right -= taken + 2
    }
    right -= drawSpecial(
      end: right, room: right - columns.title, leaving: Self.leastTags, y: line, into: &canvas)
    canvas.draw(tagLine(theme, glyphs), x: columns.title, y: line, maxWidth: right - columns.title)
    return line + 1
  }

  /// Draws the title in at most as many lines as the row has besides that of the tags.
  ///
  /// - Returns: the lines taken.
  private func drawTitle(x: Int, width: Int, into canvas: inout Canvas) -> Int {
    let theme = canvas.theme
    let style = isSelected ? theme.strong : mark.isRead ? theme.dim : theme.plain
    let spans = highlighted(title, style, theme)
    guard canvas.height >= Self.wholeHeight, spans.width > width else {
      canvas.draw(spans, x: x, y: 0, maxWidth: width)
      return 1
    }
    let lines = RichTextLayout.wrap(spans, width: width, most: canvas.height - 1, cut: canvas.glyphs.cut)
    for (y, cells) in lines.enumerated() { canvas.draw(cells, x: x, y: y) }
    return max(1, lines.count)
  }

  /// The least columns of a title or the tags before special properties are left out.
  private static let leastTitle = 24
  /// The least columns of the tags beside a person's marks.
  private static let leastTags = 8

  /// Draws the special properties of the question to the left of a column: that it is kept, new answers, bounty, closed, and
  /// views. The least important ones that do not fit are left out.
  ///
  /// - Parameters:
  ///   - room: The columns up to the title's or the tags' first one.
  ///   - least: The columns that the first two properties leave free.
  /// - Returns: the columns taken, with a gap of two.
  private func drawSpecial(end: Int, room: Int, leaving least: Int, y: Int, into canvas: inout Canvas) -> Int {
    let theme = canvas.theme
    let rest = max(least, Self.leastTitle)
    var spans: [(span: Span, leaving: Int)] = []
    if mark.isKept { spans.append((Span("*", theme.accent), least)) }
    if mark.newAnswers > 0 { spans.append((Span("+\(mark.newAnswers)", theme.good), least)) }
    if let bounty { spans.append((Span("bounty \(bounty)", theme.accent), rest)) }
    if isClosed { spans.append((Span("closed", theme.dim), rest)) }
    if let views, room - rest >= Self.roomForViews {
      spans.append((Span("\(Self.compact(views)) views", theme.dim), rest))
    }
    var line: [Span] = []
    var width = 0
    for (span, least) in spans {
      let added = DisplayWidth.of(span.text) + (line.isEmpty ? 0 : 2)
      guard width + added + 2 <= room - least else { break }
      if !line.isEmpty { line.append(Span("  ", theme.plain)) }
      line.append(span)
      width += added
    }
    guard width > 0 else { return 0 }
    canvas.draw(line, x: end - width, y: y, maxWidth: width)
    return width + 2
  }

  /// The width from which on rows of one line show more than a title.
  private static let widthForMore = 60
  /// The free columns from which on views are shown.
  private static let roomForViews = 40

  private func tagLine(_ theme: Theme, _ glyphs: GlyphSet) -> [Span] {
    var spans: [Span] = []
    for tag in tags {
      if !spans.isEmpty { spans.append(Span(" \(glyphs.dot) ", theme.dim)) }
      spans += highlighted(tag, theme.dim, theme)
    }
    return spans
  }

  private func highlighted(_ text: SafeText, _ style: Style, _ theme: Theme) -> [Span] {
    [Span](text, style, marking: words.ranges(in: text), with: theme.match)
  }

  /// The same; `?` if unknown.
  private static func compact(_ number: Int?) -> SafeText { number.map { compact($0) } ?? "?" }

  /// A number in at most four columns: `9999`, `27k`, `−12k`, `3M`.
  static func compact(_ number: Int) -> SafeText {
    switch number.magnitude {
    case 0..<1_000: SafeText(number)
    case 1_000..<10_000 where number > 0: SafeText(number)
    case 1_000..<1_000_000: "\(SafeText(number / 1_000))k"
    default: "\(SafeText(number / 1_000_000))M"
    }
  }
}
