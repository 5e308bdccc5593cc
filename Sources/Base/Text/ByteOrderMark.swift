/// The byte-order mark of UTF-8, which some editors and programs write before a text (Unicode 16, §23.8).
///
/// It belongs to the encoding and not to the text. Every reader of bytes from outside skips it with this.
extension Collection<UInt8> {
  /// The bytes without a byte-order mark at the beginning.
  public var withoutByteOrderMark: SubSequence {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

extension String {
  /// The text without a byte-order mark at the beginning.
  public var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(String.UnicodeScalarView(unicodeScalars.dropFirst())) : self
  }
}
