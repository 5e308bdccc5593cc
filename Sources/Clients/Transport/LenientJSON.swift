import Foundation

/// Reads JSON as services really send it, for all clients: a byte-order mark in front, bytes that are no UTF-8, halves of
/// surrogate pairs, numbers as text, fields of another type than promised.
///
/// A field that cannot be read is `nil`, like one that is missing: it is unknown, and no zero takes its place.
enum LenientJSON {
  /// - Throws: `DecodingError` for what is not JSON, or not of this shape, or holds more than ``JSONScan`` lets through.
  static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
    // One copy in one piece where the bytes lie side by side, which they nearly always do.
    var data = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data(bytes)
    if data.starts(with: byteOrderMark) { data.removeFirst(byteOrderMark.count) }
    // Only the field with the damage is damaged: U+FFFD takes the place of bytes, and no quotation mark is lost.
    if !data.isUTF8 { data = Data(String(decoding: data, as: UTF8.self).utf8) }
    do {
      replace(try JSONScan(data).loneSurrogates, in: &data)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: error.rawValue))
    }
    return try decoder.decode(type, from: data)
  }

  /// Makes of the escapes that begin at these places `\ufffd`, the character that stands for what cannot be read.
  private static func replace(_ escapes: [Int], in json: inout Data) {
    for place in escapes {
      let digits = json.startIndex + place + 2
      json.replaceSubrange(digits..<digits + 4, with: "fffd".utf8)
    }
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
      if let excess = excess(in: bytes) { return excess.rawValue }
      let last = bytes.suffix(64).last { !$0.isJSONSpace }
      let isClosed = last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
      guard isClosed else { return "cut off in the middle" }
      return isJSON(bytes) ? "JSON of an unknown shape" : "damaged JSON"
    default:
      return isJSON(bytes) ? "JSON of an unknown shape" : "not JSON"
    }
  }

  /// What is too much about a text.
  private static func excess(in bytes: some Collection<UInt8>) -> JSONScan.Excess? {
    do {
      _ = try JSONScan(Data(bytes))
      return nil
    } catch {
      return error
    }
  }

  /// Whether bytes are JSON of whatever shape, `null` and numbers too.
  private static func isJSON(_ bytes: some Collection<UInt8>) -> Bool {
    excess(in: bytes) == nil
      && (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }
}

extension Data {
  /// Whether all bytes are UTF-8, without a text being made of them.
  fileprivate var isUTF8: Bool {
    // Plain bytes, since the standard library validates them where they lie.
    withUnsafeBytes { (try? UTF8Span(validating: $0.bindMemory(to: UInt8.self).span)) != nil }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self > 0x7F }
}
