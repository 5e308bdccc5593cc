import Foundation
import Model
import Screen
import Text
import ViewModels

/// An open question and its answers as a list of sections, of which only what is seen is laid out.
///
/// Only what depends on the time of day, a post's age, is left to the drawing.
struct ReadingDocument: LaidOutText {
  /// What a section is about, whichever others there are: by it a place in the text stays where it is when a section
  /// above comes, goes or grows.
  enum SectionID: Sendable, Hashable {
    /// The title, and the line over the question.
    case title
    case question
    /// The line over an answer, and its text.
    case answer(Answer.ID)
    /// The comments on a post, below it.
    case comments(on: Int)
    /// Why answers are missing, or not as new as the question.
    case answersTrouble
    /// What stands below all posts: the links.
    case end
  }

  /// A line of the text.
  typealias Place = TextLayout.Place

  /// A place that depends neither on the width nor on the sections above.
  struct Anchor: Sendable, Hashable {
    var section: SectionID
    var anchor: TextLayout.Anchor
  }

  /// What it was made of: a document is made again only when one of these has changed.
  let source: Source
  let layout: TextLayout
  /// In the order of the layout's sections.
  let ids: [SectionID]
  /// The sections that are answers.
  let answers: [Int]
  /// The lines that are drawn here, by their number in the layout.
  private let owned: [OwnedLine]
  /// Whether it has a link or a block of code.
  let hasParts: Bool
  /// How many columns of code do not fit, where it is widest.
  let overhang: Int

  struct Source: Sendable, Hashable {
    var question: Question
    var detail: QuestionDetail?
    /// `nil` while they are not shown.
    var comments: CommentsState?
    var width: Int
    var theme: Theme

    /// Compared at once where both are of the same answer of the service, however long that is: arrays that share their
    /// memory are equal.
    fileprivate func isSameText(as other: Source) -> Bool {
      theme == other.theme && question == other.question && detail == other.detail && comments == other.comments
    }
  }

  /// Wider than this a line is hard to follow back to its start.
  static let maxWidth = 96

  init(_ source: Source) {
    var builder = Builder(theme: source.theme, comments: source.comments)
    builder.add(source.detail?.question ?? source.question)
    if let detail = source.detail {
      let note = AnswersNote(detail)
      if let note, !note.isBelowAnswers { builder.add(note) }
      for (index, answer) in detail.answers.enumerated() { builder.add(answer, isFirst: index == 0) }
      if let note, note.isBelowAnswers { builder.add(note) }
      builder.addEnd(hasAnswers: !detail.answers.isEmpty || note != nil)
    }
    self.init(source, builder.ids, builder.sections, builder.owned)
  }

  private init(_ source: Source, _ ids: [SectionID], _ sections: [TextSection], _ owned: [OwnedLine]) {
    self.source = source
    self.ids = ids
    self.owned = owned
    layout = TextLayout(sections, width: source.width)
    answers = ids.indices.filter { if case .answer = ids[$0] { true } else { false } }
    hasParts = sections.contains(where: \.hasParts)
    overhang = layout.overhang
  }

  /// The document of another source: where only the width differs, nothing but the lines is made again.
  func changed(to source: Source) -> ReadingDocument {
    source.isSameText(as: self.source)
      ? ReadingDocument(source, ids, layout.sections, owned) : ReadingDocument(source)
  }

  /// Whether another document differs in nothing but its lines.
  func hasSameText(as other: ReadingDocument) -> Bool { source.isSameText(as: other.source) }

  /// Puts the sections together.
  private struct Builder {
    let theme: Theme
    let comments: CommentsState?
    var ids: [SectionID] = []
    var sections: [TextSection] = []
    var owned: [OwnedLine] = []
    var links = LinkNumbers()

    mutating func add(_ question: Question) {
      add(.title) { section, document in
        section.add(question.title, document.theme.strong)
        section.add(line: document.number(of: .post(PostLine(question))))
        if let reason = question.closedReason { section.add("Closed: \(reason)", document.theme.dim) }
      }
      if let body = question.body {
        add(.question) { section, document in
          section.addBlank()
          section.add(body, links: &document.links)
        }
      }
      if let comments { addComments(CommentEntry.all(on: question, comments), on: question.id) }
    }

