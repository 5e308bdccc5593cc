import Foundation
import Screen
import Testing
import Text
import ViewModels

@testable import Panes

@Suite struct MouseTests {
  private let size = Size(width: 120, height: 36)

  private func commands(_ state: ScreenState, _ action: MouseEvent.Action, _ x: Int, _ y: Int) -> [Command] {
    state.commands(for: MouseEvent(action, at: Point(x: x, y: y)), size: size, clock: .utc, theme: Theme())
  }

  /// The column at which a text begins in a row of the screen.
  private func column(of text: String, inRow y: Int, _ state: ScreenState) throws -> Int {
    let canvas = drawn(state, size.width, size.height)
    var line = ""
    var columns: [Int] = []
    for x in 0..<canvas.width where canvas[x: x, y: y].width > 0 {
      for _ in canvas[x: x, y: y].glyph.string { columns.append(x) }
      line += canvas[x: x, y: y].glyph.string
    }
    let range = try #require(line.firstRange(of: text))
    return columns[line.distance(from: line.startIndex, to: range.lowerBound)]
  }

  @Test func aClickSelectsTheRowThatIsDrawnThere() throws {
    let state = Sample.screen(Sample.stackOverflow(Sample.list()))
    let x = try column(of: "Debouncing", inRow: 9, state)
    #expect(commands(state, .click, x, 9) == [.focus(.stackOverflow), .selectQuestion(2)])
    #expect(commands(state, .click, x, 10) == [.focus(.stackOverflow), .selectQuestion(2)])
    #expect(commands(state, .click, x, 6) == [.focus(.stackOverflow), .open])
    #expect(commands(state, .click, x, 33) == [.focus(.stackOverflow)])
  }

  @Test func aClickOnATabShowsIt() throws {
    let state = Sample.screen(Sample.stackOverflow())
    let x = try column(of: "Ruby", inRow: 2, state)
    #expect(commands(state, .click, x, 2) == [.focus(.stackOverflow), .selectTab(3)])
    #expect(commands(state, .click, x + 5, 2) == [.focus(.stackOverflow)])
  }

  @Test func aClickInAnotherPaneBringsTheFocusFirst() throws {
    let state = Sample.screen(Sample.stackOverflow())
    let x = try column(of: "Łódź", inRow: 14, state)
    #expect(commands(state, .click, x, 14) == [.focus(.wikipedia), .selectEvent(8)])
    #expect(commands(state, .click, 70, 30).first == .focus(.conAir))
    let focused = Sample.screen(Sample.stackOverflow(), focus: .wikipedia, input: .wikipedia)
    #expect(commands(focused, .click, 20, 6) == [.focus(.stackOverflow), .selectQuestion(1)])
  }

  @Test func aClickOnAChartMarksTheTimeUnderIt() throws {
    let state = Sample.screen(focus: .conAir, input: .conAir)
    let x = try column(of: "┬", inRow: 31, state)
    guard case .markTime(.some(let time)) = try #require(commands(state, .click, x, 28).last) else {
      Issue.record("no time was marked")
      return
    }
    // The first mark of the axis is six in the evening; a column is about half an hour.
    let six = Sample.now.timeIntervalSince1970 - (20 * 3600 + 3 * 60 + 20)
    #expect(abs(time - six) < 2_000)
    let marked = Sample.screen(conAir: Sample.conAir { $0.chart.cursor = time }, focus: .conAir, input: .conAir)
    #expect(commands(marked, .click, x, 28) == [.focus(.conAir), .markTime(nil)])
  }

  @Test func theWheelScrollsListsAndZoomsCharts() {
    let state = Sample.screen(Sample.stackOverflow(), focus: .wikipedia, input: .wikipedia)
    #expect(commands(state, .wheelDown, 100, 14) == [.focus(.wikipedia), .move(.lines(1))])
    #expect(commands(state, .wheelUp, 100, 6) == [.focus(.wikipedia), .zoomIn])
    #expect(commands(state, .wheelDown, 20, 15) == [.focus(.stackOverflow), .move(.lines(1))])
    let reading = Sample.screen(Sample.stackOverflow(reading: Sample.reading()), input: .question)
    #expect(commands(reading, .wheelDown, 20, 15) == [.focus(.stackOverflow), .move(.lines(3))])
  }

  @Test func theHeaderOfASinglePaneLeadsToTheOthers() throws {
    let state = Sample.screen(Sample.stackOverflow()) { $0.isZoomed = true }
    let x = try column(of: "ConAir", inRow: 0, state)
    #expect(commands(state, .click, x, 0) == [.focus(.conAir)])
    #expect(commands(state, .click, 2, 0) == [])
    let tiled = Sample.screen(Sample.stackOverflow())
    #expect(commands(tiled, .click, try column(of: "? help", inRow: 0, tiled), 0) == [.toggleHelp])
  }

  @Test func theHelpTakesTheMouse() {
    let state = Sample.screen(Sample.stackOverflow(), input: .help) { $0.isHelpShown = true }
    #expect(commands(state, .wheelDown, 100, 6) == [.move(.lines(1))])
    #expect(commands(state, .click, 20, 6) == [.toggleHelp])
  }

  @Test func noPlaceOfTheScreenIsHarmful() {
    let states = [
      Sample.screen(), Sample.screen(Sample.stackOverflow(reading: Sample.reading()), input: .question),
      Sample.screen(focus: .wikipedia, input: .wikipedia) { $0.isZoomed = true },
    ]
    for state in states {
      for y in -1...36 {
        for x in stride(from: -1, through: 120, by: 3) {
          for action in [MouseEvent.Action.click, .wheelUp, .wheelDown] {
            #expect(commands(state, action, x, y).count <= 2)
          }
        }
      }
    }
  }
}
