import Foundation
import Text

extension SafeText {
  /// The text where only ASCII can be shown; a character that resembles none is `?`, as on the canvas.
  public var asASCII: SafeText {
    var scalars = String.UnicodeScalarView()
    for scalar in string.unicodeScalars where DisplayWidth.of(scalar) > 0 {
      scalars.append(ASCIIFolding.fold(scalar) ?? "?")
    }
    return SafeText(oneLine: String(scalars))
  }
}

/// The replacements of characters on a terminal that has only ASCII.
///
/// The width in columns is kept, so that the layout made for Unicode still fits: a letter loses its marks, known punctuation
/// and symbols have a replacement.
enum ASCIIFolding {
  /// Returns the character that resembles a scalar; `nil` if none does.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.isASCII { return scalar }
    if let likeness = likenesses[scalar] { return likeness }
    if scalar.properties.generalCategory == .spaceSeparator { return " " }
    let decomposed = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
    // Only characters that decompose into one letter and marks: a ligature would need more columns than it has.
    if let base = decomposed.first, base.isASCII, decomposed.dropFirst().allSatisfy({ !$0.isASCII }) { return base }
    return nil
  }

  private static let likenesses: [Unicode.Scalar: Unicode.Scalar] = [
    "‘": "'", "’": "'", "‚": ",", "“": "\"", "”": "\"", "„": "\"", "«": "<", "»": ">", "‹": "<", "›": ">",
    "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "…": "~", "·": "-", "•": "*", "×": "x", "÷": "/", "±": " ",
    "✓": "*", "▲": "^", "▼": "v", "↑": "^", "↓": "v", "←": "<", "→": ">",
    "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ı": "i", "ß": "s", "æ": "a",
    "Æ": "A", "œ": "o", "Œ": "O", "þ": "t", "Þ": "T", "ð": "d", "Ð": "D",
  ]
}
