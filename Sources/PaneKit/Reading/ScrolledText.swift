import Screen
import Text

/// A person's movement in an open text.
package enum TextMotion: Sendable, Hashable {
  case move(Motion)
  /// Scrolls wide lines by a number of columns, to the right if positive.
  case sideways(Int)
  /// Goes to the next match of the search, or to the previous one.
  case match(Int)
  /// Goes to the next part of the text that has a beginning of its own, such as an answer, or to the previous one.
  case part(Int)
}

/// An open text in a window: its first visible line, and the matches of a search in it, as a pure value.
///
/// The text at the start of the line to which a person scrolled last is the anchor. It stays at the top of the window when the
/// width changes, or the document above it. A text to which nobody scrolled shows its start.
///
/// A text may be open before it has come. What a person does until then acts on what is known, its head, and is done again
/// when the text is there, so that the same keys lead to the same place however late it comes:
///
/// ```
/// keys:  ⏎ ␣ j ·········        ⏎ ··········· ␣ j
/// text:  ····· comes: line 20   ··· comes ··· line 20
/// ```
package struct ScrolledText<Document: LaidOutText>: Sendable {
  /// `nil` before the text is shown, and while it is set aside.
  package private(set) var document: Document?
  /// The number of visible lines.
  package private(set) var visibleLines = 1
  /// The columns of wide lines scrolled out to the left.
  package private(set) var column = 0
  package private(set) var search = LayoutSearch<Document>()
  private var firstLine: TextLayout.Place?
  private var anchor: Document.Anchor?
  /// What stands in for the anchor while its part of the text is missing.
  private var substitute: Document.Anchor?
  /// Where the search began, from which matches are searched during typing.
  private var searchStart: Document.Anchor?
  private var isSearching = false
  /// Whether the text is still to come, and what is shown is only its head.
  package private(set) var isAwaited = false

  package init() {}

  /// What a person has done meanwhile.
  private var early = Early()

  private struct Early: Sendable {
    package enum Step: Sendable {
      /// A motion in a window of so many lines: the search's field takes one.
      case motion(TextMotion, lines: Int)
      /// The search's field was opened.
      case search
      /// Other words were searched for.
      case words(FilterState)
    }

    var steps: [Step] = []
    /// The anchor before the first of them.
    var anchor: Document.Anchor?

    mutating func append(_ step: Step, from anchor: Document.Anchor?) {
      if steps.isEmpty { self.anchor = anchor }
      steps.append(step)
    }
  }

  /// The first visible line.
  package var place: TextLayout.Place { firstLine ?? document?.layout.start ?? TextLayout.Place(section: 0) }
  /// The lines of a page: the visible ones minus one.
  package var page: Int { max(1, visibleLines - 1) }

  /// Shows a document in a window. New words of the search scroll to their first match.
  ///
  /// - Parameters:
  ///   - lines: The number of visible lines.
  ///   - isAwaited: Whether the document is only the head of a text that is still to come.
  ///   - start: Returns the line from which a text that has come is read; `nil` for where it was.
  package mutating func show(
    _ source: Document.Source, lines: Int, search field: FilterState, isAwaited: Bool = false,
    from start: (Document) -> TextLayout.Place? = { _ in nil }
  ) {
    let former = document.map { (document: $0, place: place) }
    visibleLines = lines
    if document?.source != source { document = document?.changed(to: source) ?? Document(source) }
    self.isAwaited = isAwaited
    let early = isAwaited ? Early() : self.early
    if !early.steps.isEmpty {
      self.early = Early()
      (anchor, column) = (early.anchor, 0)
    }
    findAnchor(after: former)
    stopAtEnd()
    scroll(toColumn: column)
    if let place = document.flatMap(start) { scroll(to: place) }
    if !early.steps.isEmpty { search = LayoutSearch() }
    for step in early.steps { repeatEarly(step) }
    if visibleLines != lines {
      visibleLines = lines
      stopAtEnd()
    }
    find(field)
  }

  /// Does what a person did before the text was there.
  private mutating func repeatEarly(_ step: Early.Step) {
    switch step {
    case .motion(let motion, let lines):
      visibleLines = lines
      scroll(motion)
    case .search: searchStart = document?.anchor(of: place)
    case .words(let field):
      isSearching = field.isEditing
      find(field)
    }
  }

  /// Discards the document while another text is shown; its place stays, and so does what was done before it came.
  package mutating func setAside() { (document, isAwaited) = (nil, false) }

  package mutating func scroll(_ motion: TextMotion) {
    if isAwaited { early.append(.motion(motion, lines: visibleLines), from: anchor) }
    switch motion {
    case .move(.lines(let count)): scroll { $0.place($1, movedBy: count) }
    case .move(.start): scroll { layout, _ in layout.start }
    case .move(.end): scroll { [visibleLines] layout, _ in layout.lastPage(of: visibleLines) }
    case .sideways(let columns): scroll(toColumn: column + columns)
    case .match(let step):
      search.step(step, from: place, to: end)
      showMatch()
    case .part(let step):
      if let place = part(step) { scroll(to: place) }
    }
  }

  /// Returns where the next part begins below the first visible line, or the previous one above it; `nil` if there is none.
  package func part(_ step: Int) -> TextLayout.Place? {
    document?.place(ofPart: step, from: place, visible: visibleLines)
  }

  /// Makes a line the first visible one, as far as the text goes on below it.
  mutating func scroll(to place: TextLayout.Place) { scroll { _, _ in place } }
}

