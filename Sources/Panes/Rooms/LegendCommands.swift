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
      command("room.previous", "select a room", "select the room above", [.up, "k"], hint) {
        viewModel.send(.move(-1))
      },
      command("room.next", "select a room", "select the room below", [.down, "j"], hint) { viewModel.send(.move(1)) },
    ]
  }

  var showing: [Command] {
    let viewModel = viewModel
    return [
      command("room.hide", "hide the room, show it", nil, [" "], Command.Hint("hide", rank: 3)) {
        viewModel.send(.toggleHidden)
      },
      command("room.alone", "this room alone, all rooms", nil, [.enter], Command.Hint("alone", rank: 3)) {
        viewModel.send(.toggleAlone)
      },
      filter.begin(
        "room.filter", "filter rooms", isEnabled: hasRooms.and(isEditing.negate()).skipRepeats()),
    ]
  }

  var clearFilter: Command { filter.clear("room.clear-filter", "clear filter", isEnabled: isFiltered) }

  var showAll: Command {
    Command(
      "room.all", "this room alone, all rooms", name: "show all rooms", in: .charts, keys: [.escape, .backspace],
      hint: Command.Hint("all rooms", rank: 2), isEnabled: isAlone
    ) { [viewModel] in viewModel.send(.showAll) }
  }

  private func command(
    _ id: Command.ID, _ title: SafeText, _ name: SafeText?, _ keys: [KeyEvent], _ hint: Command.Hint,
    _ action: @escaping @UI () -> Void
  ) -> Command {
    Command(id, title, name: name, in: .charts, keys: keys, hint: hint, isEnabled: hasRooms, action: action)
  }
}
