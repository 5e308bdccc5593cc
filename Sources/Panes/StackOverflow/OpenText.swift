import Model
import Screen
import ViewModels

/// The scroll position in the text of an open question.
///
/// The view model knows which question is open in which tab; the scroll position depends on a size, and so belongs to the
/// pane. A text can be scrolled as soon as it is open, even before a frame, so that several keys before a frame act in
/// sequence.
struct OpenText: Sendable {
  /// A change of the position.
  enum Input: Sendable {
    case state(StackOverflowState)
    case window(Window)
    case move(Motion)
    /// Scrolls code by a number of columns, to the right if positive.
    case sideways(Int)
    /// To the next or the previous answer.
    case answer(Int)
    /// To the next or the previous match of the search.
    case match(Int)
  }

  /// The pane's size on the screen.
  struct Window: Sendable, Hashable {
    var size: Size
    var theme: Theme
  }

  /// A position in a question's text.
  private struct Position: Sendable {
    var question: Question.ID
    /// The first visible line of the document; `nil` for the start.
    var place: ReadingDocument.Place?
    /// The text at the start of that line when a person scrolled to it. It stays at the top of the screen, whatever changes
    /// in the width or in the sections above.
    var anchor: ReadingDocument.Anchor?
    /// The columns of code scrolled out to the left.
    var column = 0
    /// Where the search began, from which matches are searched during typing.
    var searchStart: ReadingDocument.Anchor?
    var isSearching = false
    var search = TextSearch()
  }

  /// The text of the open question; `nil` while the list is shown.
  private(set) var document: ReadingDocument?
  private var window: Window
  private var tab: QuestionTab.ID
  private var reading: ReadingState?
  /// By tab: each keeps its open question while another tab is shown, and when it is moved.
  private var positions: [QuestionTab.ID: Position] = [:]

  init(_ state: StackOverflowState, window: Window) {
    self.window = window
    tab = state.tabID
    take(.state(state))
  }

  /// How many tabs' places it remembers.
  var rememberedPlaces: Int { positions.count }
  /// The first visible line.
  var place: ReadingDocument.Place { positions[tab]?.place ?? document?.start ?? ReadingDocument.Place(section: 0) }
  /// The columns of code scrolled out to the left.
  var column: Int { positions[tab]?.column ?? 0 }
  /// Whether any code is wider than the pane.
  var hasWideCode: Bool { (document?.overhang ?? 0) > 0 }
  /// The number of visible lines.
  var visibleLines: Int {
    reading.map { QuestionView.visibleLines(PaneBorder.inside(window.size).height, of: $0) } ?? 1
  }
  /// The lines of a page: the visible ones minus one.
  var page: Int { max(1, visibleLines - 1) }

  /// The search in the open text, with its matches.
  var search: TextSearch { positions[tab]?.search ?? TextSearch() }

  /// Whether an answer begins below the first visible line, and above it.
  var hasNextAnswer: Bool { answer(1) != nil }
  var hasPreviousAnswer: Bool { answer(-1) != nil }

  private func answer(_ step: Int) -> ReadingDocument.Place? {
    guard let document else { return nil }
    let read = document.answer(at: place) ?? 0
    guard step < 0 else {
      // At the end of the text no line can scroll further up.
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
      // The place in the tab that is shown may come to those that are there.
      if positions.count >= state.tabs.count {
        let tabs = Set(state.tabIDs + [tab])
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

  /// The first line below the visible ones; `nil` if the text ends before.
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

  /// The line of the text that a person reads; `nil` if its section was removed.
  private var anchored: ReadingDocument.Place? { positions[tab]?.anchor.flatMap { document?.place(of: $0) } }

  /// Applies a search. New words scroll to their first match.
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

  /// Scrolls to the current match, with some of the text around it.
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

  /// Limits scrolling so that the last line stays at the bottom of the screen.
  private mutating func settle() {
    guard let document else { return }
    let lines = visibleLines
    // A text is laid out at its end only when the position is near.
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
