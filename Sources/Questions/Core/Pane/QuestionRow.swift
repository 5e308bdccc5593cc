import Foundation
import PaneKit
import Screen
import Text

/// A question in the list. The numbers' columns hold score, an accepted answer's tick and the number of answers, and below them
/// what is special about the question; the title's, the title and below it tags, asker, views and age.
///
/// A row of three lines has up to two for the title. In a wide row of two, a longer title ends before the tags. In either, all
/// rows have the same columns, which depend on the list's width alone. In a row of one line, what is special about any question
/// of the list has columns in all rows.
///
///      142 ✓ 3  docker stop takes ten seconds for a Python script that ends at
///       *   +2  once on Ctrl+C   docker · python · linux   Khadija     1 d
struct QuestionRow: Equatable {
  private let score: Int?
  private let answerCount: Int?
  private let isAnswered: Bool
  private let title: SafeText
  private let tags: [SafeText]
  private let asker: SafeText?
  /// In a list that joins several sites.
  private let site: SafeText?
  private let age: SafeText?
  private let mark: QuestionMarks.Mark
  private let hasRule: Bool
  private let views: Int?
  private let bounty: Int?
  private let isClosed: Bool
  private let words: FilterWords
  private let isSelected: Bool
  private let reserve: Reserve

  /// The columns that rows of one line need for what is special about questions: as many as any question of the list does, so
  /// that nothing moves while the list scrolls.
  struct Reserve: Equatable {
    /// For a bounty.
    var special = 0
    /// For a person's marks.
    var marks = 0
    /// For the sites of a list that joins several, at any height of the rows.
    var sites = 0

    /// - Parameter sites: The sites that the list joins; empty for a list of one.
    init(sites: [String] = []) { self.sites = sites.map { DisplayWidth.of(SafeText(oneLine: $0)) }.max() ?? 0 }

    init(
      _ questions: some Sequence<Question>, sites: [String] = [], hasRule: (Question) -> Bool = { _ in false },
      mark: (Question) -> QuestionMarks.Mark
    ) {
      self.init(sites: sites)
      let theme = Theme()
      for question in questions {
        special = max(special, QuestionRow.special(question.bounty, theme).width)
        let marks = QuestionRow.marks(
          mark(question), hasRule: hasRule(question), isClosed: question.closedReason != nil, theme)
        self.marks = max(self.marks, marks.width)
      }
    }
  }

  /// - Parameters:
  ///   - hasRule: Whether a rule of the settings holds for it that is to be seen.
  ///   - reserve: Is used by rows of one line.
  ///   - words: The words of the list's filter, which are marked.
  init(
    _ question: Question, mark: QuestionMarks.Mark = QuestionMarks.Mark(), hasRule: Bool = false,
    reserve: Reserve = Reserve(), words: FilterWords, isSelected: Bool, at now: Date
  ) {
    score = question.score
    answerCount = question.answerCount
    isAnswered = question.acceptedAnswerID != nil
    title = question.title
    tags = question.tags
    asker = question.asker
    site = reserve.sites > 0 ? SafeText(oneLine: question.site) : nil
    age = question.creationDate.map { TimeText.age(of: $0, at: now) }
    self.mark = mark
    self.hasRule = hasRule
    self.reserve = reserve
    views = question.viewCount
    bounty = question.bounty
    isClosed = question.closedReason != nil
    self.words = words
    self.isSelected = isSelected
  }

  /// The columns, which are the same for all rows of a list. Numbers are right-aligned.
  private struct Columns {
    let score = 1..<5
    /// The first column of an accepted answer's tick.
    let tick = 6
    /// `nil` if the list is too narrow for it.
    var answers: Range<Int>?
    /// Below the numbers, what is special about the question: the signs of a kept one, of a rule and of a closed one, and a word.
    let signs = 1
    var below: Range<Int>
    var title: Int
    /// The exclusive last column of the row.
    var end: Int
    // From the right. Columns for which the list is too narrow are empty.
    var age: Range<Int>
    var views: Range<Int>
    var site: Range<Int>
    var asker: Range<Int>
    /// The title's, or that of the tags, up to the columns at its right.
    var text: Range<Int>
    /// In rows of one line, a bounty, and the marks.
    var special: Range<Int>
    var marks: Range<Int>

