import Charting
import Foundation
import Model
import PaneKit
import Screen
import Text

/// Draws the Wikipedia pane: a line with the rate and the ticker, the chart, and the list of recent events.
///
/// Until there is a value, there is no chart: an empty one would have a scale that the first value changes.
struct WikipediaView {
  var state: WikipediaState
  /// The visible events.
  var scroll: ListScroll
  /// The latest edit, which changes less often than the state's.
  var ticker: SafeText?
  /// The chart, reused between frames.
  var picture = ChartPicture()
  /// The names of the rules that hold for edits.
  var rules: [EditAnnotation.Key: SafeText] = [:]

  /// The places of the parts inside the border: the head, the chart, a line for headings or the filter, and the list, which has
  /// two thirds of what is left below the head unless a person has divided it otherwise. If there are few lines, the list is
  /// left out first.
  ///
  /// An error moves nothing: it uses the last line of the list or, if there is no list, the place beside the rate. The
  /// filter's field is in the line above the list; if there is none, the list or the chart becomes one line shorter. A
  /// mistake that does not fit beside its text uses the first lines of the list.
  struct Layout {
    /// The rate and the ticker.
    var head: Range<Int>
    /// The first line below the head.
    let start: Int
    var chart: Range<Int>
    /// What the chart's lines are called, where each kind of editor has one.
    var editors: Int?
    /// The filter's line, while it is shown.
    var filter: Int?
    /// The line of the columns' headings, if there is one for them.
    var headings: Int?
    var list: Range<Int>
    /// The line of an error, if it has one of its own.
    var trouble: Int?
    /// The lines of chart and list, and of those between them, which a person divides.
    private(set) var divisible = 0
    /// The last line before the list, with which the mouse moves the division; `nil` if there is no line between.
    private(set) var divider: Int?

    /// The least lines of the chart, with its axis, and of the list.
    private static let leastChart = 3
    private static let leastList = 2
    /// From so many lines on there is a line above the list, and blank ones around the chart.
    private static let (lowHeight, roomyHeight) = (10, 24)

    /// The lines that the list has without a filter and an error; 0 if there is no list.
    private(set) var listHeight = 0

    /// Returns the percentage that gives the list so many lines; `nil` if that is not possible.
    func share(list lines: Int) -> Int? {
      guard divisible > 0, lines >= Self.leastList, lines <= divisible - Self.leastChart else { return nil }
      return (lines * 100 + divisible / 2) / divisible
    }

    /// - Parameter listShare: The list's percentage of ``divisible``; `nil` for the standard one.
    init(
      height: Int, hasTrouble: Bool, hasFilter: Bool = false, hasEditors: Bool = false, hasHeadings: Bool = false,
      listShare: Int? = nil
    ) {
      defer {
        if hasEditors, chart.count >= 5 {
          editors = chart.upperBound - 1
          chart = chart.dropLast()
        }
      }
      let air = height >= Self.roomyHeight ? 1 : 0
      head = 0..<min(1, height)
      start = head.upperBound + air
      let room = max(0, height - start)
      guard room >= 5 else {
        let end = hasFilter ? height - 1 : height
        chart = start..<(end - start >= 2 ? end : start)
        list = 0..<0
        filter = hasFilter ? max(0, height - 1) : nil
        return
      }
      // The line above the list, and a blank one above that.
      let line = height >= Self.lowHeight ? 1 : 0
      let divisible = room - line - air
      self.divisible = divisible
      let wanted = listShare.map { ($0 * divisible + 50) / 100 } ?? divisible - max(Self.leastChart, room / 3)
      let listHeight = max(Self.leastList, min(wanted, divisible - Self.leastChart))
      self.listHeight = listHeight
      let listStart = height - listHeight
      chart = start..<listStart - line - air
      let end = hasTrouble ? height - 1 : height
      divider = line > 0 ? listStart - 1 : nil
      filter = hasFilter ? listStart - line : nil
      headings = hasHeadings && !hasFilter && line > 0 ? listStart - line : nil
      list = (hasFilter && line == 0 ? listStart + 1 : listStart)..<end
      trouble = hasTrouble ? height - 1 : nil
    }
  }

