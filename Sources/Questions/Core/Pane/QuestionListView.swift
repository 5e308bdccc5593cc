import Foundation
import PaneKit
import Screen
import Text

/// A tab's list of questions, with the tab bar and the filter above it.
struct QuestionListView {
  var state: StackOverflowState
  var scroll: ListScroll
  var selectedRow: Int?
  /// What is kept from frame to frame.
  var kept = KeptQuestionList()
  /// The names of the rules that hold for questions.
  var rules: [QuestionKey: SafeText] = [:]

  private var list: QuestionListState { state.list }

  /// The layout inside the border.
  ///
  /// The filter's line is reserved even without a filter, so that the list does not move when a person begins to type; with
  /// few lines it is given to the list.
  struct Layout {
    let tabs = 0
    var filter: Int?
    var list: Range<Int>
    var trouble: Int?
    var rows: ListRows

    init(size: Size, of state: QuestionListState, isDense: Bool = false) {
      let (isFilterShown, hasTrouble) = (state.filter.isShown, state.trouble != nil && state.onlyTrouble == nil)
      let isRoomy = size.height >= 16
      let end = hasTrouble ? size.height - 1 : size.height
      trouble = hasTrouble && size.height >= 3 ? size.height - 1 : nil
      filter = isRoomy || isFilterShown ? 1 : nil
      let start = isRoomy || isFilterShown ? 2 : 1
      list = start..<max(start, end)
      rows = Self.rows(Size(width: size.width, height: list.count), isDense: isDense)
    }

    /// Returns the form of the rows, which depends on the list's size alone, so that no filter and no selection moves them: a
    /// blank line between any two that have more than one line, where there is room for several.
    private static func rows(_ size: Size, isDense: Bool) -> ListRows {
      if isDense || size.height < 6 { return ListRows(height: size.height) }
      if size.height < 12 { return ListRows(rowHeight: 2, height: size.height) }
      // Long titles need a line more where their ends have no room beside the tags.
      let needsLine = size.width < QuestionRow.leastWidthForEnds && size.height >= 19
      return ListRows(rowHeight: needsLine ? 3 : 2, spacing: 1, height: size.height)
    }
  }

  func layout(_ size: Size) -> Layout { Layout(size: size, of: list, isDense: state.isDense) }

  var tabBar: TabBar {
    let titles = zip(state.tabs, state.news).map { $1 > 0 ? "\($0) +\($1)" as SafeText : $0 }
    return TabBar(
      titles: state.news.isEmpty ? state.tabs : titles, selected: state.selectedTab, counts: state.unread,
      air: PaneBorder.air - 1)
  }

  /// - Parameters:
  ///   - size: The size inside the border.
  ///   - width: The width of the whole pane.
  func border(_ size: Size, width: Int, _ context: PaneContext, _ glyphs: GlyphSet) -> PaneBorder {
    let layout = layout(size)
    let title: SafeText = "Stack Overflow"
    let paused: SafeText = state.isRefreshPaused ? ", no automatic refresh" : ""
    let quota: SafeText =
      state.lowQuota.map { $0 == 1 ? "1 request left today\(paused)" : "\($0) requests left today\(paused)" } ?? ""
    let new = state.news.isEmpty ? 0 : state.news[state.selectedTab]
    let news: SafeText = new > 0 ? "\(new) new" : ""
    let origin = context.word(for: state.origin)
    let count: SafeText = list.total == 0 ? "" : "\(list.total)\(list.hasMore ? "+" : "")"
    let time: SafeText = list.loadedAt.map(list.isFromThePast ? context.age : context.freshness) ?? ""
    let selected = selectedRow.flatMap { list.questions.indices.contains($0) ? list.questions[$0] : nil }
    let rule = RuleMark.words(selected.flatMap { self.rule(of: $0) }, glyphs)
    // With a narrow border, parts are left out rather than everything.
    let sites: SafeText =
      list.feed.selection == .loaded ? "of what is loaded" : list.feed.isJoined ? list.feed.siteName : ""
    let forms: [[SafeText]] = [
      [rule, quota, origin, news, sites, count, time], [rule, quota, origin, news, count, time],
      [rule, quota, origin, news, time], [quota, origin, news, sites, count, time], [quota, origin, news, count, time],
      [quota, origin, news, time],
    ]
    let marked: [SafeText] = list.picks.isEmpty ? [] : ["\(list.picks.count) marked"]
    let status = forms.map { marked + $0 }.first { PaneBorder.fits($0, beside: title, width: width) }
    return PaneBorder(
      title: title, status: status ?? marked + [quota, origin, time],
      isBusy: list.load == .reloading || list.isLoadingMore,
      thumb: ScrollThumb(offset: scroll.offset, visible: layout.rows.visible, total: list.questions.count),
      thumbLines: layout.list)
  }