    mutating func add(_ answer: Answer, isFirst: Bool) {
      add(.answer(answer.id)) { section, document in
        section.addBlank()
        section.add(line: document.number(of: .post(PostLine(answer))))
        section.addBlank()
        section.add(answer.body, links: &document.links)
      }
      if let comments { addComments(CommentEntry.all(on: answer, isFirst: isFirst, comments), on: answer.id) }
    }

    /// What stands in the place of the answers that are missing.
    mutating func add(_ note: AnswersNote) {
      add(.answersTrouble) { section, document in
        section.addBlank()
        section.add(note.sentence, note.isTrouble ? document.theme.alarm : document.theme.dim)
        if note.canBeAskedFor { section.add("r tries again", document.theme.dim) }
      }
    }

    /// What stands below a post, dim and set in.
    private mutating func addComments(_ entries: [CommentEntry], on post: Int) {
      add(.comments(on: post), TextSection(theme: theme, base: theme.dim, indent: CommentEntry.indent)) {
        section, document in
        section.addBlank()
        for entry in entries {
          switch entry {
          case .loading: section.add(line: document.number(of: .loadingComments))
          case .past(let date): section.add(line: document.number(of: .commentsOf(date)))
          case .note(let text): section.add(text, document.theme.dim)
          case .trouble(let text): section.add(text, document.theme.alarm)
          case .comment(let comment):
            let age = document.number(of: .age(comment.creationDate))
            section.add(
              item: comment.text(document.theme.glyphs), aside: age, columns: CommentEntry.ageColumns,
              links: &document.links)
          }
        }
      }
    }

    mutating func addEnd(hasAnswers: Bool) {
      add(.end) { section, document in
        section.addBlank()
        if !hasAnswers {
          section.add("No answers yet", document.theme.dim)
          section.addBlank()
        }
        section.add(targetsOf: document.links)
      }
    }

    private mutating func add(
      _ id: SectionID, _ empty: TextSection? = nil, _ fill: (inout TextSection, inout Builder) -> Void
    ) {
      var section = empty ?? TextSection(theme: theme)
      fill(&section, &self)
      ids.append(id)
      sections.append(section)
    }

    private mutating func number(of line: OwnedLine) -> Int {
      owned.append(line)
      return owned.count - 1
    }
  }
}

// MARK: - Places

extension ReadingDocument {
  var start: Place { layout.start }

  /// The line over an answer, behind the blank one; `nil` where there is no such answer.
  func place(ofAnswer answer: Int) -> Place? {
    guard answers.indices.contains(answer) else { return nil }
    return layout.place(Place(section: answers[answer]), movedBy: 1)
  }

  /// The answer that is read where a line is the first visible one, counted from 1; `nil` above the first.
  func answer(at place: Place) -> Int? {
    let count = answers.indices.prefix { self.place(ofAnswer: $0).map { $0 <= place } ?? false }.count
    return count == 0 ? nil : count
  }

  func anchor(of place: Place) -> Anchor {
    Anchor(section: ids[min(place.section, ids.count - 1)], anchor: layout.anchor(of: place))
  }

  /// The line that has an anchor's text; `nil` where its section is gone. Of comments that are hidden, it is the last one of
  /// their post.
  func place(of anchor: Anchor) -> Place? {
    if let section = ids.firstIndex(of: anchor.section) { return layout.place(of: anchor.anchor, in: section) }
    guard case .comments(let post) = anchor.section else { return nil }
    let owner = ids.firstIndex(of: .answer(post)) ?? ids.firstIndex(of: .question) ?? ids.firstIndex(of: .title)
    return owner.map { layout.end(ofSection: $0) }
  }
}

// MARK: - The picture

extension ReadingDocument {
  /// Draws the lines from `first` on, as many as there is room for.
  ///
  /// - Parameters:
  ///   - column: how many columns of the code are scrolled out to the left.
  ///   - search: marks what it has found.
  func draw(
    from first: Place, column: Int = 0, marking search: TextSearch = TextSearch(), _ context: PaneContext,
    into canvas: inout Canvas
  ) {
    for (row, item) in layout.lines(from: first, canvas.height).enumerated() {
      if let number = item.line.custom {
        owned[number].draw(context, y: row, into: &canvas)
      } else {
        let line = search.marked(item.line, at: item.place, canvas.theme)
        canvas.draw(line.visible(width: source.width, from: column, theme: canvas.theme), x: 0, y: row)
        if let aside = line.aside { owned[aside].draw(context, y: row, into: &canvas) }
      }
    }
  }
}
