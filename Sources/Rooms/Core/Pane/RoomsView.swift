import Charting
import Foundation
import Model
import PaneKit
import Screen
import Text

/// Draws the rooms' pane: the latest temperature of the selected room, and a span of all rooms as a chart.
struct RoomsView {
  var state: RoomsState
  /// The chart, reused between frames.
  var picture = ChartPicture()
  /// The names of the rules that hold for rooms.
  var rules: [Room.Mark: SafeText] = [:]

  /// The places of the parts inside the border. They depend on the rooms that there are, but not on what these measure, so that
  /// a new error moves nothing.
  ///
  /// The legend comes first: the digits are tall only if all rows have their place, and the head has no blank line below it if
  /// they need that one.
  struct Layout {
    /// Whether the latest temperature is in tall digits; only if enough room is left for the chart.
    var hasTallDigits: Bool
    /// The latest temperature and the details beside it.
    var head: Range<Int>
    var chart: Range<Int>
    /// The line reserved for an error; if there are few lines, an error is shown beside the temperature instead.
    var trouble: Int?

    /// - Parameters:
    ///   - width: The width of the chart with its legend.
    ///   - rooms: The number of the legend's rows of rooms; 0 without a legend.
    ///   - limits: The greatest number of its rows of limits.
    init(height: Int, width: Int = 0, rooms: Int = 0, limits: Int = 0) {
      trouble = height >= 10 ? height - 1 : nil
      let end = trouble ?? height
      let air = height >= 8 ? 1 : 0
      func holds(_ rows: Int, below start: Int, isAmple: Bool) -> Bool {
        rows <= ChartLayout.mostRows(in: Size(width: width, height: end - start), isAmple: isAmple)
      }
      let tall = HeadlineFigure.lines(inside: height)
      let tallStart = tall.upperBound + HeadlineFigure.airBelow(inside: height)
      let start: Int
      if HeadlineFigure.isTall(inside: height), rooms == 0 || holds(rooms + limits, below: tallStart, isAmple: true) {
        (hasTallDigits, head, start) = (true, tall, tallStart)
      } else {
        (hasTallDigits, head) = (false, 0..<1)
        // Limits go before rooms.
        let forms = [rooms + limits, rooms].flatMap { rows in [1 + air, 1].map { (rows: rows, start: $0) } }
        start = forms.first { holds($0.rows, below: $0.start, isAmple: false) }?.start ?? 1 + air
      }
      chart = start..<(end - start >= 2 ? end : start)
    }
  }

  func layout(_ inside: Rect) -> Layout {
    Layout(
      height: inside.height, width: inside.width - 2 * PaneBorder.air, rooms: state.hasLegend ? state.rooms.count : 0,
      limits: state.mostLimits)
  }

  /// The place of the chart with its legend; `nil` if there is none.
  func chartPlace(_ layout: Layout, size: Size) -> Rect? {
    guard state.isConfigured, state.hasChart else { return nil }
    return PaneBorder.place(of: layout.chart, size: size)
  }

  /// Whether the legend is in the chart's place, because no room has a temperature.
  private func hasReasons(_ layout: Layout) -> Bool {
    state.isConfigured && !state.hasChart && state.hasLegend && !layout.chart.isEmpty
      && state.rooms.contains { $0.trouble != nil || $0.silence != nil }
  }

  /// The legend and its place in the pane; `nil` if there is none.
  func legend(_ context: PaneContext, size: Size, _ theme: Theme) -> (view: RoomLegendView, place: Rect)? {
    let layout = layout(PaneBorder.inside(size))
    if hasReasons(layout),
      let view = RoomLegendView(state, context, rules: rules, valueText: { SafeText($0, decimals: 1) }),
      var place = PaneBorder.place(of: layout.chart, size: size)
    {
      place.height = min(place.height, view.rowCount)
      return (view, place)
    }
    func legend(within tolerance: Double? = nil) -> RoomLegendView? {
      RoomLegendView(state, context, rules: rules, tolerance: tolerance) { SafeText($0, decimals: 1) }
    }
    guard let both = chartPlace(layout, size: size), var view = legend() else { return nil }
    if state.chart.cursor != nil {
      // The legend and the cursor's line tell the same points.
      let plot = picture.plot(of: state.chart, size: view.layout(both.size).plot.size, context, theme)
      view = legend(within: plot.columnSpan / 2) ?? view
    }
    let place = view.layout(both.size).legend
    guard place.width > 0, place.height > 0 else { return nil }
    return (view, Rect(x: both.x + place.x, y: both.y + place.y, width: place.width, height: place.height))
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let inside = PaneBorder.inside(canvas.size)
    let layout = layout(inside)
    let (theme, glyphs) = (canvas.theme, canvas.glyphs)
    var place = chartPlace(layout, size: canvas.size)
    let legend = legend(context, size: canvas.size, theme)
    if let both = place, let legend {
      let plot = legend.view.layout(both.size).plot
      place = Rect(x: both.x + plot.x, y: both.y + plot.y, width: plot.width, height: plot.height)
    }
    border(context, chart: place, size: canvas.size, theme: theme).draw(context, into: &canvas)
    canvas.within(inside) { drawInside(layout, context, into: &$0) }
    picture.draw(state.chart, at: place, context, into: &canvas) { Self.text(ofDegrees: $0, state.unit, glyphs) }
    if let legend { legend.view.draw(at: legend.place, into: &canvas) }
  }

