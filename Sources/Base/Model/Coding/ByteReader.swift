/// The bytes were not written by a ``ByteWriter``.
package struct MalformedBytes: Error {
  package init() {}
}

/// Reads the output of ``ByteWriter`` and treats the bytes as foreign: every length is compared with the remaining bytes
/// before anything is allocated.
package struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var remaining: Int { bytes.count - position }

  package mutating func byte() throws(MalformedBytes) -> UInt8 {
    guard position < bytes.count else { throw MalformedBytes() }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func unsigned() throws(MalformedBytes) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try byte()
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { throw MalformedBytes() }
      number |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return number }
    }
    throw MalformedBytes()
  }

  package mutating func integer() throws(MalformedBytes) -> Int {
    let number = try unsigned()
    return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  package mutating func double() throws(MalformedBytes) -> Double {
    var bits: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) { bits |= UInt64(try byte()) << shift }
    let number = Double(bitPattern: bits)
    guard number.isFinite else { throw MalformedBytes() }
    return number
  }

  /// Reads a number of elements, each of which takes at least a byte.
  package mutating func count() throws(MalformedBytes) -> Int {
    guard let count = Int(exactly: try unsigned()), count <= remaining else { throw MalformedBytes() }
    return count
  }

  package mutating func string() throws(MalformedBytes) -> String {
    let count = try count()
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  package mutating func array<Element>(
    _ read: (inout ByteReader) throws(MalformedBytes) -> Element
  ) throws(MalformedBytes) -> [Element] {
    let count = try count()
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try read(&self)) }
    return elements
  }

  /// Throws if bytes are left over.
  package func finish() throws(MalformedBytes) {
    if remaining > 0 { throw MalformedBytes() }
  }
}
