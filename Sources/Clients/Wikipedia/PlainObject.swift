/// A JSON object that holds nothing but strings without escapes, as nearly every message of the original feed is.
///
/// A thousand of them a second are what a decoder spends most of a feed's time on; this takes a small part of it. What it
/// does not know it does not read: that is for a decoder to judge.
struct PlainObject {
  private var members: [(name: String, value: String)] = []

  /// - Returns: `nil` for any other JSON, for what is none, and where a name comes twice.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = Reader(bytes: bytes[...])
    guard reader.skip("{") else { return nil }
    repeat {
      guard let name = reader.string(), reader.skip(":"), let value = reader.string(), self[name] == nil else {
        return nil
      }
      members.append((name, value))
    } while reader.skip(",")
    guard reader.skip("}"), reader.isAtEnd else { return nil }
  }

  /// The value of a name; `nil` where there is none.
  subscript(name: String) -> String? { members.first { $0.name == name }?.value }

  /// Reads bytes from the front.
  private struct Reader {
    var bytes: Slice<UnsafeRawBufferPointer>

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return bytes.isEmpty
      }
    }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
      skipSpace()
      guard bytes.first == UInt8(ascii: sign) else { return false }
      bytes.removeFirst()
      return true
    }

    mutating func string() -> String? {
      guard skip("\"") else { return nil }
      // The first byte that is not simply part of the text; control characters must not stand in JSON as they are.
      guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }),
        bytes[end] == UInt8(ascii: "\"")
      else { return nil }
      defer { bytes = bytes[(end + 1)...] }
      return String(validating: bytes[..<end], as: UTF8.self)
    }

    private mutating func skipSpace() {
      while let byte = bytes.first, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { bytes.removeFirst() }
    }
  }
}
