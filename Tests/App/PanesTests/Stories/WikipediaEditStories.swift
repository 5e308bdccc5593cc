import Edits
import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

/// Stories of edits that are opened from Wikipedia's list.
@Suite struct WikipediaEditStories {
  @UI private static func begin(_ house: StoryHouse) {
    house.start()
    house.type("⇥")
    house.send(StoryMaterial.connected)
    house.send(
      StoryMaterial.edit(
        "Łódź Fabryczna", 1_204, revision: 11, by: "~2026-31415-9", "Created page", isNew: true,
        at: Sample.ago(seconds: 90)),
      StoryMaterial.other(.newuser, "Somebody", at: Sample.ago(seconds: 60)),
      StoryMaterial.edit(
        "Zürich Hauptbahnhof", 58, revision: 22, by: "Marta K.", "/* History */ after the fire", isMinor: true,
        at: Sample.ago(seconds: 30)),
      StoryMaterial.edit(
        "List of stages", -31, revision: 33, by: "CitationTidyBot", isBot: true, at: Sample.ago(seconds: 5)))
    house.passBatch()
  }

  @Test func anEditIsReadWithWhatItChanged() async throws {
    try await StoryHouse.tell("wikipedia-edit") { house in
      Self.begin(house)
      house.type("jj⏎")
      house.look("what is known of the edit stands there at once")
      #expect(house.editsAsked == ["enwiki 21 22"])
      house.answerEdit(.diff(StoryMaterial.diff))
      house.look("what it changed", styles: true)
      house.type("j↓")
      house.look("two lines further down")
      house.type("G")
      house.look("the end")
      house.type("/tram")
      house.pass(0.2)
      house.look("a search")
      house.type("⏎n")
      house.look("its next match")
      house.type("⎋")
      house.look("Esc ends the search first")
      house.type("y")
      house.look("its link is copied")
      house.type("o")
      house.type("⎋")
      house.look("back in the list, where it was")
      house.type("⏎")
      house.look("again, without a request")
      #expect(house.editsAsked.count == 1)
      house.type("q")
      #expect(!house.hasQuit)
      let link = "https://en.wikipedia.org/w/index.php?diff=22&oldid=21"
      #expect(house.display.copied == ["\(SafeText(oneLine: link))"])
      #expect(house.display.opened.map(\.absoluteString) == [link])
    }
  }

  @Test func theNextEditsAndThoseThatCannotBeShown() async throws {
    try await StoryHouse.tell("wikipedia-edits") { house in
      Self.begin(house)
      house.type("⏎")
      house.answerEdit(.diff(EditDiff()))
      house.look("the newest one changed no text")
      house.type("J")
      house.look("the next one is on its way")
      house.pass(0.2)
      house.failEdit(.throttled(until: house.now.addingTimeInterval(90), by: "Wikipedia"))
      house.look("the wiki wants a pause")
      house.type("J")
      house.pass(0.2)
      house.answerEdit(.diff(EditDiff(newPage: "'''Łódź''' is a city.\n\n== History ==\n東京都 &amp; more\n")))
      house.look("a new page, the last of the list", styles: true)
      house.type("K")
      house.pass(0.2)
      house.answerEdit(.absent(.hidden))
      house.look("the text of the one before is hidden")
      house.type("r")
      house.answerEdit(.absent(.deleted))
      house.look("and then deleted")
      house.resize(60, 14)
      house.look("on a small screen")
      house.click("│", rowsAbove: 3)
      house.type("⎋jj")
      house.look("a sign-up is no edit")
      house.type("⏎")
      house.look("which is said")
    }
  }

  @Test func theListIsAQueueToReadThrough() async throws {
    try await StoryHouse.tell("wikipedia-queue") { house in
      Self.begin(house)
      house.look("who, why and how much, where there is room", styles: true)
      house.type("jj")
      house.send(
        StoryMaterial.edit("A later page", 7, revision: 44, by: "Ingrid", "typo"),
        StoryMaterial.edit("Another one", -4_000, revision: 55, by: "Marta K.", "shortened"))
      house.passBatch()
      house.look("two have come since")
      house.type("⏎")
      house.answerEdit(.diff(EditDiff()))
      house.type("⎋")
      house.look("what was opened is read", styles: true)
      house.type("u")
      house.look("and is not any more")
      house.type("g")
      house.look("to the new ones")
      house.type("s")
      house.look("an order is chosen")
      house.type("j⏎")
      house.look("the largest change first")
      house.type("/marta")
      house.pass(0.2)
      house.look("a user's, by name")
    }
  }

