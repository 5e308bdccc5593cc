import Charting
import Foundation
import Model
import PaneKit
import Screen
import Signals
import Text

extension PaneID {
  public static let rooms: PaneID = "conair"
}

/// The rooms' pane, called ConAir on the screen: the latest temperature of one room, and the history of all rooms.
@UI
final class RoomsPane: Pane {
  let id = PaneID.rooms
  let title: SafeText = "ConAir"
  let leastSize = Size(width: 48, height: 8)
  let commands: [Command]

  private let viewModel: RoomsViewModel
  private let state: CurrentValue<RoomsState>
  private let address: Property<SafeText?>
  /// The names of the rules that hold for rooms.
  private let rules: Property<[Room.Mark: SafeText]>
  private let chart: ChartTile
  let layers: Signal<LayerRequest, Never>
  /// The legend that was drawn last, for clicks outside the chart.
  private var legend: (view: RoomLegendView, place: Rect)?

  let requests: Signal<ProgramRequest, Never>
  let span: PaneSpan?
  /// The columns that a summary in the header may take.
  private static let summaryWidth = 20

  /// - Parameters:
  ///   - matches: What the rules of the settings hold for.
  ///   - discovery: What could be shown as rooms, looked for at each start.
  init(
    _ viewModel: RoomsViewModel, matches: Property<RuleMatches>, address: Property<SafeText?>,
    discovery: SignalProducer<[DiscoveredLine], Never>
  ) {
    let (requests, copy) = Signal<ProgramRequest, Never>.pipe()
    self.requests = requests
    self.viewModel = viewModel
    self.address = address
    rules = matches.map(\.rooms).skipRepeats()
    let (layers, layerInput) = Signal<LayerRequest, Never>.pipe()
    self.layers = layers
    let state = CurrentValue(viewModel.state)
    self.state = state
    chart = ChartTile {
      ChartTile.Standing(state.value)
    } chart: {
      viewModel.state.value.chart
    } perform: {
      viewModel.send(.gesture($0))
    }
    let legend = LegendCommands(viewModel: viewModel, state: state)
    let span = PaneSpan {
      state.value.chart.viewport.time.span
    } isFollowing: {
      state.value.isFollowing && !state.value.isPaused
    } spans: {
      RoomSpan.allCases.map(\.seconds)
    } show: { seconds in
      if let span = RoomSpan.allCases.first(where: { $0.seconds == seconds }) { viewModel.send(.showSpan(span)) }
    }
    self.span = span
    let spans = SpanCommands(
      span, shorter: { viewModel.send(.shortenSpan) }, longer: { viewModel.send(.lengthenSpan) },
      compare: { viewModel.send(.toggleBackdrop) }, canCompare: { state.value.canCompare },
      disabled: chart.commands.withoutChart)
    commands =
      legend.field + legend.selecting + chart.commands.moving + chart.commands.valuePanning + chart.commands.viewing
      + [chart.goTo(layers: layerInput)] + spans.all + legend.showing
      + [
        legend.clearFilter, chart.commands.cursorEnd, legend.showAll, legend.sort(layers: layerInput),
        AlarmList.command(viewModel, state: state, layers: layerInput),
        LimitField.command(viewModel, state: state, layers: layerInput),
        DiscoveryList.command(discovery, layers: layerInput, requests: copy),
        .refresh { viewModel.send(.refresh) },
        WriteField.command(
          disabled: state.value.hasChart ? nil : WriteField.noChart, layers: layerInput
        ) { Self.field(viewModel.state.value) { copy.send(value: $0) } },
      ]
  }

  /// The field for a file of what the chart shows.
  private static func field(
    _ state: RoomsState, request: @escaping @UI @Sendable (ProgramRequest) -> Void
  ) -> WriteField {
    let unit: SafeText = state.unit == .celsius ? "°C" : "°F"
    return WriteField(name: "rooms", suffix: ".csv") { context in
      state.chart.table(in: context.clock) { line in
        let name = SafeText(oneLine: line.name)
        return name.isEmpty ? unit : "\(name) (\(unit))"
      }
    } request: {
      request($0)
    }
  }

  var borderKeys: BorderKeys {
    let state = viewModel.state.value
    let span = state.isConfigured ? ChartSpan(state.chart).length : ""
    var keys = [BorderKey.value(span, .charts.shorterSpan, .charts.longerSpan), .action(.charts.cursor, "cursor")]
    if state.hasLegend { keys.append(.action(.rooms.filter, "filter")) }
    return BorderKeys(keys)
  }

  /// Its rooms, if there are several, and the spans of its chart.
  var paletteEntries: [PaletteEntry] {
    let state = viewModel.state.value
    let rooms = state.hasLegend ? state.rooms : []
    return rooms.map { [viewModel] row in
      PaletteEntry("room:\(row.id)", row.room.label, kind: "room", words: "select the room") {
        viewModel.send(.select(row.id))
      }
    }
      + PaletteEntry.spans(state.hasChart ? span : nil, of: id, kind: title)
  }

  /// Limits for the selected room, two degrees from its latest temperature.
  var settingWishes: [SettingWish] {
    guard let row = viewModel.state.value.selectedRow, let latest = row.latest else { return [] }
    let degrees = latest.celsius.rounded()
    return [.above(degrees + 2, room: row.room.label), .below(degrees - 2, room: row.room.label)]
  }

  var subject: PaneSubject? {
    let state = state
    return PaneSubject(.rooms, isThere: state.value.selectedRow != nil) {
      let state = state.value
      return state.selectedRow.map {
        ProgramSubject(room: $0.room.label, latest: $0.latest?.celsius, unit: state.unit)
      }
    }
  }

