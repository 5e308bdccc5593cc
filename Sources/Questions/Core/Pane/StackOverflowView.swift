import Foundation
import PaneKit
import Screen
import Text

/// Draws a state of the Stack Overflow pane: the tab's list, the open question, or both.
struct StackOverflowView {
  let state: StackOverflowState
  /// The visible rows of the list.
  var scroll: ListScroll
  /// The text of the presented question, and its first visible line.
  var document: ReadingDocument?
  var place: ReadingDocument.Place
  /// The columns of its code scrolled out to the left.
  var column: Int
  var search: TextSearch
  /// The width of the pane's screen.
  var screenWidth: Int
  /// The cached rows of the list.
  private let kept: KeptQuestionList
  /// The names of the rules that hold for questions.
  private let rules: [QuestionKey: SafeText]
  /// The row of the selected question among the filtered ones.
  private let selectedRow: Int?

  init(
    state: StackOverflowState, scroll: ListScroll, document: ReadingDocument? = nil,
    place: ReadingDocument.Place? = nil, column: Int = 0, search: TextSearch = TextSearch(),
    screenWidth: Int = 0, kept: KeptQuestionList = KeptQuestionList(), rules: [QuestionKey: SafeText] = [:]
  ) {
    self.state = state
    self.scroll = scroll
    self.document = document
    self.place = place ?? document?.start ?? ReadingDocument.Place(section: 0)
    self.column = column
    self.search = search
    self.screenWidth = screenWidth
    self.kept = kept
    self.rules = rules
    selectedRow = state.list.selectedRow
  }

  private func places(_ size: Size) -> StackOverflowPlaces {
    StackOverflowPlaces(size, screenWidth: screenWidth, isBelow: state.isBelow)
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let places = places(canvas.size)
    let question = question
    let isReading = state.reading != nil
    let glyphs = canvas.glyphs
    let listBorder = list.border(places.list.size, width: canvas.width, context, glyphs)
    let textBorder = question?.border(places.text.height, width: canvas.width, context, glyphs)
    // The border describes the part that has the keys.
    var border = isReading ? textBorder ?? listBorder : listBorder
    if places.rule != nil { border.thumb = nil }
    border.draw(context, into: &canvas)
    guard let rule = places.rule else {
      return canvas.within(places.list) { canvas in
        if let question, isReading { question.draw(context, into: &canvas) } else { list.draw(context, into: &canvas) }
      }
    }
    let style = context.isFocused ? canvas.theme.accent : canvas.theme.dim
    switch rule {
    case .column(let x): canvas.divide(at: x, canvas.theme.dim, border: style)
    case .row(let y): canvas.divide(atRow: y, canvas.theme.dim, border: style)
    }
    draw(listBorder, rightOf: places.list, isReading ? canvas.theme.dim : style, into: &canvas)
    if let textBorder { draw(textBorder, rightOf: places.text, isReading ? style : canvas.theme.dim, into: &canvas) }
    var other = context
    other.isFocused = false
    canvas.within(places.list) { list.draw(isReading ? other : context, into: &$0) }
    guard let question else { return }
    // The cursor belongs to the part that has the keys.
    let cursor = canvas.cursor
    canvas.within(places.text) { question.draw(isReading ? context : other, into: &$0) }
    if !isReading { canvas.cursor = cursor }
  }

  private func draw(_ border: PaneBorder, rightOf part: Rect, _ style: Style, into canvas: inout Canvas) {
    border.thumb?.draw(
      style, x: part.maxX, y: part.y + border.thumbLines.lowerBound, height: border.thumbLines.count, into: &canvas)
  }

  /// The question that is open, or beside or below the list.
  private var question: QuestionView? {
    state.text.map {
      QuestionView(
        reading: $0, document: document, place: place, column: column, search: search, tab: tabName,
        origin: state.origin, isPaused: state.isPreviewPaused,
        rule: rules[QuestionKey(state.provenance, site: state.found?.site ?? $0.question.site, id: $0.question.id)])
    }
  }

  private var list: QuestionListView {
    QuestionListView(state: state, scroll: scroll, selectedRow: selectedRow, kept: kept, rules: rules)
  }

  private var tabName: SafeText {
    if let found = state.found {
      let place: SafeText = found.site == QuestionFeed.standardSite ? "" : " on \(SafeText(oneLine: found.site))"
      return "Found \(found.number) of \(found.count)\(place)"
    }
    return openTabName
  }

  private var openTabName: SafeText {
    state.tabs.indices.contains(state.selectedTab) ? state.tabs[state.selectedTab] : "Stack Overflow"
  }
}

// MARK: - For a size

extension StackOverflowView {
  /// Adapts the list's scroll position to the pane's size.
  mutating func adapt(size: Size) {
    guard state.reading == nil || places(size).rule != nil else { return }
    let selection = state.list.selection.flatMap { id in selectedRow.map { (id: id.row, index: $0) } }
    scroll.adapt(selection: selection, count: state.list.questions.count, visible: visibleRows(size: size))
  }

  /// Returns the number of rows that fit.
  func visibleRows(size: Size) -> Int { max(1, list.layout(places(size).list.size).rows.visible) }
}

// MARK: - Mouse

extension StackOverflowView {
  /// The target of a mouse event in the pane.
  enum Target: Hashable {
    /// Scrolls the text by a number of lines.
    case scroll(Int)
    /// Gives the text the keys.
    case text
    /// The field of the text's search.
    case search
    /// Moves the selection by a number of rows.
    case move(Int)
    /// A tab, counted from 0.
    case tab(Int)
    case filter
    case question(QuestionIdentity)
    /// The row that is already selected.
    case selectedQuestion
  }

  func target(of event: MouseEvent, size: Size) -> Target? {
    let places = places(size)
    let isText = places.isText(event.location, isReading: state.reading != nil)
    if isText, state.text == nil { return nil }
    switch event.action {
    case .drag: return nil
    case .wheelUp: return isText ? .scroll(-Self.wheelLines) : .move(-1)
    case .wheelDown: return isText ? .scroll(Self.wheelLines) : .move(1)
    case .click where isText:
      guard let reading = state.reading else { return .text }
      let line = QuestionView.fieldLine(places.text.height, of: reading)
      return reading.search.isShown && event.location.y - places.text.y == line ? .search : nil
    case .click:
      let inside = places.list
      return click(at: Point(x: event.location.x - inside.x, y: event.location.y - inside.y), inside: inside)
    }
  }

  /// The lines by which the wheel scrolls a text; it moves a list by one row.
  private static let wheelLines = 3

  private func click(at place: Point, inside: Rect) -> Target? {
    let layout = list.layout(Size(width: inside.width, height: inside.height))
    let air = PaneBorder.air
    if place.y == layout.tabs {
      return list.tabBar.tab(at: place.x - air, width: inside.width - air - 1).map(Target.tab)
    }
    if place.y == layout.filter, place.x >= 0, place.x < inside.width { return .filter }
    guard layout.list.contains(place.y), let row = layout.rows.position(atLine: place.y - layout.list.lowerBound)
    else { return nil }
    let questions = state.list.questions
    let rows = scroll.rows(count: questions.count, visible: layout.rows.visible)
    guard row < rows.count else { return nil }
    let id = questions[rows.lowerBound + row].identity
    return id == state.list.selection ? .selectedQuestion : .question(id)
  }
}
