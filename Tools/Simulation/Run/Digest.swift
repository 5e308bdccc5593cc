import Foundation
import Screen
import Text

/// A hash that is the same in every process (FNV-1a, 64 bits, by words).
public struct Digest: Sendable, Hashable, CustomStringConvertible {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  public mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  public mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }

  public mutating func add(_ number: Double?) { add(number?.bitPattern ?? 1) }

  public mutating func add(_ date: Date?) { add(date?.timeIntervalSince1970) }

  public mutating func add(_ flag: Bool) { add(flag ? 3 as UInt64 : 5) }

  public mutating func add(_ text: String) {
    for byte in text.utf8 { add(UInt64(byte)) }
    add(0x100 as UInt64)
  }

  /// Adds the characters, styles, and cursor of a frame.
  public mutating func add(_ canvas: Canvas) {
    add(canvas.width)
    add(canvas.cursor?.place.x ?? -1)
    add(canvas.cursor?.place.y ?? -1)
    var last: Cell?
    var run = 0
    for cell in canvas.cells {
      if cell == last {
        run += 1
        continue
      }
      add(run)
      run = 1
      last = cell
      add(cell)
    }
    add(run)
  }

  /// The numbers of clusters and links depend on what the process has drawn before, so they are not included.
  private mutating func add(_ cell: Cell) {
    if let scalar = cell.glyph.scalar {
      add(UInt64(scalar.value))
    } else {
      for scalar in cell.glyph.scalars { add(UInt64(scalar.value)) }
    }
    let style = cell.style
    add(UInt64(style.foreground ?? 0) | UInt64(style.background ?? 0) << 8 | UInt64(style.attributes.rawValue) << 16)
    add(style.foreground == nil)
    add(cell.link != .none)
  }

  public var description: String { String(value, padded: 16, radix: 16) }
}
