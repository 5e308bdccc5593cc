import Model

/// Finds secrets in what a server sends, in whichever encoding it repeats them.
///
/// ```
/// the bytes as sent ──▶ one escape decoded each ──▶ once more … ──▶ the places of secrets in the bytes as sent
/// ```
/// Each layer is searched, so that a secret is found as it is, escaped as in JSON (`\\/`, `\\u0061`), HTML (`&#97;`, `&amp;`) or an
/// address (`%2f`), in any mixture of these, and in base64 or hexadecimal digits.
package struct SecretSearch: Sendable {
  package let secrets: [Secret]
  private let needles: [Needle]
  /// The bytes that the secrets have, unencoded.
  private let alphabet: Set<UInt8>

  private struct Needle: Sendable {
    var bytes: [UInt8]
    var kind: Kind

    enum Kind: Sendable {
      /// Whatever the case of its letters; a plus and a space are the same, as in forms.
      case plain
      /// A part of a text in base64, all of which is left out.
      case base64
    }
  }

  /// Escapes of escapes that are looked into.
  private static let depth = 4
  /// Fewer characters of base64 would be found in any text.
  private static let shortestCore = 6

  /// Looks for all but those that are too short to be secrets, such as the password of an address.
  ///
  /// - Parameter isPlain: Whether the secrets stand in a text as they are, and in no encoding.
  package init(_ secrets: [Secret], isPlain: Bool = false) {
    self.secrets = secrets
    let values = secrets.filter { !Secret.isTooShort($0.value) }.map { Array($0.value.utf8) }
    let own = Set(values.joined())
    // In a form a space stands for a plus.
    alphabet = own.contains(UInt8(ascii: "+")) ? own.union([UInt8(ascii: " ")]) : own
    let plain = values.map { Needle(bytes: $0.map(Self.folded), kind: .plain) }
    if isPlain {
      needles = plain
      return
    }
    needles =
      plain
      + values.flatMap { value in
        (value.count > 3 ? [Needle(bytes: Self.hex(value), kind: .plain)] : [])
          + (0..<3).map { Self.core(of: value, at: $0) }.filter { $0.count >= Self.shortestCore }
          .flatMap { [$0, Self.forAddresses($0)] }
          .map { Needle(bytes: $0, kind: .base64) }
      }
  }

  package var isEmpty: Bool { needles.isEmpty }

  // MARK: - Removing

  /// Returns the bytes with a mark in place of each secret; nothing if one is left all the same.
  package func removed(from bytes: [UInt8]) -> [UInt8] {
    isEmpty ? bytes : parts(of: bytes).flatMap { removedFromPart(Array($0)) }
  }

  package func isFound(in bytes: [UInt8]) -> Bool {
    !isEmpty && parts(of: bytes).contains { !places(in: Array($0)).isEmpty }
  }

  /// A part of this size is searched at a time, since layers take many times the memory of a text.
  private static let partSize = 64 << 10
  /// A longer part without a boundary is left out: no text that a person reads has one.
  private static let longestPart = 1 << 20

  /// Returns parts that end at boundaries, so that no secret is in two of them.
  private func parts(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while rest.count > Self.partSize {
      let least = rest.startIndex + Self.partSize
      guard let end = rest[least...].firstIndex(where: isDelimiter) else { break }
      parts.append(rest[...end])
      rest = rest[(end + 1)...]
    }
    return parts + [rest]
  }

  private func removedFromPart(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count <= Self.longestPart else { return Array(Secret.mark.utf8) }
    var bytes = bytes
    for _ in 0..<3 {
      let places = places(in: bytes)
      if places.isEmpty { return bytes }
      var rest: [UInt8] = []
      var end = 0
      for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where place.upperBound > end {
        if place.lowerBound >= end { rest += bytes[end..<place.lowerBound] + Array(Secret.mark.utf8) }
        end = place.upperBound
      }
      bytes = rest + bytes[end...]
    }
    return places(in: bytes).isEmpty ? bytes : []
  }

  package func removed(from text: String) -> String {
    isEmpty || !isFound(in: Array(text.utf8)) ? text : String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
  }

  /// Returns the length of the beginning after which no secret can be under way, however it is encoded: up to the last byte
  /// that neither a secret nor an encoding has.
  package func boundary(in bytes: [UInt8]) -> Int {
    bytes.lastIndex(where: isDelimiter).map { $0 + 1 } ?? 0
  }

  private func isDelimiter(_ byte: UInt8) -> Bool { Self.delimiters.contains(byte) && !alphabet.contains(byte) }

  private static let delimiters = Set("\n\r\t \"{}[]<>,".utf8)

  // MARK: - Layers

  /// Bytes of which each stands for a range of the bytes as sent.
  private struct Layer {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      ranges = bytes.indices.map { $0..<$0 + 1 }
    }

    /// Decodes each escape once.
    init(decoding layer: Layer) {
      var index = 0
      while index < layer.bytes.count {
        let (decoded, length) = Escape.decoded(layer.bytes, at: index) ?? ([layer.bytes[index]], 1)
        let range = layer.ranges[index].lowerBound..<layer.ranges[index + length - 1].upperBound
        bytes += decoded
        ranges += repeatElement(range, count: decoded.count)
        index += length
      }
    }
  }

  private func places(in bytes: [UInt8]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var layer = Layer(bytes)
    for _ in 0...Self.depth {
      let folded = layer.bytes.map(Self.folded)
      for needle in needles {
        let text = needle.kind == .plain ? folded : layer.bytes
        for start in Self.starts(of: needle.bytes, in: text) {
          var found = start..<start + needle.bytes.count
          if needle.kind == .base64 { found = Self.run(around: found, in: layer.bytes) }
          places.append(layer.ranges[found.lowerBound].lowerBound..<layer.ranges[found.upperBound - 1].upperBound)
        }
      }
      let next = Layer(decoding: layer)
      if next.bytes.count == layer.bytes.count { break }
      layer = next
    }
    return places
  }

  private static func starts(of needle: [UInt8], in text: [UInt8]) -> [Int] {
    guard let first = needle.first, text.count >= needle.count else { return [] }
    return text.withUnsafeBufferPointer { text in
      (0...text.count - needle.count).filter { start in
        text[start] == first && needle.indices.allSatisfy { text[start + $0] == needle[$0] }
      }
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 0x20
    case UInt8(ascii: "+"): UInt8(ascii: " ")
    default: byte
    }
  }

  private static func hex(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  // MARK: - Base64

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the characters that a text in base64 has wherever the bytes begin at a place of three.
  private static func core(of bytes: [UInt8], at place: Int) -> [UInt8] {
    let bits = bytes.count * 8
    // The first character that has no bit of what comes before.
    let first = (place * 8 + 5) / 6
    let last = (place * 8 + bits) / 6
    guard first < last else { return [] }
    return (first..<last).map { index in
      let start = index * 6 - place * 8
      return letters[
        (0..<6).reduce(0) { value, offset in
          let bit = start + offset
          return value << 1 | Int(bytes[bit / 8] >> (7 - UInt8(bit % 8)) & 1)
        }]
    }
  }

  /// Returns characters of base64 in the alphabet of addresses (RFC 4648, §5).
  private static func forAddresses(_ core: [UInt8]) -> [UInt8] {
    core.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0 }
  }

  private static let base64 = Set(letters + Array("=-_".utf8))

  /// Returns the whole text in base64 around a part of it.
  private static func run(around part: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (part.lowerBound, part.upperBound)
    while start > 0, base64.contains(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, base64.contains(bytes[end]) { end += 1 }
    return start..<end
  }
}

