import Locks

/// The glyphs that consist of several scalars, numbered in a table shared by all cells, so that equal glyphs have equal
/// numbers.
///
/// A cluster is a shorter glyph and one more mark: `ệ` of three scalars refers to `ẹ`, which has an entry, too.
///
/// Entries are never removed, because a canvas may contain the number. The table is bounded, so that foreign text cannot make
/// it grow without limit; when it is full, a new cluster loses its mark. A day of texts in all scripts of the world stays far
/// below the limit: scripts that Unicode does not compose, such as Devanagari, need hundreds of entries each.
final class GlyphClusters: Sendable {
  static let shared = GlyphClusters(limit: 16_384)

  /// Codes from here on are clusters, those below are Unicode scalars.
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

  private let table = LockedState(Table())
  private let limit: Int

  /// - Parameter limit: The most clusters in the table.
  init(limit: Int) { self.limit = limit }

  /// Returns a glyph with one more mark, or without it where the glyph or the table has no room.
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