  var takesText: Bool { state.value.filter.isEditing }
  var ownContext: KeyContext { takesText ? .roomsField : .rooms }
  func type(_ text: SafeText) { viewModel.send(.filter(.edit(.insert(text)))) }

  var changes: Signal<Void, Never> {
    .merge(viewModel.state.signal.map(value: ()), rules.signal.map(value: ()))
  }
  var isSpinning: Bool { viewModel.state.value.load.isUnderWay }

  func start() { viewModel.start() }
  func suspend(_ isSuspended: Bool) { viewModel.isSuspended.value = isSuspended }

  func arrange(size: Size, screen: Size, theme: Theme) {
    let columns = PaneBorder.inside(size).width
    if columns != viewModel.columns.value { viewModel.columns.value = columns }
  }

  func draw(_ context: PaneContext, into canvas: inout Canvas) {
    let view = RoomsView(state: viewModel.state.value, picture: chart.picture, rules: rules.value)
    view.draw(context, into: &canvas)
    legend = view.legend(context, size: canvas.size, canvas.theme)
  }

  func point(_ event: MouseEvent) -> Bool {
    if event.action == .click, let legend {
      let place = Point(x: event.location.x - legend.place.x, y: event.location.y - legend.place.y)
      if let order = legend.view.order(at: place, in: legend.place) {
        viewModel.send(.sort(order))
        return true
      }
      if let room = legend.view.room(at: place, in: legend.place) {
        viewModel.send(.select(room))
        return true
      }
    }
    return chart.point(event) ?? false
  }

  var hasTrouble: Bool {
    let state = viewModel.state.value
    return state.trouble != nil || state.silentSince != nil || state.silence != nil
  }
  var alarm: [SafeText] { AlarmWords(viewModel.state.value.unit).newest(viewModel.state.value) }

  var origin: Origin? {
    let state = viewModel.state.value
    return state.isConfigured ? state.origin : nil
  }
  var hasAnswered: Bool { viewModel.state.value.latest != nil }

  func summary(_ theme: Theme) -> Span? {
    if hasTrouble { return .trouble(theme) }
    let state = viewModel.state.value
    if let words = AlarmWords(state.unit).newest(state).dropFirst().first(where: {
      DisplayWidth.of($0) <= Self.summaryWidth
    }) {
      return Span(words, theme.alarm)
    }
    return state.latest.map { Span(RoomsView.text(of: $0.celsius, in: state.unit, theme.glyphs), theme.plain) }
  }

  func diagnostics(_ context: PaneContext) -> [DiagnosticLine] {
    let state = viewModel.state.value
    guard state.isConfigured else { return [DiagnosticLine("source", "no service is configured")] }
    var lines = [DiagnosticLine.source(state.origin, at: address.value)]
    for requests in state.requests {
      let source = state.requests.count > 1 ? requests.source : ""
      lines += DiagnosticLine.load(
        requests.load, answeredAt: requests.answeredAt, failures: [requests.trouble].compactMap { $0 }, of: source,
        context)
      if let trouble = requests.spanTrouble {
        lines += DiagnosticLine.failed("data in view", after: source.isEmpty ? "" : "\(source): ", trouble, context)
      }
    }
    if let silentSince = state.silentSince {
      lines.append(DiagnosticLine("stale", "no answer since \(context.clock.seconds(min(silentSince, context.now)))"))
    }
    if let silence = state.silence {
      let since = silence.since.map { "since \(context.clock.seconds(min($0, context.now))): " as SafeText } ?? ""
      lines.append(DiagnosticLine("silent", "\(since)\(silence.reason)"))
    }
    lines += state.rooms.compactMap { row in
      row.remark.map { DiagnosticLine("note", "\(row.room.label): \($0)") }
    }
    if !state.alarms.isEmpty { lines.append(DiagnosticLine("alarms", "\(state.alarms.count)")) }
    if state.rooms.count > 1 { lines.append(DiagnosticLine("rooms", "\(state.rooms.count)")) }
    for source in state.leftOut { lines.append(DiagnosticLine("left out", "\(source.source) shows \(source.count)")) }
    if let latest = state.latest {
      lines.append(
        DiagnosticLine(
          "latest",
          "\(SafeText(state.unit.degrees(of: latest.celsius), decimals: 1)) degrees, \(context.freshness(of: latest.time))"
        ))
    }
    if !state.clocks.isEmpty {
      lines += state.clocks.map { DiagnosticLine("the server's clock", "\($0.source): \($0.words)") }
    } else if let lead = RoomsView.text(ofLead: state.lead) {
      lines.append(DiagnosticLine("the server's clock", lead))
    }
    lines += chart.diagnostics
    lines.append(DiagnosticLine("points held", "\(state.chart.series.count)"))
    return lines
  }
}

extension ChartTile.Standing {
  fileprivate init(_ state: RoomsState) {
    self.init(
      hasChart: state.hasChart, hasCursor: state.chart.cursor != nil, isFollowing: state.isFollowing,
      isPaused: state.isPaused)
  }
}

extension RoomsViewModel {
  /// Creates the pane.
  ///
  /// - Parameters:
  ///   - matches: What the rules of the settings hold for.
  ///   - address: The address of the service for the overlay "diagnostics", without a password; `nil` if none is asked.
  ///   - discovery: Looks for what could be shown as rooms at each start; sends on the interface's thread.
  @UI package func makePane(
    matches: Property<RuleMatches> = Property(value: RuleMatches()),
    address: Property<SafeText?> = Property(value: nil),
    discovery: SignalProducer<[DiscoveredLine], Never> = SignalProducer(value: [])
  ) -> any Pane {
    RoomsPane(self, matches: matches, address: address, discovery: discovery)
  }
}
