import Model
import Screen
import ViewModels

/// The place in the text of an open question: which line is the first visible one.
///
/// The view model knows which question is open in which tab; how far a person has scrolled in it depends on a size, and so
/// belongs to the pane. A text can be scrolled as soon as it is open, whether a frame was drawn since or not, so that several
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
  private struct Position: Sendable {
    var question: Question.ID
    /// The first visible line of the document; `nil` for the start.
    var place: ReadingDocument.Place?
    /// The text with which that line began when a person came there. It stays the first on the screen, whatever becomes of
    /// the width and of the sections above.
    var anchor: ReadingDocument.Anchor?
    /// Columns of code that are scrolled out to the left.
    var column = 0
    /// Where the search began, from where its matches are counted while a person types.
    var searchStart: ReadingDocument.Anchor?
    var isSearching = false
    var search = TextSearch()
  }

  /// The text of the open question; `nil` while the list is shown.
  private(set) var document: ReadingDocument?
  private var window: Window
  private var tab: QuestionTab.ID
  private var reading: ReadingState?
  /// By tab: each keeps its open question while another one is shown, and wherever it is moved to.
  private var positions: [QuestionTab.ID: Position] = [:]

  init(_ state: StackOverflowState, window: Window) {
    self.window = window
    tab = state.tabID
    take(.state(state))
  }

  /// The first visible line.
  var place: ReadingDocument.Place { positions[tab]?.place ?? document?.start ?? ReadingDocument.Place(section: 0) }
  /// How many columns of code are scrolled out to the left.
  var column: Int { positions[tab]?.column ?? 0 }
  /// Whether some code is wider than the pane.
  var hasWideCode: Bool { (document?.overhang ?? 0) > 0 }
  /// Lines that are visible at once.
  var visibleLines: Int {
    reading.map { QuestionView.visibleLines(PaneBorder.inside(window.size).height, of: $0) } ?? 1
  }
  /// Lines by which a page moves on: those visible at once, less one.
  var page: Int { max(1, visibleLines - 1) }

  /// What is searched for in the open text, and what was found.
  var search: TextSearch { positions[tab]?.search ?? TextSearch() }

  /// Whether an answer begins below the first visible line, and above it.
  var hasNextAnswer: Bool { answer(1) != nil }
  var hasPreviousAnswer: Bool { answer(-1) != nil }

  private func answer(_ step: Int) -> ReadingDocument.Place? {
    guard let document else { return nil }
    let read = document.answer(at: place) ?? 0
    guard step < 0 else {
      // At the end of the text no line can come further up.
      return document.layout.ends(within: visibleLines, from: place) ? nil : document.place(ofAnswer: read)
    }
    guard let begin = document.place(ofAnswer: read - 1) else { return nil }
    return begin < place ? begin : document.place(ofAnswer: read - 2)
  }

  mutating func take(_ input: Input) {
    switch input {
    case .state(let state):
      tab = state.tabID
      reading = state.text
      if positions.count > state.tabs.count {
        let tabs = Set(state.tabIDs)
        positions = positions.filter { tabs.contains($0.key) }
      }
      update()
    case .window(let window):
      self.window = window
      update()
    case .move(.lines(let count)): scroll { $0.layout.place($1, movedBy: count) }
    case .move(.start): scroll { document, _ in document.start }
    case .move(.end): scroll { [visibleLines] document, _ in document.layout.lastPage(of: visibleLines) }
    case .sideways(let columns): scroll(toColumn: column + columns)
    case .answer(let step): if let place = answer(step) { scroll { _, _ in place } }
    case .match(let step):
      let (place, end) = (place, end)
      positions[tab]?.search.step(step, from: place, to: end)
      showMatch()
    }
  }

  /// The first line below those that are visible; `nil` where the text ends before.
  private var end: ReadingDocument.Place? {
    document?.layout.lines(from: place, visibleLines + 1).dropFirst(visibleLines).first?.place
  }

  private mutating func update() {
    guard let reading else {
      document = nil
      positions[tab] = nil
      return
    }
    if positions[tab]?.question != reading.question.id { positions[tab] = Position(question: reading.question.id) }
    let source = ReadingDocument.Source(
      question: reading.question, detail: reading.detail,
      comments: reading.comments.isShown && reading.detail != nil ? reading.comments : nil,
      width: QuestionView.textWidth(inside: PaneBorder.inside(window.size).width), theme: window.theme)
    if document?.source != source { document = document?.changed(to: source) ?? ReadingDocument(source) }
    let anchored = anchored
    positions[tab]?.place = anchored
    settle()
    scroll(toColumn: column)
    find(reading.search)
  }

  /// The line that has the text which a person reads; `nil` where its section is gone.
  private var anchored: ReadingDocument.Place? { positions[tab]?.anchor.flatMap { document?.place(of: $0) } }

  /// Finds what stands in force of a search. What is new in it brings its first match into sight.
  private mutating func find(_ field: FilterState) {
    guard var position = positions[tab], let document else { return }
    if field.isEditing, !position.isSearching { position.searchStart = document.anchor(of: place) }
    position.isSearching = field.isEditing
    let isNew = field.words != position.search.words
    let start = position.searchStart.flatMap { document.place(of: $0) } ?? document.start
    position.search.find(field.words, in: document, from: start)
    positions[tab] = position
    if isNew { showMatch() }
  }

  /// Brings the current match into sight, with some of the text around it.
  private mutating func showMatch() {
    guard let document, let (match, cells) = search.location else { return }
    if match < place || end.map({ match >= $0 }) ?? false {
      let above = visibleLines / 3
      scroll { document, _ in document.layout.place(match, movedBy: -above) }
    }
    guard let line = document.layout.lines(from: match, 1).first?.line else { return }
    let width = document.source.width
    // A column at each side may be a mark.
    if !line.shows(cells.clamped(to: line.cells.indices), width: width - 1, from: column) {
      scroll(toColumn: line.cells[..<cells.lowerBound].displayWidth - width / 2)
    }
  }

  private mutating func scroll(_ move: (ReadingDocument, ReadingDocument.Place) -> ReadingDocument.Place) {
    guard let document else { return }
    let place = move(document, place)
    positions[tab]?.place = place
    settle()
    let anchor = document.anchor(of: self.place)
    positions[tab]?.anchor = anchor
  }

  /// The last line stays at the foot of the screen at most.
  private mutating func settle() {
    guard let document else { return }
    let lines = visibleLines
    // Only near the end of a text is it laid out there.
    if document.layout.lines(from: place, lines).count < lines {
      positions[tab]?.place = document.layout.lastPage(of: lines)
    }
  }

  private mutating func scroll(toColumn column: Int) {
    let column = min(max(0, column), document?.overhang ?? 0)
    guard column != self.column else { return }
    positions[tab]?.column = column
  }
}
