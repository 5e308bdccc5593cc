import PaneKit
import Screen
import Signals
import Text

/// The commands of the legend, which exists if there are several rooms.
@UI
struct LegendCommands {
  let viewModel: RoomsViewModel
  let state: CurrentValue<RoomsState>

  private var filter: FieldCommands {
    FieldCommands { [viewModel] in viewModel.send(.filter($0)) }
  }

  /// Returns why there is no legend.
  private var withoutLegend: @UI @Sendable () -> SafeText? {
    { [state] in
      state.value.hasLegend ? nil : state.value.rooms.isEmpty ? "There are no rooms yet" : "There is only one room"
    }
  }

  /// The keys while the filter takes text.
  var field: [Command] { filter.editing }

  /// These come before the commands that pan values with the same keys.
  var selecting: [Command] {
    let viewModel = viewModel
    let hint = Command.Hint("room", rank: 1)
    let disabled = { @UI @Sendable [state] () -> SafeText? in state.value.hasLegend ? nil : "" }
    return [
      Command(.rooms.previous, hint: hint, disabled: disabled()) { viewModel.send(.move(-1)) },
      Command(.rooms.next, hint: hint, disabled: disabled()) { viewModel.send(.move(1)) },
    ]
  }

  var showing: [Command] {
    let viewModel = viewModel
    let withoutLegend = withoutLegend
    let (hide, alone) = (Command.Hint("hide", rank: 3), Command.Hint("alone", rank: 3))
    return [
      Command(.rooms.hide, hint: hide, disabled: withoutLegend()) { viewModel.send(.toggleHidden) },
      Command(.rooms.alone, hint: alone, disabled: withoutLegend()) { viewModel.send(.toggleAlone) },
      filter.begin(.rooms.filter, disabled: withoutLegend()),
    ]
  }

  var clearFilter: Command { filter.clear(.rooms.clearFilter) { [state] in state.value.filter.isShown } }

  var showAll: Command {
    let (state, withoutLegend) = (state, withoutLegend)
    return Command(
      .rooms.showAll, hint: Command.Hint("all rooms", rank: 2),
      disabled: withoutLegend() ?? (state.value.isAlone ? nil : "No room is shown alone")
    ) { [viewModel] in viewModel.send(.showAll) }
  }

  /// Lets a person choose the order of the rooms.
  func sort(layers: Signal<LayerRequest, Never>.Observer) -> Command {
    let withoutLegend = withoutLegend
    return Command(.rooms.sort, disabled: withoutLegend()) { [viewModel] in
      let current = viewModel.state.value.order
      let choices = RoomOrder.allCases.map { order in
        Choice(id: order.rawValue, title: order.words.title, detail: order.words.detail, isCurrent: order == current)
      }
      layers.send(
        value: LayerRequest(
          ChoiceList("Sort", choices, openedBy: .rooms.sort) { choice in
            if let order = RoomOrder(rawValue: choice.id) { viewModel.send(.sort(order)) }
          }))
    }
  }
}

extension RoomOrder {
  fileprivate var words: (title: SafeText, detail: SafeText) {
    switch self {
    case .settings: ("settings", "as the settings name them")
    case .name: ("name", "by the alphabet")
    case .warmest: ("warmest", "the highest temperature first")
    case .coldest: ("coldest", "the lowest temperature first")
    case .lowestMinimum: ("minimum", "the lowest minimum of what is shown first")
    case .highestMinimum: ("minimum, falling", "the highest minimum of what is shown first")
    case .highestMaximum: ("maximum", "the highest maximum of what is shown first")
    case .lowestMaximum: ("maximum, rising", "the lowest maximum of what is shown first")
    }
  }
}
