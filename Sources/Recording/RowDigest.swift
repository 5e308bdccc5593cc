import Screen

extension Canvas {
  /// The rows as text without trailing spaces.
  package var rowTexts: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
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