  private func border(_ context: PaneContext, chart place: Rect?, size: Size, theme: Theme) -> PaneBorder {
    let width = size.width
    let name = state.hasLegend ? state.roomCount : state.roomName
    let title: SafeText = name.map { "ConAir: \($0)" } ?? "ConAir"
    var status: [SafeText] = [context.word(for: state.origin)]
    let alarm = AlarmWords.count(state.alarms)
    // Without a legend there is no other place for the rule. The length of a column gives way to it.
    let row = state.hasLegend ? nil : state.selectedRow
    let names = row.flatMap { $0.isCurrent && state.alarm(of: $0.mark) == nil ? rules[$0.mark] : nil }
    let ruled = [RuleMark.words(names, theme.glyphs)] + status
    if PaneBorder.fits([alarm] + ruled + ["paused"], beside: title, width: width) { status = ruled }
    if state.isConfigured, state.hasChart {
      let span = ChartSpan(state.chart)
      let isWell = state.trouble == nil && state.silentSince == nil && state.silence == nil
      let isLive = state.isFollowing && !state.isPaused && isWell && state.origin == .live
      let liveness: SafeText = state.isPaused ? "paused" : isLive ? "live" : ""
      let dates = span.dates(context, title: title, besides: [alarm] + status + [liveness], width: width)
      // How much time it shows stands beside the keys that change it.
      let stretch = state.isFollowing ? "" : dates
      // A legend has the range of each room.
      var range: SafeText = ""
      if place != nil, !state.hasLegend, let values = state.chart.rangeText(glyphs: theme.glyphs) {
        let text: SafeText = "\(values)\(theme.glyphs.degrees)\(state.unit.symbol)"
        if PaneBorder.fits([alarm] + status + [stretch, liveness, text], beside: title, width: width) { range = text }
      }
      // Until the service has answered for the earlier time, it is unknown whether it has values.
      let behind = place == nil || state.load == .reloading ? nil : state.chart.backdropText
      let all = [alarm] + status + [stretch, range, behind ?? "", liveness]
      let isShown = PaneBorder.fits(all, beside: title, width: width)
      status += [stretch, range, isShown ? behind ?? "" : "", liveness]
    }
    // If there are few lines, there is no other place for it.
    if layout(PaneBorder.inside(size)).trouble == nil, !state.attributions.isEmpty {
      let all = status + state.attributions
      status = PaneBorder.fits([alarm] + all, beside: title, width: width) ? all : status.suffix(1) + state.attributions
    }
    return PaneBorder(title: title, status: status, isBusy: state.load == .reloading || isTryingAgain, alarm: alarm)
  }

  /// The error that is shown if there is no value.
  private var onlyTrouble: ServiceFailure? {
    switch state.load {
    case .idle, .loading: state.isConfigured && state.latest == nil ? state.trouble : nil
    case .reloading, .loaded: nil
    }
  }

  /// Whether the first value is being requested again after a failure.
  private var isTryingAgain: Bool { state.load == .loading && state.trouble != nil }

  private func drawInside(_ layout: Layout, _ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let air = PaneBorder.air
    let textWidth = canvas.width - 2 * air
    canvas.placeCursor(x: air, y: layout.head.lowerBound)
    var troubleWidth = textWidth
    if let line = layout.trouble, !state.attributions.isEmpty {
      let names = state.attributions.joined(separator: ", ")
      troubleWidth -= 2 + canvas.draw(names, theme.dim, x: air, y: line, maxWidth: textWidth, alignment: .right)
      troubleWidth = max(troubleWidth, 0)
    }
    if let trouble = state.trouble, onlyTrouble == nil || state.hasChart || hasReasons(layout),
      let line = layout.trouble ?? (state.latest == nil && !state.hasChart ? canvas.height - 1 : nil)
    {
      TroubleLine(trouble: trouble).draw(context, x: air, y: line, width: troubleWidth, into: &canvas)
    } else if let since = state.silentSince, let line = layout.trouble {
      drawSilence(since: since, context, x: air, y: line, width: troubleWidth, into: &canvas)
    } else if let reason = state.silence,
      let line = layout.trouble ?? (state.latest == nil && !state.hasChart ? canvas.height - 1 : nil)
    {
      drawReason(reason, context, x: air, y: line, width: troubleWidth, into: &canvas)
    }
    guard state.isConfigured else {
      let line = layout.head.lowerBound
      canvas.draw("No temperature service is configured", theme.plain, x: air, y: line, maxWidth: textWidth)
      canvas.draw("Name rooms in the settings, or see --demo", theme.dim, x: air, y: line + 1, maxWidth: textWidth)
      return
    }
    let head = Rect(x: air, y: layout.head.lowerBound, width: textWidth, height: layout.head.count)
    if let latest = state.latest {
      canvas.within(head) { drawLatest(latest, layout, context, into: &$0) }
    } else if state.hasChart || hasReasons(layout) {
      canvas.within(head) { drawNothing(context, into: &$0) }
    } else {
      drawWaiting(context, line: layout.head.lowerBound, into: &canvas)
    }
  }

