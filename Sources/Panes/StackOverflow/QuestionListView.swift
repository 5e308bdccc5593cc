import Foundation
import Model
import Screen
import Text
import ViewModels

/// A tab's list of questions, with the tabs and the filter above it.
struct QuestionListView {
  var state: StackOverflowState
  var scroll: ListScroll
  var selectedRow: Int?

  private var list: QuestionListState { state.list }

  /// Where things stand inside the border.
  ///
  /// The filter's line keeps its place also while there is no filter (it tells the count then), so that the list does not
  /// move when one begins to type; where lines are few it gives way to the list.
  struct Layout {
    let tabs = 0
    var filter: Int?
    var list: Range<Int>
    var trouble: Int?
    var rows: ListRows

    init(size: Size, of state: QuestionListState) {
      let (isFilterShown, hasTrouble) = (state.filter.isShown, state.trouble != nil)
      // Air between tabs and filter comes after a row more of the list.
      let air = size.height >= 24 ? 1 : 0
      let isRoomy = size.height >= 16
      let end = hasTrouble ? size.height - 1 : size.height
      trouble = hasTrouble && size.height >= 3 ? size.height - 1 : nil
      filter = isRoomy || isFilterShown ? 1 + air : nil
      let start = isRoomy ? 3 + air : isFilterShown ? 2 : 1
      list = start..<max(start, end)
      let (rowHeight, spacing) = list.count >= 12 ? (2, 1) : list.count >= 6 ? (2, 0) : (1, 0)
      rows = ListRows(rowHeight: rowHeight, spacing: spacing, height: list.count)
    }
  }

  func layout(_ size: Size) -> Layout { Layout(size: size, of: list) }

  var tabBar: TabBar { TabBar(titles: state.tabs, selected: state.selectedTab) }

  private func border(_ layout: Layout, _ context: PaneContext) -> PaneBorder {
    PaneBorder(
      title: "Stack Overflow",
      status: [
        state.lowQuota.map { $0 == 1 ? "1 request left today" : "\($0) requests left today" } ?? "",
        state.origin == .demo ? "demo" : "",
        SafeText(oneLine: list.order.rawValue),
        list.loadedAt.map(context.freshness) ?? "",
      ],
      isBusy: list.load == .reloading,
      thumb: ScrollThumb(offset: scroll.offset, visible: layout.rows.visible, total: list.questions.count),
      thumbLines: layout.list)
  }

  /// What stays of one drawing for the next. A selection that moves leaves the pane without its selection as it was; a
  /// list that scrolls leaves its rows.
  struct Parts {
    var background = Drawn<Background>()
    var rows = DrawnRows<QuestionRow>()
    var filter = Drawn<FilterLine>()
    /// The lines of the canvas on which the selection was drawn.
    var selection: Range<Int>?
  }

  /// All that the pane without its selection and its filter is a picture of.
  struct Background: Equatable {
    var state: StackOverflowState
    var scroll: Int
    var isFocused: Bool
    var now: Date

    init(of view: QuestionListView, _ context: PaneContext) {
      state = view.state
      state.list.selection = nil
      scroll = view.scroll.offset
      isFocused = context.isFocused
      now = context.now
    }
  }

  /// Draws the list with its border over the whole canvas.
  ///
  /// - Parameter areStanding: the parts are still there from the last drawing.
  func draw(_ context: PaneContext, reusing parts: inout Parts, areStanding: Bool, into canvas: inout Canvas) {
    let inside = PaneBorder.inside(canvas.size)
    let layout = layout(inside.size)
    let isNew = parts.background.draw(Background(of: self, context), into: &canvas, isStanding: areStanding) {
      border(layout, context).draw(context, into: &$0)
      $0.within(inside) { drawBackground(layout, context, reusing: &parts.rows, into: &$0) }
    }
    if !isNew, let selection = parts.selection { parts.background.restore(rows: selection, in: &canvas) }
    let selection = selectedPosition(layout.rows)
    parts.selection = selection.map { position in
      let line = inside.y + layout.list.lowerBound + layout.rows.line(of: position)
      return line..<line + layout.rows.rowHeight
    }
    canvas.within(inside) { inside in
      if let selection {
        inside.within(Rect(x: 0, y: layout.list.lowerBound, width: inside.width, height: layout.list.count)) {
          let bar = context.isFocused ? $0.theme.accent : $0.theme.dim
          layout.rows.select(at: selection, bar: bar, in: &$0, change: QuestionRow.select)
        }
      }
      // Last, since the cursor stands in the text rather than in the list while one is filtering.
      guard let line = layout.filter else { return }
      let air = PaneBorder.air
      inside.within(Rect(x: air, y: line, width: inside.width - 2 * air, height: 1)) {
        let filter = FilterLine(list)
        parts.filter.draw(filter, into: &$0, isStanding: areStanding && !isNew, filter.draw)
      }
    }
  }

  private func drawBackground(
    _ layout: Layout, _ context: PaneContext, reusing rows: inout DrawnRows<QuestionRow>, into canvas: inout Canvas
  ) {
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.within(Rect(x: air, y: layout.tabs, width: textWidth, height: 1)) {
      tabBar.draw(isFocused: context.isFocused, into: &$0)
    }
    if let trouble = list.trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
    canvas.within(Rect(x: 0, y: layout.list.lowerBound, width: canvas.width, height: layout.list.count)) {
      if list.questions.isEmpty {
        drawEmpty(context, into: &$0)
      } else {
        drawRows(layout.rows, context, reusing: &rows, into: &$0)
      }
    }
  }

  private func drawRows(
    _ rows: ListRows, _ context: PaneContext, reusing drawn: inout DrawnRows<QuestionRow>, into canvas: inout Canvas
  ) {
    let questions = list.questions
    let visible = scroll.rows(count: questions.count, visible: rows.visible)
    drawn.keep(rows.visible)
    rows.draw(visible, selected: nil, bar: canvas.theme.dim, into: &canvas) { index, canvas in
      let row = QuestionRow(questions[index], words: list.filter.words, at: context.now)
      drawn.draw(row, place: index, into: &canvas, row.draw)
    }
  }

  /// The selected row among those that are visible; `nil` when it is none of them.
  private func selectedPosition(_ rows: ListRows) -> Int? {
    let visible = scroll.rows(count: list.questions.count, visible: rows.visible)
    return selectedRow.flatMap { visible.contains($0) ? $0 - visible.lowerBound : nil }
  }

  /// What stands where questions would: that they are coming, or why there are none.
  private func drawEmpty(_ context: PaneContext, into canvas: inout Canvas) {
    let air = PaneBorder.air
    canvas.placeCursor(x: air, y: 0)
    if list.load == .loading {
      LoadingLine(text: "Loading \(description)").draw(context, x: air, y: 0, into: &canvas)
      return
    }
    let text: SafeText
    if !list.filter.words.isEmpty, list.total > 0 {
      text = list.total == 1 ? "The only question does not match" : "None of \(list.total) questions matches"
    } else if case .loaded = list.load {
      text = list.tag.map { "No questions tagged \($0)" } ?? "No questions"
    } else if list.trouble != nil {
      text = "No questions loaded yet; r tries again"
    } else {
      return
    }
    canvas.draw(text, canvas.theme.dim, x: air, y: 0, maxWidth: canvas.width - 2 * air)
  }

  /// `hot questions tagged ios`
  private var description: SafeText {
    let questions: SafeText = "\(SafeText(oneLine: list.order.rawValue)) questions"
    return list.tag.map { "\(questions) tagged \($0)" } ?? questions
  }
}
