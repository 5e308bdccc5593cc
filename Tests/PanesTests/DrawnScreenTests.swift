import Foundation
import Model
import Screen
import Station
import Testing
import Text
import ViewModels

@testable import Panes

/// What is used again from the frame before is what would have been drawn.
@Suite struct DrawnScreenTests {
  init() { UI.runInBackground() }

  /// A frame's circumstances: what can differ from one to the next.
  private struct Scene {
    var name: String
    var state = Sample.screen()
    var seconds = 0.0
    var size = Size(width: 120, height: 36)
    var theme = Theme()
  }

  private static var scenes: [Scene] {
    var other = Sample.filtered()
    other.selection = other.questions.last?.id
    return [
      Scene(name: "first"), Scene(name: "the same"), Scene(name: "later in the second", seconds: 0.9),
      Scene(name: "minutes later", seconds: 400),
      Scene(name: "another selection", state: Sample.screen(Sample.stackOverflow(other)), seconds: 400),
      Scene(name: "another focus", state: Sample.screen(focus: .wikipedia, input: .wikipedia), seconds: 400),
      Scene(name: "help", state: Sample.screen(focus: .wikipedia) { $0.isHelpShown = true }, seconds: 400),
      Scene(name: "without help", state: Sample.screen(focus: .wikipedia, input: .wikipedia), seconds: 400),
      Scene(name: "zoomed", state: Sample.screen(focus: .conAir) { $0.isZoomed = true }, seconds: 400),
      Scene(name: "unzoomed", state: Sample.screen(focus: .conAir), seconds: 400),
      Scene(name: "colder", state: Sample.screen(conAir: Sample.conAir { $0.latest?.celsius = 12 }), seconds: 400),
      Scene(name: "larger", seconds: 400, size: Size(width: 150, height: 45)),
      Scene(name: "in ASCII", seconds: 400, size: Size(width: 150, height: 45), theme: Theme(isASCII: true)),
      Scene(name: "spinning", state: Sample.screen(conAir: Sample.conAir { $0.load = .reloading }), seconds: 400),
      Scene(name: "turned", state: Sample.screen(conAir: Sample.conAir { $0.load = .reloading }), seconds: 400.1),
    ]
  }

  private func draw(_ scene: Scene, on screen: inout DrawnScreen) -> Canvas {
    let now = Sample.now.addingTimeInterval(scene.seconds)
    screen.draw(
      ScreenView(state: scene.state, now: now, clock: Sample.clock), size: scene.size, theme: scene.theme)
    return screen.canvas
  }

  private func drawAnew(_ scene: Scene) -> Canvas {
    var screen = DrawnScreen()
    return draw(scene, on: &screen)
  }

  @Test func everyFrameIsAsIfDrawnAnew() {
    var screen = DrawnScreen()
    for scene in Self.scenes {
      let isSame = draw(scene, on: &screen) == drawAnew(scene)
      #expect(isSame, "\(scene.name)")
    }
  }

