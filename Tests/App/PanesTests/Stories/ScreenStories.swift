import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits

/// Stories of what is around the panes: help, focus, zoom, notices, sizes, the mouse.
@Suite struct ScreenStories {
  /// A dashboard with something in each pane.
  @UI static func load(_ house: StoryHouse) {
    house.start()
    house.answerQuestions(StoryMaterial.page)
    house.answerTemperatures(StoryMaterial.day(until: Sample.now))
    house.send(StoryMaterial.connected)
    for number in 1...9 { house.send(StoryMaterial.edit("Article \(number)", number)) }
    house.pass(5.05)
  }

  @Test(arguments: StoryPicture.sizes) func theHelpIsReadAndClosed(size: Size) async throws {
    try await StoryHouse.tell("help", at: size) { house in
      Self.load(house)
      house.type("?")
      house.look("the help", styles: true)
      house.type("jj")
      house.look("two lines down")
      house.type("⇟")
      house.look("a page down")
      house.type("G")
      house.look("its end")
      house.type("k")
      house.look("a line up")
      house.type("g")
      house.look("its start")
      house.point(.wheelDown, x: 5, y: 5)
      house.look("by the wheel")
      house.type("⎋")
      house.look("closed")
      house.type("?q")
      house.look("q closes it")
      house.type("?⏎")
      house.look("so does Enter")
      house.type("??")
      house.look("so does its key")
      house.type("?")
      house.point(.click, x: 5, y: 5)
      house.look("so does a click")
      house.type("⇥?")
      house.look("over another pane")
      house.send(StoryMaterial.edit("Meanwhile", 1))
      house.pass(1)
      house.look("what happens meanwhile is seen beside it")
      #expect(!house.hasQuit)
    }
  }

  @Test func theFocusGoesRound() async throws {
    try await StoryHouse.tell("focus") { house in
      Self.load(house)
      house.look("the questions", styles: true)
      house.type("⇥")
      house.look("Wikipedia", styles: true)
      house.type("⇥")
      house.look("ConAir", styles: true)
      house.type("⇥")
      house.look("the questions again")
      house.type("⇤⇤")
      house.look("backwards to Wikipedia")
      house.type("z")
      house.look("alone on the screen", styles: true)
      house.type("⇥")
      house.look("the next pane alone")
      house.type("⇥j⏎")
      house.look("a question in the whole width")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[1]))
      house.look("with its answers")
      house.type("z")
      house.look("and among the others")
      house.type("/⎋⎋/con⇥")
      house.look("Tab leaves the filter as it is")
    }
  }

  @Test func theHeaderSumsUpWhatIsNotShown() async throws {
    // What is not shown is told where one pane stands alone.
    try await StoryHouse.tell("header", at: Size(width: 80, height: 24)) { house in
      house.type("z")
      house.start()
      house.look("nothing is known yet")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now))
      house.look("a temperature")
      house.send(StoryMaterial.connected, StoryMaterial.edit("One"))
      house.pass(5.05)
      house.look("a rate")
      house.failQuestions(StoryMaterial.unreachable)
      house.look("a trouble")
      house.send(.disconnected(StoryMaterial.offline, retry: house.now.addingTimeInterval(9)))
      house.pass(5)
      house.failTemperatures(StoryMaterial.conAirOffline)
      house.look("three troubles", styles: true)
      house.click("ConAir")
      house.look("a click on a pane's name")
      house.click("Wikipedia")
      house.look("and on another one's")
    }
  }

  @Test func noticesComeAndGo() async throws {
    try await StoryHouse.tell("notices") { house in
      Self.load(house)
      house.type("y")
      house.look("copied", styles: true)
      house.pass(2.9)
      house.look("still told")
      house.pass(0.2)
      house.look("gone")
      house.type("o")
      house.look("opened")
      house.failProgram("false ended with status 1")
      house.look("the browser failed")
      house.pass(2)
      house.type("jy")
      house.look("there is no link here")
      house.pass(2)
      house.look("each notice has its own time")
      house.pass(2)
      house.display.browserTrouble = "No browser: set BROWSER"
      house.type("ko")
      house.look("there is no browser")
      house.type("⇥⇥y")
      house.look("keys for links mean nothing in ConAir")
      house.type("⌃l")
      #expect(house.display.invalidations == 1)
      house.type("⌃z")
      #expect(house.display.stops == 1)
      house.pass(4)
      house.look("after the program was stopped and went on")
      #expect(house.display.copied == ["https://stackoverflow.com/q/1"])
      #expect(house.display.opened.count == 2)
    }
  }

  @Test func theTerminalIsResized() async throws {
    try await StoryHouse.tell("resize") { house in
      house.start()
      house.answerQuestions(StoryMaterial.page(1...30))
      house.send(StoryMaterial.connected, StoryMaterial.edit("One"), StoryMaterial.edit("Two"))
      house.answerTemperatures(StoryMaterial.day(until: Sample.now))
      house.pass(5.05)
      house.type("Gkk")
      house.look("near the end of the list")
      house.resize(60, 12)
      house.look("a small terminal")
      house.resize(30, 8)
      house.look("too small")
      house.type("j")
      house.resize(110, 30)
      house.look("the smallest with three panes")
      house.type("g⏎")
      house.answerDetail(StoryMaterial.detail(of: StoryMaterial.question(1)))
      house.type("n")
      house.look("an answer is read")
      house.resize(40, 10)
      house.look("in the smallest terminal")
      house.type("j")
      house.resize(180, 30)
      house.look("in a wide one")
      house.type("?G")
      house.resize(50, 14)
      house.look("the help in a small one")
      house.resize(120, 36)
      house.type("⎋")
      house.look("as it was")
    }
  }

  @Test func theMouseDoesWhatKeysDo() async throws {
    try await StoryHouse.tell("mouse") { house in
      Self.load(house)
      house.click("Structured concurrency")
      house.look("a question is selected")
      house.point(.wheelDown, at: "Structured concurrency")
      house.look("the wheel moves the selection")
      house.point(.wheelUp, at: "Structured concurrency")
      house.click("Why does Swift", rowsAbove: 1)
      house.look("a click on the filter's line")
      house.type("swift")
      house.pass(0.15)
      house.click("Why does Swift")
      house.look("a click while the filter has the keys")
      house.click("Why does Swift")
      house.look("a click on the selected question opens it")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.point(.wheelDown, at: "breakpoint")
      house.look("the wheel scrolls the text")
      house.point(.wheelUp, at: "breakpoint")
      house.type("⎋⎋")
      house.click("Ruby")
      house.look("a click on a tab")
      house.answerQuestions(StoryMaterial.page(1...3, tag: "ruby"))
      house.type("⇥z")
      house.click("Article 7")
      house.look("an event is selected")
      house.point(.wheelDown, at: "Article 7")
      house.look("and the next one")
      house.point(.click, x: 0, y: 0)
      house.point(.click, x: 119, y: 35)
      house.point(.wheelDown, x: 500, y: 500)
      house.point(.click, x: -1, y: -1)
      house.look("where nothing is, nothing happens")
      house.type("z")
      house.click("? help")
      house.look("a click on the word help")
    }
  }

  @Test func withoutColoursAndInASCII() async throws {
    let theme = Theme(colours: .none, isASCII: true)
    try await StoryHouse.tell("ascii", theme: theme) { house in
      Self.load(house)
      house.look("the dashboard", styles: true)
      house.type("/swift")
      house.pass(0.15)
      house.look("filtered", styles: true)
      house.type("⏎⏎")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.look("a question", styles: true)
      house.type("?")
      house.look("the help", styles: true)
    }
  }
}
