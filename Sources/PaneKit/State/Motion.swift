import Text

/// A move in a list or a text.
public enum Motion: Sendable, Hashable {
  /// Down if positive.
  case lines(Int)
  case start, end
}

/// A change to a one-line text, or a move in it.
///
/// Words are runs of letters and digits, as readline has them.
public enum TextEdit: Sendable, Hashable {
  case insert(SafeText)
  case deleteBackward, deleteForward, deleteWordBackward, deleteWordForward, deleteToStart, deleteToEnd
  /// Deletes back to white space, as Ctrl-W does in a shell.
  case deleteToSpace
  case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
}
