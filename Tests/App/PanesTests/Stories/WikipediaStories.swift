import Foundation
import Model
import Screen
import Simulation
import Testing

@testable import Edits

/// Stories of the Wikipedia pane.
@Suite struct WikipediaStories {
  /// Windows of five seconds with so many edits each, none of them near a window's end.
  @UI private static func windows(_ counts: [Int], _ house: StoryHouse) {
    for (index, count) in counts.enumerated() {
      house.pass(0.5)
      for number in 0..<count { house.send(StoryMaterial.edit("Page \(index)-\(number)", 10 * number - index)) }
      house.pass(4.5)
    }
  }

  /// As many edits as a wave has.
  private static let wave = (0..<40).map { [2, 4, 7, 9, 12, 11, 8, 5, 3, 0][$0 % 10] }

  @Test(arguments: StoryPicture.sizes) func aFeedBegins(size: Size) async throws {
    try await StoryHouse.tell("wikipedia", at: size) { house in
      house.type("⇥")
      house.look("the pane before it has begun")
      house.start()
      house.look("connecting")
      house.send(StoryMaterial.connected)
      house.passBatch()
      house.look("connected")
      house.send(StoryMaterial.edit("Zürich", 214, at: Sample.ago(seconds: 1)), StoryMaterial.other(.newuser))
      house.passBatch()
      house.look("the first edit and the first sign-up", styles: true)
      house.send(StoryMaterial.edit("東京都", -31), StoryMaterial.other(.talk, "Talk:Łódź"), StoryMaterial.other(.special))
      house.send(StoryMaterial.edit("Repeated", 3, isReplay: true))
      house.pass(5)
      house.look("the first window is counted")
      Self.windows([3, 12, 0, 7], house)
      house.look("four windows later")
      house.send(StoryMaterial.other(.newuser, "Somebody"))
      Self.windows(Self.wave, house)
      house.look("some minutes later", styles: true)
      house.pass(60)
      house.look("nothing is edited for a minute")
    }
  }

  @Test func eventsAreChosenFromTheList() async throws {
    try await StoryHouse.tell("wikipedia-list") { house in
      house.start()
      house.type("⇥")
      house.send(StoryMaterial.connected)
      house.passBatch()
      for number in 1...60 {
        let address = number % 2 == 0 ? "https://en.wikipedia.org/wiki/\(number)" : nil
        house.send(StoryMaterial.edit("Article \(number)", number - 30, address: address))
      }
      house.pass(1)
      house.look("sixty edits")
      house.type("j")
      house.look("the newest is selected", styles: true)
      house.type("j↓")
      house.look("two further down")
      house.send(StoryMaterial.edit("A later article", 1), StoryMaterial.other(.newuser, "A later user"))
      house.pass(1)
      house.look("later ones move no selected row")
      house.type("y")
      house.look("the selected one's address is copied")
      house.type("o")
      house.look("it is opened in the browser")
      house.type("jo")
      house.look("this one has no address")
      house.pass(4)
      house.type("⇟")
      house.look("a page down")
      house.type("G")
      house.look("the oldest")
      house.type("⇞")
      house.look("a page up")
      house.type("⎋")
      house.look("to the newest")
      house.type("jk")
      house.look("up from the newest selects nothing")
      house.type("G")
      for number in 61...260 { house.send(StoryMaterial.edit("Article \(number)", number)) }
      house.passBatch()
      house.look("the selected event has left the list")
      #expect(house.display.copied == ["https://en.wikipedia.org/wiki/58"])
      #expect(house.display.opened.map(\.absoluteString) == ["https://en.wikipedia.org/wiki/58"])
    }
  }

  @Test func theRateIsLookedAroundIn() async throws {
    try await StoryHouse.tell("wikipedia-chart") { house in
      house.start()
      house.type("⇥")
      house.send(StoryMaterial.connected)
      house.passBatch()
      Self.windows(Self.wave + Self.wave, house)
      house.look("some minutes of edits")
      house.type("←←")
      house.look("two steps back", styles: true)
      house.type("→")
      house.look("one forward")
      Self.windows([5, 5], house)
      house.look("what comes moves nothing")
      house.type("+")
      house.look("zoomed in")
      house.type("--")
      house.look("zoomed out")
      house.type("f")
      house.look("following again")
      house.type("0")
      house.look("all there is")
      house.type("0")
      house.look("and the first view")
      house.type("p")
      house.look("paused")
      Self.windows([20, 20], house)
      house.look("nothing moves while paused")
      house.type("h+")
      house.look("but one can look around")
      house.type("p")
      house.look("going on")
      house.type("f")
      house.click("┼", rowsAbove: 2)
      house.look("a time is marked by a click")
      house.click("●")
      house.look("another time")
      house.click("┃")
      house.look("a click on the mark takes it away")
      house.click("┬", rowsAbove: 2)
      house.look("marked again")
      house.type("⎋")
      house.look("Esc takes it away, too")
      house.point(.wheelUp, at: "┬", rowsAbove: 2)
      house.look("the wheel zooms in")
      house.point(.wheelDown, at: "┬", rowsAbove: 2)
      house.look("and out")
    }
  }

  @Test func aFeedIsInterrupted() async throws {
    try await StoryHouse.tell("wikipedia-trouble") { house in
      house.start()
      house.type("⇥")
      house.send(.disconnected(StoryMaterial.offline, retry: house.now.addingTimeInterval(2)))
      house.passBatch()
      house.look("no connection from the beginning", styles: true)
      house.pass(2)
      house.send(.connecting(.live))
      house.passBatch()
      house.look("it tries again")
      house.send(StoryMaterial.connected)
      house.passBatch()
      Self.windows([2, 4, 6, 8], house)
      house.look("connected for a while")
      house.send(.disconnected(.connectionLost(host: "stream.wikimedia.org"), retry: house.now.addingTimeInterval(5)))
      house.passBatch()
      house.look("the connection is lost")
      house.type("jj")
      house.look("the list can be moved through")
      house.pass(5)
      house.send(.connecting(.live))
      house.passBatch()
      house.look("connecting with the old events")
      house.send(.disconnected(StoryMaterial.offline, retry: house.now.addingTimeInterval(60)))
      house.pass(30)
      house.look("again without a connection")
      house.type("r")
      #expect(house.reconnects == 1)
      house.send(.connecting(.live))
      house.send(StoryMaterial.connected)
      house.passBatch()
      Self.windows([3, 5, 0], house)
      house.look("connected again, with a gap")
      house.type("⇤")
      house.look("seen from beside")
    }
  }

  @Test func theFeedOfTheDemonstration() async throws {
    try await StoryHouse.tell("wikipedia-demo") { house in
      house.start()
      house.type("⇥")
      house.send(StoryMaterial.connected, StoryMaterial.edit("Invented 1", 4), from: .demo)
      house.passBatch()
      for number in 2...9 { house.send(StoryMaterial.edit("Invented \(number)", number)) }
      house.pass(5)
      house.look("the demonstration")
      house.type("jj")
      house.look("its third event")
      house.send(StoryMaterial.connected, StoryMaterial.edit("Real", 1), from: .live)
      house.passBatch()
      house.look("the live feed starts afresh")
      house.pass(5)
      house.look("and is counted")
    }
  }
}
