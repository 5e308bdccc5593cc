import PaneKit
import Screen
import Text

// Edits that are marked for what is done with several at once.

extension Command {
  /// Mark the selected edit, and clear all marks.
  @UI static func picking(
    _ viewModel: WikipediaViewModel, disabled: @escaping @UI @Sendable () -> SafeText?
  ) -> [Command] {
    [
      Command(.wikipedia.pick, disabled: disabled()) { viewModel.send(.togglePick) },
      // Esc clears marks first.
      Command(
        .wikipedia.clearPicks, hint: Command.Hint("clear marks", rank: 3),
        disabled: viewModel.state.value.picks.isEmpty ? "" : nil
      ) { viewModel.send(.clearPicks) },
    ]
  }
}

extension WikipediaViewModel {
  /// The marked edits, in the order of the list, filtered or not; none while an edit is open.
  var markedItems: [MarkedItem] {
    let model = model.value
    guard model.edit.edit == nil else { return [] }
    return model.list.picked.map { event in
      let user = event.event.edit?.user
      let facts = [user, event.event.lengthChange.map { SafeText(change: Double($0)) }, event.summary]
      return MarkedItem(
        event.event.title, link: OpenedEdit(event, from: model.origin).link,
        facts: facts.compactMap(\.self))
    }
  }
}
