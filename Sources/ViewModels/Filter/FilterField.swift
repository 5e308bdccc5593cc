import Foundation
import Signals
import Text

/// The text field of a filter. What a person types becomes words by steps, and the list that is filtered holds the words.
///
/// It is a pure value, to be driven by the `scan` that the list comes out of, since rows and words must agree:
///
/// ```swift
/// let changes = FilterField.changes(edit: editFilter.signal, edits: edits.signal, …, on: scheduler)
/// list = .merge(changes.map(Input.filter), moves.map(Input.move), …).scan(into: List()) { $0.take($1) }
/// …
/// if let words = field.take(change) { list.filter(by: words) }
/// ```
///
/// While somebody types, the words follow the text at most every ``interval``, by a ``Change/settle`` among the changes.
/// Accepting and clearing put the text in force at once. So must a step that chooses a row, since a person goes by what they
/// typed: it takes a ``Change/settle`` first.
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

  private var field = TextFieldState()
  private var isEditing = false
  /// The text that words were made of last.
  private var settledText: SafeText = ""

  /// - Returns: the words to filter by from now on; `nil` where those in force stay.
  mutating func take(_ change: Change) -> FilterWords? {
    switch change {
    case .begin: isEditing = true
    case .edit(let edit): if isEditing { field.apply(edit) }
    case .accept: isEditing = false
    case .clear: (field, isEditing) = (TextFieldState(), false)
    case .settle: break
    }
    guard change.settles, field.text != settledText else { return nil }
    settledText = field.text
    return FilterWords(settledText)
  }

  /// What is shown of it.
  ///
  /// - Parameter words: Those in force.
  func state(_ words: FilterWords) -> FilterState { FilterState(field: field, isEditing: isEditing, words: words) }
}

extension FilterField.Change {
  /// Whether it puts the text in force.
  fileprivate var settles: Bool {
    switch self {
    case .begin, .edit: false
    case .accept, .clear, .settle: true
    }
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
