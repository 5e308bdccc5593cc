import Charting
import Screen
import Testing

@testable import Panes

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
    chart.series.insert(.init(time: chart.viewport.time.upperBound + 5, value: 3))
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
}
