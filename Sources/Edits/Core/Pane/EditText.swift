import PaneKit
import Screen

/// The open edit and the scroll position in its text.
package struct EditText: Sendable {
  /// The changes to it.
  enum Input: Sendable {
    case state(EditState?)
    case window(TextWindow)
    case move(Motion)
    /// Moves to the next match of the search, or to the previous one.
    case match(Int)
  }

  private(set) var state: EditState?
  /// Without a document if no edit is open.
  private var text = ScrolledText<EditDocument>()
  private var window: TextWindow

  package init(_ state: EditState?, window: TextWindow) {
    self.window = window
    reduce(.state(state))
  }

  var document: EditDocument? { text.document }
  /// The first visible line.
  var place: TextLayout.Place { text.place }
  var search: LayoutSearch<EditDocument> { text.search }
  var visibleLines: Int { text.visibleLines }
  /// The number of lines in a page step: one less than the visible lines.
  var page: Int { text.page }

  mutating func reduce(_ input: Input) {
    switch input {
    case .state(let state):
      if state?.opened.event.id != self.state?.opened.event.id { text = ScrolledText() }
      self.state = state
      update()
    case .window(let window):
      self.window = window
      update()
    case .move(let motion): text.scroll(.move(motion))
    case .match(let step): text.scroll(.match(step))
    }
  }

  private mutating func update() {
    guard let state else {
      text = ScrolledText()
      return
    }
    let source = EditDocument.Source(
      event: state.opened.event, answer: state.answer, width: EditView.textWidth(inside: window.size.width),
      theme: window.theme)
    text.show(
      source, lines: EditView.visibleLines(window.size.height, of: state), search: state.opened.search,
      isAwaited: state.isTextAwaited)
  }
}

extension EditDocument {
  struct Anchor: Sendable, Hashable {
    var section: Int
    var anchor: TextLayout.Anchor
  }

  /// All lines are wrapped.
  var overhang: Int { 0 }

  func anchor(of place: Place) -> Anchor { Anchor(section: place.section, anchor: layout.anchor(of: place)) }

  func place(of anchor: Anchor) -> Place? { layout.place(of: anchor.anchor, in: anchor.section) }
}
