/// A cell of the grid, in eight bytes, because a frame compares thousands of them with those of the frame before.
public struct Cell: Sendable, Hashable {
  /// The glyph in the lowest bits; above it the style, the width and the link.
  @usableFromInline let bits: UInt64

  private static let glyphBits: UInt64 = 24
  private static let widthShift = glyphBits + UInt64(Style.bitCount)
  private static let linkShift = widthShift + 2

  public init(_ glyph: Glyph = .space, style: Style = .plain, width: UInt8 = 1, link: CellLink = .none) {
    bits =
      UInt64(glyph.code) | UInt64(style.bits) << Self.glyphBits | UInt64(width) << Self.widthShift
      | UInt64(link.number) << Self.linkShift
  }

  public var glyph: Glyph { Glyph(code: UInt32(truncatingIfNeeded: bits & (1 << Self.glyphBits - 1))) }

  public var style: Style {
    Style(bits: UInt32(truncatingIfNeeded: bits >> Self.glyphBits) & (1 << Style.bitCount - 1))
  }

  /// The width of the glyph in columns: 1 or 2; 0 for the right half of a wide glyph.
  public var width: UInt8 { UInt8(truncatingIfNeeded: bits >> Self.widthShift & 3) }

  /// The page that the cell leads to.
  public var link: CellLink { CellLink(number: UInt16(truncatingIfNeeded: bits >> Self.linkShift)) }

  /// Whether the cell looks like an erased place: a space that shows neither a background nor a line.
  public var isErased: Bool { bits & Self.seenInSpace == Self.erased }

  /// All but the foreground and the attributes that cannot be seen in a space.
  private static var seenInSpace: UInt64 {
    let colour: UInt64 = 0x1FF
    let attributes = UInt64(Style.Attributes([.bold, .dim, .italic]).rawValue) << UInt64(Style.attributesShift)
    return ~((colour | attributes) << glyphBits)
  }
  private static var erased: UInt64 { UInt64(Glyph.space.code) | 1 << widthShift }

  public static let blank = Cell()
  /// The right half of the wide glyph to its left.
  public static func continuation(style: Style, link: CellLink = .none) -> Cell {
    Cell(.space, style: style, width: 0, link: link)
  }

  // Inlinable, because displays compare all cells of two frames.
  @inlinable public static func == (one: Cell, other: Cell) -> Bool { one.bits == other.bits }
}

extension Collection<Cell> {
  /// The width of the cells in columns.
  public var displayWidth: Int { reduce(0) { $0 + Int($1.width) } }
}
