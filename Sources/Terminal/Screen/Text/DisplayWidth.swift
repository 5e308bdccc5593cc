import Text

/// The width of text on a terminal in columns, as the C library's `wcwidth` gives it and ncurses uses it.
///
/// Scalars with the East Asian Width W or F (Unicode Standard Annex #11) take two columns. The table is that of Unicode 14,
/// as glibc has it, with the unassigned scalars between wide ones counted as wide, because new emoji and ideographs are
/// assigned there. Scalars that combine with the one before them, according to Swift's scalar properties, take no column.
public enum DisplayWidth {
  /// Returns the columns of a text, drawn as ``Glyphs`` draws it.
  public static func of(_ text: SafeText) -> Int {
    if text.string.utf8Span.isKnownASCII { return text.string.utf8.count }
    return Glyphs(text).reduce(0) { $0 + $1.width }
  }

  /// Returns the columns of a single scalar: 0, 1 or 2.
  public static func of(_ scalar: Unicode.Scalar) -> Int {
    // Below the combining diacritical marks everything printable takes one column.
    if scalar.value < 0x300 { return 1 }
    if isCombining(scalar) { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Punctuation, arrows, lines, blocks and Braille, which the interface draws with. There are no marks among them.
    case 0x2010...0x2027, 0x2030...0x205E, 0x2100...0x2BFF: return false
    // Greek and Cyrillic letters, kana, ideographs and Hangul syllables, which whole texts consist of. There are no marks
    // among them.
    case 0x370...0x482, 0x48A...0x58F, 0x309B...0x312F, 0x3400...0x9FFF, 0xAC00...0xD7A3: return false
    // Hangul medial vowels and final consonants join the syllable's first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    // Signs that enclose or precede numbers are format characters by category, yet take a column of their own.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return true
    default: return false
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    // Kana, ideographs and Hangul syllables, which whole texts consist of.
    if (0x3041...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value) { return true }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].lowerBound <= value
  }

  /// In ascending order, for a binary search.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
    0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
    0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
    0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9, 0xFE10...0xFE19, 0xFE30...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
    0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
    0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E,
    0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567,
    0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5,
    0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FAFF,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
