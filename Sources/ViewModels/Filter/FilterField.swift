import Foundation
import Signals
import Text

/// The text field of a filter, and the words in force.
///
/// It is a pure value, to be driven by the `scan` that the list comes out of, since rows and words must agree:
///
/// ```swift
/// let changes = FilterField.changes(edit: editFilter.signal, edits: edits.signal, …, on: scheduler)
/// list = .merge(changes.map(Input.filter), moves.map(Input.move), …).scan(into: List()) { $0.take($1) }
/// ```
///
/// While somebody types, the words follow the text at most every ``interval``, by a ``Change/settle`` among the changes.
/// Accepting and clearing put the text in force at once. So must whatever chooses a row, since a person goes by what they
/// typed: call ``settle()`` before it.
struct FilterField: Sendable {
  enum Change: Sendable, Hashable {
    /// The field takes the keys; the text in it stays.
    case begin
    /// Changes nothing while the field does not take the keys.
    case edit(TextEdit)
    /// The keys go to the list; the text stays in force.
    case accept
    /// The keys go to the list, and nothing is filtered any more.
    case clear
    /// Puts the text in force.
    case settle
  }

  /// Seconds between two runs of the filter while somebody types.
  static let interval: TimeInterval = 0.1

  private(set) var state = FilterState()
  /// The text that the words in force are of.
  private var settledText: SafeText = ""

  mutating func take(_ change: Change) {
    switch change {
    case .begin: state.isEditing = true
    case .edit(let edit): if state.isEditing { state.field.apply(edit) }
    case .accept:
      state.isEditing = false
      settle()
    case .clear:
      self = FilterField()
    case .settle: settle()
    }
  }

  /// Puts what stands in the field in force.
  mutating func settle() {
    guard state.field.text != settledText else { return }
    settledText = state.field.text
    state.words = FilterWords(settledText)
  }
}

extension FilterField {
  /// What happens to a field: what a person does in it, and among the edits the moments at which the words follow.
  ///
  /// ```
  /// edits:     a--b-c-----------
  /// changes:  (as)-b-c-s--------   s: settle
  /// ```
  ///
  /// Such a moment has no text with it: the text is the field's when it comes. So one that was cleared does not come back.
  static func changes(
    edit: Signal<Void, Never>, edits: Signal<TextEdit, Never>, accept: Signal<Void, Never>, clear: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) -> Signal<Change, Never> {
    .merge(
      edit.map(value: .begin), edits.map { .edit($0) }, accept.map(value: .accept), clear.map(value: .clear),
      // After the edits: a scheduler may run the throttle's action inside of the edit, which must have been made by then.
      edits.throttle(interval, on: scheduler).map(value: .settle))
  }
}
