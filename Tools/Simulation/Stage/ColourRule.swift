import Screen

/// Finds words that only their colour tells apart: the same words with the same attributes in different colours, in one frame
/// or in two. Who cannot see the colour is not told what it means.
public struct ColourRule: Sendable {
  private struct Sign: Hashable {
    var glyphs: [Glyph]
    var attributes: [UInt8]
  }

  private var theme: Theme?
  private var seen: [Sign: [UInt8?]] = [:]

  public init() {}

  /// Looks at the words between the vertical lines of a frame.
  ///
  /// - Returns: the violations as sentences.
  public mutating func faults(of canvas: Canvas) -> [String] {
    if theme != canvas.theme { (theme, seen) = (canvas.theme, [:]) }
    var faults: [String] = []
    for y in 0..<canvas.height {
      let row = canvas.cells[y * canvas.width..<(y + 1) * canvas.width]
      for part in row.split(whereSeparator: { $0.glyph == canvas.glyphs.vertical }) {
        if let fault = fault(in: part) { faults.append(fault) }
      }
    }
    return faults
  }

  private mutating func fault(in part: ArraySlice<Cell>) -> String? {
    // The colour of a space is not seen.
    let cells = part.filter { $0.glyph != .space }
    guard cells.contains(where: { $0.glyph.scalars.first?.properties.isAlphabetic == true }) else { return nil }
    let sign = Sign(glyphs: cells.map(\.glyph), attributes: cells.map(\.style.attributes.rawValue))
    let colours = cells.map(\.style.foreground)
    guard let before = seen.updateValue(colours, forKey: sign), before != colours else { return nil }
    return "“\(cells.map(\.glyph.string).joined())” differs only in its colour"
  }
}