/// An escape of JSON, HTML or an address.
private enum Escape {
  /// Returns the bytes that an escape stands for, and its length; `nil` if there is none.
  static func decoded(_ bytes: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
    switch bytes[index] {
    case UInt8(ascii: "\\"): json(bytes, index)
    case UInt8(ascii: "%"): number(bytes, index + 1, count: 2).map { ([UInt8($0)], 3) }
    case UInt8(ascii: "&"): html(bytes, index)
    default: nil
    }
  }

  private static func json(_ bytes: [UInt8], _ index: Int) -> (bytes: [UInt8], length: Int)? {
    guard index + 1 < bytes.count else { return nil }
    switch bytes[index + 1] {
    case UInt8(ascii: "u"):
      guard let high = number(bytes, index + 2, count: 4) else { return nil }
      if let scalar = Unicode.Scalar(high) { return (Array(String(Character(scalar)).utf8), 6) }
      guard index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"), bytes[index + 7] == UInt8(ascii: "u"),
        let low = number(bytes, index + 8, count: 4), (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      else { return nil }
      return (Array(String(Character(scalar)).utf8), 12)
    case UInt8(ascii: "x"): return number(bytes, index + 2, count: 2).map { ([UInt8($0)], 4) }
    case UInt8(ascii: "n"): return ([UInt8(ascii: "\n")], 2)
    case UInt8(ascii: "t"): return ([UInt8(ascii: "\t")], 2)
    case let byte where (0x21..<0x7F).contains(byte) && !isLetterOrDigit(byte): return ([byte], 2)
    default: return nil
    }
  }

  private static let names: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"), "sol": UInt8(ascii: "/"), "plus": UInt8(ascii: "+"), "equals": UInt8(ascii: "="),
    "num": UInt8(ascii: "#"), "percnt": UInt8(ascii: "%"), "commat": UInt8(ascii: "@"), "colon": UInt8(ascii: ":"),
    "excl": UInt8(ascii: "!"), "dollar": UInt8(ascii: "$"), "lowbar": UInt8(ascii: "_"), "period": UInt8(ascii: "."),
    "semi": UInt8(ascii: ";"), "quest": UInt8(ascii: "?"), "ast": UInt8(ascii: "*"), "bsol": UInt8(ascii: "\\"),
    "nbsp": UInt8(ascii: " "),
  ]

  /// `&amp;`, `&#97;` or `&#x61;`; browsers do without the semicolon of a number.
  private static func html(_ bytes: [UInt8], _ index: Int) -> (bytes: [UInt8], length: Int)? {
    var end = index + 1
    let isNumber = end < bytes.count && bytes[end] == UInt8(ascii: "#")
    if isNumber { end += 1 }
    let isHex = isNumber && end < bytes.count && (bytes[end] | 0x20) == UInt8(ascii: "x")
    if isHex { end += 1 }
    let start = end
    func belongs(_ byte: UInt8) -> Bool {
      isNumber ? isHex ? digit(byte) != nil : (0x30...0x39).contains(byte) : isLetterOrDigit(byte)
    }
    while end < bytes.count, end - start < 10, belongs(bytes[end]) { end += 1 }
    guard end > start else { return nil }
    let hasEnd = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let length = end + (hasEnd ? 1 : 0) - index
    if !isNumber { return hasEnd ? names[text].map { ([$0], length) } : nil }
    return UInt32(text, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init).map {
      (Array(String(Character($0)).utf8), length)
    }
  }

  private static func number(_ bytes: [UInt8], _ start: Int, count: Int) -> UInt32? {
    guard start + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + count] {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
