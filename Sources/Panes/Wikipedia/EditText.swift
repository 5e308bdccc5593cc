import Model
import Screen
import ViewModels

/// The place in the text of an open edit: which line is the first visible one, and what a search has found.
struct EditText: Sendable {
  /// What may change it.
  enum Input: Sendable {
    case state(EditState?)
    case window(OpenText.Window)
    case move(Motion)
    /// To the next match of the search, or to the one before.
    case match(Int)
  }

  private(set) var state: EditState?
  /// `nil` while no edit is open.
  private(set) var document: EditDocument?
  private(set) var place = TextLayout.Place(section: 0)
  private(set) var search = LayoutSearch<EditDocument>()
  private var window: OpenText.Window
  /// The text with which the first line began when a person came there, which another width does not move.
  private var anchor: (section: Int, anchor: TextLayout.Anchor)?
  /// Where the search began, from where its matches are counted while a person types.
  private var searchStart: TextLayout.Place?

  init(_ state: EditState?, window: OpenText.Window) {
    self.window = window
    take(.state(state))
  }

  /// Lines that are visible at once.
  var visibleLines: Int { state.map { EditView.visibleLines(window.size.height, of: $0) } ?? 1 }
  /// Lines by which a page moves on: those visible at once, less one.
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

  /// The first line below those that are visible; `nil` where the text ends before.
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

  /// The last line stays at the foot of the window at most.
  private mutating func settle() {
    guard let layout = document?.layout, layout.lines(from: place, visibleLines).count < visibleLines else { return }
    place = layout.lastPage(of: visibleLines)
  }

  /// Finds what stands in force of a search. What is new in it brings its first match into sight.
  private mutating func find(_ field: FilterState) {
    guard let document else { return }
    if !field.isEditing { searchStart = nil } else if searchStart == nil { searchStart = place }
    let isNew = field.words != search.words
    search.find(field.words, in: document, from: searchStart ?? place)
    if isNew { showMatch() }
  }

  /// Brings the current match into sight, with some of the text around it.
  private mutating func showMatch() {
    guard let match = search.place, match < place || end.map({ match >= $0 }) ?? false else { return }
    let above = visibleLines / 3
    scroll { layout, _ in layout.place(match, movedBy: -above) }
  }
}
