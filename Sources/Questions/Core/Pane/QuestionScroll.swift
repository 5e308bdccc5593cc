import PaneKit
import Screen

/// The scroll positions in the texts of open questions.
///
/// The view model knows which question is open in which tab; the scroll position depends on a size, and so belongs to the
/// pane. A text can be scrolled as soon as it is open, even before a frame, so that several keys before a frame act in
/// sequence, and even before it has come (``ScrolledText``).
struct QuestionScroll: Sendable {
  enum Input: Sendable {
    case state(StackOverflowState)
    /// The pane's size on the screen has changed, or its colours.
    case window(TextWindow, screenWidth: Int = 0)
    case scroll(TextMotion)
    /// To the next or the previous answer.
    case answer(Int)
  }

  private struct OpenQuestion: Sendable {
    var id: QuestionIdentity
    var text = ScrolledText<ReadingDocument>()
    /// The place among those found, as which it was opened.
    var found: FoundPlace?
    /// Where its text is to be shown as soon as it is there; `nil` if it was, or a person has scrolled since it came.
    var awaited: FoundQuestion.Place?
  }

  /// With the size of the whole pane.
  private var window: TextWindow
  private var screenWidth: Int
  private var isBelow = false
  private var tab: QuestionTab.ID
  private var reading: ReadingState?
  private var found: FoundPlace?
  /// By tab: each keeps its open question while another tab is shown, and when it is moved.
  private var questions: [QuestionTab.ID: OpenQuestion] = [:]

  init(_ state: StackOverflowState, window: TextWindow, screenWidth: Int = 0) {
    (self.window, self.screenWidth) = (window, screenWidth)
    tab = state.tabID
    reduce(.state(state))
  }

  /// The number of tabs whose positions are remembered.
  var rememberedPlaces: Int { questions.count }

  /// The text of the presented question; without a document while there is none.
  private var text: ScrolledText<ReadingDocument> { questions[tab]?.text ?? Self.none }
  private static let none = ScrolledText<ReadingDocument>()

  var document: ReadingDocument? { text.document }
  /// The first visible line.
  var place: ReadingDocument.Place { text.place }
  /// The columns of code scrolled out to the left.
  var column: Int { text.column }
  /// The search in the open text, with its matches.
  var search: TextSearch { text.search }
  var visibleLines: Int { text.visibleLines }
  /// The lines of a page: the visible ones minus one.
  var page: Int { text.page }

  /// Whether any code is wider than the pane.
  var hasWideCode: Bool { (text.document?.overhang ?? 0) > 0 }

  /// Whether an answer begins below the first visible line, and above it.
  var hasNextAnswer: Bool { text.part(1) != nil }
  var hasPreviousAnswer: Bool { text.part(-1) != nil }

  /// Whether the text has not arrived, so that its content is unknown.
  var isAwaited: Bool { text.isAwaited }

  /// The links and the blocks of code.
  var parts: [ReadingPart] {
    guard let source = document?.source else { return [] }
    return ReadingPart.all(
      of: source.detail?.question ?? source.question, source.detail?.answers ?? [],
      source.comments?.content ?? LoadedComments())
  }

  /// The index among ``parts`` of the one that is being read: the first at or below the first visible line, or else the last
  /// one above it.
  var readPart: Int {
    let parts = parts
    let index: Int? =
      switch document?.part(at: place) {
      case .link(let number)?:
        parts.firstIndex { if case .link(number, _) = $0.content { true } else { false } }
      case .code(let count)?:
        // The text does not show an empty block.
        parts.indices.filter { if case .code(let lines) = parts[$0].content { !lines.isEmpty } else { false } }
          .dropFirst(count).first
      case nil: nil
      }
    return index ?? 0
  }

  mutating func reduce(_ input: Input) {
    switch input {
    case .state(let state):
      if state.tabID != tab { questions[tab]?.text.setAside() }
      tab = state.tabID
      (reading, found, isBelow) = (state.text, state.found, state.isBelow)
      // The place in the tab that is shown may come to those that are there.
      if questions.count >= state.tabs.count {
        let tabs = Set(state.tabIDs + [tab])
        questions = questions.filter { tabs.contains($0.key) }
      }
      update()
    case .window(let window, let screenWidth):
      (self.window, self.screenWidth) = (window, screenWidth)
      update()
    case .scroll(let motion): scroll(motion)
    case .answer(let step): scroll(.part(step))
    }
  }

  private mutating func scroll(_ motion: TextMotion) {
    // Before the text is there, a person scrolls from where it will be shown.
    if !isAwaited { questions[tab]?.awaited = nil }
    questions[tab]?.text.scroll(motion)
  }

  private mutating func update() {
    guard let reading else {
      questions[tab] = nil
      return
    }
    if questions[tab]?.id != reading.question.identity {
      questions[tab] = OpenQuestion(id: reading.question.identity)
    }
    if questions[tab]?.found != found {
      questions[tab]?.found = found
      questions[tab]?.awaited = found?.text
    }
    let inside = StackOverflowPlaces(window.size, screenWidth: screenWidth, isBelow: isBelow).text
    let source = ReadingDocument.Source(
      question: reading.question, detail: reading.detail,
      comments: reading.comments.isShown && reading.detail != nil ? reading.comments : nil,
      width: QuestionView.textWidth(inside: inside.width), theme: window.theme)
    let awaited = questions[tab]?.awaited
    questions[tab]?.text.show(
      source, lines: QuestionView.visibleLines(inside.height, of: reading), search: reading.search,
      isAwaited: reading.isTextAwaited
    ) { document in awaited.flatMap(document.place(ofFound:)) }
    if let awaited, document?.place(ofFound: awaited) != nil { questions[tab]?.awaited = nil }
  }
}
