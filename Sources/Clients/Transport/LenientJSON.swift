import Foundation

/// Reads JSON as services really send it: a byte-order mark in front, halves of surrogate pairs, fields of another type
/// than promised.
enum LenientJSON {
  /// - Throws: `DecodingError` for what is not JSON, or not of this shape.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
    // One copy in one piece where the bytes lie side by side, which they nearly always do.
    var data = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data(bytes)
    if data.starts(with: byteOrderMark) { data.removeFirst(byteOrderMark.count) }
    return try decoder.decode(type, from: LoneSurrogates.replaced(in: data) ?? data)
  }

  /// Never changed after it is made, so that all threads may use it.
  private static let decoder = JSONDecoder()

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// What to say about bytes that could not be decoded: what they look like instead.
  static func complaint(about bytes: some Collection<UInt8>) -> String {
    let first = bytes.first { !$0.isJSONSpace }
    switch first {
    case nil: return "nothing in it"
    case UInt8(ascii: "<"): return "HTML instead of JSON"
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let last = bytes.suffix(64).last { !$0.isJSONSpace }
      let isClosed = last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
      guard isClosed else { return "cut off in the middle" }
      return isJSON(bytes) ? "JSON of an unknown shape" : "damaged JSON"
    default:
      return isJSON(bytes) ? "JSON of an unknown shape" : "not JSON"
    }
  }

  /// Whether bytes are JSON of whatever shape, `null` and numbers too.
  private static func isJSON(_ bytes: some Collection<UInt8>) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self > 0x7F }
}

/// Escapes of half a surrogate pair in JSON text, such as the `\ud83d` of a text that was cut in the middle of an emoji:
/// legal JSON that no Swift string can hold. All the rest is worth keeping.
enum LoneSurrogates {
  /// The text with each lone half replaced by `\ufffd`; `nil` when there is none.
  static func replaced(in json: Data) -> Data? {
    // Plain bytes, because this looks at each of them; only places come out of the call.
    let found = json.withUnsafeBytes { places(in: $0) }
    guard !found.isEmpty else { return nil }
    var repaired = json
    for place in found {
      let digits = repaired.startIndex + place + 2
      repaired.replaceSubrange(digits..<digits + 4, with: "fffd".utf8)
    }
    return repaired
  }

  /// Where the escapes of lone halves begin.
  private static func places(in bytes: UnsafeRawBufferPointer) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let unit = unit(in: bytes, at: index) else {
        index += 2  // another escape, `\\` among them
        continue
      }
      if UTF16.isLeadSurrogate(unit), let next = self.unit(in: bytes, at: index + 6), UTF16.isTrailSurrogate(next) {
        index += 12
        continue
      }
      if UTF16.isSurrogate(unit) { places.append(index) }
      index += 6
    }
    return places
  }

  /// The code unit that `\uXXXX` at this place stands for.
  private static func unit(in bytes: UnsafeRawBufferPointer, at index: Int) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}

/// An element of an array that may be unreadable without making its neighbours so.
struct Attempt<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
  /// The field's value; `nil` when it is missing, null, out of range or of another type.
  func optional<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The same for a text. The standard library has a way of its own for it, several times as fast, which a generic
  /// function does not take.
  func optional(_ key: Key, as type: String.Type = String.self) -> String? {
    (try? decodeIfPresent(type, forKey: key)) ?? nil
  }

  /// The array's readable elements; empty when the field is missing or no array.
  func readable<Value: Decodable>(_ key: Key, of type: Value.Type = Value.self) -> [Value] {
    optional(key, as: [Attempt<Value>].self)?.compactMap(\.value) ?? []
  }
}