  func layout(_ inside: Rect) -> Layout {
    var layout = Layout(
      height: inside.height, hasTrouble: trouble != nil && !isEmpty, hasFilter: state.filter.isShown,
      hasEditors: state.hasLinesApart, hasHeadings: columns(inside.width).hasFigures,
      listShare: state.listShare)
    layout.list = layout.list.dropFirst(filterLine.linesBelow(width: inside.width - 2 * PaneBorder.air))
    return layout
  }

  private var filterLine: FieldLine {
    FieldLine(
      label: "Filter", field: state.filter, note: state.total > 0 ? count : nil, mistake: state.filterMistake)
  }

  /// - Parameter width: The width of the list's rows, with the margins at both sides.
  private func columns(_ width: Int) -> EventColumns {
    let content = EventColumns.Content(
      hasEdits: state.hasEdits, hasRisks: state.hasRisks, hasFacts: state.hasFacts, needsRisk: state.needsRisk,
      needsMarks: state.needsMarks)
    return EventColumns(width: width - 2 * PaneBorder.air, content, wikis: state.wikis)
  }

  var trouble: ServiceFailure? { state.trouble }

  /// Whether no event has arrived yet. There may be a chart of rates from an earlier run.
  private var isEmpty: Bool { state.total == 0 && state.latestEdit == nil }

