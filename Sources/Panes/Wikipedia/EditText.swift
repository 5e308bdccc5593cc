import Model
import Screen
import ViewModels

/// The position in the text of an open edit: the first visible line and the matches of a search.
struct EditText: Sendable {
  /// The changes to it.
  enum Input: Sendable {
    case state(EditState?)
    case window(OpenText.Window)
    case move(Motion)
    /// Moves to the next match of the search, or to the previous one.
    case match(Int)
  }

  private(set) var state: EditState?
  /// `nil` if no edit is open.
  private(set) var document: EditDocument?
  private(set) var place = TextLayout.Place(section: 0)
  private(set) var search = LayoutSearch<EditDocument>()
  private var window: OpenText.Window
  /// The text at the start of the first line when a person scrolled there; it stays the same when the width changes.
  private var anchor: (section: Int, anchor: TextLayout.Anchor)?
  /// The position where the search began. While a person types, matches are looked for from here.
  private var searchStart: TextLayout.Place?

  init(_ state: EditState?, window: OpenText.Window) {
    self.window = window
    take(.state(state))
  }

  /// The number of visible lines.
  var visibleLines: Int { state.map { EditView.visibleLines(window.size.height, of: $0) } ?? 1 }
  /// The number of lines in a page step: one less than the visible lines.
  var page: Int { max(1, visibleLines - 1) }

  mutating func take(_ input: Input) {
    switch input {
    case .state(let state):
      if state?.opened.event.id != self.state?.opened.event.id {
        (document, anchor, place, search) = (nil, nil, TextLayout.Place(section: 0), LayoutSearch())
      }
      self.state = state
      update()
    case .window(let window):
      self.window = window
      update()
    case .move(.lines(let count)): scroll { $0.place($1, movedBy: count) }
    case .move(.start): scroll { layout, _ in layout.start }
    case .move(.end): scroll { [visibleLines] layout, _ in layout.lastPage(of: visibleLines) }
    case .match(let step):
      search.step(step, from: place, to: end)
      showMatch()
    }
  }

  /// The first line below the visible ones; `nil` if the text ends before it.
  private var end: TextLayout.Place? {
    document?.layout.lines(from: place, visibleLines + 1).dropFirst(visibleLines).first?.place
  }

  private mutating func update() {
    guard let state else {
      document = nil
      return
    }
    let source = EditDocument.Source(
      event: state.opened.event, answer: state.answer, width: EditView.textWidth(inside: window.size.width),
      theme: window.theme)
    if document?.source != source { document = document?.changed(to: source) ?? EditDocument(source) }
    if let anchor, let layout = document?.layout { place = layout.place(of: anchor.anchor, in: anchor.section) }
    settle()
    find(state.opened.search)
  }

  private mutating func scroll(_ move: (TextLayout, TextLayout.Place) -> TextLayout.Place) {
    guard let layout = document?.layout else { return }
    place = move(layout, place)
    settle()
    anchor = (place.section, layout.anchor(of: place))
  }

  /// Keeps the last line from rising above the bottom of the window.
  private mutating func settle() {
    guard let layout = document?.layout, layout.lines(from: place, visibleLines).count < visibleLines else { return }
    place = layout.lastPage(of: visibleLines)
  }

  /// Applies a search. If it is new, scrolls to its first match.
  private mutating func find(_ field: FilterState) {
    guard let document else { return }
    if !field.isEditing { searchStart = nil } else if searchStart == nil { searchStart = place }
    let isNew = field.words != search.words
    search.find(field.words, in: document, from: searchStart ?? place)
    if isNew { showMatch() }
  }

  /// Scrolls to the current match, with some context around it.
  private mutating func showMatch() {
    guard let match = search.place, match < place || end.map({ match >= $0 }) ?? false else { return }
    let above = visibleLines / 3
    scroll { layout, _ in layout.place(match, movedBy: -above) }
  }
}
