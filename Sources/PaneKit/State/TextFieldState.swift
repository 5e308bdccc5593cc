import Text

/// A one-line text and the insertion point in it.
public struct TextFieldState: Sendable, Hashable {
  /// The most Unicode scalars in a field: more than a person types. A longer paste is cut.
  public static let limit = 256

  public private(set) var text: SafeText
  /// The number of characters (grapheme clusters) before the insertion point.
  public private(set) var cursor: Int

  public init(_ text: SafeText = "") {
    self.text = text
    cursor = text.string.count
  }

  /// Applies an edit. At the edge of the text an edit may have no effect.
  public mutating func apply(_ edit: TextEdit) {
    let characters = Array(text.string)
    switch edit {
    case .insert(let inserted):
      let room = max(0, Self.limit - text.string.unicodeScalars.count)
      replace(cursor..<cursor, in: characters, with: String(inserted.string.unicodeScalars.prefix(room)))
    case .deleteBackward: delete(to: cursor - 1, in: characters)
    case .deleteForward: delete(to: cursor + 1, in: characters)
    case .deleteWordBackward: delete(to: wordStart(in: characters), in: characters)
    case .deleteWordForward: delete(to: wordEnd(in: characters), in: characters)
    case .deleteToSpace: delete(to: start(in: characters) { !$0.isWhitespace }, in: characters)
    case .deleteToStart: delete(to: 0, in: characters)
    case .deleteToEnd: delete(to: characters.count, in: characters)
    case .moveLeft: cursor = max(0, cursor - 1)
    case .moveRight: cursor = min(characters.count, cursor + 1)
    case .moveWordLeft: cursor = wordStart(in: characters)
    case .moveWordRight: cursor = wordEnd(in: characters)
    case .moveToStart: cursor = 0
    case .moveToEnd: cursor = characters.count
    }
  }

  // MARK: - Words

  private static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private func wordStart(in characters: [Character]) -> Int { start(in: characters, of: Self.isInWord) }

  /// Returns the start of the run of matching characters before the cursor, or around it.
  private func start(in characters: [Character], of isInRun: (Character) -> Bool) -> Int {
    let end = characters[..<cursor].lastIndex(where: isInRun) ?? 0
    return characters[..<end].lastIndex { !isInRun($0) }.map { $0 + 1 } ?? 0
  }

  /// Returns the end of the word after the cursor, or around it.
  private func wordEnd(in characters: [Character]) -> Int {
    let start = characters[cursor...].firstIndex(where: Self.isInWord) ?? characters.count
    return characters[start...].firstIndex { !Self.isInWord($0) } ?? characters.count
  }

  // MARK: - Changes

  /// Deletes the text between the cursor and a position, which may be outside the text.
  private mutating func delete(to place: Int, in characters: [Character]) {
    let place = max(0, min(place, characters.count))
    replace(min(place, cursor)..<max(place, cursor), in: characters, with: "")
  }

  /// Replaces a range and puts the cursor after the replacement. Characters may combine there (a letter and an accent, the
  /// halves of a flag): the cursor is put after the combined one.
  private mutating func replace(_ range: Range<Int>, in characters: [Character], with replacement: String) {
    let before = SafeText(oneLine: String(characters[..<range.lowerBound]) + replacement)
    text = SafeText(oneLine: before.string + String(characters[range.upperBound...]))
    let end = before.string.utf8.count
    cursor = 0
    var passed = 0
    for character in text.string where passed < end {
      passed += character.utf8.count
      cursor += 1
    }
  }
}
