import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// The whole interface, from keys to frames, on a terminal in memory: a person's stories.
///
/// One after the other, since the interface has one thread and one clock of frames.
@Suite(.serialized) struct ShellTests {
  private typealias Story = ShellStory

  private func tell(_ steps: @UI () throws -> Void) async rethrows { try await ShellStory.tell(steps) }

  @Test func theFirstFrameIsThereBeforeAnythingIsLoaded() async {
    await tell {
      let story = Story()
      #expect(story.display.frames.first?.text.contains("Stack Overflow") == true)
      #expect(story.display.frames.first?.text.contains("Swift concurrency") == false)
      #expect(story.screen.contains("Why does Swift concurrency hop threads here?"))
      #expect(story.screen.contains("▀▀▀ ▀▀▀ ▀ ▀▀▀ °C"))
    }
  }

  @Test func whatOneTypesIntoTheFilterIsTextAndFiltersTheList() async {
    await tell {
      let story = Story()
      story.type("/conc")
      story.turn()
      #expect(story.screen.contains("Filter  conc"))
      #expect(story.screen.contains("5 of 6"))
      #expect(story.footer.hasPrefix(" ↑↓ move   ⏎ keep   Esc clear"))
      story.type("q")
      story.turn()
      #expect(!story.hasQuit)
      #expect(story.screen.contains("None of 6 questions matches"))
      story.type(.backspace, .enter)
      story.turn()
      #expect(story.display.frames.last?.cursor?.place == Point(x: 1, y: 4))
      story.type(.escape)
      story.turn()
      #expect(story.screen.contains("─ 6 · 14:03"))
      story.type("q")
      #expect(story.hasQuit)
    }
  }

  @Test func aPasteOutsideTheFilterDoesNothing() async {
    await tell {
      let story = Story()
      let before = story.screen
      story.type(.paste("qqq"))
      #expect(story.look() == before)
      #expect(!story.hasQuit)
    }
  }

