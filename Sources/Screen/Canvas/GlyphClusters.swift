import Signals

/// The glyphs that are more than one scalar, by number: the one table behind all cells of the program, so that equal
/// glyphs have equal numbers wherever they were made.
///
/// A cluster is a shorter glyph and one more mark, thus `ệ` of three scalars stands upon `ẹ`, which has an entry too.
///
/// Nothing is ever taken out, since a canvas may hold the number. So that foreign text cannot make the table grow for ever,
/// it is bounded; when it is full, a cluster that is not in it yet loses its mark. A day of texts in all scripts of the
/// world does not come near: those that are not composed in Unicode itself, such as Devanagari's, make hundreds each.
final class GlyphClusters: Sendable {
  static let shared = GlyphClusters(limit: 16_384)

  /// Codes from here on are clusters, below are Unicode scalars.
  static let firstCode: UInt32 = 0x11_0000

  private struct Cluster: Hashable {
    var shorter: Glyph
    var mark: Unicode.Scalar
  }

  private struct Table {
    /// In the order of their codes.
    var clusters: [Cluster] = []
    var glyphs: [Cluster: Glyph] = [:]

    /// The base last.
    func reversedScalars(of glyph: Glyph) -> [Unicode.Scalar] {
      var scalars: [Unicode.Scalar] = []
      var rest = glyph
      while true {
        if let base = rest.scalar { return scalars + [base] }
        let cluster = clusters[Int(rest.code - GlyphClusters.firstCode)]
        scalars.append(cluster.mark)
        rest = cluster.shorter
      }
    }
  }

  private let table = Locked(Table())
  private let limit: Int

  /// - Parameter limit: the most clusters that it takes.
  init(limit: Int) { self.limit = limit }

  /// A glyph with one more mark; without it, where the glyph has no room for it or the table none for the cluster.
  func glyph(_ glyph: Glyph, with mark: Unicode.Scalar) -> Glyph {
    let cluster = Cluster(shorter: glyph, mark: mark)
    return table.withLock { table in
      if let known = table.glyphs[cluster] { return known }
      let hasRoom = table.reversedScalars(of: glyph).count <= Glyph.mostMarks
      guard hasRoom, table.clusters.count < limit else { return glyph }
      let new = Glyph(code: Self.firstCode + UInt32(table.clusters.count))
      table.clusters.append(cluster)
      table.glyphs[cluster] = new
      return new
    }
  }

  /// The base and its marks.
  func scalars(of glyph: Glyph) -> [Unicode.Scalar] {
    table.withLock { $0.reversedScalars(of: glyph).reversed() }
  }

  var count: Int { table.withLock { $0.clusters.count } }
}
