/// What stands in one cell: a base character and the marks that combine with it.
///
/// A glyph is one number, so that cells are small and compare at once, without Unicode normalisation: nearly always the
/// base's scalar itself, else the number of a cluster of base and marks in the ``GlyphClusters``.
public struct Glyph: Sendable, Hashable {
  /// A Unicode scalar, or above those a cluster.
  let code: UInt32

  init(code: UInt32) { self.code = code }

  public init(_ base: Unicode.Scalar) { code = base.value }

  public static let space = Glyph(" ")

  /// How many marks a glyph may have: with its base that is what ncurses' complex character holds.
  public static let mostMarks = 4

  /// Adds a mark that combines with the base; one that finds no room is left out.
  public mutating func append(mark: Unicode.Scalar) { self = GlyphClusters.shared.glyph(self, with: mark) }

  /// The base, when it stands alone; `nil` where marks combine with it.
  public var scalar: Unicode.Scalar? { Unicode.Scalar(code) }

  /// The base first, then its marks.
  public var scalars: [Unicode.Scalar] { scalar.map { [$0] } ?? GlyphClusters.shared.scalars(of: self) }

  /// The scalars as a string, for tests and for the canvas as text.
  public var string: String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}

extension Glyph: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }
}
