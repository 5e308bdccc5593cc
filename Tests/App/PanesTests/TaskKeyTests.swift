import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// How many keys tasks take, beside the words typed.
@Suite(.serialized) struct TaskKeyTests {
  @Test func theCodeOfAnAnswerIsCopiedWithEightKeys() async {
    await ShellStory.tell {
      let story = ShellStory()
      let keys: [KeyEvent] = [.down, .enter, "L", .down, .down, "y"]
      story.type("S")
      story.type("concurrency")
      story.turn()
      for key in keys {
        story.type(key)
        story.answers()
      }
      #expect(keys.count + 1 <= 8)
      #expect(story.display.copied == ["Task { @MainActor in … }"])
    }
  }

  @Test func aTagOfAnotherSiteIsOpenedWithSixKeys() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("t")
      story.type("site:unix bash")
      story.turn()
      story.type(.enter)
      story.answers()
      let feed = story.stackOverflow.state.value.list.feed
      #expect(feed.site == "unix" && feed.tags == ["bash"], "with two keys")
    }
  }

  @Test func theRiskiestEditIsOpenedWithFiveKeysAndItsUsersEditsWithOne() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for number in 1...5 {
        story.sendEdit("Article \(SafeText(oneLine: "\(number)"))", revision: 100 + number)
        let facts = EditFacts(risk: number == 2 ? 0.97 : 0.1)
        story.scheduler.perform {
          story.feed.send(.annotated(EditAnnotation(.init(wiki: "enwiki", revision: 100 + number), facts)))
        }
      }
      story.turn(seconds: 6)
      for key in [.tab, "s", .end, .enter, .enter] as [KeyEvent] {
        story.type(key)
        story.answers()
      }
      #expect(story.screen.contains("Wikipedia › Edit") && story.screen.contains("Article 2  "))
      story.type("U")
      story.answers()
      #expect(story.screen.contains("─ Edits by Marta K. ─"))
    }
  }
}
