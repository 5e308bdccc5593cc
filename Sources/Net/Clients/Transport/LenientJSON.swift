import Foundation
import Text

/// Decodes JSON leniently, for all clients: with a byte-order mark, invalid UTF-8, unpaired surrogates, `NaN` and infinities,
/// numbers as text, and fields of unexpected types.
///
/// An unreadable field is `nil`, like a missing one: it is unknown and never replaced by zero.
package enum LenientJSON {
  /// - Throws: `DecodingError` for data that is not JSON, or has another shape, or exceeds the limits of ``JSONScan``.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
    do {
      return try decoder.decode(type, from: try mended(bytes))
    } catch let excess as JSONScan.Excess {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: excess.rawValue))
    }
  }

  /// Returns the text as a decoder can read it.
  private static func mended(_ bytes: some Collection<UInt8>) throws(JSONScan.Excess) -> Data {
    let bytes = bytes.withoutByteOrderMark
    // One copy if the bytes are contiguous, which they nearly always are.
    var data = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data(bytes)
    // Affects only the damaged field: U+FFFD replaces bytes, and no quotation mark is lost.
    if !data.isUTF8 { data = Data(String(decoding: data, as: UTF8.self).utf8) }
    let scan = try JSONScan(data)
    replace(scan.loneSurrogates, in: &data)
    return withoutUnknownNumbers(scan.unknownNumbers, data)
  }

  /// Replaces the escapes at these positions by `\ufffd`, the replacement character.
  private static func replace(_ escapes: [Int], in json: inout Data) {
    for place in escapes {
      let digits = json.startIndex + place + 2
      json.replaceSubrange(digits..<digits + 4, with: "fffd".utf8)
    }
  }

  /// Returns the text with `null` at these places, which are in order.
  private static func withoutUnknownNumbers(_ places: [Range<Int>], _ json: Data) -> Data {
    guard !places.isEmpty else { return json }
    var mended = Data(capacity: json.count + places.count)
    var start = json.startIndex
    for place in places {
      mended += json[start..<json.startIndex + place.lowerBound]
      mended += "null".utf8
      start = json.startIndex + place.upperBound
    }
    return mended + json[start...]
  }

  /// Never modified after creation, so all threads may use it.
  private static let decoder = JSONDecoder()

  /// Returns what undecodable bytes look like, for an error.
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

  /// Returns the limit of the scan that a text exceeds.
  private static func excess(in bytes: some Collection<UInt8>) -> JSONScan.Excess? {
    do {
      _ = try JSONScan(Data(bytes))
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether bytes are JSON of any shape, `null` and numbers included.
  ///
  /// The decoder checks the whole text before it decodes the first value. Objects made of all values would take thirty times
  /// the text's memory, while other answers are read.
  private static func isJSON(_ bytes: some Collection<UInt8>) -> Bool {
    (try? decode(AnyShape.self, from: bytes)) != nil
  }

  /// What can be decoded from every JSON text.
  private struct AnyShape: Decodable {
    init(from decoder: any Decoder) {}
  }
}

extension Data {
  /// Whether all bytes are valid UTF-8, without creating a string.
  fileprivate var isUTF8: Bool {
    // Plain bytes, because the standard library validates them in place.
    withUnsafeBytes { (try? UTF8Span(validating: $0.bindMemory(to: UInt8.self).span)) != nil }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self > 0x7F }
}
