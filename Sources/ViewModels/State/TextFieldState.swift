import Text

/// A one-line text and the insertion point in it.
public struct TextFieldState: Sendable, Hashable {
  /// Unicode scalars that a field takes: more than a person types, and a paste of any size is cut to what is left.
  public static let limit = 256

  public private(set) var text: SafeText
  /// Characters (grapheme clusters) before the insertion point.
  public private(set) var cursor: Int

  public init(_ text: SafeText = "") {
    self.text = text
    cursor = text.string.count
  }

  /// Applies an edit; an edit at the text's edge that finds nothing to act on changes nothing.
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

  /// Where the run of such characters begins that stands before the cursor, or that the cursor is in.
  private func start(in characters: [Character], of isInRun: (Character) -> Bool) -> Int {
    let end = characters[..<cursor].lastIndex(where: isInRun) ?? 0
    return characters[..<end].lastIndex { !isInRun($0) }.map { $0 + 1 } ?? 0
  }

  /// Where the word ends that stands behind the cursor, or that the cursor is in.
  private func wordEnd(in characters: [Character]) -> Int {
    let start = characters[cursor...].firstIndex(where: Self.isInWord) ?? characters.count
    return characters[start...].firstIndex { !Self.isInWord($0) } ?? characters.count
  }

  // MARK: - Changes

  /// Deletes what is between the cursor and a place, which may lie outside of the text.
  private mutating func delete(to place: Int, in characters: [Character]) {
    let place = max(0, min(place, characters.count))
    replace(min(place, cursor)..<max(place, cursor), in: characters, with: "")
  }

  /// The cursor stands behind what is put in. There characters may have come together that are one now (a letter and an
  /// accent, the halves of a flag): the cursor stands behind that one.
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
