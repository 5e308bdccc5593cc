import Foundation
import PaneKit
import Screen
import Signals
import Text

/// The list of events at the rooms' limits, shown over the panes.
@UI
struct AlarmList {
  let viewModel: RoomsViewModel
  let context: PaneContext

  /// The command that opens the list; it exists if there is a limit or an event.
  static func command(
    _ viewModel: RoomsViewModel, state: CurrentValue<RoomsState>, layers: Signal<LayerRequest, Never>.Observer
  ) -> Command {
    Command(
      .rooms.events, hint: Command.Hint("alarms", rank: 3),
      disabled: state.value.events.isEmpty && !state.value.hasLimits ? "No room has a limit" : nil
    ) {
      layers.send(
        value: LayerRequest(openedBy: .rooms.events) { surroundings in
          ChoiceOverlay(
            AlarmList(viewModel: viewModel, context: surroundings.context).list,
            closingKeys: surroundings.openingKeys, close: surroundings.close)
        })
    }
  }

  private var list: ChoiceList {
    let (viewModel, context) = (viewModel, context)
    let choices = viewModel.state.map { Self.choices(of: $0, context) }.skipRepeats()
    let verb: SafeText = viewModel.state.value.leftLimits.isEmpty ? "show" : "show, or end the limit"
    return ChoiceList(
      "Alarms", choices, verb: verb, whenEmpty: "No room has been beyond a limit", openedBy: .rooms.events
    ) { choice in
      let state = viewModel.state.value
      if let left = state.leftLimits.first(where: { $0.room == choice.id }) {
        return viewModel.send(.limit(left.room, nil))
      }
      guard let event = state.events.first(where: { $0.id == choice.id }) else { return }
      if let room = state.room(of: event) { viewModel.send(.select(room.id)) }
      // The chart cannot show an event that is older than its data; what is not loaded yet is requested.
      viewModel.send(.gesture(.goTo(event.since.timeIntervalSince1970)))
    }
  }

  /// The events, and the limits by key that can be ended only here, because their rooms are gone.
  nonisolated static func choices(of state: RoomsState, _ context: PaneContext) -> [Choice] {
    let words = AlarmWords(state.unit)
    let left = state.leftLimits.map { left in
      Choice(
        id: left.room, title: "  No limit by key for \(left.name)",
        detail: "ends \(words.limit(left.limit)), the room is not there")
    }
    return state.events.map { event in
      let isActive = state.alarms.contains(event)
      let mark: SafeText = isActive ? AlarmWords.mark : " "
      let since = AlarmWords.beginning(of: event, context)
      let end: SafeText =
        isActive ? "since \(since)" : "\(since) to \(event.until.map { Self.end(of: event, $0, context) } ?? "?")"
      let setter: SafeText = state.room(of: event)?.room.isByKey(event.limit) == true ? ", by key" : ""
      return Choice(
        id: event.id, title: "\(mark) \(event.name) \(words.limit(event.limit))",
        detail: "\(end), \(words.extreme(event))\(setter)")
    } + left
  }

  /// The end of an event, with its date if that differs from the date of the beginning.
  nonisolated private static func end(of event: RoomEvent, _ until: Date, _ context: PaneContext) -> SafeText {
    context.clock.isSameDay(event.since, until) ? context.clock.minutes(until) : context.time(of: until)
  }
}