  @Test func otherWikisAreChosen() async throws {
    try await StoryHouse.tell("wikipedia-wikis") { house in
      Self.begin(house)
      house.type("w")
      house.look("the wikis to choose from, while the list of all is asked for")
      house.answerWikis(.success([Wiki("scnwiki", "Sicilian", "sicilianu"), Wiki("dewiki", "German")]))
      house.type("en sicil")
      house.look("a small wiki is found by its language")
      house.type("⎋w")
      house.answerWikis(.failure(.unreachable(host: "meta.wikimedia.org", reason: "no route")))
      house.look("without the list")
      house.type("de, Por")
      house.look("two, the second by its language")
      house.type("⏎")
      #expect(house.wikis == ["dewiki", "ptwiki"])
      house.send(.selected(source: WikiSelection(["dewiki", "ptwiki"])))
      house.passBatch()
      house.look("nothing of the former wiki is left")
      house.send(
        StoryMaterial.edit("São Paulo", 12, revision: 5, by: "Inês", "typo", at: house.now, on: "ptwiki"),
        StoryMaterial.edit("Zürich", -40, revision: 7, by: "Jörg", "/* Verkehr */", at: house.now, on: "dewiki"))
      house.passBatch()
      house.look("each row says its wiki", styles: true)
      house.type("⏎")
      #expect(house.editsAsked == ["dewiki 6 7"])
      house.type("⎋jU")
      #expect(house.contributionsAsked == ["ptwiki Inês"])
      house.type("⎋y")
      house.look("the link of the other one is copied")
      house.type("wall⏎")
      #expect(house.wikis == [])
      house.send(.connected(source: .english))
      house.passBatch()
      house.type("w")
      house.look("a server that tells of one wiki only")
    }
  }

  @Test func editsAreToldApartByWhoMakesThem() async throws {
    try await StoryHouse.tell("wikipedia-who") { house in
      Self.begin(house)
      for window in 0..<12 {
        for number in 0..<(6 + window % 3) {
          house.send(
            StoryMaterial.edit(
              "Page \(number)", number, revision: 100 * window + number + 50,
              by: number % 3 == 1 ? "192.0.2.\(number)" : "Maria", isMinor: number == 2, isBot: number % 3 == 0,
              at: house.now))
        }
        house.pass(5)
      }
      house.passBatch()
      house.type("b")
      house.look("a line for each kind of editor", styles: true)
      house.type("e")
      house.look("what can be left out")
      house.type("jj⏎")
      house.look("without bots")
      house.type("b")
      house.look("one line again, of people")
      house.type("eG⏎")
      house.look("and no minor edits")
    }
  }

  @Test func whatANewUserDidIsFoundFromTheChart() async throws {
    try await StoryHouse.tell("wikipedia-newcomer") { house in
      Self.begin(house)
      for second in 0..<120 {
        house.send(StoryMaterial.edit("Page", second, at: house.now))
        if second == 60 { house.send(StoryMaterial.other(.newuser, "Ingrid Ågren", at: house.now)) }
        house.pass(1)
      }
      house.type("m")
      for _ in 0..<60 where !house.screen.contains("new user Ingrid") {
        house.type("h")
        house.drawDue()
      }
      house.look("the cursor at a sign-up tells who it was", styles: true)
      house.type("⏎")
      #expect(house.contributionsAsked == ["enwiki Ingrid Ågren"])
      house.answerContributions([
        StoryMaterial.edit("Ålesund", 58, revision: 22, by: "Ingrid Ågren", "typo", isNew: true)
      ])
      house.look("what they did")
      house.type("⏎")
      house.answerEdit(.diff(EditDiff()))
      house.look("their only edit")
      house.type("⎋h")
      house.look("beside the mark nothing is told")
      house.type("⏎")
      #expect(house.contributionsAsked.count == 1)
    }
  }

  @Test func moreOfTheRateIsShown() async throws {
    try await StoryHouse.tell("wikipedia-spans") { house in
      Self.begin(house)
      for second in 0..<240 {
        house.send(StoryMaterial.edit("Page", second, at: house.now))
        house.pass(second % 7 == 0 ? 3 : 1)
      }
      house.type("]")
      house.look("ten minutes")
      house.type("]]]]")
      house.look("a day, the most that is kept")
      house.type("[")
      house.look("six hours")
    }
  }

  @Test func keysBeforeAUsersEditsAreDoneWhenTheyAreThere() async throws {
    try await StoryHouse.tell(at: StoryPicture.size) { house in
      Self.begin(house)
      house.type("jjUj⏎")
      #expect(house.editsAsked == [])
      house.answerContributions([
        StoryMaterial.edit("Zürich Hauptbahnhof", 58, revision: 22, by: "Marta K."),
        StoryMaterial.edit("東京都", -7, revision: 19, by: "Marta K."),
      ])
      #expect(house.editsAsked == ["enwiki 18 19"])
    }
  }

  @Test func aUsersEditsAreLookedThrough() async throws {
    try await StoryHouse.tell("wikipedia-user") { house in
      Self.begin(house)
      house.type("jjU")
      house.look("the user's edits are on their way")
      #expect(house.contributionsAsked == ["enwiki Marta K."])
      house.answerContributions([
        StoryMaterial.edit("Zürich Hauptbahnhof", 58, revision: 22, by: "Marta K.", "/* History */ after the fire"),
        StoryMaterial.edit("東京都", -7, revision: 19, by: "Marta K.", at: Sample.ago(seconds: 7_200)),
        StoryMaterial.edit(
          "User talk:Ingrid", 300, revision: 15, by: "Marta K.", "reply", at: Sample.ago(seconds: 90_000)),
      ])
      house.look("they are here")
      house.type("j⏎")
      house.answerEdit(.diff(StoryMaterial.diff))
      house.look("one of them")
      #expect(house.editsAsked == ["enwiki 18 19"])
      house.type("J")
      house.pass(0.2)
      house.answerEdit(.diff(EditDiff()))
      house.look("the next of the user's")
      house.type("U")
      house.answerContributions([])
      house.look("from there, a user whom the wiki does not know")
      house.type("⎋⎋")
      house.look("back in the list")
    }
  }
}
