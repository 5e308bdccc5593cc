import Foundation
import PaneKit
import Screen
import Text

/// An open question and its answers as a list of sections, laid out only as far as they are visible.
///
/// Only parts that depend on the time of day, the posts' ages, are drawn with each frame.
struct ReadingDocument: LaidOutText {
  /// The identity of a section, independent of the others: it keeps a position in the text when a section above is added,
  /// removed or grows.
  enum SectionID: Sendable, Hashable {
    /// The title, and the line above the question.
    case title
    case question
    /// The line above an answer, and its text.
    case answer(Answer.ID)
    /// The comments on a post, below it.
    case comments(on: Int)
    /// Why answers are missing, or older than the question.
    case answersTrouble
    /// The part below all posts: the links.
    case end
  }

  /// A line of the text.
  typealias Place = TextLayout.Place

  /// A position that depends neither on the width nor on the sections above.
  struct Anchor: Sendable, Hashable {
    var section: SectionID
    var anchor: TextLayout.Anchor
  }

  /// The content of the document, which is created again only when this has changed.
  let source: Source
  let layout: TextLayout
  /// In the order of the layout's sections.
  let ids: [SectionID]
  /// The indices of the sections that are answers.
  let answers: [Int]
  /// The lines drawn by the document, by their number in the layout.
  private let owned: [OwnedLine]
  /// Whether it contains a link or a block of code.
  let hasParts: Bool
  /// The columns by which the widest code exceeds the width.
  let overhang: Int

  struct Source: Sendable, Hashable {
    var question: Question
    var detail: QuestionDetail?
    /// `nil` while they are hidden.
    var comments: CommentsState?
    var width: Int
    var theme: Theme

    /// Compares quickly if both are from the same answer of the service, however long: arrays that share their storage are
    /// equal.
    fileprivate func isSameText(as other: Source) -> Bool {
      theme == other.theme && question == other.question && detail == other.detail && comments == other.comments
    }
  }

  /// In wider lines it is hard to find the start of the next line.
  static let maxWidth = 96

  init(_ source: Source) {
    let question = source.detail?.question ?? source.question
    var builder = Builder(
      theme: source.theme, comments: source.comments, language: CodeLanguage(tags: question.tags))
    builder.add(question)
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

  /// Returns the document of another source: if only the width differs, only the lines are laid out again.
  func changed(to source: Source) -> ReadingDocument {
    source.isSameText(as: self.source)
      ? ReadingDocument(source, ids, layout.sections, owned) : ReadingDocument(source)
  }

  /// Returns whether another document has the same content, possibly in other lines.
  func hasSameText(as other: ReadingDocument) -> Bool { source.isSameText(as: other.source) }

  /// Assembles the sections.
  private struct Builder {
    let theme: Theme
    let comments: CommentsState?
    /// The language of code whose author names none.
    let language: CodeLanguage?
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
          section.add(body, language: document.language, links: &document.links)
        }
      }
      if let comments { addComments(CommentEntry.all(on: question, comments), on: question.id) }
    }

    mutating func add(_ answer: Answer, isFirst: Bool) {
      add(.answer(answer.id)) { section, document in
        section.addBlank()
        section.add(line: document.number(of: .post(PostLine(answer))))
        section.addBlank()
        section.add(answer.body, language: document.language, links: &document.links)
      }
      if let comments { addComments(CommentEntry.all(on: answer, isFirst: isFirst, comments), on: answer.id) }
    }

    /// Adds the placeholder of missing answers.
    mutating func add(_ note: AnswersNote) {
      add(.answersTrouble) { section, document in
        section.addBlank()
        section.add(note.sentence, note.isTrouble ? document.theme.alarm : document.theme.dim)
        if note.canBeAskedFor { section.add("r tries again", document.theme.dim) }
      }
    }

    /// Adds the entries below a post, dim and indented.
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

  /// Returns the line above an answer, after the blank one; `nil` if there is no such answer.
  func place(ofAnswer answer: Int) -> Place? {
    guard answers.indices.contains(answer) else { return nil }
    return layout.place(Place(section: answers[answer]), movedBy: 1)
  }

  /// Returns the line above the post in which a search has found its words; `nil` for the question itself, and for a post that
  /// is not there.
  func place(ofFound place: FoundQuestion.Place) -> Place? {
    let section: Int? =
      switch place {
      case .title, .question: nil
      case .answer(let id): ids.firstIndex(of: .answer(id))
      case .comment(let post): ids.firstIndex(of: .comments(on: post)) ?? ids.firstIndex(of: .answer(post))
      }
    return section.map { layout.place(Place(section: $0), movedBy: 1) }
  }

  /// Returns where the next or the previous answer begins.
  func place(ofPart step: Int, from first: Place, visible: Int) -> Place? {
    let read = answer(at: first) ?? 0
    guard step < 0 else {
      // At the end of the text no line can scroll further up.
      return layout.ends(within: visible, from: first) ? nil : place(ofAnswer: read)
    }
    guard let begin = place(ofAnswer: read - 1) else { return nil }
    return begin < first ? begin : place(ofAnswer: read - 2)
  }

  /// Returns the answer at the top of the screen if a line is the first visible one, counted from 1; `nil` above the first.
  func answer(at place: Place) -> Int? {
    let count = answers.indices.prefix { self.place(ofAnswer: $0).map { $0 <= place } ?? false }.count
    return count == 0 ? nil : count
  }

  /// Returns the first link or block of code at or below a line; the last one above it if there is none. The list of links at
  /// the end counts only where it is what is read.
  func part(at place: Place) -> TextLayout.Part? {
    let hasLinksBelow = ids.last == .end && place.section < ids.count - 1
    return layout.part(at: place, inSections: ids.count - (hasLinksBelow ? 1 : 0))
  }

  func anchor(of place: Place) -> Anchor {
    Anchor(section: ids[min(place.section, ids.count - 1)], anchor: layout.anchor(of: place))
  }

  /// Returns the line with an anchor's text; `nil` if its section was removed. For hidden comments it is the last line of
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
  /// Draws the lines from `first` on, as many as fit.
  ///
  /// - Parameters:
  ///   - column: The columns of code scrolled out to the left.
  ///   - search: The search whose matches are marked.
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

/// The search in an open question.
typealias TextSearch = LayoutSearch<ReadingDocument>