  /// Whether there is nothing to show.
  private var isBlank: Bool { isEmpty && !state.chart.hasValues }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let inside = PaneBorder.inside(canvas.size)
    let layout = layout(inside)
    let whole = wholeTrouble(
      layout, context, width: inside.width - 2 * PaneBorder.air, height: inside.height, canvas.theme)
    let hasChart = state.chart.hasValues && whole?.hidesChart != true
    let place = hasChart ? PaneBorder.place(of: layout.chart, size: canvas.size) : nil
    border(layout, context, chart: place, width: canvas.width, theme: canvas.theme).draw(context, into: &canvas)
    picture.draw(
      state.chart, at: place, context, into: &canvas, beginning: "counted",
      cursorNote: { state.signUps(atCursorOf: $0)?.text },
      valueText: { "\(SafeText($0, decimals: 1)) /s" })
    canvas.within(inside) { drawInside(layout, whole, hasChart: hasChart, context, into: &$0) }
  }

  /// An error while there is no event, and its lines: those of the list if there is a chart above that leaves room for all of
  /// it, those of chart and list if it does not, and all lines if there is nothing else.
  private func wholeTrouble(
    _ layout: Layout, _ context: PaneContext, width: Int, height: Int, _ theme: Theme
  ) -> (trouble: FullPaneError, lines: Range<Int>, hidesChart: Bool)? {
    guard let trouble, isEmpty else { return nil }
    let whole = FullPaneError(trouble: trouble)
    if state.chart.hasValues, whole.height(context, width: width, theme: theme) <= layout.list.count {
      return (whole, layout.list, false)
    }
    let start = isBlank ? layout.head.lowerBound : layout.start
    return (whole, start..<max(start, layout.filter ?? height), true)
  }

  private func border(
    _ layout: Layout, _ context: PaneContext, chart place: Rect?, width: Int, theme: Theme
  ) -> PaneBorder {
    let title: SafeText = "Wikipedia"
    var status: [SafeText] = state.newCount > 0 ? ["\(state.newCount) new"] : []
    if !state.picks.isEmpty { status.append("\(state.picks.count) marked") }
    if state.watchedCount > 0 { status.append(SafeText(state.watchedCount, "watched edit", "watched edits")) }
    // A name that does not fit would be left out, and nothing said that there are others.
    let name = state.condition?.name.flatMap { name -> SafeText? in
      PaneBorder.fits(status + [name, context.word(for: state.origin), "paused"], beside: title, width: width)
        ? name : nil
    }
    if let name { status.append(name) }
    if state.edits != .all || state.ignoredCount > 0 || state.condition != nil && name == nil {
      status.append("some edits")
    }
    switch state.connection {
    // While there is no event the head says so.
    case .connecting: if !isEmpty { status.append("connecting") }
    // The wikis stand beside the key that chooses others.
    case .connected(let source): if !state.followsWikis { status.append(source.label) }
    case .waiting: status.append("offline")
    }
    status.append(context.word(for: state.origin))
    var liveness: SafeText = ""
    if state.isPaused {
      liveness = "paused"
    } else if !state.isFollowing {
      status.append(ChartSpan(state.chart).dates(context, title: title, besides: status, width: width))
    } else if case .connected = state.connection, state.origin == .live, state.missing == nil {
      liveness = "live"
    }
    let names = state.selectedRow.flatMap { rule(of: state.recent[$0]) }
    let ruled = [RuleMark.words(names, theme.glyphs)] + status
    // Before the range of values and the meaning of the marks, which stand there only if there is room.
    if PaneBorder.fits(ruled + [liveness], beside: title, width: width) { status = ruled }
    if place != nil, !state.chart.annotations.isEmpty {
      let marks: SafeText = "\(SafeText(oneLine: theme.glyphs.annotation.string)) new user"
      if PaneBorder.fits(status + [marks, liveness], beside: title, width: width) { status.append(marks) }
    }
    if place != nil, let behind = state.chart.backdropText,
      PaneBorder.fits(status + [behind, liveness], beside: title, width: width)
    {
      status.append(behind)
    }
    status.append(liveness)
    return PaneBorder(
      title: title, status: status, isBusy: state.connection == .connecting && !isEmpty,
      thumb: ScrollThumb(offset: scroll.offset, visible: layout.list.count, total: state.recent.count),
      thumbLines: layout.list)
  }

  private func drawInside(
    _ layout: Layout, _ whole: (trouble: FullPaneError, lines: Range<Int>, hidesChart: Bool)?, hasChart: Bool,
    _ context: PaneContext, into canvas: inout Canvas
  ) {
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    let isTroubleBelow = layout.trouble != nil || isEmpty && canvas.height > layout.start
    canvas.within(Rect(x: air, y: layout.head.lowerBound, width: textWidth, height: layout.head.count)) {
      // A single line until there is something: what is being done, or what the trouble is.
      if state.connection == .connecting, isEmpty {
        LoadingLine(text: "Connecting").draw(context, x: 0, y: 0, into: &$0)
      } else if whole != nil, isBlank {
        return
      } else {
        drawHead(context, isTroubleBelow: isTroubleBelow, into: &$0)
      }
    }
    if let (trouble, lines, _) = whole {
      trouble.draw(context, x: air, y: lines.lowerBound, width: textWidth, end: lines.upperBound, into: &canvas)
    }
    canvas.within(Rect(x: 0, y: layout.list.lowerBound, width: canvas.width, height: layout.list.count)) {
      drawList(context, into: &$0)
    }
    if let line = layout.headings {
      canvas.within(Rect(x: 0, y: line, width: canvas.width, height: 1)) { canvas in
        EventHeadings(columns(canvas.width), order: state.order, width: canvas.width).draw(into: &canvas)
      }
    }
    if let line = layout.editors, hasChart {
      canvas.within(Rect(x: air, y: line, width: textWidth, height: 1)) {
        let tolerance = picture.plot(of: state.chart).map { $0.columnSpan / 2 }
        EditorsLine(chart: state.chart, tolerance: tolerance).draw(into: &$0) { SafeText($0, decimals: 1) }
      }
    }
    if let trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
    // Last, because the cursor is in the field, rather than in the list, while it takes text.
    guard let line = layout.filter else { return }
    let place = Rect(x: air, y: line, width: textWidth, height: max(1, layout.list.lowerBound - line))
    canvas.fill(place)
    canvas.within(place) { filterLine.draw(into: &$0) }
  }

  /// `4 of 57`
  private var count: SafeText { "\(state.recent.count) of \(state.total)" }

  /// The rate, the least and the greatest one that the chart shows, and at the right the ticker of the latest edit. The rate and
  /// the range have fixed places, so that nothing moves when digits change.
  private func drawHead(_ context: PaneContext, isTroubleBelow: Bool, into canvas: inout Canvas) {
    let theme = canvas.theme
    if let rate = state.rate {
      canvas.draw("\(SafeText(rate, decimals: 1)) /s", theme.strong, x: 0, y: 0)
    } else {
      canvas.draw(Self.noRate, theme.dim, x: 0, y: 0)
    }
    var column = 10
    if let trouble, !isTroubleBelow {
      TroubleLine(trouble: trouble).draw(context, x: column, y: 0, width: canvas.width - column, into: &canvas)
      return
    }
    if canvas.width >= 40, let range = state.chart.rangeText(glyphs: canvas.glyphs) {
      column = max(column + canvas.draw(range, theme.dim, x: column, y: 0), 21) + 3
    }
    guard let ticker else { return }
    canvas.draw(
      ticker, theme.plain, x: column, y: 0, maxWidth: max(0, canvas.width - column), alignment: .right)
  }

  /// In place of the rate, without a connection and until the first window of five seconds is full.
  private static let noRate: SafeText = "– /s"

  /// The names of the rules that hold for an edit, until it is read.
  private func rule(of event: RecentEvent) -> SafeText? {
    guard !rules.isEmpty, let key = event.event.annotationKey, let names = rules[key], !state.hasRead(event)
    else { return nil }
    return names
  }

  private func drawList(_ context: PaneContext, into canvas: inout Canvas) {
    let rows = ListRows(height: canvas.height)
    guard rows.visible > 0 else { return }
    if state.recent.isEmpty {
      if state.total > 0 {
        let text: SafeText =
          state.total == 1 ? "The only event does not match" : "None of \(state.total) events matches"
        canvas.draw(text, canvas.theme.dim, x: PaneBorder.air, y: 0, maxWidth: canvas.width - 2 * PaneBorder.air)
      } else if case .connected = state.connection {
        let text: SafeText =
          state.condition.map { "No edits match \($0.name ?? "wikipedia.filter") yet" } ?? "No edits yet"
        canvas.draw(text, canvas.theme.dim, x: PaneBorder.air, y: 0)
      }
      return
    }
    let selected = state.selectedRow
    let bar = context.isFocused ? canvas.theme.accent : canvas.theme.dim
    canvas.placeCursor(x: 0, y: 0)
    let visible = scroll.rows(count: state.recent.count, visible: rows.visible)
    let columns = columns(canvas.width)
    rows.draw(visible, selected: selected, bar: bar, into: &canvas) { index, canvas in
      let event = state.recent[index]
      EventRow(
        event: event, words: state.filter.words, isSelected: index == selected,
        isPicked: state.picks.contains(event.id), isRead: state.hasRead(event),
        hasRule: rule(of: event) != nil, columns: columns
      ).draw(context, into: &canvas)
    }
  }
}