  /// Some afternoon of somebody who looks at the program: each step changes something of what was there before.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  @UI func noStepOfAnAfternoonShowsWhatIsOver(seed: UInt64) {
    let display = MemoryDisplay(size: Size(width: 120, height: 36))
    var chance = SeededGenerator(seed: seed)
    var screen = DrawnScreen()
    var afternoon = Afternoon()
    // What a display has that looks at nothing but the rows of which it is told.
    var seen = screen.canvas
    for step in 0..<150 {
      let change = afternoon.change(by: &chance)
      let isSame = draw(afternoon.scene, on: &screen) == drawAnew(afternoon.scene)
      #expect(isSame, "step \(step): \(change)")
      if seen.size == screen.canvas.size, seen.theme == screen.canvas.theme {
        seen.blit(screen.canvas, rows: screen.canvas.changedRows, x: 0, y: 0)
        seen.cursor = screen.canvas.cursor
        #expect(seen == screen.canvas, "step \(step): \(change)")
      }
      screen.show(on: display)
      seen = screen.canvas
    }
  }

  /// A screen that changes, with scroll positions that it keeps as panes do.
  private struct Afternoon {
    var scene = Scene(name: "start", state: Sample.screen(Sample.stackOverflow(Sample.list { $0.questions = many })))
    private static let many = VisibleQuestions(
      (0..<40).map { index in
        var question = Sample.questions[index % Sample.questions.count]
        question.id = index + 1
        return question
      })

    mutating func change(by chance: inout SeededGenerator) -> String {
      switch Int.random(in: 0..<13, using: &chance) {
      case 0...3:
        let row = scene.state.stackOverflow.selectedRow ?? 0
        let moved = row + chance.pick([-1, 1, 1, 2, 9, -30])
        setList { $0.selection = $0.questions[min(max(moved, 0), $0.questions.count - 1)].id }
        return "selection"
      case 4:
        let words = chance.pick(["", "conc", "swift", "a"])
        setList {
          $0.filter = FilterState(
            field: TextFieldState(SafeText(oneLine: words)), isEditing: Bool.random(using: &chance),
            words: FilterWords(SafeText(oneLine: words)))
        }
        return "filter \(words)"
      case 5:
        setList { $0.questions = $0.questions.count < 20 ? Self.many : VisibleQuestions(Array(Self.many.prefix(4))) }
        return "questions"
      case 6, 7:
        scene.state.wikipedia.state.recent.insert(
          RecentEvent(
            id: (scene.state.wikipedia.state.recent.first?.id ?? 0) + 1,
            event: chance.pick(Sample.events).event, time: Sample.now), at: 0)
        return "event"
      case 8:
        scene.state.wikipedia.state.selection = scene.state.wikipedia.state.recent.randomElement(using: &chance)?.id
        return "selected event"
      case 9:
        scene.state.wikipedia.state.chart.annotations.append(Sample.now.timeIntervalSince1970 - scene.seconds)
        return "sign-up"
      case 10:
        scene.state.dashboard.focus = chance.pick(PaneID.allCases)
        scene.state.dashboard.notice = Bool.random(using: &chance) ? nil : "Copied"
        return "focus"
      case 11:
        scene.seconds += chance.pick([0.4, 1, 61])
        return "time"
      default:
        let (width, height) = chance.pick([(120, 36), (80, 24), (40, 10), (150, 45)])
        scene.size = Size(width: width, height: height)
        scene.theme = Theme(isASCII: Int.random(in: 0..<4, using: &chance) == 0)
        settle()
        return "size"
      }
    }

    private mutating func setList(_ change: (inout QuestionListState) -> Void) {
      var state = scene.state.stackOverflow.state
      change(&state.list)
      scene.state.stackOverflow = StackOverflowView(state: state, scroll: scene.state.stackOverflow.scroll)
      settle()
    }

    private mutating func settle() {
      let layout = scene.state.dashboard.layout(on: scene.size)
      if let size = layout.size(of: .stackOverflow) { scene.state.stackOverflow.settle(size: size, theme: scene.theme) }
      if let size = layout.size(of: .wikipedia) { scene.state.wikipedia.settle(size: size) }
    }
  }

  @Test func aRowThatIsStillTheSameIsNotDrawnAgain() {
    var rows = DrawnRows<String>()
    var drawings = 0
    func draw(_ texts: [String], from first: Int) -> String {
      var canvas = Canvas(size: Size(width: 4, height: texts.count))
      rows.keep(3)
      for (y, text) in texts.enumerated() {
        canvas.within(Rect(x: 0, y: y, width: 4, height: 1)) {
          rows.draw(text, place: first + y, into: &$0) {
            drawings += 1
            $0.draw(SafeText(oneLine: text), x: 0, y: 0)
          }
        }
      }
      return canvas.text
    }
    #expect(draw(["a", "b", "c"], from: 0) == "a\nb\nc")
    #expect(draw(["a", "B", "c"], from: 0) == "a\nB\nc")
    #expect(drawings == 4)
    // Scrolled on by one, and back by two.
    #expect(draw(["B", "c", "d"], from: 1) == "B\nc\nd")
    #expect(draw(["z", "a", "B"], from: -1) == "z\na\nB")
    #expect(drawings == 7)
  }

  @Test func aSpinnerTurnsWithinTheSecond() {
    var screen = DrawnScreen()
    let turning = Self.scenes.suffix(2).map { draw($0, on: &screen) }
    #expect(turning.first != turning.last)
  }
}

extension SeededGenerator {
  fileprivate mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}
