import Foundation
import Model
import Screen
import Signals
import Text
import ViewModels

/// The wording of limits and of events at them.
struct AlarmWords {
  let unit: TemperatureUnit
  /// The symbol after each temperature: `°C`; empty in a list that contains only temperatures.
  var symbol: SafeText = ""

  init(_ unit: TemperatureUnit) { self.unit = unit }

  init(_ unit: TemperatureUnit, _ glyphs: GlyphSet) {
    self.unit = unit
    symbol = "\(glyphs.degrees)\(unit.symbol)"
  }

  /// Marks an alarm, so that it can be recognised without colours.
  static let mark: SafeText = "!"

  /// `above 26°C`
  func limit(_ limit: RoomLimit) -> SafeText {
    "\(SafeText(oneLine: limit.side.rawValue)) \(temperature(limit.celsius))"
  }

  /// `highest 28.4°C`
  func extreme(_ event: RoomEvent) -> SafeText {
    let word: SafeText = event.limit.side == .above ? "highest" : "lowest"
    return "\(word) \(SafeText(unit.degrees(of: event.extreme), decimals: 1))\(symbol)"
  }

  /// Texts for an alarm that has not ended, longest first.
  func forms(_ event: RoomEvent, _ context: PaneContext) -> [SafeText] {
    let limit: SafeText = "\(Self.mark) \(limit(event.limit))"
    let since: SafeText = "\(limit) since \(Self.beginning(of: event, context))"
    return ["\(since), \(extreme(event))", since, limit]
  }

  /// `20:58`, or, if it is not known, `before 20:58`
  static func beginning(of event: RoomEvent, _ context: PaneContext) -> SafeText {
    let since = context.time(of: event.since)
    return event.isSinceKnown ? since : "before \(since)"
  }

  /// `! 2 alarms`; empty if there are none.
  static func count(_ alarms: [RoomEvent]) -> SafeText {
    alarms.isEmpty ? "" : "\(mark) \(alarms.count == 1 ? "1 alarm" : "\(alarms.count) alarms")"
  }

  /// The temperature to a tenth of a degree; whole numbers have no decimal.
  private func temperature(_ celsius: Double) -> SafeText {
    let tenths = (unit.degrees(of: celsius) * 10).rounded() / 10
    return "\(SafeText(tenths, decimals: tenths == tenths.rounded() ? 0 : 1))\(symbol)"
  }
}

// MARK: - The list of what happened

/// The list of events at the rooms' limits, shown over the panes.
@UI
struct EventList {
  let viewModel: RoomsViewModel
  let context: PaneContext

  private static let command: Command.ID = "room.events"

  /// The command that opens the list; it exists if there is a limit or an event.
  static func command(
    _ viewModel: RoomsViewModel, layers: Signal<LayerRequest, Never>.Observer
  ) -> Command {
    let hasEvents = viewModel.state.map { $0.hasLimits || !$0.events.isEmpty }.skipRepeats()
    return Command(
      command, "the rooms' alarms", in: .charts, keys: ["a"], hint: Command.Hint("alarms", rank: 3),
      isEnabled: hasEvents, whenDisabled: "No room has a limit"
    ) {
      layers.send(
        value: LayerRequest(openedBy: command) { surroundings in
          ChoiceOverlay(
            EventList(viewModel: viewModel, context: surroundings.context).list,
            closingKeys: surroundings.openingKeys, close: surroundings.close)
        })
    }
  }

  private var list: ChoiceList {
    let (viewModel, context) = (viewModel, context)
    let choices = viewModel.state.map { Self.choices(of: $0, context) }.skipRepeats()
    return ChoiceList(
      "Alarms", choices, verb: "show", whenEmpty: "No room has been beyond a limit", openedBy: Self.command
    ) { choice in
      let state = viewModel.state.value
      guard let event = state.events.first(where: { $0.id == choice.id }) else { return }
      if let room = state.room(of: event) { viewModel.send(.select(room.id)) }
      // The chart cannot show an event that is older than its data.
      let since = event.since.timeIntervalSince1970
      if state.chart.lines.contains(where: { $0.series.earliest.map { $0.time <= since } ?? false }) {
        viewModel.send(.gesture(.putCursor(at: since, within: 0)))
      }
    }
  }

  nonisolated static func choices(of state: RoomsState, _ context: PaneContext) -> [Choice] {
    let words = AlarmWords(state.unit)
    return state.events.map { event in
      let isActive = state.alarms.contains(event)
      let mark: SafeText = isActive ? AlarmWords.mark : " "
      let since = AlarmWords.beginning(of: event, context)
      let end: SafeText =
        isActive ? "since \(since)" : "\(since) to \(event.until.map { Self.end(of: event, $0, context) } ?? "?")"
      return Choice(
        id: event.id, title: "\(mark) \(event.name) \(words.limit(event.limit))",
        detail: "\(end), \(words.extreme(event))")
    }
  }

  /// The end of an event, with its date if that differs from the date of the beginning.
  nonisolated private static func end(of event: RoomEvent, _ until: Date, _ context: PaneContext) -> SafeText {
    context.clock.isSameDay(event.since, until) ? context.clock.minutes(until) : context.time(of: until)
  }
}
