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
    case nextAnswer
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
  /// Lines that are visible at once.
  var visibleLines: Int {
    reading.map { QuestionView.visibleLines(PaneBorder.inside(window.size).height, of: $0) } ?? 1
  }
  /// Lines by which a page moves on: those visible at once, less one.
  var page: Int { max(1, visibleLines - 1) }

  /// Whether an answer begins below the first visible line.
  var hasNextAnswer: Bool { nextAnswer != nil }
  private var nextAnswer: Int? { document?.answerLines.first { $0 > line } }

  mutating func take(_ input: Input) {
    switch input {
    case .state(let state):
      tab = state.selectedTab
      reading = state.reading
      layOut()
    case .window(let window):
      self.window = window
      layOut()
    case .move(.lines(let count)): scroll(to: line + count)
    case .move(.start): scroll(to: 0)
    case .move(.end): scroll(to: .max)
    case .nextAnswer: if let nextAnswer { scroll(to: nextAnswer) }
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
  }

  private mutating func scroll(to line: Int) {
    let last = max(0, (document?.count ?? 0) - visibleLines)
    places[tab]?.line = min(max(0, line), last)
  }
}
