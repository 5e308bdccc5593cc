import Text

/// Collects pasted text up to the terminal's end mark, after the start mark has been read.
///
/// Everything in between is text, so it is read as plain bytes and never decoded into keys.
struct PasteCollector {
  /// The number of characters kept. A field takes less, and each key in a field costs time in proportion to its length.
  static let characterLimit = 1_000
  /// The number of bytes kept. It is many times the number of characters, because a character may have any number of bytes.
  static let byteLimit = 64 * 1024

  private static let endMark = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes of the end mark that have just been read.
  private var matched = 0

  /// The number of bytes that can be read without reading past the end mark: the input after it is not pasted.
  var readLimit: Int { Self.endMark.count - matched }

  /// - Returns: whether the end mark was read.
  mutating func take(_ chunk: some Sequence<UInt8>) -> Bool {
    for byte in chunk {
      if byte == Self.endMark[matched] {
        matched += 1
        if matched == Self.endMark.count { return true }
      } else {
        // Only the first byte of the mark is an escape, so a mark can begin again only with this byte.
        keep(Self.endMark[..<matched])
        matched = byte == Self.endMark[0] ? 1 : 0
        if matched == 0 { keep([byte]) }
      }
    }
    return false
  }

  private mutating func keep(_ chunk: some Collection<UInt8>) {
    bytes += chunk.prefix(Self.byteLimit - bytes.count)
  }

  /// The pasted text as one line, cut to ``characterLimit`` characters.
  var text: SafeText {
    var characters = String(decoding: bytes, as: UTF8.self)[...]
    if bytes.count == Self.byteLimit {
      // The cut may have split the last character: within its bytes, or before a mark.
      if characters.last == "\u{FFFD}" { characters.removeLast() }
      characters = characters.dropLast()
    }
    // Cut twice: the sanitised text may have fewer characters, or more if one contains a control character.
    let safe = SafeText(oneLine: String(characters.prefix(Self.characterLimit)))
    return safe.string.count > Self.characterLimit
      ? SafeText(oneLine: String(safe.string.prefix(Self.characterLimit))) : safe
  }
}
