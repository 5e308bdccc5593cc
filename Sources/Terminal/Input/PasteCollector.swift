import Text

/// Gathers pasted text between the terminal's two marks; the first has been read when this begins.
///
/// What is in between is text, whatever it looks like, so it is read as plain bytes, never decoded into keys.
struct PasteCollector {
  /// More than this is left out: a line of text that a field takes is shorter, and each key that is pressed in the field
  /// costs as much as the line is long.
  static let characterLimit = 1_000
  /// More than this, in bytes, is not even kept. The characters fit many times; a character may have any number of bytes.
  static let byteLimit = 64 * 1024

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
        // Only the mark's first byte is an escape, so a mark can begin again only with this byte.
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

  /// What was pasted, as one line of at most so many whole characters.
  var text: SafeText {
    var characters = String(decoding: bytes, as: UTF8.self)[...]
    if bytes.count == Self.byteLimit {
      // The cut may have gone through the last one: within its bytes, or before a mark.
      if characters.last == "\u{FFFD}" { characters.removeLast() }
      characters = characters.dropLast()
    }
    // Twice: what is made safe may have fewer characters, but also more, where one holds a control character.
    let safe = SafeText(oneLine: String(characters.prefix(Self.characterLimit)))
    return safe.string.count > Self.characterLimit
      ? SafeText(oneLine: String(safe.string.prefix(Self.characterLimit))) : safe
  }
}
