import Text

/// The glyphs of a text in order, as a terminal shows them, each with its width in columns.
///
/// Terminals show less than Unicode can express, and ncurses cuts a joined sequence at its second spacing character. So a
/// sequence joined by U+200D becomes its first emoji; skin tones, variation selectors and other invisible marks are removed;
/// a flag becomes its two letters. Combining marks stay with their base, up to the four that a cell has room for.
public struct Glyphs: Sequence, IteratorProtocol, Sendable {
  public typealias Element = (glyph: Glyph, width: Int)

  private var scalars: String.UnicodeScalarView.Iterator
  /// The number of bytes of the text's UTF-8 before the next glyph.
  private(set) var byteOffset = 0
  /// The scalar after the last one taken, if it was peeked at.
  private var lookedAt: Unicode.Scalar?

  public init(_ text: SafeText) { scalars = text.string.unicodeScalars.makeIterator() }

  init(_ character: Character) { scalars = character.unicodeScalars.makeIterator() }

  public mutating func next() -> Element? {
    while let scalar = take() {
      if scalar.isASCII {
        // Almost every glyph returns here: no mark follows.
        guard let following = peek(), !following.isASCII else { return (Glyph(scalar), 1) }
        return withMarks(of: scalar, width: 1)
      }
      if isInvisible(scalar) || scalar == Self.joiner { continue }
      if let letter = Self.flagLetter(scalar) { return (Glyph(letter), 1) }
      let width = DisplayWidth.of(scalar)
      if width == 0 {
        // A mark without a base is put on a space.
        var glyph = Glyph.space
        glyph.append(mark: scalar)
        return (glyph, 1)
      }
      return withMarks(of: scalar, width: width)
    }
    return nil
  }

  /// Takes all scalars that join a base scalar.
  private mutating func withMarks(of base: Unicode.Scalar, width: Int) -> Element {
    var glyph = Glyph(base)
    while let scalar = peek(), !scalar.isASCII {
      if isInvisible(scalar) || (isSkinTone(scalar) && base.properties.isEmojiModifierBase) {
        _ = take()
      } else if scalar == Self.joiner {
        _ = take()
        let joinsEmoji = !base.isASCII && base.properties.isEmoji
        if joinsEmoji, let joined = peek(), joined.properties.isEmoji { _ = take() }
        // The skin tone of the emoji that was just removed is removed with it.
        if joinsEmoji, let tone = peek(), isSkinTone(tone) { _ = take() }
      } else if DisplayWidth.of(scalar) == 0 {
        _ = take()
        glyph.append(mark: scalar)
      } else {
        break
      }
    }
    return (glyph, width)
  }

  private mutating func take() -> Unicode.Scalar? {
    let scalar = lookedAt ?? scalars.next()
    lookedAt = nil
    if let scalar { byteOffset += UTF8.width(scalar) }
    return scalar
  }

  private mutating func peek() -> Unicode.Scalar? {
    if lookedAt == nil { lookedAt = scalars.next() }
    return lookedAt
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// Returns whether a scalar is invisible on a terminal: a soft hyphen, a variation selector, a tag or a format character.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x200C, 0x2060...0x2064, 0x206A...0x206F, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }

  /// Returns the letter of a regional indicator. Pairs of them are the letters of a country's code.
  private static func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6))
  }
}
