import Charting

/// The cells of a plot that one line runs through, with its dots.
struct LineRaster: Sendable, Equatable {
  struct LitCell: Sendable, Equatable {
    /// Row by row.
    var index: Int
    /// See ``DotGrid``; never 0.
    var dots: UInt8
  }

  /// In the order of their indices.
  let cells: [LitCell]
  /// The cell in which the line ends on the right, the highest of several.
  let end: Point?

  init(_ grid: DotGrid) {
    var cells: [LitCell] = []
    cells.reserveCapacity(2 * grid.columns)
    var end: Point?
    grid.forEachLitCell { column, row, index, dots in
      cells.append(LitCell(index: index, dots: dots))
      if column > (end?.x ?? -1) { end = Point(x: column, y: row) }
    }
    (self.cells, self.end) = (cells, end)
  }
}

/// The owners of the cells of a plot with several lines.
///
/// A cell has one style. It shows the dots of all lines that run through it, so that a crossing does not look like a gap, in
/// the style of its owner: the line with the most dots in it; of equal ones the focused line, else the first in order.
struct CellOwners: Sendable, Equatable {
  /// The dots of all lines.
  private(set) var dots: DotGrid
  /// For each cell, row by row, the index of its owner among the lines; −1 for a cell without dots.
  private(set) var owners: [Int16]

  /// - Parameters:
  ///   - blank: An empty grid of the plot's size.
  ///   - rasters: Those of the lines in order, at most 32,767.
  ///   - focused: The index of the focused line.
  init(_ rasters: [LineRaster], focused: Int? = nil, on blank: DotGrid) {
    precondition(rasters.count <= Int(Int16.max), "The place of a line takes 16 bits")
    dots = blank
    owners = Array(repeating: -1, count: blank.columns * blank.rows)
    var most = [UInt8](repeating: 0, count: owners.count)
    for (line, raster) in rasters.enumerated() {
      // The focused line wins a tie.
      let advantage: UInt8 = line == focused ? 1 : 0
      for cell in raster.cells {
        dots.light(cell.dots, at: cell.index)
        // Doubled, so that the advantage is less than a dot.
        let claim = UInt8(cell.dots.nonzeroBitCount) * 2 + advantage
        guard claim > most[cell.index] else { continue }
        most[cell.index] = claim
        owners[cell.index] = Int16(line)
      }
    }
  }

  /// Returns the index of a cell's owner among the lines.
  func owner(column: Int, row: Int) -> Int? {
    let owner = owners[row * dots.columns + column]
    return owner < 0 ? nil : Int(owner)
  }
}
