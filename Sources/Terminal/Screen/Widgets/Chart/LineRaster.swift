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

extension LineRaster {
  /// Returns whether the line runs through a cell. O(log n).
  func contains(_ index: Int) -> Bool {
    var (first, end) = (0, cells.count)
    while first < end {
      let middle = (first + end) / 2
      if cells[middle].index < index { first = middle + 1 } else { end = middle }
    }
    return first < cells.count && cells[first].index == index
  }
}

/// The owners of the cells of a plot with several lines.
///
/// A cell has one style. It shows the dots of all lines that run through it, so that a crossing does not look like a gap, in
/// the style of its owner: the line of the highest ``Rank``; of equal ones the owner of the cell to its left, so that a line
/// keeps its colour along its way; else the first in order.
struct CellOwners: Sendable, Equatable {
  /// Which line is in front of others.
  enum Rank: Int, Sendable, Comparable {
    case ordinary, focused, alarming

    init(_ line: ChartLine.ID, in chart: Chart) {
      self = chart.alarming.contains(line) ? .alarming : line == chart.focused ? .focused : .ordinary
    }

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  /// The dots of all lines.
  private(set) var dots: DotGrid
  /// For each cell, row by row, the index of its owner among the lines; −1 for a cell without dots.
  private(set) var owners: [Int16]

  /// - Parameters:
  ///   - rasters: Those of the lines in order, at most 32,767.
  ///   - ranks: Those of the lines.
  ///   - blank: An empty grid of the plot's size.
  init(_ rasters: [LineRaster], ranks: [Rank], on blank: DotGrid) {
    precondition(rasters.count <= Int(Int16.max), "The place of a line takes 16 bits")
    dots = blank
    owners = Array(repeating: -1, count: blank.columns * blank.rows)
    var isShared = [Bool](repeating: false, count: owners.count)
    for (line, raster) in rasters.enumerated() {
      for cell in raster.cells {
        dots.light(cell.dots, at: cell.index)
        let owner = Int(owners[cell.index])
        if owner < 0 || ranks[line] > ranks[owner] {
          owners[cell.index] = Int16(line)
          isShared[cell.index] = false
        } else if ranks[line] == ranks[owner] {
          isShared[cell.index] = true
        }
      }
    }
    for index in isShared.indices where isShared[index] && index % blank.columns > 0 {
      let left = Int(owners[index - 1])
      if left >= 0, ranks[left] == ranks[Int(owners[index])], rasters[left].contains(index) {
        owners[index] = Int16(left)
      }
    }
  }

  /// Returns the index of a cell's owner among the lines.
  func owner(column: Int, row: Int) -> Int? {
    let owner = owners[row * dots.columns + column]
    return owner < 0 ? nil : Int(owner)
  }
}
