import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits

/// Stories of pages and users that are watched or ignored by key.
@Suite struct WatchStories {
  @UI private static func begin(_ house: StoryHouse) {
    house.start()
    house.type("⇥")
    house.send(StoryMaterial.connected)
    house.send(
      StoryMaterial.edit("Saturn", 58, revision: 22, by: "Marta K.", at: Sample.ago(seconds: 30)),
      StoryMaterial.edit("Mars", -31, revision: 33, by: "Ingrid", at: Sample.ago(seconds: 5)))
    house.passBatch()
  }

  /// One key each: in the list, in an open edit, and among a user's edits.
  @Test func pagesAndUsersAreWatchedByKey() async throws {
    try await StoryHouse.tell("wikipedia-watch") { house in
      Self.begin(house)
      house.type("v")
      house.look("nothing is selected")
      house.type("jjv")
      house.look("the page of the selected edit is watched")
      house.type("⏎")
      house.answerEdit(.diff(StoryMaterial.diff))
      house.type("V")
      house.look("the user of the open edit, too")
      house.type("U")
      house.answerContributions([
        StoryMaterial.edit("Saturn", 58, revision: 22, by: "Marta K."),
        StoryMaterial.edit("Venus", -7, revision: 19, by: "Marta K.", at: Sample.ago(seconds: 7_200)),
      ])
      house.type("jv")
      house.look("and the page of another of the user's edits")
      house.type("⎋⎋")
      house.type(":is watched")
      house.look("the palette has the list of them")
      house.type("⏎")
      house.look("what is watched")
      house.type("j⏎")
      house.look("one is not watched any more")
    }
  }

  @Test func pagesAndUsersAreIgnoredByKey() async throws {
    try await StoryHouse.tell("wikipedia-ignore") { house in
      Self.begin(house)
      house.type("jjI")
      house.look("the page or the user of the selected edit")
      house.type("j⏎")
      house.look("the user is ignored, and the selected edit stays")
      house.type("k")
      house.look("until another one is selected")
      house.type(":is ignored")
      house.type("⏎")
      house.look("what is ignored")
      house.type("⏎")
      house.look("the edit is listed again")
    }
  }
}
