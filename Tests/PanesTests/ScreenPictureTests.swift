import Screen
import Testing
import ViewModels

@testable import Panes

/// The whole screen at the sizes that people have, compared with pictures.
@Suite struct ScreenPictureTests {
  @Test func theFilterInUseIsTiled() throws {
    try expect(drawn(Sample.screen(input: .filter), 120, 36), looksLike: "tiled-filter-120x36", styles: true)
  }

  @Test func anOpenQuestionStandsAlone() throws {
    let state = Sample.stackOverflow(reading: Sample.reading(), selectedTab: 2)
    try expect(drawn(Sample.screen(state, input: .question), 80, 24), looksLike: "question-80x24")
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
}
