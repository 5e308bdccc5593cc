import Text

/// Gathers pasted text between the terminal's two marks; the first has been read when this begins.
///
/// What is in between is text, whatever it looks like, so it is read as plain bytes, never decoded into keys.
struct PasteCollector {
  /// More than this, in bytes, is left out.
  static let limit = 64 * 1024

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// How many bytes of the end mark have just been seen.
  private var matched = 0

  /// How many bytes can be read without reading past the end mark: what follows it is for others.
  var readLimit: Int { Self.endMark.count - matched }

  /// - Returns: whether that was the end.
  mutating func take(_ chunk: some Sequence<UInt8>) -> Bool {
    for byte in chunk {
      if byte == Self.endMark[matched] {
        matched += 1
        if matched == Self.endMark.count { return true }
      } else {
        // Only the mark's first byte is an escape, so a mark can begin anew only with this byte.
        keep(Self.endMark[..<matched])
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
      }
    }
    return false
  }

  private mutating func keep(_ chunk: some Collection<UInt8>) {
    bytes += chunk.prefix(Self.limit - bytes.count)
  }

  /// What was pasted, as one line.
  var text: SafeText {
    var whole = bytes[...]
    if bytes.count == Self.limit {
      // Not half a character at the cut.
      while let last = whole.last, last & 0xC0 == 0x80 { whole.removeLast() }
      if let last = whole.last, last >= 0xC0 { whole.removeLast() }
    }
    return SafeText(oneLine: String(decoding: whole, as: UTF8.self))
  }
}
