import Charting
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit

@Suite struct KeptPictureTests {
  @Test func aPictureIsDrawnAgainForAnotherSourceSizeOrThemeOnly() {
    let raster = KeptPicture<Chart>()
    var drawings = 0
    func draw(_ chart: Chart, _ width: Int = 30, theme: Theme = Theme()) {
      var canvas = Canvas(size: Size(width: width, height: 8), theme: theme)
      raster.draw(chart, into: &canvas) { cells in
        drawings += 1
        cells.draw("drawing \(drawings)", x: 0, y: 0)
      }
      #expect(canvas.text.hasPrefix("drawing \(drawings)"))
    }
    var chart = Sample.rateChart()
    for _ in 0..<3 { draw(chart) }
    #expect(drawings == 1)
    chart.lines[0].series.insert(.init(time: chart.viewport.time.upperBound + 5, value: 3))
    draw(chart)
    #expect(drawings == 2)
    chart.viewport.value = 0...8
    draw(chart)
    chart.cursor = chart.viewport.time.lowerBound
    draw(chart)
    #expect(drawings == 4)
    draw(chart, 31)
    draw(chart, 31, theme: Theme(isASCII: true))
    #expect(drawings == 6)
    draw(chart, 31, theme: Theme(isASCII: true))
    #expect(drawings == 6)
  }

  @Test func aRowIsDrawnAgainWhereItSaysSomethingElseOrWasOutOfSight() {
    let rows = KeptRows<String>()
    var drawn: [String] = []
    /// Draws a list with a row on each line, and returns what is on the screen.
    func draw(_ list: [(id: Int, text: String)], selected: Int? = nil) -> String {
      var canvas = Canvas(size: Size(width: 4, height: list.count))
      rows.beginFrame()
      for (y, row) in list.enumerated() {
        canvas.within(Rect(x: 0, y: y, width: 4, height: 1)) { line in
          let lines = rows.draw(row.text, id: .init(row.id), isSelected: row.id == selected, into: &line) {
            drawn.append(row.text)
            $0.draw(SafeText(oneLine: row.text), x: 0, y: 0)
            return row.id
          }
          #expect(lines == row.id, "what a row takes is kept with it")
        }
      }
      return canvas.text
    }
    #expect(draw([(1, "a"), (2, "b"), (3, "c")]) == "a\nb\nc")
    // Scrolled by a row, and one of them has changed.
    #expect(draw([(2, "b"), (3, "C"), (4, "d")]) == "b\nC\nd")
    #expect(draw([(1, "a"), (2, "b"), (3, "C")]) == "a\nb\nC")
    #expect(drawn == ["a", "b", "c", "C", "d", "a"])
    // A selection that moves on draws the row that it comes to, and not the one that it leaves.
    #expect(draw([(2, "b"), (3, "C")], selected: 2) == "b\nC")
    #expect(draw([(2, "b"), (3, "C")], selected: 3) == "b\nC")
    #expect(drawn == ["a", "b", "c", "C", "d", "a", "b", "C"])
  }
}
