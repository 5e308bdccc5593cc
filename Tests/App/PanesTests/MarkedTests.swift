import ModelTesting
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit

/// Rows that are marked are opened, copied and written together.
@Suite(.serialized) struct MarkedTests {
  @Test func markedQuestionsAreOpenedCopiedAndWritten() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn()
      story.type(",,")
      #expect(story.look().contains("2 marked"))
      story.type("y")
      let links = story.display.copied.last?.string.split(separator: "\n").map(String.init) ?? []
      #expect(links == ["https://stackoverflow.com/q/1"], "the other one has none")
      story.type("o")
      #expect(story.display.opened.map(\.absoluteString) == links)
      story.type("E", .down, .enter)
      let lines = story.display.copied.last?.string.split(separator: "\n") ?? []
      #expect(lines.count == 2 && lines[0].contains("?](<https://stackoverflow.com/q/1>) · 42 votes · "), "\(lines)")
      #expect(lines.last?.hasPrefix("- Debouncing without") == true)
      // The one without a page alone, and a row with one selected.
      story.type(.escape, .up)
      story.type(",k")
      story.type(.up)
      story.type("o")
      #expect(story.display.opened.count == 1 && story.look().contains(DashboardCommands.noLink.string))
      story.type(.escape, .up, .up)
      story.type("yo")
      #expect(story.display.opened.count == 2 && story.display.copied.last?.string == links[0], "the selected one")
    }
  }

  @Test func markedEditsAreOpenedCopiedAndWritten() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for revision in 1...12 { story.sendEdit("Zürich \(revision)", revision: revision) }
      story.turn()
      story.type(.tab, .down)
      story.type(",,")
      #expect(story.look().contains("2 marked") && story.screen.contains("# Zürich 12"))
      story.type("y")
      let links = story.display.copied.last?.string.split(separator: "\n") ?? []
      #expect(links.count == 2 && links[0].contains("12"), "\(links)")
      story.type("E", .down, .enter)
      #expect(story.display.copied.last?.string.hasPrefix("- [Zürich 12](<https://") == true)
      story.type("o")
      #expect(story.display.opened.count == 2)
      // Also without a selection.
      story.type("gu")
      story.turn()
      #expect(story.look().contains("Marked 2 edits as read"))
      story.type(.down, .down, .down)
      story.type(",,,,,,,,,o")
      #expect(story.display.opened.count == 2 && story.look().contains("At most 10 pages are opened at once"))
      story.type(.enter)
      story.type(",")
      #expect(story.look().contains(",: mark for several at once (in Wikipedia)"))
      story.type(.escape, .escape)
      #expect(!story.look().contains("marked") && story.screen.contains("▌"), "the selection stays")
    }
  }
}
