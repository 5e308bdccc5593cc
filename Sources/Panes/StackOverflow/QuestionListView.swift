import Foundation
import Model
import Screen
import Text
import ViewModels

/// A tab's list of questions, with the tabs and the filter above it.
struct QuestionListView {
  var state: StackOverflowState
  var scroll: ListScroll<Question.ID>
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

    init(size: Size, isFilterShown: Bool, hasTrouble: Bool) {
      let isRoomy = size.height >= 16
      let end = hasTrouble ? size.height - 1 : size.height
      trouble = hasTrouble && size.height >= 3 ? size.height - 1 : nil
      filter = isRoomy ? 2 : isFilterShown ? 1 : nil
      let start = isRoomy ? 4 : isFilterShown ? 2 : 1
      list = start..<max(start, end)
      let (rowHeight, spacing) = list.count >= 12 ? (2, 1) : list.count >= 6 ? (2, 0) : (1, 0)
      rows = ListRows(rowHeight: rowHeight, spacing: spacing, height: list.count)
    }
  }

  func layout(_ size: Size) -> Layout {
    Layout(size: size, isFilterShown: list.filter.isShown, hasTrouble: list.trouble != nil)
  }

  var tabBar: TabBar { TabBar(titles: state.tabs, selected: state.selectedTab) }

  func border(_ inside: Rect, _ context: PaneContext) -> PaneBorder {
    let layout = layout(Size(width: inside.width, height: inside.height))
    return PaneBorder(
      title: "Stack Overflow",
      status: [
        state.lowQuota.map { "\($0) requests left today" } ?? "",
        state.origin == .demo ? "demo" : "",
        list.order,
        list.loadedAt.map(context.freshness) ?? "",
      ],
      isBusy: list.load == .reloading,
      thumb: ScrollThumb(offset: scroll.offset, visible: layout.rows.visible, total: list.questions.count),
      thumbLines: layout.list)
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let layout = layout(canvas.size)
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.within(Rect(x: air, y: layout.tabs, width: textWidth, height: 1)) {
      tabBar.draw(isFocused: context.isFocused, into: &$0)
    }
    if let trouble = list.trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
    let area = Rect(x: 0, y: layout.list.lowerBound, width: canvas.width, height: layout.list.count)
    if list.questions.isEmpty {
      canvas.within(area) { drawEmpty(context, into: &$0) }
    } else {
      canvas.within(area) { drawRows(layout.rows, context, into: &$0) }
    }
    if let line = layout.filter {
      canvas.within(Rect(x: air, y: line, width: textWidth, height: 1)) { drawFilter(context, into: &$0) }
    }
  }

  private func drawRows(_ rows: ListRows, _ context: PaneContext, into canvas: inout Canvas) {
    let questions = list.questions
    let visible = scroll.rows(count: questions.count, visible: rows.visible)
    let bar = context.isFocused ? canvas.theme.accent : canvas.theme.dim
    rows.draw(visible, selected: selectedRow, bar: bar, into: &canvas) { index, row in
      QuestionRow(question: questions[index], words: list.filter.words, isSelected: index == selectedRow)
        .draw(context, into: &row)
    }
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
      text = "None of \(list.total) questions matches"
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
    let order: SafeText = list.order.isEmpty ? "questions" : "\(list.order) questions"
    return list.tag.map { "\(order) tagged \($0)" } ?? order
  }

  private func drawFilter(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let filter = list.filter
    let isFiltered = filter.isShown || !filter.words.isEmpty
    var count: SafeText = isFiltered ? "\(list.questions.count) of \(list.total)" : "\(list.total) questions"
    if list.isLoadingMore { count = "\(count), loading more\(canvas.glyphs.ellipsis)" }
    let hasCount = list.total > 0 || list.load != .loading && list.load != .idle
    let countWidth = hasCount ? canvas.draw(count, theme.dim, x: 0, y: 0, alignment: .right) : 0
    guard filter.isShown else { return }
    let label = canvas.draw("Filter", filter.isEditing ? theme.accent : theme.dim, x: 0, y: 0)
    let field = Rect(x: label + 2, y: 0, width: canvas.width - label - 4 - countWidth, height: 1)
    canvas.within(field) {
      TextField(filter.field.text, cursor: filter.isEditing ? filter.field.cursor : nil).draw(theme.plain, into: &$0)
    }
  }
}
