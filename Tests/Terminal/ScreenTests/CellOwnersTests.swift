import Testing

@testable import Screen

/// Who owns the cells of a plot, against a look at every line in every cell.
@Suite struct CellOwnersTests {
  private struct Dot: Hashable {
    var x: Int
    var y: Int
  }

  private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
      state = state * 48_271 % 2_147_483_647
      return Int(state % UInt64(limit))
    }
  }

  private static func grid(_ size: Size, _ theme: Theme, _ dots: Set<Dot> = []) -> DotGrid {
    var grid = DotGrid(columns: size.width, rows: size.height, theme: theme)
    for dot in dots { grid.light(x: dot.x, y: dot.y) }
    return grid
  }

  @Test(arguments: [false, true]) func theOwnerIsInFrontElseHadTheCellToTheLeftElseComesFirst(isASCII: Bool) {
    let theme = Theme(isASCII: isASCII)
    let cell = DotGrid.dotsPerCell(theme)
    var numbers = Numbers(state: 23)
    for _ in 0..<60 {
      let size = Size(width: 1 + numbers.next(below: 9), height: 1 + numbers.next(below: 5))
      let lines: [Set<Dot>] = (0..<numbers.next(below: 8)).map { _ in
        let count = numbers.next(below: size.width * size.height * 4)
        return Set(
          (0..<count).map { _ in
            Dot(
              x: numbers.next(below: size.width * cell.width), y: numbers.next(below: size.height * cell.height))
          })
      }
      let ranks = lines.map { _ in
        CellOwners.Rank(rawValue: numbers.next(below: 8) / 5 * numbers.next(below: 3)) ?? .ordinary
      }
      let blank = Self.grid(size, theme)
      let owners = CellOwners(lines.map { LineRaster(Self.grid(size, theme, $0)) }, ranks: ranks, on: blank)
      for row in 0..<size.height {
        var left: Int?
        for column in 0..<size.width {
          let present = lines.indices.filter { line in
            lines[line].contains { $0.x / cell.width == column && $0.y / cell.height == row }
          }
          let front = present.map { ranks[$0] }.max()
          let candidates = present.filter { ranks[$0] == front }
          let expected = candidates.first { $0 == left } ?? candidates.first
          #expect(owners.owner(column: column, row: row) == expected, "\(present) of \(ranks)")
          left = expected
        }
      }
      // No dot is lost at a crossing.
      #expect(owners.dots == Self.grid(size, theme, lines.reduce(into: []) { $0.formUnion($1) }))
    }
  }

  @Test func aRasterEndsInItsRightmostCellTheHighestOfSeveral() {
    let size = Size(width: 6, height: 4)
    let dots: Set = [Dot(x: 0, y: 1), Dot(x: 7, y: 14), Dot(x: 6, y: 9), Dot(x: 3, y: 0)]
    #expect(LineRaster(Self.grid(size, Theme(), dots)).end == Point(x: 3, y: 2))
    #expect(LineRaster(Self.grid(size, Theme())).end == nil)
  }
}