// MARK: - Lines

extension ScrolledText {
  /// The first line below the visible ones; `nil` if the text ends before.
  private var end: TextLayout.Place? {
    document?.layout.lines(from: place, visibleLines + 1).dropFirst(visibleLines).first?.place
  }

  private mutating func scroll(_ move: (TextLayout, TextLayout.Place) -> TextLayout.Place) {
    guard let document else { return }
    firstLine = move(document.layout, place)
    stopAtEnd()
    (anchor, substitute) = (document.anchor(of: place), nil)
  }

  /// Finds the first visible line again in a document that has changed. If its part of the text is gone, a person stays where
  /// it was: at the end of the part before it. It is found again when it returns.
  private mutating func findAnchor(after former: (document: Document, place: TextLayout.Place)?) {
    guard let document, let anchor else {
      firstLine = nil
      return
    }
    firstLine = document.place(of: anchor)
    guard firstLine == nil else {
      substitute = nil
      return
    }
    if substitute.flatMap({ document.place(of: $0) }) == nil {
      substitute = former.flatMap { former in
        (0..<former.place.section).reversed().lazy
          .map { former.document.anchor(of: former.document.layout.end(ofSection: $0)) }
          .first { document.place(of: $0) != nil }
      }
    }
    firstLine = substitute.flatMap { document.place(of: $0) }
  }

  /// Limits scrolling so that the last line stays at the bottom of the window.
  private mutating func stopAtEnd() {
    // A text is laid out at its end only when the position is near.
    guard let layout = document?.layout, layout.ends(within: visibleLines - 1, from: place) else { return }
    firstLine = layout.lastPage(of: visibleLines)
  }

  private mutating func scroll(toColumn column: Int) { self.column = min(max(0, column), document?.overhang ?? 0) }
}

// MARK: - Search

extension ScrolledText {
  private mutating func find(_ field: FilterState) {
    guard let document else { return }
    if field.isEditing, !isSearching {
      searchStart = document.anchor(of: place)
      if isAwaited { early.append(.search, from: anchor) }
    }
    isSearching = field.isEditing
    let isNew = field.words != search.words
    if isAwaited, isNew { early.append(.words(field), from: anchor) }
    let start = searchStart.flatMap { document.place(of: $0) } ?? document.layout.start
    search.find(field.words, in: document, from: start)
    if isNew { showMatch() }
  }

  /// Scrolls to the current match, with some of the text around it.
  private mutating func showMatch() {
    guard let document, let (match, cells) = search.location else { return }
    if match < place || end.map({ match >= $0 }) ?? false {
      let above = visibleLines / 3
      scroll { layout, _ in layout.place(match, movedBy: -above) }
    }
    guard let line = document.layout.lines(from: match, 1).first?.line else { return }
    let width = document.layout.width
    // A column at each side may be a mark.
    if !line.shows(cells.clamped(to: line.cells.indices), width: width - 1, from: column) {
      scroll(toColumn: line.cells[..<cells.lowerBound].displayWidth - width / 2)
    }
  }
}
