import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits

/// Stories of conditions in the filter, and of the pages that are hot.
@Suite struct WikipediaConditionStories {
  @UI private static func begin(_ house: StoryHouse) {
    house.start()
    house.type("⇥")
    house.send(StoryMaterial.connected)
    for (number, user) in ["Ada", "Ben", "Cleo", "Dora", "Ada", "Emil"].enumerated() {
      house.send(
        StoryMaterial.edit(
          "2026 in film", 30 * number - 50, revision: 10 + number, by: SafeText(oneLine: user), "update",
          isMinor: number % 2 == 0, at: Sample.ago(seconds: Double(900 - 100 * number))))
    }
    house.send(
      StoryMaterial.edit("Zürich", -400, revision: 31, by: "Marta K.", at: Sample.ago(seconds: 1_200)),
      StoryMaterial.edit("Zürich", 12, revision: 32, by: "~2026-31415-9", at: Sample.ago(seconds: 60)),
      StoryMaterial.edit("Zürich", 7, revision: 33, by: "TidyBot", isBot: true, at: Sample.ago(seconds: 30)),
      StoryMaterial.edit("Lonely page", 5, revision: 41, by: "Ingrid", at: Sample.ago(seconds: 5)))
    house.passBatch()
  }

  @Test(arguments: [StoryPicture.size, Size(width: 48, height: 12)])
  func editsAreChosenByACondition(size: Size) async throws {
    try await StoryHouse.tell("wikipedia-condition", at: size) { house in
      Self.begin(house)
      house.type("/film ?mnor")
      house.pass(0.15)
      house.look("a word, and a mistake behind it", styles: true)
      house.type("⌫⌫⌫inor and bytes>0")
      house.pass(0.15)
      house.look("minor edits of the film that added something", styles: true)
      house.type("⏎j")
      house.look("kept, and the first one selected")
      house.type("⎋")
      house.look("all again")
    }
  }

  @Test func hotPagesAreThoseWithManyEditors() async throws {
    try await StoryHouse.tell("wikipedia-hot") { house in
      Self.begin(house)
      house.pass(5)
      house.type("H")
      house.look("two pages have several editors; the bot is none", styles: true)
      house.type("jy")
      house.look("the second one's link is copied")
      house.type("o⏎")
      house.pass(0.2)
      house.look("its latest edit that is not a bot's")
      house.type("K")
      house.pass(0.2)
      house.look("that of the page before it")
      house.type("q")
      let link = "https://en.wikipedia.org/wiki/32"
      #expect(house.display.copied == ["\(SafeText(oneLine: link))"])
      #expect(house.display.opened.map(\.absoluteString) == [link])
    }
  }

  @Test func aConditionWithANameIsChosenAsOtherPartsAre() async throws {
    try await StoryHouse.tell("wikipedia-named-condition") { house in
      Self.begin(house)
      house.settings.value.wikipedia.conditions = [
        NamedCondition("removals", try EditCondition("bytes<0")),
        NamedCondition("new users?", try EditCondition("anonymous or newcomer")),
      ]
      house.type("e")
      house.look("those of the settings come first", styles: true)
      house.type("⏎")
      house.pass(0.2)
      house.look("the border has its name")
      house.type("e⏎")
      house.pass(0.2)
      house.look("all again")
      house.settings.value.wikipedia.conditions = [
        NamedCondition("possible vandalism by newcomers", try EditCondition("bytes<0"))
      ]
      house.type("e⏎")
      house.pass(0.2)
      #expect(house.glance("a name without room").contains("─ some edits · live ─"), "\(house.screen)")
    }
  }
}
