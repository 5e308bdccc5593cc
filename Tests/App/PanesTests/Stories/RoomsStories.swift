import Foundation
import Model
import Rooms
import Screen
import Simulation
import Testing

/// Stories of the rooms' pane.
@Suite struct RoomsStories {
  @Test(arguments: StoryPicture.sizes) func temperaturesArePolled(size: Size) async throws {
    try await StoryHouse.tell("conair", at: size) { house in
      house.type("⇤")
      house.look("the pane before it has begun")
      house.start()
      house.look("updating")
      house.answerTemperatures([Temperature(time: Sample.ago(seconds: 80), celsius: -3.25)])
      house.look("a single temperature", styles: true)
      house.pass(10.05)
      house.answerTemperatures(StoryMaterial.day(until: house.now))
      house.look("a day of them", styles: true)
      house.type("r")
      house.look("a refresh")
      house.pass(0.35)
      house.look("its spinner turns")
      house.answerTemperatures([Temperature(time: house.now, celsius: 24.9)])
      house.look("it is warmer now")
      house.pass(300)
      house.answerTemperatures([Temperature(time: house.now.addingTimeInterval(-60), celsius: 22)])
      house.look("five minutes later")
      house.pass(3_600)
      house.look("an hour without an answer")
      #expect(house.temperaturesAsked.first == "86400 s")
      #expect(house.temperaturesAsked.count == 5)
    }
  }

  @Test func aRoomGoesBeyondItsLimit() async throws {
    let limits = RoomSettings.Limits(above: 23, duration: 60, ringsBell: true)
    try await StoryHouse.tell("conair-alarm", limits: limits) { house in
      house.start()
      house.type("⇤")
      house.answerTemperatures(StoryMaterial.day(until: house.now))
      house.look("a limit above the day")
      for _ in 0..<8 {
        house.pass(10.05)
        house.answerTemperatures([Temperature(time: house.now.addingTimeInterval(-2), celsius: 24.5)])
      }
      house.look("an alarm", styles: true)
      #expect(house.display.rings == 1)
      house.type("a")
      house.look("what happened")
      house.press(.enter)
      house.look("the moment at which it began")
      house.press(.escape)
      house.pass(10.05)
      house.answerTemperatures([Temperature(time: house.now.addingTimeInterval(-2), celsius: 21)])
      house.look("it is over")
      house.type("a")
      house.look("and can be read")
      #expect(house.display.rings == 1)
    }
  }

