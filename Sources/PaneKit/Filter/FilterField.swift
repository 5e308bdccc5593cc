import Foundation
import Signals
import Text

/// The text field of a filter. A throttle turns its text into words, and the filtered list holds the words.
///
/// A pure value, driven by the `scan` of the list, because rows and words must agree:
///
/// ```swift
/// steps = .merge(
///   actions.signal.map(Step.action),
///   actions.signal.compactMap(\.filter).pacedEdits(on: scheduler).map(value: .applyFilter), …)
/// …
/// case .applyFilter: if let words = field.reduce(.applyText) { list.filter(by: words) }
/// ```
///
/// During typing, the words follow the text at most every ``interval``, by a ``Change/applyText`` among the changes. Accepting
/// and clearing apply the text immediately. A step that chooses a row must do so, too, because a person goes by the text that
/// they typed: it takes a ``Change/applyText`` first.
package struct FilterField: Sendable {
  package enum Change: Sendable, Hashable {
    /// Focuses the field; its text stays.
    case begin
    /// Has no effect unless the field is focused.
    case edit(TextEdit)
    /// Moves the focus to the list; the text stays in force.
    case accept
    /// Moves the focus to the list, and clears the text.
    case clear
    /// Applies the text.
    case applyText
  }

  /// The least seconds between two runs of the filter during typing.
  package static let interval: TimeInterval = 0.1

  private var field = TextFieldState()
  private var isEditing = false
  /// The text of the current words.
  package private(set) var appliedText: SafeText = ""

  package init() {}

  /// - Returns: the new words; `nil` if they stay.
  package mutating func reduce(_ change: Change) -> FilterWords? {
    switch change {
    case .begin: isEditing = true
    case .edit(let edit): if isEditing { field.apply(edit) }
    case .accept: isEditing = false
    case .clear: (field, isEditing) = (TextFieldState(), false)
    case .applyText: break
    }
    guard change.appliesText, field.text != appliedText else { return nil }
    appliedText = field.text
    return FilterWords(appliedText)
  }

  /// Returns the state to show.
  ///
  /// - Parameter words: The current words.
  package func state(_ words: FilterWords) -> FilterState {
    FilterState(field: field, isEditing: isEditing, words: words)
  }
}

extension FilterField.Change {
  /// Whether it applies the text.
  fileprivate var appliesText: Bool {
    switch self {
    case .begin, .edit: false
    case .accept, .clear, .applyText: true
    }
  }
}
