import Model
import Screen
import ViewModels

/// The place in the text of an open question: what of it is laid out, and which line is the first visible one.
///
/// The view model knows which question is open in which tab; how far a person has scrolled in it depends on a size, and so
/// belongs to the pane. A text is laid out as soon as it is open, whether a frame was drawn since or not, so that several
/// keys before a frame act in turn.
struct OpenText: Sendable {
  /// What may change it.
  enum Input: Sendable {
    case state(StackOverflowState)
    case window(Window)
    case move(Motion)
    /// Scrolls code by so many columns, to the right or to the left.
    case sideways(Int)
    /// To the next answer, or to the one before.
    case answer(Int)
    /// To the next match of the search, or to the one before.
    case match(Int)
  }

  /// What the pane has of the screen.
  struct Window: Sendable, Hashable {
    var size: Size
    var theme: Theme
  }

  /// A place in a question's text.
  private struct Place: Sendable {
    var question: Question.ID
    var line: Int
    /// Columns of code that are scrolled out to the left.
    var column = 0
    /// Where the search began, from where its matches are counted while a person types.
    var searchStart = 0
    var isSearching = false
    var search = TextSearch()
  }

  /// The open question laid out; `nil` while the list is shown.
  private(set) var document: ReadingDocument?
  private var window: Window
  private var tab = 0
  private var reading: ReadingState?
  /// By tab: each keeps its open question while another one is shown.
  private var places: [Int: Place] = [:]

  init(_ state: StackOverflowState, window: Window) {
    self.window = window
    take(.state(state))
  }

  /// The first visible line.
  var line: Int { places[tab]?.line ?? 0 }
  /// How many columns of code are scrolled out to the left.
  var column: Int { places[tab]?.column ?? 0 }
  /// Whether some code is wider than the pane.
  var hasWideCode: Bool { (document?.overhang ?? 0) > 0 }
  /// Lines that are visible at once.
  var visibleLines: Int {
    reading.map { QuestionView.visibleLines(PaneBorder.inside(window.size).height, of: $0) } ?? 1
  }
  /// Lines by which a page moves on: those visible at once, less one.
  var page: Int { max(1, visibleLines - 1) }

  private var visible: Range<Int> { line..<line + visibleLines }

  /// What is searched for in the open text, and what was found.
  var search: TextSearch { places[tab]?.search ?? TextSearch() }

  /// Whether an answer begins below the first visible line, and above it.
  var hasNextAnswer: Bool { answer(1) != nil }
  var hasPreviousAnswer: Bool { answer(-1) != nil }

  private func answer(_ step: Int) -> Int? {
    let lines = document?.answerLines ?? []
    return step > 0 ? lines.first { $0 > line && line < lastLine } : lines.last { $0 < line }
  }

  /// The first visible line where the end of the text is visible.
  private var lastLine: Int { max(0, (document?.count ?? 0) - visibleLines) }

  mutating func take(_ input: Input) {
    switch input {
    case .state(let state):
      tab = state.selectedTab
      reading = state.text
      layOut()
    case .window(let window):
      self.window = window
      layOut()
    case .move(.lines(let count)): scroll(to: line + count)
    case .move(.start): scroll(to: 0)
    case .move(.end): scroll(to: .max)
    case .sideways(let columns): scroll(toColumn: column + columns)
    case .answer(let step): if let line = answer(step) { scroll(to: line) }
    case .match(let step):
      let visible = visible
      places[tab]?.search.step(step, visible: visible)
      showMatch()
    }
  }

  private mutating func layOut() {
    guard let reading else {
      document = nil
      places[tab] = nil
      return
    }
    if places[tab]?.question != reading.question.id { places[tab] = Place(question: reading.question.id, line: 0) }
    let source = ReadingDocument.Source(
      question: reading.question, detail: reading.detail,
      width: QuestionView.textWidth(inside: PaneBorder.inside(window.size).width), theme: window.theme)
    if document?.source != source { document = ReadingDocument(source) }
    // The last line stays at the foot of the screen at most, after the text or the screen changed.
    scroll(to: line)
    scroll(toColumn: column)
    find(reading.search)
  }

  /// Finds what stands in force of a search. What is new in it brings its first match into sight.
  private mutating func find(_ field: FilterState) {
    guard var place = places[tab], let document else { return }
    if field.isEditing, !place.isSearching { place.searchStart = place.line }
    place.isSearching = field.isEditing
    let isNew = field.words != place.search.words
    place.search.find(field.words, in: document, from: place.searchStart)
    places[tab] = place
    if isNew { showMatch() }
  }

  /// Brings the current match into sight, with some of the text around it.
  private mutating func showMatch() {
    guard let match = search.line else { return }
    if !visible.contains(match) { scroll(to: match - visibleLines / 3) }
    guard let document, let cells = search.cells, case .text(let line) = document.lines[match] else { return }
    let width = document.source.width
    // A column at each side may be a mark.
    if !line.shows(cells, width: width - 1, from: column) {
      scroll(toColumn: line.cells[..<cells.lowerBound].displayWidth - width / 2)
    }
  }

  private mutating func scroll(to line: Int) {
    let line = min(max(0, line), lastLine)
    places[tab]?.line = line
  }

  private mutating func scroll(toColumn column: Int) {
    let column = min(max(0, column), document?.overhang ?? 0)
    places[tab]?.column = column
  }
}