  /// The name of the selected room; `nil` if there is only one room.
  private var headName: SafeText? { state.hasLegend ? state.selectedRow?.room.label : nil }

  /// The head for a room without a temperature while other rooms have one.
  private func drawNothing(_ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let name = headName.map { canvas.draw($0, theme.strong, x: 0, y: 0, maxWidth: canvas.width) + 2 } ?? 0
    let isAwaited = state.load.isUnderWay || state.load == .idle
    let text: SafeText =
      state.trouble.map { "no answer since \(context.time(of: $0.since))" }
      ?? (isAwaited ? "updating\(canvas.glyphs.ellipsis)" : "no temperature")
    canvas.draw(text, theme.dim, x: name, y: 0, maxWidth: max(0, canvas.width - name))
    if canvas.height > 1, let reason = state.emptiness {
      canvas.draw(reason, theme.plain, x: 0, y: 1, maxWidth: canvas.width)
    }
  }

  /// Draws what is shown until there is a temperature.
  private func drawWaiting(_ context: PaneContext, line: Int, into canvas: inout Canvas) {
    let (theme, air) = (canvas.theme, PaneBorder.air)
    if let onlyTrouble {
      // Stays during another attempt, so that it does not flicker.
      return FullPaneError(trouble: onlyTrouble)
        .draw(context, x: air, y: line, width: canvas.width - 2 * air, end: canvas.height, into: &canvas)
    }
    switch state.load {
    case .loaded:
      canvas.draw("No temperature in the last 24 h", theme.dim, x: air, y: line)
      if let reason = state.emptiness {
        canvas.draw(reason, theme.plain, x: air, y: line + 1, maxWidth: canvas.width - 2 * air)
      }
    case .loading, .reloading: LoadingLine(text: "Updating").draw(context, x: air, y: line, into: &canvas)
    // At the column where the text will be when it has a spinner.
    case .idle: canvas.draw("Updating\(canvas.glyphs.ellipsis)", theme.dim, x: air + 2, y: line)
    }
  }