  @Test func theDayIsLookedAroundIn() async throws {
    try await StoryHouse.tell("conair-chart") { house in
      house.start()
      house.type("⇤")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now))
      house.look("a day")
      house.type("+")
      house.look("zoomed in")
      house.type("←h")
      house.look("two steps back", styles: true)
      house.type("l")
      house.look("one forward")
      house.type("↑↑")
      house.look("higher values")
      house.type("jjjjjjjjjj")
      house.look("much lower values, with the line in sight")
      house.type("+")
      house.look("zoomed in on both axes")
      house.type("---")
      house.look("zoomed out")
      house.type("f")
      house.look("following")
      house.click("┬", rowsAbove: 3, fromBottom: true)
      house.look("a time is marked", styles: true)
      house.type("+")
      house.look("zoomed in to the edge")
      house.type("0")
      house.look("the mark in all there is")
      house.type("⎋")
      house.look("Esc takes the mark away")
      house.click("┬", rowsAbove: 3, fromBottom: true)
      house.look("marked again")
      house.click("┃", fromBottom: true)
      house.look("a second click takes the mark away")
      house.type("p")
      house.look("paused")
      house.pass(10.05)
      house.answerTemperatures([Temperature(time: house.now, celsius: 18)])
      house.look("a new temperature is not shown")
      house.type("p")
      house.look("now it is")
      house.point(.wheelUp, at: "┬", rowsAbove: 3, fromBottom: true)
      house.look("the wheel zooms in")
      house.point(.wheelDown, at: "┬", rowsAbove: 3, fromBottom: true)
      house.look("and out")
      house.type("yo")
      house.look("keys for links mean nothing here")
    }
  }

  @Test func anotherSpanIsChosen() async throws {
    try await StoryHouse.tell("conair-spans") { house in
      house.start()
      house.type("⇤")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now))
      house.type("]")
      house.look("seven days, of which one is held")
      house.answerTemperatures(StoryMaterial.days(7, until: house.now))
      house.look("seven days")
      house.type("]]")
      house.look("ninety days, of which seven are held")
      house.pass(0.3)
      house.failTemperatures(StoryMaterial.conAirOffline)
      house.look("they cannot be had, and the seven stay")
      house.type("[")
      house.pass(0.3)
      house.answerTemperatures(StoryMaterial.days(30, until: house.now))
      house.look("thirty days")
      house.type("[[[")
      house.look("six hours")
      house.type("]")
      house.pass(0.3)
      house.look("a day again")
    }
  }

  @Test func spansOfBothChartsAreJoinedByAKey() async throws {
    try await StoryHouse.tell(at: StoryPicture.size) { house in
      /// The spans that the borders tell, of Wikipedia's chart and of the rooms'.
      @UI func expectSpans(_ spans: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        let screen = house.glance("spans \(spans)")
        let told = screen.matches(of: /\[ \] ([^─]+) ─/).map { String($0.1) }
        #expect(told == spans, "\(screen)", sourceLocation: sourceLocation)
      }
      house.start()
      house.send(StoryMaterial.connected)
      house.passBatch()
      house.type("⇤")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now))
      house.pass(11)
      expectSpans("1 min", "24 h")
      house.type("[")
      expectSpans("1 min", "6 h")
      house.type("&")
      #expect(house.glance("").contains("The charts' spans are joined; again: each its own"))
      expectSpans("6 h", "6 h")
      house.type("]]]")
      // Rates are kept for a day.
      expectSpans("24 h", "30 d")
      house.type("⇤[")
      expectSpans("6 h", "6 h")
      house.type("[[")
      expectSpans("10 min", "1 h")
      // At the last span of a chart nothing changes in the other.
      house.type("⇥[")
      expectSpans("10 min", "1 h")
      // A chart that was moved keeps what it shows.
      house.type("←")
      house.type("⇤]")
      expectSpans("1 h", "1 h")
      house.type("]")
      expectSpans("6 h", "1 h")
      house.type("⇥f⇤[]")
      expectSpans("6 h", "6 h")
      house.type(":span 90 d")
      house.type("⏎")
      expectSpans("24 h", "90 d")
      house.type("&[")
      expectSpans("24 h", "30 d")
    }
  }

  @Test func temperaturesFail() async throws {
    try await StoryHouse.tell("conair-trouble") { house in
      house.start()
      house.type("⇤")
      house.failTemperatures(StoryMaterial.conAirOffline)
      house.look("the first poll fails", styles: true)
      house.pass(10.05)
      house.look("the next one")
      house.failTemperatures(.malformedAnswer(host: "conair.example", detail: "NaN is no temperature"))
      house.look("fails, too")
      house.type("+←0pf⎋")
      house.look("keys find no chart")
      house.pass(10.05)
      house.answerTemperatures(StoryMaterial.day(until: house.now))
      house.look("the third is answered")
      house.pass(10.05)
      house.failTemperatures(StoryMaterial.conAirOffline)
      house.look("later it fails, and the day stays", styles: true)
      house.type("p")
      house.look("paused with a trouble")
      house.type("⇤")
      house.look("seen from beside")
    }
  }

  @Test func theTemperaturesOfTheDemonstration() async throws {
    try await StoryHouse.tell("conair-demo", temperatureOrigin: .demo) { house in
      house.look("said before anything is answered")
      house.start()
      house.type("⇤")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now, demo: true))
      house.look("the demonstration")
      house.type("r")
      house.look("asked again")
      house.answerTemperatures(StoryMaterial.day(until: Sample.now, demo: true))
      house.look("and answered")
    }
  }

  @Test func noServiceIsConfigured() async throws {
    try await StoryHouse.tell("conair-unconfigured", isConAirConfigured: false) { house in
      house.start()
      house.look("beside the others")
      house.type("⇤")
      house.look("by itself")
      house.type("r+p0")
      house.pass(30)
      house.look("nothing is asked for")
      #expect(house.temperaturesAsked.isEmpty)
    }
  }
}