    static let gap = 2

    init(_ size: Size, _ reserve: Reserve) {
      let width = size.width
      let (isNarrow, isWide, isLine) = (width < 48, width >= 96, size.height == 1)
      answers = isNarrow ? nil : 5..<9
      below = 1..<(isNarrow ? 7 : 9)
      let start = isNarrow ? 8 : 11
      title = start
      end = max(start, width - PaneBorder.air)
      var right = end
      func column(_ width: Int, isShown: Bool) -> Range<Int> {
        guard isShown, width > 0, right - width >= start else { return right..<right }
        defer { right -= width + Self.gap }
        return right - width..<right
      }
      age = column(6, isShown: !isLine || width >= 60)
      views = column(10, isShown: isWide)
      // The site is never left out: without it a row does not say what it is about.
      site = column(min(reserve.sites, isNarrow ? 8 : max(8, min(20, width / 5))), isShown: width >= 24)
      asker = column(isNarrow ? 8 : min(20, width / 4), isShown: !isLine)
      special = column(reserve.special, isShown: isLine && isWide)
      marks = column(reserve.marks, isShown: isLine && width >= 60)
      text = start..<max(start, right)
    }
  }

  /// The least width of a list whose rows have room for a long title's end beside the tags.
  static let leastWidthForEnds = 72
  /// The columns between a title's end and the tags.
  private static let endGap = 3
  /// The least columns of tags beside a title's end.
  private static let leastTags = 6

  /// - Returns: the lines taken.
  @discardableResult
  func draw(into canvas: inout Canvas) -> Int {
    let theme = canvas.theme
    let columns = Columns(canvas.size, reserve)
    drawNumbers(columns, into: &canvas)
    if canvas.height == 1 {
      canvas.draw(highlighted(title, titleStyle(theme), theme), columns.text, y: 0)
      canvas.draw(Self.marks(mark, hasRule: hasRule, isClosed: isClosed, theme), columns.marks, y: 0, .right)
      canvas.draw(Self.special(bounty, theme), columns.special, y: 0, .right)
      drawFacts(columns, y: 0, into: &canvas)
      return 1
    }
    let (line, tagsStart) = drawTitle(columns, into: &canvas)
    let signs = Self.signs(mark, hasRule: hasRule, isClosed: isClosed, theme)
    canvas.draw(signs, x: columns.signs, y: line)
    let room = (signs.isEmpty ? columns.below.lowerBound : columns.signs + signs.width + 1)..<columns.below.upperBound
    let bounty = bounty == nil ? [] : [Span("bounty", theme.accent)]
    let words = [Self.newAnswers(mark, theme), bounty]
    if let word = words.first(where: { !$0.isEmpty }), word.width <= room.count {
      canvas.draw(word, room, y: line, .right)
    }
    drawFacts(columns, y: line, into: &canvas)
    let tags = tagsStart..<max(tagsStart, tagsEnd(columns))
    if tagsStart == columns.title || tags.count >= Self.leastTags {
      let words = TagLine(self.tags.map { highlighted($0, theme.dim, theme) }).spans(width: tags.count, theme)
      canvas.draw(words, tags, y: line)
    }
    return line + 1
  }

  /// The exclusive last column of the tags, which have what the asker's name leaves of its column.
  private func tagsEnd(_ columns: Columns) -> Int {
    guard !columns.asker.isEmpty else { return columns.text.upperBound }
    let name = asker.map { min(DisplayWidth.of($0), columns.asker.count) } ?? 0
    return columns.asker.upperBound - name - (name > 0 ? Columns.gap : 0)
  }

