/// Writes values in sequence and in few bytes; ``ByteReader`` reads them in the same order.
package struct ByteWriter {
  package init() {}

  package private(set) var bytes: [UInt8] = []

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes seven bits per byte, the lowest first, so that small numbers are short (LEB128).
  package mutating func write(unsigned number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes the sign in the lowest bit, so that small negative numbers are short, too ("zigzag").
  package mutating func write(_ number: Int) {
    let number = Int64(number)
    write(unsigned: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// Writes all bits, so that a date is read exactly.
  package mutating func write(_ number: Double) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
    }
  }

  /// Writes a count, then the UTF-8.
  package mutating func write(_ text: String) {
    write(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func write(count: Int) { write(unsigned: UInt64(count)) }

  /// Writes a count, then each element.
  package mutating func write<Element>(
    _ elements: [Element], each write: (inout ByteWriter, Element) throws -> Void
  ) rethrows {
    self.write(count: elements.count)
    for element in elements { try write(&self, element) }
  }
}
