/// What stands in one cell: a base character and the marks that combine with it, as scalars.
///
/// Five scalars are what ncurses' complex character holds. Equality is by scalars, so two canvases compare without
/// Unicode normalisation.
public struct Glyph: Sendable, Hashable {
  /// The base scalar first; 0 ends the list early.
  public var scalars: InlineScalars

  public struct InlineScalars: Sendable, Hashable {
    public var base: UInt32
    public var mark1: UInt32 = 0
    public var mark2: UInt32 = 0
    public var mark3: UInt32 = 0
    public var mark4: UInt32 = 0

    public init(base: UInt32) { self.base = base }
  }

  public init(_ base: Unicode.Scalar) { scalars = InlineScalars(base: base.value) }

  public static let space = Glyph(" ")

  /// Adds a mark that combines with the base; one that finds no room is left out.
  public mutating func append(mark: Unicode.Scalar) {
    if scalars.mark1 == 0 {
      scalars.mark1 = mark.value
    } else if scalars.mark2 == 0 {
      scalars.mark2 = mark.value
    } else if scalars.mark3 == 0 {
      scalars.mark3 = mark.value
    } else if scalars.mark4 == 0 {
      scalars.mark4 = mark.value
    }
  }

  /// The scalars as a string, for tests and for the canvas as text.
  public var string: String {
    var result = String.UnicodeScalarView()
    for value in [scalars.base, scalars.mark1, scalars.mark2, scalars.mark3, scalars.mark4] {
      guard value != 0, let scalar = Unicode.Scalar(value) else { break }
      result.append(scalar)
    }
    return String(result)
  }
}

extension Glyph: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }
}

/// One place of the grid.
public struct Cell: Sendable, Hashable {
  public var glyph: Glyph
  public var style: Style
  /// Columns that the glyph takes: 1 or 2; 0 for the right half of a wide glyph.
  public var width: UInt8

  public init(_ glyph: Glyph = .space, style: Style = .plain, width: UInt8 = 1) {
    self.glyph = glyph
    self.style = style
    self.width = width
  }

  public static let blank = Cell()
  /// The right half of the wide glyph to its left.
  public static func continuation(style: Style) -> Cell { Cell(.space, style: style, width: 0) }
}

extension Collection<Cell> {
  /// The columns that the cells take.
  public var displayWidth: Int { reduce(0) { $0 + Int($1.width) } }
}
