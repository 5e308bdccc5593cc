import Foundation
import Model
import Screen
import Signals
import SignalsTesting
import Testing
import Text
import ViewModels

@testable import Panes

/// The whole interface, from keys to frames, on a terminal in memory: a person's stories.
///
/// One after the other, since the interface has one thread and one clock of frames.
@Suite(.serialized) struct ShellTests {
  /// Everything that a story needs. Its steps run on the interface's thread.
  @UI
  final class Story {
    let display: MemoryDisplay
    let scheduler = TestScheduler(startDate: Sample.now)
    let questions = StubQuestions()
    let feed = StubFeed()
    let dashboard: Dashboard
    private(set) var hasQuit = false
    private var shell: Shell?

    init(width: Int = 120, height: Int = 36) {
      display = MemoryDisplay(size: Size(width: width, height: height))
      dashboard = Dashboard(
        stackOverflow: StackOverflowViewModel(service: questions, scheduler: scheduler),
        wikipedia: WikipediaViewModel(feed: feed, scheduler: scheduler),
        conAir: ConAirViewModel(service: StubTemperatures(), scheduler: scheduler), scheduler: scheduler)
      let scheduler = scheduler
      display.turn = { report in scheduler.perform(report) }
      shell = Shell(
        dashboard: dashboard, display: display, clock: .utc, currentDate: { scheduler.currentDate },
        quit: { [weak self] in self?.hasQuit = true })
      UI.frames.drawNow()
      dashboard.start()
      turn()
    }

    /// Lets what waits on the virtual clock happen, and draws.
    func turn(seconds: Double = 1) {
      scheduler.advance(by: .milliseconds(Int(seconds * 1000)))
      UI.frames.drawNow()
    }

    /// Draws what the last key did; the virtual clock stands still.
    @discardableResult
    func look() -> String {
      UI.frames.drawNow()
      return screen
    }

    var screen: String { display.frames.last?.text ?? "" }
    var footer: String { screen.split(separator: "\n", omittingEmptySubsequences: false).last.map(String.init) ?? "" }
  }

  /// Runs a story on the interface's thread.
  private func tell(_ steps: @UI () throws -> Void) async rethrows {
    UI.runInBackground()
    try await steps()
  }

  @Test func theFirstFrameIsThereBeforeAnythingIsLoaded() async {
    await tell {
      let story = Story()
      #expect(story.display.frames.first?.text.contains("Stack Overflow") == true)
      #expect(story.display.frames.first?.text.contains("Swift concurrency") == false)
      #expect(story.screen.contains("Why does Swift concurrency hop threads here?"))
      #expect(story.screen.contains("21.3°C"))
    }
  }

  @Test func whatOneTypesIntoTheFilterIsTextAndFiltersTheList() async {
    await tell {
      let story = Story()
      story.display.type("/conc")
      story.turn()
      #expect(story.screen.contains("Filter  conc"))
      #expect(story.screen.contains("5 of 6"))
      #expect(story.footer.hasPrefix(" ↑↓ move   ⏎ keep   Esc clear"))
      story.display.type("q")
      story.turn()
      #expect(!story.hasQuit)
      #expect(story.screen.contains("None of 6 questions matches"))
      story.display.type(.backspace, .enter)
      story.turn()
      #expect(story.display.frames.last?.cursor == Point(x: 1, y: 6))
      story.display.type(.escape)
      story.turn()
      #expect(story.screen.contains("6 questions"))
      story.display.type("q")
      #expect(story.hasQuit)
    }
  }

  @Test func aPasteOutsideTheFilterDoesNothing() async {
    await tell {
      let story = Story()
      let before = story.screen
      story.display.type(.paste("qqq"))
      #expect(story.look() == before)
      #expect(!story.hasQuit)
    }
  }

