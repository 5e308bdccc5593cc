import Text

/// A text as the glyphs that a terminal shows, one after the other, each with its columns.
///
/// A terminal shows less than Unicode can say, and ncurses cuts a joined sequence at its second spacing character. So a
/// sequence joined by U+200D becomes its first emoji; skin tones, variation selectors and other marks that show nothing
/// are left out; a flag becomes its two letters. A combining mark stays with its base, up to the four that a cell holds.
public struct Glyphs: Sequence, IteratorProtocol, Sendable {
  public typealias Element = (glyph: Glyph, width: Int)

  private var scalars: String.UnicodeScalarView.Iterator
  /// The scalar after the last one taken, when it was looked at.
  private var lookedAt: Unicode.Scalar?

  public init(_ text: SafeText) { scalars = text.string.unicodeScalars.makeIterator() }

  init(_ character: Character) { scalars = character.unicodeScalars.makeIterator() }

  public mutating func next() -> Element? {
    while let scalar = take() {
      if scalar.isASCII {
        // Almost every glyph ends here: no mark follows.
        guard let following = peek(), !following.isASCII else { return (Glyph(scalar), 1) }
        return withMarks(of: scalar, width: 1)
      }
      if isInvisible(scalar) || scalar == Self.joiner { continue }
      if let letter = Self.flagLetter(scalar) { return (Glyph(letter), 1) }
      let width = DisplayWidth.of(scalar)
      if width == 0 {
        // A mark without a base stands on a space.
        var glyph = Glyph.space
        glyph.append(mark: scalar)
        return (glyph, 1)
      }
      return withMarks(of: scalar, width: width)
    }
    return nil
  }

  /// Takes all that joins a base scalar.
  private mutating func withMarks(of base: Unicode.Scalar, width: Int) -> Element {
    var glyph = Glyph(base)
    while let scalar = peek(), !scalar.isASCII {
      if isInvisible(scalar) || (isSkinTone(scalar) && base.properties.isEmojiModifierBase) {
        _ = take()
      } else if scalar == Self.joiner {
        _ = take()
        let joinsEmoji = !base.isASCII && base.properties.isEmoji
        if joinsEmoji, let joined = peek(), joined.properties.isEmoji { _ = take() }
        // The tone of the emoji that was just left out goes with it.
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
    if let scalar = lookedAt {
      lookedAt = nil
      return scalar
    }
    return scalars.next()
  }

  private mutating func peek() -> Unicode.Scalar? {
    if lookedAt == nil { lookedAt = scalars.next() }
    return lookedAt
  }

  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// Soft hyphen, variation selectors, tags and format characters that a terminal has no use for.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x34F, 0x200C, 0x2060...0x2064, 0x206A...0x206F, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  private func isSkinTone(_ scalar: Unicode.Scalar) -> Bool { (0x1F3FB...0x1F3FF).contains(scalar.value) }

  /// Regional indicators come in pairs that are the letters of a country's code.
  private static func flagLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - 0x1F1E6))
  }
}
