import Model
import Signals

/// What a person does with the tab that is shown.
enum QuestionTabCommand: Sendable {
  case refresh
  case move(Motion)
  case select(Question.ID)
  case open, close
  /// Opens the question so many rows further, in the place of the open one.
  case openNeighbour(Int)
  case editFilter
  case edit(TextEdit)
  case acceptFilter, clearFilter
  /// Shows the open question's comments, or hides them.
  case toggleComments
}

extension QuestionTabCommand {
  /// What it means to the list; `nil` for what goes another way.
  var listInput: QuestionList.Input? {
    switch self {
    case .move(let motion): .move(motion)
    case .select(let id): .select(id)
    case .open: .open
    case .openNeighbour(let distance): .openNeighbour(distance)
    case .close: .close
    case .refresh, .editFilter, .edit, .acceptFilter, .clearFilter, .toggleComments: nil
    }
  }
}

extension Signal where Value == QuestionTabCommand, Error == Never {
  var refreshes: Signal<Void, Never> { compactMap { if case .refresh = $0 { () } else { nil } } }

  var commentToggles: Signal<Void, Never> { compactMap { if case .toggleComments = $0 { () } else { nil } } }

  /// What happens to the field of the filter, or of the open question's search.
  ///
  /// - Parameter leaves: Send when the tab is no longer shown, which accepts what stands in the field.
  func fieldChanges(accepting leaves: Signal<Void, Never>, on scheduler: any DateScheduler) -> Signal<
    FilterField.Change, Never
  > {
    FilterField.changes(
      edit: compactMap { if case .editFilter = $0 { () } else { nil } },
      edits: compactMap { if case .edit(let edit) = $0 { edit } else { nil } },
      accept: .merge(compactMap { if case .acceptFilter = $0 { () } else { nil } }, leaves),
      clear: compactMap { if case .clearFilter = $0 { () } else { nil } }, on: scheduler)
  }
}
