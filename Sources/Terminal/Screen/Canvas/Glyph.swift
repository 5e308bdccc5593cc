/// The content of a cell: a base character and its combining marks.
///
/// A glyph is one number, so that cells are small and compare quickly, without Unicode normalisation: nearly always the
/// scalar of the base, else the number of a cluster of base and marks in ``GlyphClusters``.
public struct Glyph: Sendable, Hashable {
  /// A Unicode scalar, or a larger number for a cluster.
  let code: UInt32

  init(code: UInt32) { self.code = code }

  public init(_ base: Unicode.Scalar) { code = base.value }

  public static let space = Glyph(" ")

  /// The most marks of a glyph: more are noise.
  public static let mostMarks = 4

  /// Adds a combining mark. It is ignored where the glyph has no room for it.
  public mutating func append(mark: Unicode.Scalar) { self = GlyphClusters.shared.glyph(self, with: mark) }

  /// The base if it has no marks, else `nil`.
  public var scalar: Unicode.Scalar? { Unicode.Scalar(code) }

  /// The base, then its marks.
  public var scalars: [Unicode.Scalar] { scalar.map { [$0] } ?? GlyphClusters.shared.scalars(of: self) }

  /// The scalars as a string, for tests and for the text of a canvas.
  public var string: String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }
}

extension Glyph: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }
}
