import Foundation
import Model
import Screen
import Text
import ViewModels

/// The Stack Overflow pane as a picture of its state: the tabs' list, or the open question.
struct StackOverflowView: PaneView {
  let state: StackOverflowState
  /// The row of the selected question among those that the filter lets through.
  let selectedRow: Int?
  /// Which rows of the list are visible.
  var scroll: ListScroll
  /// The open question's text, laid out for this size.
  var document: ReadingDocument?

  init(state: StackOverflowState, scroll: ListScroll, document: ReadingDocument? = nil) {
    self.state = state
    selectedRow = state.list.selection.flatMap(state.list.questions.row)
    self.scroll = scroll
    self.document = document
  }

  struct Parts: DrawnParts {
    var list = QuestionListView.Parts()
    /// The list was drawn last, not an open question.
    var areOfList = false
  }

  func draw(_ context: PaneContext, reusing parts: inout Parts, areStanding: Bool, into canvas: inout Canvas) {
    let inside = PaneBorder.inside(canvas.size)
    defer { parts.areOfList = state.reading == nil }
    if let reading = state.reading {
      canvas.erase()
      let view = QuestionView(reading: reading, document: document, tab: tabName, origin: state.origin)
      view.border(inside.height, canvas.glyphs).draw(context, into: &canvas)
      canvas.within(inside) { view.draw(context, into: &$0) }
    } else {
      QuestionListView(state: state, scroll: scroll, selectedRow: selectedRow)
        .draw(context, reusing: &parts.list, areStanding: areStanding && parts.areOfList, into: &canvas)
    }
  }

  private var tabName: SafeText {
    state.tabs.indices.contains(state.selectedTab) ? state.tabs[state.selectedTab] : "Stack Overflow"
  }
}

// MARK: - For a size

extension StackOverflowView {
  /// Fits what depends on the pane's size: the list's scroll and the open question's lines.
  mutating func settle(size: Size, theme: Theme) {
    if let reading = state.reading {
      let width = QuestionView.textWidth(inside: PaneBorder.inside(size).width)
      let source = ReadingDocument.Source(
        question: reading.question, detail: reading.detail, width: width, theme: theme)
      if document?.source != source { document = ReadingDocument(source) }
    } else {
      document = nil
      let selection = state.list.selection.flatMap { id in selectedRow.map { (id: id, index: $0) } }
      scroll.settle(selection: selection, count: state.list.questions.count, visible: visibleRows(size: size))
    }
  }

  /// Rows of the list that fit.
  func visibleRows(size: Size) -> Int {
    max(1, QuestionListView.Layout(size: PaneBorder.inside(size).size, of: state.list).rows.visible)
  }

  /// How the open question is laid out; `nil` while none is open.
  func readingLayout(size: Size) -> ReadingLayout? {
    guard let reading = state.reading, let document else { return nil }
    let view = QuestionView(reading: reading, document: document, tab: tabName, origin: state.origin)
    return ReadingLayout(
      question: reading.question.id, lines: document.count,
      visibleLines: view.visibleLines(PaneBorder.inside(size).height),
      answerLines: document.answerLines)
  }
}
