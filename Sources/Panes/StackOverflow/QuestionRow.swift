import Foundation
import Model
import Screen
import Text
import ViewModels

/// A question in the list: score, answers and title on the first line; tags, asker and age on the second.
///
///       42  ✓ 3   Why does Swift concurrency hop threads here?
///                 swift · async-await                     maria   2 h
struct QuestionRow {
  private let score: Int
  private let answerCount: Int
  private let isAnswered: Bool
  private let title: SafeText
  private let tags: [SafeText]
  private let asker: SafeText?
  private let age: SafeText?
  private let words: FilterWords
  private let isSelected: Bool

  /// - Parameter words: what the list was filtered by, for marking where it occurs.
  init(_ question: Question, words: FilterWords, isSelected: Bool, at now: Date) {
    score = question.score
    answerCount = question.answerCount
    isAnswered = question.acceptedAnswerID != nil
    title = question.title
    tags = question.tags
    asker = question.asker
    age = question.creationDate.map { TimeText.age(of: $0, at: now) }
    self.words = words
    self.isSelected = isSelected
  }

  /// The columns, counted from the border. Numbers stand to the right of theirs.
  private struct Columns {
    let scoreEnd = 5
    /// The first column that an accepted answer's tick may stand in.
    let tick = 6
    /// The answers' last column, exclusive; `nil` where the list is too narrow for them.
    var answersEnd: Int?
    var title: Int
    var ageWidth: Int
    var askerWidth: Int

    init(width: Int) {
      let isNarrow = width < 48
      answersEnd = isNarrow ? nil : 10
      title = isNarrow ? 8 : 13
      // The longest age, `34 min`, and two spaces before it.
      ageWidth = 8
      askerWidth = isNarrow ? 8 : min(20, width / 4)
    }
  }

  func draw(into canvas: inout Canvas) {
    let theme = canvas.theme
    let glyphs = canvas.glyphs
    let columns = Columns(width: canvas.width)
    let end = canvas.width - PaneBorder.air

    canvas.draw(
      Self.compact(score), theme.plain, x: 1, y: 0, maxWidth: columns.scoreEnd - 1, alignment: .right)
    let answers = Self.compact(answerCount)
    // In front of the number with a space, as long as the score leaves one.
    let tickColumn = columns.answersEnd.map { max(columns.tick, $0 - DisplayWidth.of(answers) - 2) } ?? columns.tick
    if isAnswered { canvas.draw(glyphs.tick, theme.good, x: tickColumn, y: 0) }
    if let answersEnd = columns.answersEnd {
      let start = columns.scoreEnd + 2
      canvas.draw(answers, theme.plain, x: start, y: 0, maxWidth: answersEnd - start, alignment: .right)
    }
    let titleStyle = isSelected ? theme.strong : theme.plain
    canvas.draw(highlighted(title, titleStyle, theme), x: columns.title, y: 0, maxWidth: end - columns.title)

    guard canvas.height > 1 else { return }
    // From the right: age, asker; the tags have what is left.
    var right = end
    if let age {
      canvas.draw(
        age, theme.dim, x: right - columns.ageWidth, y: 1, maxWidth: columns.ageWidth, alignment: .right)
    }
    right -= columns.ageWidth
    if let asker {
      let width = min(columns.askerWidth, right - columns.title)
      let taken = canvas.draw(
        highlighted(asker, theme.dim, theme), x: right - width, y: 1, maxWidth: width, alignment: .right)
      right -= taken + 2
    }
    canvas.draw(tagLine(theme, glyphs), x: columns.title, y: 1, maxWidth: right - columns.title)
  }

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
