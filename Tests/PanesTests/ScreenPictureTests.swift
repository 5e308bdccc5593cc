import Foundation
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

/// The whole screen at the sizes and with the colours that people have, compared with pictures.
@Suite struct ScreenPictureTests {
  @Test func theFilterInUseIsTiled() throws {
    let canvas = drawn(Sample.screen(input: .filter), 120, 36)
    try expect(canvas, looksLike: "tiled-filter-120x36", styles: true)
    #expect(canvas.cursor == Point(x: 15, y: 4), "the cursor stands behind the filter's text")
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 50)])
  func anOpenQuestionFitsEverySize(width: Int, height: Int) throws {
    let state = Sample.stackOverflow(reading: Sample.reading(), selectedTab: 2)
    try expect(drawn(Sample.screen(state, input: .question), width, height), looksLike: "question-\(width)x\(height)")
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 36), (200, 50)])
  func theListFitsEverySize(width: Int, height: Int) throws {
    let state = Sample.screen(Sample.stackOverflow())
    try expect(drawn(state, width, height), looksLike: "list-\(width)x\(height)")
  }

  @Test(arguments: [(40, 10), (80, 24), (200, 50)], [PaneID.wikipedia, .conAir])
  func theChartsFitEverySize(size: (Int, Int), pane: PaneID) throws {
    let input: InputContext = pane == .wikipedia ? .wikipedia : .conAir
    let state = Sample.screen(Sample.stackOverflow(), focus: pane, input: input) { $0.isZoomed = true }
    try expect(drawn(state, size.0, size.1), looksLike: "\(pane.rawValue)-\(size.0)x\(size.1)")
  }

  @Test func withASCIITheSameIsSaid() throws {
    let theme = Theme(colours: .none, isASCII: true)
    let canvas = drawn(Sample.screen(Sample.stackOverflow()), 120, 36, theme)
    try expect(canvas, looksLike: "tiled-ascii-120x36", styles: true)
    let reading = Sample.stackOverflow(reading: Sample.reading(), selectedTab: 2)
    try expect(drawn(Sample.screen(reading, input: .question), 80, 24, theme), looksLike: "question-ascii-80x24")
    #expect(canvas.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func withoutColourNothingIsColoured() {
    for state in [Sample.screen(), Sample.screen(Sample.stackOverflow(reading: Sample.reading()), input: .question)] {
      let canvas = drawn(state, 120, 36, Theme(colours: .none))
      #expect(canvas.cells.allSatisfy { $0.style.foreground == nil && $0.style.background == nil })
    }
  }

  @Test func eightColoursAreEnough() {
    let canvas = drawn(Sample.screen(), 120, 36, Theme(colours: .eight))
    #expect(canvas.cells.allSatisfy { ($0.style.foreground ?? 0) < 8 && ($0.style.background ?? 0) < 8 })
  }

  @Test func aScreenThatIsTooSmallSaysSo() {
    #expect(drawn(Sample.screen(), 39, 10).text.contains("reactui needs 40x10, this is 39x10"))
    #expect(drawn(Sample.screen(), 80, 9).text.contains("this is 80x9"))
    #expect(drawn(Sample.screen(), 10, 2).text.contains("40x10"))
    #expect(drawn(Sample.screen(), 0, 0).cells.isEmpty)
  }

  @Test func thePanesAreTiledFromTheirSizeOn() {
    func arrangement(_ width: Int, _ height: Int, isZoomed: Bool = false) -> ScreenLayout.Arrangement {
      ScreenLayout(size: Size(width: width, height: height), focus: .wikipedia, isZoomed: isZoomed).arrangement
    }
    #expect(arrangement(110, 30) == .tiled)
    #expect(arrangement(109, 30) == .single)
    #expect(arrangement(110, 29) == .single)
    #expect(arrangement(200, 50, isZoomed: true) == .single)
    #expect(arrangement(39, 30) == .tooSmall)
  }

  @Test func theTilesCoverTheScreenWithoutOverlap() {
    for width in stride(from: 110, through: 260, by: 7) {
      for height in stride(from: 30, through: 90, by: 3) {
        let layout = ScreenLayout(size: Size(width: width, height: height), focus: .conAir, isZoomed: false)
        let rects = layout.places.map(\.rect) + [layout.header, layout.footer]
        #expect(rects.reduce(0) { $0 + $1.width * $1.height } == width * height)
        for (index, rect) in rects.enumerated() {
          #expect(rects[..<index].allSatisfy { $0.intersection(rect).isEmpty })
        }
      }
    }
  }

  @Test func theCursorStandsOnTheSelection() {
    let list = Sample.screen(Sample.stackOverflow(Sample.list { $0.selection = 2 }))
    #expect(drawn(list, 120, 36).cursor == Point(x: 1, y: 9))
    let events = Sample.screen(
      wikipedia: Sample.wikipedia { $0.selection = 8 }, focus: .wikipedia, input: .wikipedia)
    #expect(drawn(events, 120, 36).cursor == Point(x: 69, y: 14))
  }

  @Test func aNoticeTakesTheFootersPlace() {
    let state = Sample.screen { $0.notice = "Copied https://stackoverflow.com/q/1" }
    let last = drawn(state, 120, 36).text.split(separator: "\n", omittingEmptySubsequences: false).last
    #expect(last == " Copied https://stackoverflow.com/q/1")
  }

  @Test func aSpinnerAsksForTheNextPictureAndCalmOnlyForTheNextMinute() {
    let calm = Sample.screen(Sample.stackOverflow())
    #expect(calm.nextChange(after: Sample.now, panes: PaneID.allCases).timeIntervalSince(Sample.now) == 40)
    let busy = Sample.screen(Sample.stackOverflow(Sample.list { $0.load = .reloading }))
    #expect(busy.nextChange(after: Sample.now, panes: [.stackOverflow]) == Sample.now.addingTimeInterval(0.1))
    #expect(busy.nextChange(after: Sample.now, panes: [.conAir]).timeIntervalSince(Sample.now) == 40)
  }
}
