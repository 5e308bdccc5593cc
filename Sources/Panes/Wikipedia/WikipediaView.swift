import Charting
import Foundation
import Model
import Screen
import Text
import ViewModels

/// The Wikipedia pane as a picture of its state: the rate and the ticker, the chart, the list of recent events.
struct WikipediaView: PaneView {
  var state: WikipediaState
  /// Which events are visible.
  var scroll: ListScroll

  /// Where things stand inside the border. The chart gets the larger part; where lines are few the list goes first.
  ///
  /// A trouble moves nothing: it takes the list's last line or, where there is no list, the place beside the rate.
  struct Layout {
    var chart: Range<Int>
    var list: Range<Int>
    /// The line of a trouble's own.
    var trouble: Int?

    init(height: Int, hasTrouble: Bool) {
      let air = height >= 12 ? 1 : 0
      let start = 1 + air
      let room = max(0, height - start)
      guard room >= 5 else {
        chart = start..<start + (room >= 2 ? room : 0)
        list = 0..<0
        return
      }
      let listHeight = max(2, (room - air) * 2 / 5)
      chart = start..<height - listHeight - air
      list = height - listHeight..<(hasTrouble ? height - 1 : height)
      trouble = hasTrouble ? height - 1 : nil
    }
  }

  func layout(_ inside: Rect) -> Layout { Layout(height: inside.height, hasTrouble: trouble != nil) }

  var trouble: Trouble? {
    if case .waiting(let trouble) = state.connection { trouble } else { nil }
  }

  /// Nothing has come yet.
  private var isEmpty: Bool { state.recent.isEmpty && state.latestEdit == nil }

  func plot(_ layout: Layout, width: Int, clock: ClockTime, theme: Theme) -> ChartPlot {
    let size = Size(width: width - 2 * PaneBorder.air, height: layout.chart.count)
    return ChartPlot(state.chart, size: size, clock: clock, theme: theme)
  }

  /// An edit changes the list and the ticker, the chart only grows every few seconds.
  struct Parts: DrawnParts {
    var chart = Drawn<Chart>()
    var rows = DrawnRows<EventRow>()
  }

  func draw(_ context: PaneContext, reusing parts: inout Parts, areStanding: Bool, into canvas: inout Canvas) {
    canvas.erase()
    let inside = PaneBorder.inside(canvas.size)
    let layout = layout(inside)
    border(layout, context, width: canvas.width).draw(context, into: &canvas)
    canvas.within(inside) { drawInside(layout, context, reusing: &parts, into: &$0) }
  }

  private func border(_ layout: Layout, _ context: PaneContext, width: Int) -> PaneBorder {
    let title: SafeText = "Wikipedia"
    var status: [SafeText] = []
    switch state.connection {
    case .connecting: status.append("connecting")
    case .connected(let source): status.append(source)
    case .waiting: status.append("offline")
    }
    if state.origin == .demo { status.append("demo") }
    if state.isPaused {
      status.append("paused")
    } else if !state.isFollowing {
      status.append(ChartSpan(state.chart).dates(context, title: title, besides: status, width: width))
    } else if case .connected = state.connection, state.origin == .live {
      status.append("live")
    }
    return PaneBorder(
      title: title, status: status, isBusy: state.connection == .connecting && !isEmpty,
      thumb: ScrollThumb(offset: scroll.offset, visible: layout.list.count, total: state.recent.count),
      thumbLines: layout.list)
  }

  private func drawInside(
    _ layout: Layout, _ context: PaneContext, reusing parts: inout Parts, into canvas: inout Canvas
  ) {
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.within(Rect(x: air, y: 0, width: textWidth, height: 1)) { drawTicker(layout, context, into: &$0) }
    if !layout.chart.isEmpty {
      let width = canvas.width
      canvas.within(Rect(x: air, y: layout.chart.lowerBound, width: textWidth, height: layout.chart.count)) {
        parts.chart.draw(state.chart, into: &$0) {
          plot(layout, width: width, clock: context.clock, theme: $0.theme)
            .draw(into: &$0) { "\(SafeText($0, decimals: 1)) /s" }
        }
      }
    }
    canvas.within(Rect(x: 0, y: layout.list.lowerBound, width: canvas.width, height: layout.list.count)) {
      drawList(context, reusing: &parts.rows, into: &$0)
    }
    if let trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
  }

  /// The rate has a place of its own width, so that the ticker does not move with its digits.
  private func drawTicker(_ layout: Layout, _ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    if let rate = state.rate {
      canvas.draw("\(SafeText(rate, decimals: 1)) /s", theme.strong, x: 0, y: 0)
    } else if state.connection == .connecting, isEmpty {
      LoadingLine(text: "Connecting").draw(context, x: 0, y: 0, into: &canvas)
      return
    } else if trouble != nil || state.connection == .connecting {
      canvas.draw("– /s", theme.dim, x: 0, y: 0)
    } else {
      canvas.draw("counting\(canvas.glyphs.ellipsis)", theme.dim, x: 0, y: 0)
    }
    let column = 11
    if let trouble, layout.trouble == nil {
      TroubleLine(trouble: trouble).draw(context, x: column, y: 0, width: canvas.width - column, into: &canvas)
      return
    }
    guard let latest = state.latestEdit else { return }
    // The label is what a narrow pane can do without.
    let label = canvas.width >= 40 ? canvas.draw("latest edit", theme.dim, x: column, y: 0) + 2 : 0
    canvas.draw(latest, theme.plain, x: column + label, y: 0)
  }

  private func drawList(
    _ context: PaneContext, reusing drawn: inout DrawnRows<EventRow>, into canvas: inout Canvas
  ) {
    let rows = ListRows(height: canvas.height)
    guard rows.visible > 0 else { return }
    if state.recent.isEmpty {
      if case .connected = state.connection {
        canvas.draw("No edits yet", canvas.theme.dim, x: PaneBorder.air, y: 0)
      }
      return
    }
    let selected = state.selection.flatMap { id in state.recent.firstIndex { $0.id == id } }
    let bar = context.isFocused ? canvas.theme.accent : canvas.theme.dim
    canvas.placeCursor(x: 0, y: 0)
    let visible = scroll.rows(count: state.recent.count, visible: rows.visible)
    drawn.keep(rows.visible)
    rows.draw(visible, selected: selected, bar: bar, into: &canvas) { index, canvas in
      let row = EventRow(event: state.recent[index], isSelected: index == selected)
      drawn.draw(row, place: row.event.id, into: &canvas) { row.draw(context, into: &$0) }
    }
  }
}