  /// Draws the list over the whole canvas.
  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let layout = layout(canvas.size)
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.within(Rect(x: air, y: layout.tabs, width: canvas.width - air - 1, height: 1)) {
      let bar = tabBar
      kept.tabs.draw(KeptQuestionList.Tabs(bar: bar, isFocused: context.isFocused), into: &$0) {
        bar.draw(isFocused: context.isFocused, into: &$0)
      }
    }
    if let trouble = list.trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
    canvas.within(Rect(x: 0, y: layout.list.lowerBound, width: canvas.width, height: layout.list.count)) {
      if list.questions.isEmpty {
        drawEmpty(context, into: &$0)
      } else {
        drawRows(layout.rows, context, into: &$0)
      }
    }
    // Last, because while the field takes text the cursor is in it and not in the list.
    guard let line = layout.filter else { return }
    canvas.within(Rect(x: air, y: line, width: textWidth, height: 1)) { FilterLine(list).draw(into: &$0) }
  }

  /// The names of the rules that hold for a question, until it is read.
  private func rule(of question: Question) -> SafeText? {
    guard !rules.isEmpty, let names = rules[state.key(of: question)], !state.mark(of: question).isRead
    else { return nil }
    return names
  }

  private func drawRows(_ places: ListRows, _ context: PaneContext, into canvas: inout Canvas) {
    let questions = list.questions
    let visible = scroll.rows(count: questions.count, visible: places.visible)
    let bar = context.isFocused ? canvas.theme.accent : canvas.theme.dim
    let sites = list.rowSites
    let reserve =
      places.rowHeight == 1
      ? kept.reserve(KeptQuestionList.Rows(state: state, rules: rules)) {
        QuestionRow.Reserve(questions, sites: sites, hasRule: { rule(of: $0) != nil }, mark: { state.mark(of: $0) })
      } : QuestionRow.Reserve(sites: sites)
    let rows = kept.rows
    rows.beginFrame()
    places.drawMeasured(visible, selected: selectedRow, bar: bar, into: &canvas) { index, canvas in
      let question = questions[index]
      let row = QuestionRow(
        question, mark: state.mark(of: question), hasRule: rule(of: question) != nil, reserve: reserve,
        words: list.filter.words,
        isSelected: index == selectedRow,
        at: context.now)
      return rows.draw(row, id: question.identity.row, isSelected: index == selectedRow, into: &canvas) {
        row.draw(into: &$0)
      }
    }
  }

  /// Draws the placeholder of an empty list: that questions are being loaded, or why there are none.
  private func drawEmpty(_ context: PaneContext, into canvas: inout Canvas) {
    let air = PaneBorder.air
    canvas.placeCursor(x: air, y: 0)
    let loading: SafeText = "Loading \(list.feed.description(in: list.order))"
    if let trouble = list.onlyTrouble {
      FullPaneError(trouble: trouble, loading: list.load == .loading ? loading : nil)
        .draw(context, x: air, y: 0, width: canvas.width - 2 * air, end: canvas.height, into: &canvas)
      return
    }
    if list.load == .loading {
      LoadingLine(text: loading).draw(context, x: air, y: 0, into: &canvas)
      return
    }
    let text: SafeText
    if !list.filter.words.isEmpty, list.total > 0 {
      let none: SafeText =
        list.total == 1 ? "The only question does not match" : "None of \(list.total) questions matches"
      let search: SafeText = "S searches \(list.feed.siteName)"
      text = "\(none); \(list.filter.isEditing ? "Enter, then \(search)" : search)"
    } else if case .loaded = list.load {
      text = list.feed.emptiness
    } else {
      return
    }
    canvas.draw(text, canvas.theme.dim, x: air, y: 0, maxWidth: canvas.width - 2 * air)
  }
}

extension QuestionIdentity {
  /// The identity of the question's row.
  var row: ListScroll.RowID { ListScroll.RowID(id, of: site) }
}

extension QuestionListState {
  /// The trouble, if it is shown instead of any questions.
  fileprivate var onlyTrouble: ServiceFailure? { loadedAt == nil && total == 0 ? trouble : nil }
}
