import Screen

extension Canvas {
  /// The rows as text without trailing spaces, to be compared with those of another run.
  ///
  /// A character that turns while something is waited for is always its first picture: which one is shown depends on the
  /// millisecond in which the wait began.
  package var rowTexts: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.atRest(String($0)) }
  }

  private static let turning = GlyphSet.unicode.spinner.compactMap(\.scalar).map(Character.init)

  private static func atRest(_ row: String) -> String {
    guard row.contains(where: turning.contains), let first = turning.first else { return row }
    var characters = Array(row)
    // In a chart the same characters have others beside them.
    for index in characters.indices.dropFirst().dropLast()
    where turning.contains(characters[index]) && characters[index - 1] == " " && characters[index + 1] == " " {
      characters[index] = first
    }
    return String(characters)
  }
}

/// The digest of a row's text, the same in every process (FNV-1a, 64 bits).
package enum RowDigest {
  package static func digits(_ text: String) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return String(value, radix: 16)
  }
}