  @Test func aQuestionOpensScrollsToItsAnswersAndCloses() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.type(.down, .enter)
      story.turn()
      #expect(story.screen.contains("Top › Question"))
      #expect(story.screen.contains("1–20 of"))
      story.type("n")
      // The answer's line is the first that is visible.
      #expect(story.look().split(separator: "\n")[2].contains("✓ accepted"))
      story.type("G")
      let end = story.look()
      #expect(end.contains("[2] https://github.com/swiftlang/swift-evolution"))
      story.type(.pageUp, .home)
      #expect(story.look().contains("1–20 of"))
      story.type(.escape)
      #expect(story.look().contains("Debouncing"))
      #expect(!story.hasQuit)
    }
  }

  @Test func aResizeKeepsThePlaceInSight() async {
    await tell {
      let story = Story()
      story.type("G")
      story.look()
      story.resize(to: 60, 12)
      #expect(story.look().contains("▌"))
      #expect(story.display.frames.last?.size == Size(width: 60, height: 12))
      story.resize(to: 30, 5)
      #expect(story.look().contains("reactui needs 40x10"))
      story.resize(to: 120, 36)
      #expect(story.look().contains("▌"))
    }
  }

  @Test func tabMovesTheFocusAndZoomShowsThePaneAlone() async {
    await tell {
      let story = Story()
      story.type(.tab, .character("z"))
      let screen = story.look()
      #expect(screen.hasPrefix(" reactui    Stack Overflow    Wikipedia"))
      #expect(screen.contains("╭─ Wikipedia"))
      #expect(!screen.contains("╭─ ConAir"))
      story.type(.backTab)
      #expect(story.look().contains("╭─ Stack Overflow"))
    }
  }

  @Test func zoomIsNoHiddenSwitchWhereOnePaneIsShownAnyhow() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.type("z")
      story.resize(to: 120, 36)
      #expect(story.look().contains("╭─ ConAir"))
    }
  }

  @Test(arguments: [
    (34, "reactui needs 40x10, this is 34x8"), (30, "reactui needs 40x10"), (18, "needs 40x10"), (8, "40x10"),
  ])
  func aTerminalThatIsTooSmallIsToldAWholeSentence(width: Int, sentence: String) async {
    await tell {
      let story = Story(width: width, height: 8)
      #expect(story.look().trimmingCharacters(in: .whitespacesAndNewlines) == sentence)
    }
  }

  @Test func altIsNoCommandAndLeavesTheFilter() async {
    await tell {
      let story = Story()
      story.type("/swift async")
      story.type(.alt(.character("q")), .alt(.character("b")), .alt(.backspace), .alt(.character("r")))
      story.turn()
      #expect(!story.hasQuit)
      #expect(story.screen.contains("Filter  async"))
    }
  }

  @Test func theHelpScrollsByItselfAndCoversThePanes() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.type("?")
      #expect(story.look().contains("Lists and texts"))
      story.type(.end)
      #expect(story.look().contains("sort the rooms, their alarms"))
      #expect(story.footer == " ↑↓ scroll   Esc close   / search")
      story.type("q")
      #expect(!story.look().contains("sort the rooms"))
      #expect(!story.hasQuit)
      #expect(story.screen.contains("▌  42"), "the selection under the help has not moved")
    }
  }

  @Test func aWatchedEditRingsTheBellIfTheSettingsSaySo() async {
    await tell {
      let story = Story(watch: [
        EditWatch(.title("Saturn"), ringsBell: true), EditWatch(.title("Mars"), ringsBell: false),
      ])
      story.connectFeed()
      story.sendEdit("Mars", revision: 1)
      story.turn()
      #expect(story.display.rings == 0)
      story.sendEdit("Saturn", revision: 2)
      story.turn()
      #expect(story.display.rings == 1)
    }
  }

  @Test func theDesktopNotifiesOfWhatTheSettingsName() async {
    await tell {
      let story = Story(width: 150, height: 60, watch: [EditWatch(.title("Saturn"))])
      story.connectFeed()
      story.sendEdit("Saturn", revision: 2)
      story.turn()
      #expect(story.display.notifications == [])
      story.type("D")
      #expect(!story.look().contains("notifications"))
    }
    await tell {
      var settings = Settings()
      settings.notify.kinds = [.watched]
      let story = Story(width: 150, height: 60, settings: settings, watch: [EditWatch(.title("Saturn"))])
      story.connectFeed()
      story.sendEdit("Mars", revision: 1)
      story.sendEdit("Saturn", revision: 2)
      story.turn()
      #expect(story.display.notifications == ["1 watched edit: Saturn"])
      story.type("D")
      #expect(story.look().contains(/notifications +not known to work here/))
    }
  }

  @Test func commandsReachTheWorldOutside() async {
    await tell {
      let story = Story()
      story.type("y")
      #expect(story.display.copied == ["https://stackoverflow.com/q/1"])
      story.look()
      #expect(story.footer == " Copied https://stackoverflow.com/q/1")
      story.turn(seconds: 4)
      #expect(story.footer.contains("move"), "the notice has gone by itself")
      story.display.browserTrouble = "No browser: set BROWSER"
      story.type("o")
      story.look()
      #expect(story.display.opened.map(\.absoluteString) == ["https://stackoverflow.com/q/1"])
      #expect(story.footer == " No browser: set BROWSER")
      story.display.browserTrouble = nil
      story.type("o")
      story.look()
      #expect(story.footer == " Opened https://stackoverflow.com/q/1")
      story.scheduler.perform { story.display.failProgram("false ended with status 1") }
      story.look()
      #expect(story.footer == " false ended with status 1")
      story.scheduler.perform {
        story.shell.carryOut(.runInTerminal(ProgramCall(["vi", "a b"], input: "text")))
      }
      #expect(story.display.run == [ProgramCall(["vi", "a b"], input: "text")])
      story.display.programTrouble = "vi cannot be run"
      story.scheduler.perform { story.shell.carryOut(.runInTerminal(ProgramCall(["vi"]))) }
      story.look()
      #expect(story.footer == " vi cannot be run")
      for address in ["file:///etc/passwd", "javascript:alert(1)", "example.org", "ftp://example.org/"] {
        URL(string: address).map { link in story.scheduler.perform { story.shell.carryOut(.open(link)) } }
      }
      #expect(story.display.opened.count == 2, "only web pages are opened")
      story.type(.control("l"))
      #expect(story.display.invalidations == 1)
      story.type(.control("z"))
      #expect(story.display.stops == 1)
      #expect(story.rooms.isSuspended.value == false)
      story.type(.control("c"))
      #expect(story.hasQuit)
    }
  }

  @Test func aHangUpEndsTheProgram() async {
    await tell {
      let story = Story()
      story.display.hangUp()
      #expect(story.hasQuit)
    }
  }

  @Test func eventsThatComeMoveNoSelectedRow() async {
    await tell {
      let story = Story()
      story.scheduler.perform { story.feed.send(.connected(source: .english)) }
      for index in 0..<20 { story.send("Article \(index)") }
      story.turn()
      story.type(.tab, .down, .down)
      let row = story.look().split(separator: "\n").firstIndex { $0.contains("▌") && $0.contains("Article 18") }
      #expect(row != nil)
      story.send("A later article")
      story.turn()
      let after = story.screen.split(separator: "\n").firstIndex { $0.contains("▌") && $0.contains("Article 18") }
      #expect(after == row)
      story.type(.escape)
      #expect(story.look().contains("A later article"))
    }
  }

  @Test func theMouseFocusesSelectsAndOpens() async {
    await tell {
      let story = Story()
      story.type(.tab)
      story.point(.click, x: 20, y: 8)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.look().split(separator: "\n")[8].contains("▌"))
      story.point(.click, x: 20, y: 8)
      story.turn()
      #expect(story.screen.contains("Top › Question"))
    }
  }

  @Test func aShellThatIsLetGoOfLeavesNothingBehind() async {
    await tell {
      weak var shell: Shell?
      weak var overlay: (any Layer)?
      var panes: [() -> (any Pane)?] = []
      do {
        let story = Story()
        story.type("?")
        story.look()
        shell = story.shell
        overlay = story.shell.topLayer
        for pane in story.panes { panes.append { [weak pane] in pane } }
        #expect(shell != nil && overlay != nil && panes.allSatisfy { $0() != nil })
      }
      #expect(shell == nil && overlay == nil && panes.allSatisfy { $0() == nil })
    }
  }
}
