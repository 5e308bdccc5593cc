import Text

/// The state of a filter: its text field, and the current words.
public struct FilterState: Sendable, Hashable {
  /// The text in the field.
  public var field: TextFieldState
  /// Whether the field is focused.
  public var isEditing: Bool
  /// The words of the visible list; they follow the field through a throttle.
  public var words: FilterWords

  public init(field: TextFieldState = TextFieldState(), isEditing: Bool = false, words: FilterWords = FilterWords("")) {
    self.field = field
    self.isEditing = isEditing
    self.words = words
  }

  /// Whether the field is visible.
  public var isShown: Bool { isEditing || !field.text.isEmpty }
}
