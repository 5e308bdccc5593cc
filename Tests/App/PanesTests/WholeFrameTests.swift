import Assembly
import Foundation
import Model
import ModelTesting
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// A frame depends on nothing but the state: what is kept of the frames before, and what came in between, leave no trace.
@Suite(.serialized) struct WholeFrameTests {
  /// Some afternoon of somebody who uses the program: each step does something, and the frame after it, for which much of the
  /// frame before was kept, is the same as with nothing kept.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func aFrameIsAsIfDrawnForTheFirstTime(seed: UInt64) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.scheduler.perform { story.feed.send(.connected(source: .english)) }
      var chance = SeededGenerator(seed: seed)
      for step in 0..<150 {
        let done = Self.step(story, &chance)
        story.look()
        guard let shown = story.display.frames.last else { return }
        story.shell.invalidate()
        var fresh = Canvas(size: shown.size, theme: shown.theme)
        story.shell.draw(
          PaneContext(isFocused: true, now: story.scheduler.currentDate, clock: .utc), into: &fresh)
        let isSame = shown == fresh
        #expect(isSame, "step \(step): \(done)")
      }
    }
  }

  @UI private static func step(_ story: ShellStory, _ chance: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &chance) {
    case 0...5:
      let keys: [KeyEvent] = [
        .up, .down, .down, "G", "g", .pageDown, .enter, .escape, "n", "/", "c", .tab, .backTab, "z", "?", "D", "1", "2",
        .left, .right, "+", "-", "0", "p", "f", "r", "y", .backspace,
      ]
      let key = chance.pick(keys)
      story.type(key)
      return "\(key)"
    case 6, 7:
      let title = SafeText(oneLine: chance.pick(["東京都", "An article", "Łódź"]))
      story.send(title)
      return "event \(title)"
    case 8:
      story.point(
        chance.pick([.click, .wheelUp, .wheelDown]), x: Int.random(in: 0..<story.display.size.width, using: &chance),
        y: Int.random(in: 0..<story.display.size.height, using: &chance))
      return "mouse"
    case 9, 10:
      story.turn(seconds: chance.pick([0.1, 1, 61]))
      return "time"
    default:
      let (width, height) = chance.pick([(120, 36), (80, 24), (40, 10), (150, 45), (30, 8), (180, 45)])
      story.resize(to: width, height)
      return "\(width)×\(height)"
    }
  }

  @Test func aSpinnerTurnsAndOnlyThenATenthOfASecondMatters() async {
    await ShellStory.tell {
      let interface = Interface(
        InterfaceDependencies(
          questions: StubQuestions(), feed: ScriptedFeed(),
          rooms: Property(value: [RoomSourceEntry(StubTemperatures())])),
        display: MemoryDisplay(size: Size(width: 120, height: 36)), on: UI.loop)
      let panes = interface.panes
      // The feed has not connected; the others have not begun.
      #expect(panes.map(\.isSpinning) == [false, true, false])
      @UI func drawn(_ pane: any Pane, at seconds: Double) -> Canvas {
        var canvas = Canvas(size: Size(width: 60, height: 12))
        pane.draw(
          PaneContext(isFocused: true, now: Sample.now.startOfMinute + seconds, clock: .utc), into: &canvas)
        return canvas
      }
      for pane in panes { #expect((drawn(pane, at: 0) != drawn(pane, at: 0.1)) == pane.isSpinning) }
    }
  }
}

/// The same numbers each time, so that a failure can be looked at again: SplitMix64.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }
}
