import Model
import Screen
import Signals
import Text
import ViewModels

/// The commands of the legend, which exists if there are several rooms.
@UI
struct LegendCommands {
  private let viewModel: RoomsViewModel
  private let hasRooms: Property<Bool>
  private let isEditing: Property<Bool>
  private let isFiltered: Property<Bool>
  private let isAlone: Property<Bool>

  init(_ viewModel: RoomsViewModel) {
    self.viewModel = viewModel
    let state = viewModel.state
    hasRooms = state.map(\.hasLegend).skipRepeats()
    isEditing = state.map(\.filter.isEditing).skipRepeats()
    isFiltered = state.map { !$0.filter.isEditing && $0.filter.isShown }.skipRepeats()
    isAlone = state.map { $0.hasLegend && $0.isAlone }.skipRepeats()
  }

  private var filter: FieldCommands {
    FieldCommands(isEditing: isEditing) { [viewModel] in viewModel.send(.filter($0)) }
  }

  /// The keys while the filter takes text.
  var field: [Command] { filter.editing }

  /// These come before the commands that pan values with the same keys.
  var selecting: [Command] {
    let viewModel = viewModel
    let hint = Command.Hint("room", rank: 1)
    return [
      Command(.rooms.previous, hint: hint, isEnabled: hasRooms) { viewModel.send(.move(-1)) },
      Command(.rooms.next, hint: hint, isEnabled: hasRooms) { viewModel.send(.move(1)) },
    ]
  }

  var showing: [Command] {
    let viewModel = viewModel
    return [
      Command(.rooms.hide, hint: Command.Hint("hide", rank: 3), isEnabled: hasRooms) { viewModel.send(.toggleHidden) },
      Command(.rooms.alone, hint: Command.Hint("alone", rank: 3), isEnabled: hasRooms) { viewModel.send(.toggleAlone) },
      filter.begin(.rooms.filter, isEnabled: hasRooms.and(isEditing.negate()).skipRepeats()),
    ]
  }

  var clearFilter: Command { filter.clear(.rooms.clearFilter, isEnabled: isFiltered) }

  var showAll: Command {
    Command(.rooms.showAll, hint: Command.Hint("all rooms", rank: 2), isEnabled: isAlone) { [viewModel] in
      viewModel.send(.showAll)
    }
  }

  /// Lets a person choose the order of the rooms.
  func sort(layers: Signal<LayerRequest, Never>.Observer) -> Command {
    Command(
      .rooms.sort, isEnabled: hasRooms.and(isEditing.negate()).skipRepeats(),
      whenDisabled: "There is only one room"
    ) { [viewModel] in
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
