import Charting
import Foundation
import Model
import Screen
import Text
import ViewModels

/// The ConAir pane as a picture of its state: the latest temperature, and the last 24 hours as a chart.
struct ConAirView: PaneView {
  var state: ConAirState

  /// Where things stand inside the border.
  struct Layout {
    /// The latest temperature in tall digits, where there is plenty of room.
    var hasTallDigits: Bool
    var chart: Range<Int>
    var trouble: Int?

    init(height: Int, hasTrouble: Bool) {
      let end = hasTrouble ? height - 1 : height
      trouble = hasTrouble && height >= 2 ? height - 1 : nil
      hasTallDigits = height >= 22
      let head = hasTallDigits ? TallDigits.height : 1
      let start = head + (height >= 8 ? 1 : 0)
      chart = start..<(end - start >= 2 ? end : start)
    }
  }

  func layout(_ inside: Rect) -> Layout { Layout(height: inside.height, hasTrouble: state.trouble != nil) }

  func plot(_ layout: Layout, width: Int, clock: ClockTime, theme: Theme) -> ChartPlot {
    let size = Size(width: width - 2 * PaneBorder.air, height: layout.chart.count)
    return ChartPlot(state.chart, size: size, clock: clock, theme: theme)
  }

  /// The time that goes by changes the head, while the chart waits for the next temperature.
  struct Parts: DrawnParts {
    var chart = Drawn<Chart>()
  }

  func draw(_ context: PaneContext, reusing parts: inout Parts, areStanding: Bool, into canvas: inout Canvas) {
    canvas.erase()
    let inside = PaneBorder.inside(canvas.size)
    let layout = layout(inside)
    border(context).draw(context, into: &canvas)
    canvas.within(inside) { drawInside(layout, context, reusing: &parts, into: &$0) }
  }

  private func border(_ context: PaneContext) -> PaneBorder {
    var status: [SafeText] = []
    if state.origin == .demo { status.append("demo") }
    if state.isConfigured, state.latest != nil {
      status.append(state.isFollowing ? "last \(duration)" : timeSpan(of: state.chart, context.clock))
      if state.isPaused {
        status.append("paused")
      } else if state.isFollowing, state.trouble == nil, state.origin == .live {
        status.append("live")
      }
    }
    return PaneBorder(title: "ConAir", status: status, isBusy: state.load == .reloading)
  }

  /// The chart's stretch of time in words: `24 h`, `90 min`.
  private var duration: SafeText {
    let minutes = Int(((state.chart.viewport.time.upperBound - state.chart.viewport.time.lowerBound) / 60).rounded())
    return minutes % 60 == 0 && minutes > 0 ? "\(minutes / 60) h" : "\(minutes) min"
  }

  private func drawInside(
    _ layout: Layout, _ context: PaneContext, reusing parts: inout Parts, into canvas: inout Canvas
  ) {
    let theme = canvas.theme
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.placeCursor(x: air, y: 0)
    if let trouble = state.trouble, let line = layout.trouble {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: textWidth, into: &canvas)
    }
    guard state.isConfigured else {
      canvas.draw("No temperature service is configured", theme.plain, x: air, y: 0, maxWidth: textWidth)
      canvas.draw("Name one with --conair-url, or see --demo", theme.dim, x: air, y: 1, maxWidth: textWidth)
      return
    }
    guard let latest = state.latest else {
      drawWaiting(context, into: &canvas)
      return
    }
    let head = Rect(x: air, y: 0, width: textWidth, height: layout.hasTallDigits ? TallDigits.height : 1)
    canvas.within(head) { drawLatest(latest, layout, context, into: &$0) }
    guard !layout.chart.isEmpty else { return }
    let width = canvas.width
    canvas.within(Rect(x: air, y: layout.chart.lowerBound, width: textWidth, height: layout.chart.count)) {
      parts.chart.draw(state.chart, into: &$0) {
        plot(layout, width: width, clock: context.clock, theme: theme)
          .draw(into: &$0) { Self.text(of: $0, theme.glyphs) }
      }
    }
  }

  /// What stands where the temperature will.
  private func drawWaiting(_ context: PaneContext, into canvas: inout Canvas) {
    let air = PaneBorder.air
    switch state.load {
    case .loaded: canvas.draw("No temperature in the last 24 h", canvas.theme.dim, x: air, y: 0)
    case .loading, .reloading: LoadingLine(text: "updating").draw(context, x: air, y: 0, into: &canvas)
    case .idle: canvas.draw("updating\(canvas.glyphs.ellipsis)", canvas.theme.dim, x: air + 2, y: 0)
    }
  }

  private func drawLatest(_ latest: Temperature, _ layout: Layout, _ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let value = Self.text(of: latest.celsius, theme.glyphs)
    var column: Int
    let line = canvas.height - 1
    if layout.hasTallDigits {
      column = TallDigits(SafeText(latest.celsius, decimals: 1)).draw(theme.strong, into: &canvas) + 1
      column += canvas.draw("\(theme.glyphs.degrees)C", theme.strong, x: column, y: line) + 5
    } else {
      // A place of its own width for the value, so that what follows does not move with its digits.
      column = max(canvas.draw(value, theme.strong, x: 0, y: line), 7) + 5
    }
    if let change = state.change {
      let text: SafeText = "\(SafeText(change: change, decimals: 1)) since yesterday"
      if column + DisplayWidth.of(text) <= canvas.width {
        column += canvas.draw(text, theme.plain, x: column, y: line) + 5
      }
    }
    let measured = context.freshness(of: latest.time)
    if column + DisplayWidth.of(measured) <= canvas.width {
      canvas.draw(measured, theme.dim, x: column, y: line)
    }
  }

  /// `21.3°C`
  static func text(of celsius: Double, _ glyphs: GlyphSet) -> SafeText {
    "\(SafeText(celsius, decimals: 1))\(glyphs.degrees)C"
  }
}
