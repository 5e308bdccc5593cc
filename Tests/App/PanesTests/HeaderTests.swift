import Foundation
import Model
import Screen
import SignalsTesting
import Simulation
import Testing
import Text

@testable import PaneKit

@Suite(.serialized) struct HeaderTests {
  @Test func theDemonstrationIsSaidOnceWithHowToLeaveIt() async {
    await ShellStory.tell {
      let story = ShellStory(origin: .demo, feedOrigin: .demo)
      #expect(story.lines[0].hasPrefix(" reactui   DEMO  made-up data · --live for the real thing   "))
      #expect(!story.lines.dropFirst().contains { $0.contains("demo") })
      // A question that is open and a pane that is alone say no more of it.
      story.type("z", .enter)
      #expect(story.answers().hasPrefix(" reactui   DEMO     Stack Overflow    Wikipedia"))
      #expect(!story.lines.dropFirst().contains { $0.contains("demo") })
    }
  }

  @Test func theBorderSaysItWhereOnlySomePanesShowTheDemonstration() async {
    await ShellStory.tell {
      let story = ShellStory(origin: .demo)
      #expect(!story.lines[0].contains("DEMO"))
      #expect(story.lines[1].contains(" demo · 6 ") && !story.lines[1].dropFirst(70).contains("demo"))
    }
  }

  @Test func theBordersSayItWhereTheHeaderHasNoRoom() {
    for width in 20...80 {
      let line = draw(header(isDemo: true), width)
      #expect(saysDemo(width) == line.contains("DEMO"))
      // Below the smallest screen there is nothing to say.
      #expect(width < 40 || line.contains("SO") || line.contains("Stack Overflow"))
    }
    #expect(!saysDemo(30) && saysDemo(40))
  }

  @Test func theNewestAlarmNamesItsRoom() {
    var header = header(isDemo: false)
    header.arrangement = .tiled
    header.entries[1].hasTrouble = true
    let forms: [SafeText] = ["! House attic above 28 +1", "! House attic +1", "! 2 alarms"]
    header.alarms = [Header.Alarm(pane: "c", forms: forms)]
    #expect(draw(header, 80).hasSuffix("! House attic above 28 +1   trouble: Wikipedia   14:03"))
    #expect(draw(header, 64).hasSuffix("  ! House attic +1   trouble: Wikipedia   14:03"))
    #expect(draw(header, 56).hasSuffix("  ! 2 alarms   trouble: Wikipedia   14:03"))
    #expect(!draw(header, 46).contains("!"))
    let line = HeaderLine(header, width: 80, theme: Theme())
    #expect(line.target(at: 30) == .pane("c"))
  }

  @Test func aMistakeInTheSettingsIsToldWhereThereIsRoom() {
    var header = header(isDemo: true)
    header.hasMistakes = true
    #expect(draw(header, 80).hasSuffix("   ! settings   14:03") && draw(header, 100).contains("reactui"))
    #expect(draw(header, 60).hasSuffix("   ! settings   14:03") && !draw(header, 60).contains("reactui"))
    #expect(!draw(header, 40).contains("settings") && draw(header, 40).contains("SO"))
    header.arrangement = .tiled
    #expect(draw(header, 120).hasSuffix("   ! settings   14:03"))
  }

  private func header(isDemo: Bool) -> Header {
    Header(
      arrangement: .single, focus: "a",
      entries: [
        Header.Entry(pane: "a", title: "Stack Overflow", shortTitle: "SO"),
        Header.Entry(pane: "b", title: "Wikipedia", shortTitle: "Wiki", summary: Span("2.4/s")),
        Header.Entry(pane: "c", title: "ConAir", shortTitle: "ConAir", summary: Span("21.3°C")),
      ], isDemo: isDemo, time: "14:03")
  }

  private func saysDemo(_ width: Int) -> Bool {
    HeaderLine(header(isDemo: true), width: width, theme: Theme()).saysDemo
  }

  private func draw(_ header: Header, _ width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    HeaderLine(header, width: width, theme: Theme()).draw(into: &canvas)
    return canvas.text
  }

  @Test func theClockTellsTheMinuteAndTheTroubleItsService() async {
    await ShellStory.tell {
      let story = ShellStory()
      #expect(story.lines[0].hasSuffix("   14:03"))
      story.turn(seconds: 60)
      #expect(story.lines[0].hasSuffix("   14:04"))
      #expect(!story.lines[0].contains("trouble"))
      let retry = story.scheduler.currentDate + 30
      story.scheduler.perform { story.feed.send(.disconnected(.connectionLost(host: "a.example"), retry: retry)) }
      story.turn()
      #expect(story.lines[0].contains("   trouble: Wikipedia   14:04"))
    }
  }
}
