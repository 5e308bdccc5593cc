/// The rules by which foreign text becomes ``SafeText``.
enum Sanitizer {
  enum Tab {
    /// A tab becomes a space; white space that contains a tab or a line break becomes one space.
    case space
    /// A tab fills up to the next column of four, counted in characters.
    case expand
  }

  static let marksPerBase = 4
  static let tabWidth = 4

  /// Returns whether a text is printable ASCII without line breaks and tabs.
  static func isPlainASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  static func sanitized(_ text: String, tab: Tab) -> String {
    // Most texts need no change and keep their string.
    isPlainASCII(text) || text.unicodeScalars.allSatisfy(isPlain) ? text : rewritten(text, tab: tab)
  }

  /// Returns whether a scalar is kept wherever it stands.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x300: true
    case 0x300...: !isMark(scalar) && !isLeftOut(scalar) && !isLineBreak(scalar)
    default: false
    }
  }

  /// Applies the rules, scalar by scalar.
  static func rewritten(_ text: String, tab: Tab) -> String {
    var result = String.UnicodeScalarView()
    var marks = 0
    var columns = 0
    var blanks = 0
    var blanksHoldBreak = false

    func flushBlanks() {
      guard blanks > 0 else { return }
      for _ in 0..<(blanksHoldBreak ? 1 : blanks) { result.append(" ") }
      blanks = 0
      blanksHoldBreak = false
    }

    for scalar in text.unicodeScalars {
      if isLeftOut(scalar) { continue }
      if isMark(scalar) {
        flushBlanks()
        marks += 1
        if marks <= marksPerBase { result.append(scalar) }
        continue
      }
      marks = 0
      switch scalar {
      case "\t" where tab == .expand:
        let fill = tabWidth - columns % tabWidth
        blanks += fill
        columns += fill
        continue
      case _ where scalar == "\t" || isLineBreak(scalar):
        blanks += 1
        blanksHoldBreak = true
      case " ":
        blanks += 1
      default:
        flushBlanks()
        result.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
      columns += 1
    }
    flushBlanks()
    return String(result)
  }

  static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value < 0xA0)
  }

  /// Returns whether a scalar is removed: the bidirectional controls (Unicode's property Bidi_Control, twelve of them), the
  /// zero-width space and the byte-order mark.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0x200B, 0xFEFF: true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
