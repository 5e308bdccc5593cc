import Signals

/// What a person does with the text field of a filter or a search.
public enum FieldAction: Sendable, Hashable {
  /// Focuses the field; its text stays.
  case begin
  /// Changes the text, or moves in it.
  case edit(TextEdit)
  /// Leaves the field; the text stays in force.
  case accept
  /// Leaves the field and clears it.
  case clear
}

extension FilterField.Change {
  package init(_ action: FieldAction) {
    switch action {
    case .begin: self = .begin
    case .edit(let edit): self = .edit(edit)
    case .accept: self = .accept
    case .clear: self = .clear
    }
  }
}

extension Signal where Value == FieldAction, Error == Never {
  /// Sends when the words of the field should follow its text, at most every ``FilterField/interval`` while a person types.
  ///
  /// ```
  /// actions:  a--b-c-----------   edits of the text
  /// returned: s--s---s---------
  /// ```
  /// It carries no text, so a cleared text cannot return. Merge it after the actions: a scheduler may run the throttle's action
  /// inside the edit, which must have been applied by then.
  package func pacedEdits(on scheduler: any DateScheduler) -> Signal<Void, Never> {
    filter { if case .edit = $0 { true } else { false } }.throttle(FilterField.interval, on: scheduler).map(value: ())
  }
}