  private func drawLatest(_ latest: Temperature, _ layout: Layout, _ context: PaneContext, into canvas: inout Canvas) {
    let theme = canvas.theme
    let value = Self.text(of: latest.celsius, in: state.unit, theme.glyphs)
    let time = context.freshness(of: latest.time)
    // Most importantly, that the time is not the server's, if there is enough room.
    let forms: [SafeText] =
      Self.text(ofLead: state.lead).map { ["\(time), the server's clock is \($0)", "\(time), \($0)"] } ?? []
    func measured(_ room: Int) -> SafeText { forms.first { DisplayWidth.of($0) <= room } ?? time }
    let difference = state.change.map { SafeText(change: state.unit.difference(of: $0), decimals: 1) }
    let changes: [SafeText] = difference.map { ["\($0) since yesterday", "\($0) in 24 h"] } ?? []
    let alarm = state.selectedRow.flatMap { state.alarm(of: $0.mark) }
    let alarms = alarm.map { AlarmWords(state.unit, theme.glyphs).forms($0, context) } ?? []
    // As dim as its time where it is not what the room has now.
    let isOld = state.silence != nil || state.silentSince != nil
    let figure = alarm != nil ? theme.alarm.with(.bold) : isOld ? theme.dim : theme.strong
    if layout.hasTallDigits {
      let column = HeadlineFigure.draw(
        SafeText(state.unit.degrees(of: latest.celsius), decimals: 1),
        unit: "\(theme.glyphs.degrees)\(state.unit.symbol)", figure, into: &canvas)
      let room = canvas.width - column
      let line = TallDigits.height - 3
      let name = drawName(x: column, y: line, alarms, into: &canvas)
      canvas.draw(alarms.first { name + DisplayWidth.of($0) <= room } ?? "", theme.alarm, x: column + name, y: line)
      canvas.draw(changes.first ?? "", theme.plain, x: column, y: TallDigits.height - 2, maxWidth: room)
      canvas.draw(measured(room), theme.dim, x: column, y: TallDigits.height - 1, maxWidth: room)
      return
    }
    // The value has a fixed width, so that what follows does not move when its digits change.
    var column = max(canvas.draw(value, figure, x: 0, y: 0), 7) + 5
    // Else a trouble stands in the time's place.
    let tellsTime =
      layout.trouble != nil || state.trouble == nil && state.silentSince == nil && state.silence == nil
    let kept = DisplayWidth.of(time)
    column += drawName(x: column, y: 0, alarms, keeping: tellsTime ? kept : 0, into: &canvas)
    if let trouble = state.trouble, layout.trouble == nil {
      TroubleLine(trouble: trouble).draw(context, x: column, y: 0, width: canvas.width - column, into: &canvas)
      return
    }
    if let since = state.silentSince, layout.trouble == nil {
      drawSilence(since: since, context, x: column, y: 0, width: canvas.width - column, into: &canvas)
      return
    }
    if let reason = state.silence, layout.trouble == nil {
      return drawReason(reason, context, x: column, y: 0, width: canvas.width - column, into: &canvas)
    }
    // An alarm is told before the time, which is told before the change.
    if let text = alarms.dropFirst().first(where: { column + DisplayWidth.of($0) <= canvas.width }) {
      column += canvas.draw(text, theme.alarm, x: column, y: 0) + 3
    }
    // The text about a clock that is ahead needs more room.
    let gap = forms.isEmpty ? 5 : 2
    if let change = changes.first(where: { column + DisplayWidth.of($0) + gap + kept <= canvas.width }) {
      column += canvas.draw(change, theme.plain, x: column, y: 0) + gap
    }
    let text = measured(canvas.width - column)
    if column + DisplayWidth.of(text) <= canvas.width { canvas.draw(text, theme.dim, x: column, y: 0) }
  }

  /// Draws the name of the room, which leaves room for the shortest reason of an alarm that tells its limit, or for so many
  /// columns.
  ///
  /// - Returns: the columns up to what follows.
  private func drawName(x: Int, y: Int, _ alarms: [SafeText], keeping columns: Int = 0, into canvas: inout Canvas)
    -> Int
  {
    guard let headName else { return 0 }
    let gap = 3
    let told = alarms.dropLast().last.map(DisplayWidth.of) ?? columns
    let kept = told > 0 ? gap + told : 0
    return canvas.draw(headName, canvas.theme.strong, x: x, y: y, maxWidth: max(0, canvas.width - x - kept)) + gap
  }

  /// Says that the values are old although nothing has failed yet.
  private func drawSilence(
    since date: Date, _ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas
  ) {
    let since = context.time(of: date)
    let forms: [SafeText] = ["Stale: no answer since \(since)", "stale since \(since)", "stale"]
    let text = forms.first { DisplayWidth.of($0) <= width } ?? "stale"
    canvas.draw(text, canvas.theme.alarm, x: x, y: y, maxWidth: width)
  }

  /// Says since when, and why, the room has no measurements.
  private func drawReason(
    _ silence: RoomSilence, _ context: PaneContext, x: Int, y: Int, width: Int, into canvas: inout Canvas
  ) {
    let reason = silence.reason
    let since = silence.since.map { context.time(of: $0) }
    let forms: [SafeText] = [since.map { "Silent since \($0): \(reason)" } ?? "Silent: \(reason)", reason]
    let text = forms.first { DisplayWidth.of($0) <= width } ?? reason
    canvas.draw(text, canvas.theme.alarm, x: x, y: y, maxWidth: width)
  }

  /// `4 min ahead`; `nil` for less than a minute, which is an ordinary difference between clocks.
  static func text(ofLead lead: TimeInterval) -> SafeText? {
    guard lead >= 60 else { return nil }
    return "\(TimeText.age(of: Date(timeIntervalSince1970: 0), at: Date(timeIntervalSince1970: lead))) ahead"
  }

  /// `21.3°C`, `70.3°F`
  static func text(of celsius: Double, in unit: TemperatureUnit, _ glyphs: GlyphSet) -> SafeText {
    text(ofDegrees: unit.degrees(of: celsius), unit, glyphs)
  }

  private static func text(ofDegrees degrees: Double, _ unit: TemperatureUnit, _ glyphs: GlyphSet) -> SafeText {
    "\(SafeText(degrees, decimals: 1))\(glyphs.degrees)\(unit.symbol)"
  }
}

extension TemperatureUnit {
  var symbol: SafeText { self == .celsius ? "C" : "F" }
}