// MARK: - For a size

extension WikipediaView {
  /// Fits the list's scroll position to the pane's size.
  mutating func adapt(size: Size) {
    let selection = state.selection.flatMap { id in state.selectedRow.map { (id: ListScroll.RowID(id), index: $0) } }
    scroll.adapt(selection: selection, count: state.recent.count, visible: visibleRows(size: size))
  }

  /// The number of rows of the list that fit.
  func visibleRows(size: Size) -> Int { max(1, layout(PaneBorder.inside(size)).list.count) }
}

// MARK: - Mouse

extension WikipediaView {
  /// What the mouse points to in the pane.
  enum Target: Hashable {
    case move(Motion)
    /// The event with this index.
    case event(Int)
    case filter
    case sort(EventOrder)
    /// The division between chart and list.
    case divider
  }

  /// Returns the percentage of the list that begins below a line of the pane; `nil` if that is not possible.
  func share(dividingAt line: Int, size: Size) -> Int? {
    let inside = PaneBorder.inside(size)
    return layout(inside).share(list: inside.height - (line - inside.y) - 1)
  }

  func target(of event: MouseEvent, size: Size) -> Target? {
    let inside = PaneBorder.inside(size)
    let layout = layout(inside)
    let place = Point(x: event.location.x - inside.x, y: event.location.y - inside.y)
    if place.y == layout.filter, event.action == .click { return .filter }
    if place.y == layout.headings, event.action == .click,
      let order = EventHeadings(columns(inside.width), order: state.order, width: inside.width).order(at: place.x)
    {
      return .sort(order)
    }
    if place.y == layout.divider, event.action == .click { return .divider }
    guard layout.list.contains(place.y) else { return nil }
    switch event.action {
    case .drag: return nil
    case .wheelUp: return .move(.lines(-1))
    case .wheelDown: return .move(.lines(1))
    case .click:
      let rows = scroll.rows(count: state.recent.count, visible: layout.list.count)
      let index = rows.lowerBound + place.y - layout.list.lowerBound
      return rows.contains(index) ? .event(state.recent[index].id) : nil
    }
  }
}
