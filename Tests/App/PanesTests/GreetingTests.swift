import Assembly
import Foundation
import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// The line of the first start.
@Suite(.serialized) struct GreetingTests {
  @Test(arguments: [
    (Origin.demo, Origin.demo, "Everything here is made up"), (.live, .live, "Everything here is live"),
    (.live, .demo, "Wikipedia: made up, the rest is live"),
  ])
  func itSaysWhatIsLiveAndGoesWithTheFirstKey(origin: Origin, feed: Origin, words: String) async {
    await ShellStory.tell {
      let story = ShellStory(origin: origin, feedOrigin: feed, greets: true)
      story.connectFeed()
      #expect(story.footer == " Welcome. \(words).   ? help   : commands   q quit")
      story.turn(seconds: 60)
      #expect(story.footer.contains("Welcome"))
      story.type("j")
      story.look()
      #expect(!story.footer.contains("Welcome") && story.footer.contains("↑↓ move"))
    }
  }

  /// Nothing could be reached: that is said in the last line, in the top line, and in `D` while it lasts.
  @Test func aStartThatReachesNothingSaysSo() async {
    await ShellStory.tell {
      let addresses = ServiceAddresses(questions: "https://api.example", edits: "https://stream.example")
      let story = ShellStory(origin: .demo, feedOrigin: .demo, greets: true, addresses: addresses)
      story.connectFeed()
      #expect(
        story.footer.hasPrefix(" Welcome. No network: made-up data. It tries again every minute; r tries now.   ? help")
      )
      #expect(story.lines[0].contains("DEMO  made-up data · no network, tried every minute"))
      story.type("D")
      story.look()
      let lines = story.lines.joined(separator: "\n")
      #expect(lines.contains("the demonstration, as there is no way to https://api.example"))
      let live = ShellStory(feedOrigin: .demo, greets: true, addresses: addresses)
      live.connectFeed()
      #expect(
        live.footer.hasPrefix(
          " Welcome. Wikipedia cannot be reached: made-up data. It tries again every minute; r tries now."))
    }
  }

  @Test func nothingIsSaidOfAServiceThatHasNotAnswered() async {
    await ShellStory.tell {
      let story = ShellStory(greets: true)
      #expect(story.footer.hasPrefix(" Welcome. Stack Overflow, ConAir: live.   ? help"))
      story.connectFeed()
      #expect(story.footer.hasPrefix(" Welcome. Everything here is live.   ? help"))
    }
  }

  @Test func whatDoesNotAnswerNowIsNotCalledLive() async {
    await ShellStory.tell {
      let story = ShellStory(greets: true)
      story.connectFeed()
      story.questions.failure.withLock { $0 = .unreachable(host: "api.example", reason: "connection refused") }
      story.scheduler.perform { story.stackOverflow.send(.refresh) }
      story.turn()
      #expect(story.lines[0].contains("trouble: Stack Overflow"))
      #expect(story.footer.hasPrefix(" Welcome. Wikipedia, ConAir: live.   ? help"))
      story.questions.failure.withLock { $0 = nil }
      story.scheduler.perform { story.stackOverflow.send(.refresh) }
      story.turn()
      #expect(story.footer.hasPrefix(" Welcome. Everything here is live.   ? help"))
    }
  }

  @Test func theRestIsNotCalledLiveWhereSomeOfItDoesNotAnswer() async {
    await ShellStory.tell {
      let story = ShellStory(feedOrigin: .demo, greets: true)
      story.connectFeed()
      #expect(story.footer.hasPrefix(" Welcome. Wikipedia: made up, the rest is live.   ? help"))
      story.questions.failure.withLock { $0 = .unreachable(host: "api.example", reason: "connection refused") }
      story.scheduler.perform { story.stackOverflow.send(.refresh) }
      story.turn()
      #expect(story.footer.hasPrefix(" Welcome. Wikipedia: made up; ConAir: live.   ? help"))
    }
  }

  @Test func aMistakeInTheSettingsMattersMore() async {
    await ShellStory.tell {
      let story = ShellStory(greets: true)
      story.scheduler.perform { story.mistakes.value = ["config.yaml:1:7: unit: what is that?"] }
      story.look()
      #expect(story.footer.contains("config.yaml:1:7"))
    }
  }

  @Test func aClickTakesItAwayTooAndOwnKeysAreTold() async {
    await ShellStory.tell {
      let story = ShellStory(keys: Property(value: ["app.help": [.function(1)]]), greets: true)
      #expect(story.footer.contains("F1 help   : commands"))
      story.point(.wheelDown, x: 5, y: 10)
      story.look()
      #expect(!story.footer.contains("Welcome"))
      let narrow = ShellStory(width: 40, height: 10, greets: true)
      #expect(narrow.footer == " ? help   : commands   q quit")
      #expect(!ShellStory().footer.contains("Welcome"))
    }
  }
}
