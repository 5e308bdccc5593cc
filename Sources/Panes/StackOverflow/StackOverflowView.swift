import Foundation
import Model
import Screen
import Text
import ViewModels

/// The Stack Overflow pane as a picture of its state: the tabs' list, or the open question.
struct StackOverflowView {
  let state: StackOverflowState
  /// Which rows of the list are visible.
  var scroll: ListScroll
  /// The open question's text, and its first visible line.
  var document: ReadingDocument?
  var place: ReadingDocument.Place
  /// Columns of its code that are scrolled out to the left.
  var column: Int
  var search: TextSearch
  /// Keeps the list's rows from frame to frame.
  private let rows: KeptRows<QuestionRow>
  /// The row of the selected question among those that the filter lets through.
  private let selectedRow: Int?

  init(
    state: StackOverflowState, scroll: ListScroll, document: ReadingDocument? = nil,
    place: ReadingDocument.Place? = nil, column: Int = 0, search: TextSearch = TextSearch(),
    rows: KeptRows<QuestionRow> = KeptRows()
  ) {
    self.state = state
    self.scroll = scroll
    self.document = document
    self.place = place ?? document?.start ?? ReadingDocument.Place(section: 0)
    self.column = column
    self.search = search
    self.rows = rows
    selectedRow = state.list.selectedRow
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    guard let reading = state.reading else { return list.draw(context, into: &canvas) }
    let inside = PaneBorder.inside(canvas.size)
    let view = QuestionView(
      reading: reading, document: document, place: place, column: column, search: search, tab: tabName,
      origin: state.origin)
    view.border(inside.height, width: canvas.width, context, canvas.glyphs).draw(context, into: &canvas)
    canvas.within(inside) { view.draw(context, into: &$0) }
  }

  private var list: QuestionListView {
    QuestionListView(state: state, scroll: scroll, selectedRow: selectedRow, rows: rows)
  }

  private var tabName: SafeText {
    state.tabs.indices.contains(state.selectedTab) ? state.tabs[state.selectedTab] : "Stack Overflow"
  }
}

// MARK: - For a size

extension StackOverflowView {
  /// Fits the list's scroll to the pane's size.
  mutating func settle(size: Size) {
    guard state.reading == nil else { return }
    let selection = state.list.selection.flatMap { id in selectedRow.map { (id: id, index: $0) } }
    scroll.settle(selection: selection, count: state.list.questions.count, visible: visibleRows(size: size))
  }

  /// Rows of the list that fit.
  func visibleRows(size: Size) -> Int {
    max(
      1,
      QuestionListView.Layout(size: PaneBorder.inside(size).size, of: state.list, isDense: state.isDense).rows.visible)
  }
}

// MARK: - Mouse

extension StackOverflowView {
  /// What the mouse means at a place of the pane.
  enum Target: Hashable {
    case scroll(Int)
    case move(Motion)
    /// A tab, counted from 0.
    case tab(Int)
    case filter
    case question(Question.ID)
    /// The row that is selected already.
    case selectedQuestion
  }

  func target(of event: MouseEvent, size: Size) -> Target? {
    let inside = PaneBorder.inside(size)
    switch (event.action, state.reading != nil) {
    case (.drag, _): return nil
    case (.wheelUp, true): return .scroll(-Self.wheelLines)
    case (.wheelDown, true): return .scroll(Self.wheelLines)
    case (.click, true):
      guard let reading = state.reading, reading.search.isShown else { return nil }
      return event.location.y - inside.y == QuestionView.fieldLine(inside.height, of: reading) ? .filter : nil
    case (.wheelUp, false): return .move(.lines(-1))
    case (.wheelDown, false): return .move(.lines(1))
    case (.click, false):
      return click(at: Point(x: event.location.x - inside.x, y: event.location.y - inside.y), inside: inside)
    }
  }

  /// A text scrolls by so many lines at a turn of the wheel; a list by one row.
  private static let wheelLines = 3

  private func click(at place: Point, inside: Rect) -> Target? {
    let layout = list.layout(Size(width: inside.width, height: inside.height))
    let air = PaneBorder.air
    if place.y == layout.tabs {
      return list.tabBar.tab(at: place.x - air, width: inside.width - 2 * air).map(Target.tab)
    }
    if place.y == layout.filter, place.x >= 0, place.x < inside.width { return .filter }
    guard layout.list.contains(place.y), let row = layout.rows.position(atLine: place.y - layout.list.lowerBound)
    else { return nil }
    let questions = state.list.questions
    let rows = scroll.rows(count: questions.count, visible: layout.rows.visible)
    guard row < rows.count else { return nil }
    let id = questions[rows.lowerBound + row].id
    return id == state.list.selection ? .selectedQuestion : .question(id)
  }
}
