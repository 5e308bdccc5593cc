/// One place of the grid, in eight bytes: a frame compares thousands of them with those of the frame before.
public struct Cell: Sendable, Hashable {
  /// The glyph in the lower half; above it the style and then the width.
  @usableFromInline let bits: UInt64

  private static let styleShift: UInt64 = 32
  private static let widthShift = styleShift + UInt64(Style.bitCount)

  public init(_ glyph: Glyph = .space, style: Style = .plain, width: UInt8 = 1) {
    bits = UInt64(glyph.code) | UInt64(style.bits) << Self.styleShift | UInt64(width) << Self.widthShift
  }

  public var glyph: Glyph { Glyph(code: UInt32(truncatingIfNeeded: bits)) }

  public var style: Style {
    Style(bits: UInt32(truncatingIfNeeded: bits >> Self.styleShift) & (1 << Style.bitCount - 1))
  }

  /// Columns that the glyph takes: 1 or 2; 0 for the right half of a wide glyph.
  public var width: UInt8 { UInt8(truncatingIfNeeded: bits >> Self.widthShift) }

  public static let blank = Cell()
  /// The right half of the wide glyph to its left.
  public static func continuation(style: Style) -> Cell { Cell(.space, style: style, width: 0) }

  // Inlinable, because displays compare all cells of two frames.
  @inlinable public static func == (one: Cell, other: Cell) -> Bool { one.bits == other.bits }
}

extension Collection<Cell> {
  /// The columns that the cells take.
  public var displayWidth: Int { reduce(0) { $0 + Int($1.width) } }
}