  private func drawNumbers(_ columns: Columns, into canvas: inout Canvas) {
    let theme = canvas.theme
    canvas.draw([Span(Self.compact(score), theme.plain)], columns.score, y: 0, .right)
    let answers = Self.compact(answerCount)
    // A number of three digits or more takes the space between the tick and the score.
    let tick = columns.answers.map { min(columns.tick, $0.upperBound - DisplayWidth.of(answers) - 1) }
    if isAnswered { canvas.draw(canvas.glyphs.tick, theme.good, x: tick ?? columns.tick, y: 0) }
    if let column = columns.answers { canvas.draw([Span(answers, theme.plain)], column, y: 0, .right) }
  }

  /// Draws asker, site, views and age.
  private func drawFacts(_ columns: Columns, y: Int, into canvas: inout Canvas) {
    let theme = canvas.theme
    if let asker { canvas.draw(highlighted(asker, theme.dim, theme), columns.asker, y: y, .right) }
    if let site { canvas.draw(highlighted(site, theme.dim, theme), columns.site, y: y, .right) }
    if let views {
      canvas.draw(
        [Span("\(Self.compact(views)) \(views == 1 ? "view" : "views")", theme.dim)], columns.views, y: y, .right)
    }
    if let age { canvas.draw([Span(age, theme.dim)], columns.age, y: y, .right) }
  }

  /// Draws the title over the lines above that of the tags. In a row of two lines, a long one goes on in that line.
  ///
  /// - Returns: the line of the tags, and their first column.
  private func drawTitle(_ columns: Columns, into canvas: inout Canvas) -> (line: Int, tagsStart: Int) {
    let spans = highlighted(title, titleStyle(canvas.theme), canvas.theme)
    let isShared = canvas.height == 2 && canvas.width >= Self.leastWidthForEnds
    let width = columns.end - columns.title
    guard width > 0, spans.width > width, isShared || canvas.height > 2 else {
      canvas.draw(spans, columns.title..<columns.end, y: 0)
      return (1, columns.title)
    }
    let lines = RichTextLayout.wrap(
      spans, width: width, most: 2, lastWidth: isShared ? columns.text.count : width, cut: canvas.glyphs.cut)
    for (y, cells) in lines.enumerated() { canvas.draw(cells, x: columns.title, y: y) }
    guard isShared else { return (lines.count, columns.title) }
    return (1, columns.title + (lines.count > 1 ? lines[1].displayWidth + Self.endGap : 0))
  }

  private func titleStyle(_ theme: Theme) -> Style { isSelected ? theme.strong : mark.isRead ? theme.dim : theme.plain }

  private static func newAnswers(_ mark: QuestionMarks.Mark, _ theme: Theme) -> [Span] {
    mark.newAnswers > 0 ? [Span("+\(compact(mark.newAnswers))", theme.good)] : []
  }

  private static func special(_ bounty: Int?, _ theme: Theme) -> [Span] {
    bounty.map { [Span("bounty \($0)", theme.accent)] } ?? []
  }

  /// The signs of a picked question, of a kept one, of one that a rule holds for, and of a closed one.
  private static func signs(_ mark: QuestionMarks.Mark, hasRule: Bool, isClosed: Bool, _ theme: Theme) -> [Span] {
    var signs = mark.isPicked ? [Span("#", theme.accent)] : []
    if mark.isKept { signs.append(Span("*", theme.accent)) }
    if hasRule { signs.append(Span(theme.glyphs.rule, theme.accent)) }
    if isClosed { signs.append(Span(theme.glyphs.closed, theme.dim)) }
    return signs
  }

  private static func marks(_ mark: QuestionMarks.Mark, hasRule: Bool, isClosed: Bool, _ theme: Theme) -> [Span] {
    let signs = signs(mark, hasRule: hasRule, isClosed: isClosed, theme)
    let new = newAnswers(mark, theme)
    return signs + (signs.isEmpty || new.isEmpty ? [] : [Span(" ", theme.plain)]) + new
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

extension Canvas {
  /// Draws spans into columns.
  fileprivate mutating func draw(_ spans: [Span], _ columns: Range<Int>, y: Int, _ alignment: Alignment = .left) {
    draw(spans, x: columns.lowerBound, y: y, maxWidth: columns.count, alignment: alignment)
  }
}
