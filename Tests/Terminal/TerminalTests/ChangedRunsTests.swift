import Screen
import Testing

@testable import Terminal

@Suite struct ChangedRunsTests {
  private func canvas(_ rows: String...) -> Canvas {
    var canvas = Canvas(size: Size(width: 8, height: rows.count))
    for (y, row) in rows.enumerated() {
      var x = 0
      for scalar in row.unicodeScalars {
        let width = scalar.value > 0x2E80 ? 2 : 1
        canvas.put(Glyph(scalar), width: width, style: .plain, x: x, y: y)
        x += width
      }
    }
    return canvas
  }

  @Test func equalCanvasesHaveNoRuns() {
    #expect(changedRuns(from: canvas("abc", "def"), to: canvas("abc", "def")) == [])
  }

  @Test func onlyWhatDiffersIsInARun() {
    let runs = changedRuns(from: canvas("abcdefgh", "same", "x"), to: canvas("aBCdefgH", "same", "y"), joining: 0)
    #expect(
      runs == [Run(row: 0, columns: 1..<3), Run(row: 0, columns: 7..<8), Run(row: 2, columns: 0..<1)])
  }

  @Test func runsThatAreCloseAreOne() {
    let (old, new) = (canvas("abcdefgh"), canvas("AbcdefGh"))
    #expect(changedRuns(from: old, to: new, joining: 5) == [Run(row: 0, columns: 0..<7)])
    #expect(
      changedRuns(from: old, to: new, joining: 4) == [Run(row: 0, columns: 0..<1), Run(row: 0, columns: 6..<7)])
  }

  @Test func aStyleAloneIsADifference() {
    var new = canvas("abc")
    new.put(Glyph("b"), style: Style(foreground: 1), x: 1, y: 0)
    #expect(changedRuns(from: canvas("abc"), to: new) == [Run(row: 0, columns: 1..<2)])
  }

  @Test func aRunHoldsWideGlyphsWhole() {
    #expect(changedRuns(from: canvas("a東c"), to: canvas("a京c")) == [Run(row: 0, columns: 1..<3)])
    #expect(changedRuns(from: canvas("abcd"), to: canvas("a東d")) == [Run(row: 0, columns: 1..<3)])
    #expect(changedRuns(from: canvas("a東d"), to: canvas("abcd")) == [Run(row: 0, columns: 1..<3)])
    #expect(changedRuns(from: canvas("東京"), to: canvas("a東b")) == [Run(row: 0, columns: 0..<4)])
  }

  /// Drawing the runs onto the old canvas makes the new one, whatever the two hold.
  @Test func theRunsAreEnough() {
    let texts = ["abcdefgh", "東京都庁", "a東京b", "  東 ab", "ab東cd", "東a京b都", ""]
    for before in texts {
      for after in texts {
        let (old, new) = (canvas(before), canvas(after))
        for gap in 0...2 {
          var cells = old.cells
          for run in changedRuns(from: old, to: new, joining: gap) {
            cells.replaceSubrange(run.columns, with: new.cells[run.columns])
            #expect(new.cells[run.columns.lowerBound].width != 0)
            if run.columns.upperBound < 8 { #expect(new.cells[run.columns.upperBound].width != 0) }
          }
          #expect(cells == new.cells)
        }
      }
    }
  }
}
