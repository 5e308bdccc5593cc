import Text

/// A one-line text and the insertion point in it.
public struct TextFieldState: Sendable, Hashable {
  public private(set) var text: SafeText
  /// Characters (grapheme clusters) before the insertion point.
  public private(set) var cursor: Int

  public init(_ text: SafeText = "") {
    self.text = text
    cursor = text.string.count
  }

  /// Applies an edit; an edit at the text's edge that finds nothing to act on changes nothing.
  public mutating func apply(_ edit: TextEdit) {
    var characters = Array(text.string)
    switch edit {
    case .insert(let inserted):
      characters.insert(contentsOf: Array(inserted.string), at: cursor)
      cursor += inserted.string.count
    case .deleteBackward:
      guard cursor > 0 else { return }
      cursor -= 1
      characters.remove(at: cursor)
    case .deleteForward:
      guard cursor < characters.count else { return }
      characters.remove(at: cursor)
    case .deleteWord:
      var start = cursor
      while start > 0, characters[start - 1].isWhitespace { start -= 1 }
      while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
      characters.removeSubrange(start..<cursor)
      cursor = start
    case .deleteToStart:
      characters.removeSubrange(0..<cursor)
      cursor = 0
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(characters.count, cursor + 1)
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = characters.count
    }
    // A combining mark that was inserted joins the character before it, so the count may have shrunk.
    text = SafeText(oneLine: String(characters))
    cursor = min(cursor, text.string.count)
  }
}