  @Test func aQuestionOpensScrollsToItsAnswersAndCloses() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.display.type(.down, .enter)
      story.turn()
      #expect(story.screen.contains("Top › Question"))
      #expect(story.screen.contains("1–20 of"))
      story.display.type("n")
      // The answer's line is the first that is visible.
      #expect(story.look().split(separator: "\n")[2].contains("✓ accepted"))
      story.display.type("G")
      let end = story.look()
      #expect(end.contains("[2] https://github.com/swiftlang/swift-evolution"))
      story.display.type(.pageUp, .home)
      #expect(story.look().contains("1–20 of"))
      story.display.type(.escape)
      #expect(story.look().contains("Debouncing"))
      #expect(!story.hasQuit)
    }
  }

  @Test func aResizeKeepsThePlaceInSight() async {
    await tell {
      let story = Story()
      story.display.type("G")
      story.look()
      story.display.resize(to: Size(width: 60, height: 12))
      #expect(story.look().contains("▌"))
      #expect(story.display.frames.last?.size == Size(width: 60, height: 12))
      story.display.resize(to: Size(width: 30, height: 5))
      #expect(story.look().contains("reactui needs 40x10"))
      story.display.resize(to: Size(width: 120, height: 36))
      #expect(story.look().contains("▌"))
    }
  }

  @Test func tabMovesTheFocusAndZoomShowsThePaneAlone() async {
    await tell {
      let story = Story()
      story.display.type(.tab, .character("z"))
      let screen = story.look()
      #expect(screen.hasPrefix(" reactui    Stack Overflow    Wikipedia"))
      #expect(screen.contains("╭─ Wikipedia"))
      #expect(!screen.contains("╭─ ConAir"))
      story.display.type(.backTab)
      #expect(story.look().contains("╭─ Stack Overflow"))
    }
  }

  @Test func zoomIsNoHiddenSwitchWhereOnePaneIsShownAnyhow() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.display.type("z")
      story.display.resize(to: Size(width: 120, height: 36))
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
      story.display.type("/swift async")
      story.display.type(.alt(.character("q")), .alt(.character("b")), .alt(.backspace), .alt(.character("r")))
      story.turn()
      #expect(!story.hasQuit)
      #expect(story.screen.contains("Filter  async"))
    }
  }

  @Test func theHelpScrollsByItselfAndCoversThePanes() async {
    await tell {
      let story = Story(width: 80, height: 24)
      story.display.type("?")
      #expect(story.look().contains("Lists and texts"))
      story.display.type(.end)
      #expect(story.look().contains("close this help; also ? q Enter"))
      #expect(story.footer == " ↑↓ scroll   Esc close")
      story.display.type("q")
      #expect(!story.look().contains("close this help"))
      #expect(!story.hasQuit)
      #expect(story.screen.contains("▌  42"), "the selection under the help has not moved")
    }
  }

  @Test func commandsReachTheWorldOutside() async {
    await tell {
      let story = Story()
      story.display.type("y")
      #expect(story.display.copied == ["https://stackoverflow.com/q/1"])
      story.look()
      #expect(story.footer == " Copied https://stackoverflow.com/q/1")
      story.turn(seconds: 4)
      #expect(story.footer.contains("move"), "the notice has gone by itself")
      story.display.browserTrouble = "No browser: set BROWSER"
      story.display.type("o")
      story.look()
      #expect(story.display.opened.map(\.absoluteString) == ["https://stackoverflow.com/q/1"])
      #expect(story.footer == " No browser: set BROWSER")
      story.display.browserTrouble = nil
      story.display.type("o")
      story.look()
      #expect(story.footer == " Opened https://stackoverflow.com/q/1")
      story.display.failBrowser("false ended with status 1")
      story.look()
      #expect(story.footer == " false ended with status 1")
      story.display.type(.control("l"))
      #expect(story.display.invalidations == 1)
      story.display.type(.control("z"))
      #expect(story.display.stops == 1)
      #expect(story.dashboard.conAir.isSuspended.value == false)
      story.display.type(.control("c"))
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
      story.feed.send(.connected(source: "enwiki"))
      for index in 0..<20 {
        story.feed.send(
          .event(WikiEvent(kind: .unspecified, title: "Article \(index)", time: Sample.now), isReplay: false))
      }
      story.turn()
      story.display.type(.tab, .down, .down)
      let row = story.look().split(separator: "\n").firstIndex { $0.contains("▌") && $0.contains("Article 18") }
      #expect(row != nil)
      story.feed.send(
        .event(WikiEvent(kind: .unspecified, title: "A later article", time: Sample.now), isReplay: false))
      story.turn()
      let after = story.screen.split(separator: "\n").firstIndex { $0.contains("▌") && $0.contains("Article 18") }
      #expect(after == row)
      story.display.type(.escape)
      #expect(story.look().contains("A later article"))
    }
  }

  @Test func theMouseFocusesSelectsAndOpens() async {
    await tell {
      let story = Story()
      story.display.type(.tab)
      story.display.point(.click, x: 20, y: 9)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.look().split(separator: "\n")[9].contains("▌"))
      story.display.point(.click, x: 20, y: 9)
      story.turn()
      #expect(story.screen.contains("Top › Question"))
    }
  }
}
