import Screen
import Text
import ViewModels

/// A person's movement in an open text.
enum TextMotion: Sendable, Hashable {
  case move(Motion)
  /// Scrolls wide lines by a number of columns, to the right if positive.
  case sideways(Int)
  /// Goes to the next match of the search, or to the previous one.
  case match(Int)
}

/// An open text in a window: its first visible line, and the matches of a search in it, as a pure value.
///
/// The text at the start of the line to which a person scrolled last is the anchor. It stays at the top of the window when the
/// width changes, or the document above it. A text to which nobody scrolled shows its start.
struct ScrolledText<Document: LaidOutText>: Sendable {
  /// `nil` before the text is shown, and while it is set aside.
  private(set) var document: Document?
  /// The number of visible lines.
  private(set) var visibleLines = 1
  /// The columns of wide lines scrolled out to the left.
  private(set) var column = 0
  private(set) var search = LayoutSearch<Document>()
  private var firstLine: TextLayout.Place?
  private var anchor: Document.Anchor?
  /// Where the search began, from which matches are searched during typing.
  private var searchStart: Document.Anchor?
  private var isSearching = false

  /// The first visible line.
  var place: TextLayout.Place { firstLine ?? document?.layout.start ?? TextLayout.Place(section: 0) }
  /// The lines of a page: the visible ones minus one.
  var page: Int { max(1, visibleLines - 1) }

  /// Shows a document in a window. New words of the search scroll to their first match.
  ///
  /// - Parameter lines: The number of visible lines.
  mutating func show(_ source: Document.Source, lines: Int, search field: FilterState) {
    visibleLines = lines
    if document?.source != source { document = document?.changed(to: source) ?? Document(source) }
    firstLine = anchor.flatMap { document?.place(of: $0) }
    stopAtEnd()
    scroll(toColumn: column)
    find(field)
  }

  /// Discards the document while another text is shown; its place stays.
  mutating func setAside() { document = nil }

  mutating func take(_ motion: TextMotion) {
    switch motion {
    case .move(.lines(let count)): scroll { $0.place($1, movedBy: count) }
    case .move(.start): scroll { layout, _ in layout.start }
    case .move(.end): scroll { [visibleLines] layout, _ in layout.lastPage(of: visibleLines) }
    case .sideways(let columns): scroll(toColumn: column + columns)
    case .match(let step):
      search.step(step, from: place, to: end)
      showMatch()
    }
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
    anchor = document.anchor(of: place)
  }

  /// Limits scrolling so that the last line stays at the bottom of the window.
  private mutating func stopAtEnd() {
    // A text is laid out at its end only when the position is near.
    guard let layout = document?.layout, layout.lines(from: place, visibleLines).count < visibleLines else { return }
    firstLine = layout.lastPage(of: visibleLines)
  }

  private mutating func scroll(toColumn column: Int) { self.column = min(max(0, column), document?.overhang ?? 0) }
}

// MARK: - Search

extension ScrolledText {
  private mutating func find(_ field: FilterState) {
    guard let document else { return }
    if field.isEditing, !isSearching { searchStart = document.anchor(of: place) }
    isSearching = field.isEditing
    let isNew = field.words != search.words
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
