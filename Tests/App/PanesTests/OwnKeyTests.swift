import Foundation
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Keys that a person has set.
@Suite(.serialized) struct OwnKeyTests {
  private typealias Keys = [PaneKit.Command.ID: [KeyEvent]]

  @Test func keysChangeWhileTheProgramRuns() async {
    await ShellStory.tell {
      let keys = MutableProperty<[PaneKit.Command.ID: [KeyEvent]]>([:])
      let story = ShellStory(height: 60, keys: Property(keys))
      #expect(story.footer.contains("⇥ next pane"))
      story.scheduler.perform { keys.value = ["pane.next": [.function(5)], "app.help": [.function(1)]] }
      story.look()
      #expect(story.footer.contains("F5 next pane") && story.footer.contains("F1 help"))
      story.type(.tab)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      story.type(.function(5))
      #expect(story.dashboard.state.value.focus == .wikipedia)
      story.type(.function(1))
      #expect(story.look().contains(/F5 Shift-Tab +next, previous pane/))
      story.type(.function(1))
      #expect(!story.look().contains("╭─ Keys"))
      story.scheduler.perform { keys.value = [:] }
      story.type(.tab)
      #expect(story.dashboard.state.value.focus == .rooms)
    }
  }

  @Test func aClashIsToldAtTheStart() async {
    await ShellStory.tell {
      let story = ShellStory(keys: Property(value: ["pane.zoom": ["r"]]))
      #expect(story.footer.contains("r is “refresh this pane” (pane.refresh), and not “this pane alone” (pane.zoom)"))
      #expect(!ShellStory(keys: Property(value: ["pane.zoom": ["Z"]])).footer.contains("as well"))
    }
  }

  @Test func aClashIsToldWithBothCommands() async {
    await ShellStory.tell {
      let keys = MutableProperty<[PaneKit.Command.ID: [KeyEvent]]>([:])
      let story = ShellStory(width: 160, keys: Property(keys))
      // Both can be done in the list: told when the settings change.
      story.scheduler.perform { keys.value = ["pane.zoom": ["r"]] }
      story.look()
      let notice = "r is “refresh this pane” (pane.refresh), and not “this pane alone” (pane.zoom) as well"
      #expect(story.footer.contains(notice))
      story.turn(seconds: 5)
      #expect(!story.footer.contains(notice))
      // And when the key is pressed; the first one is done.
      story.type("r")
      story.look()
      #expect(story.footer.contains(notice))
      #expect(!story.dashboard.state.value.isZoomed)
      story.turn(seconds: 5)
      // Where only one of two can be done, there is no clash.
      story.scheduler.perform {
        keys.value = ["tab.next": ["n"], "question.next-tab": ["n"], "pane.zoom": ["v"], "pane.unzoom": ["v"]]
      }
      story.type("n", "v", "v")
      story.look()
      #expect(!story.footer.contains("as well"))
      #expect(story.stackOverflow.state.value.selectedTab == 1)
      story.type("1", .enter)
      story.answers()
      story.type("n")
      story.look()
      #expect(story.footer.contains("“next tab” (question.next-tab), and not “next answer”"))
    }
  }

  @Test(arguments: [.backspace, .enter, .escape, .left, .home, .control("u"), "x", " "] as [KeyEvent])
  func whatAFieldNeedsCannotBeTakenFromIt(key: KeyEvent) async {
    await ShellStory.tell {
      let taken: [PaneKit.Command.ID: [KeyEvent]] = [
        "list.up": [key], "pane.next": [key], "app.redraw": [key], "pane.refresh": [key],
      ]
      let (plain, story) = (ShellStory(), ShellStory(keys: Property(value: taken)))
      for one in [plain, story] {
        one.type("/abc")
        one.type(key)
        one.type("d")
        one.scheduler.advance(by: .seconds(1))
      }
      let (expected, found) = (plain.stackOverflow.state.value, story.stackOverflow.state.value)
      #expect(found.list.filter == expected.list.filter, "\(key)")
      #expect(found.takesText == expected.takesText)
      #expect(story.dashboard.state.value.focus == .stackOverflow && story.display.invalidations == 0)
      // In the palette's field as well.
      let fields = [[:], taken].map { keys in
        let palette = ShellStory(keys: Property(value: keys))
        palette.type(":quix")
        palette.type(key)
        palette.look()
        return palette.lines[4]
      }
      #expect(fields[0] == fields[1], "\(key)")
    }
  }

  @Test func controlCQuitsWhateverElseIsSet() async {
    await ShellStory.tell {
      let taken: [PaneKit.Command.ID: [KeyEvent]] = [
        "app.quit": [], "app.quit-always": [], "pane.next": [.control("c")], "filter.left": [.control("c")],
        "overlay.close": [.control("c")], "list.up": [.control("c")],
      ]
      for keys in [[], ["/"], ["?"], [":"], [.enter]] as [[KeyEvent]] {
        let story = ShellStory(keys: Property(value: taken))
        for key in keys { story.type(key) }
        story.type("q")
        #expect(!story.hasQuit)
        story.type(.control("c"))
        #expect(story.hasQuit, "\(keys)")
      }
    }
  }
}
