import Foundation
import Model
import PaneKit
import Screen
import Simulation
import Testing
import Text

@testable import Edits

/// Stories of the fields beside the filter of questions: Wikipedia's filter, and the search in an open question.
@Suite struct FieldStories {
  @Test(arguments: [StoryPicture.size, Size(width: 48, height: 12)])
  func eventsAreFiltered(size: Size) async throws {
    try await StoryHouse.tell("wikipedia-filter", at: size) { house in
      house.start()
      house.type("⇥/")
      house.look("the field takes keys before anything has come", styles: true)
      house.type("⎋")
      house.send(StoryMaterial.connected)
      for number in 1...40 { house.send(StoryMaterial.edit("Article \(number)", number)) }
      for title: SafeText in ["Zürich", "Łódź Fabryczna", "Zurich Airport"] { house.send(StoryMaterial.edit(title, 7)) }
      house.passBatch()
      house.look("some events")
      house.type("/")
      house.look("the field has the keys")
      house.type("zur")
      house.pass(0.15)
      house.look("what contains zur", styles: true)
      house.send(StoryMaterial.edit("Zürichsee", 3), StoryMaterial.edit("Elsewhere", 3))
      house.passBatch()
      house.look("a later one that matches joins")
      house.type("↓")
      house.look("the arrows move in the list")
      house.type("q")
      house.pass(0.15)
      house.look("nothing contains zurq")
      house.type("⌫⏎")
      house.look("the filter is kept")
      house.send(.disconnected(StoryMaterial.offline, retry: house.now.addingTimeInterval(30)))
      house.passBatch()
      house.look("a trouble beside it")
      house.type("⎋")
      house.look("Esc clears it")
      house.type("⎋")
      house.look("and then goes to the newest")
      #expect(!house.hasQuit)
    }
  }

  @Test(arguments: [StoryPicture.size, Size(width: 48, height: 12)])
  func anOpenQuestionIsSearched(size: Size) async throws {
    try await StoryHouse.tell("reading-search", at: size) { house in
      house.start()
      house.answerQuestions(StoryMaterial.page)
      house.type("⏎")
      house.answerDetail(StoryMaterial.detail(of: Sample.questions[0]))
      house.type("/")
      house.look("the field has the keys", styles: true)
      house.type("ma")
      house.pass(0.15)
      house.look("what contains ma", styles: true)
      house.type("in")
      house.pass(0.15)
      house.look("and main")
      house.type("⏎n")
      house.look("the next match", styles: true)
      house.type("nnn")
      house.look("further on", styles: true)
      house.type("g")
      house.look("the start of the text")
      house.type("n")
      house.look("the next one from there")
      house.type("gN")
      house.look("the one before is the last")
      house.type("n")
      house.look("after the last comes the first")
      house.type("/ xyz")
      house.pass(0.15)
      house.look("a second word that is not there")
      house.type("⌃w⌃wqu⏎")
      house.look("nothing is found")
      house.type("⎋")
      house.look("Esc clears the search")
      house.type("n")
      house.look("n goes to an answer again")
      house.type("nN")
      house.look("and N to the one before")
      house.type("⎋")
      house.look("back in the list")
    }
  }

  @Test func aPasteIsOneLineAndNoLongerThanAFieldTakes() async throws {
    let lines = SafeText(oneLine: "zu\nri\r\nch")
    let huge = SafeText(oneLine: String(repeating: "long\n", count: 10_000))
    for place in ["", "⇥", "⏎②"] {
      try await StoryHouse.tell(at: Size(width: 80, height: 24)) { house in
        ScreenStories.load(house)
        house.type(place.filter { $0 != "②" })
        if place.contains("②") { house.answerDetail(StoryMaterial.detail(of: Sample.questions[0])) }
        house.type("/")
        house.press(.paste(lines))
        let screen = house.glance("a paste of three lines at “\(place)”")
        #expect(screen.contains("  zu ri ch "), "\(screen)")
        house.press(.paste(huge))
        house.pass(0.15)
        house.glance("a huge one")
        house.press(.home)
        let start = house.glance("its start")
        #expect(start.contains("  zu ri chlong long"), "\(start)")
        #expect(!house.hasQuit)
      }
    }
    var field = TextFieldState()
    field.apply(.insert(huge))
    #expect(field.text.string.unicodeScalars.count == TextFieldState.limit)
  }
}
