import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions
@testable import Rooms

/// The keys of everywhere mean the same in every layer, and `q` goes back where there is something to go back to.
@Suite(.serialized) struct EverywhereTests {
  /// A story with three edits, after some keys.
  @UI private static func story(after keys: [KeyEvent]) -> ShellStory {
    let story = ShellStory()
    story.connectFeed()
    for number in 1...3 { story.sendEdit("Article \(number)", revision: 100 + number) }
    story.turn(seconds: 6)
    for key in keys {
      story.type(key)
      story.answers()
    }
    return story
  }

  /// The command that a key would reach.
  @UI private static func command(_ key: KeyEvent, _ story: ShellStory) -> String? {
    let (shell, isText) = (story.shell, story.shell.takesText && key.text != nil)
    guard !isText,
      case .command(let command, _) = shell.keymap.meaning(
        of: key, in: shell.scope, takesText: shell.takesText)
    else { return nil }
    return command.id.name
  }

  private static let program: [KeyEvent: String] = [
    .control("c"): "app.quit-always", .control("l"): "app.redraw", .control("z"): "app.suspend",
  ]

  /// What is open in a pane is no overlay.
  @Test(
    arguments: [
      ([], "app.quit"), (["/", "c", .enter], "app.quit"), ([.enter], "question.close"),
      ([.enter, "/", "w", .enter], "question.close"), ([.tab], "app.quit"), ([.tab, "j"], "app.quit"),
      ([.tab, "m"], "chart.unmark"), ([.tab, .enter], "edit.close"),
      ([.tab, .enter, "/", "a", .enter], "edit.close"), ([.backTab], "app.quit"), ([.backTab, "m"], "chart.unmark"),
      (["z"], "app.quit"),
    ] as [([KeyEvent], String)])
  func allOfThemActInPanesAndWhatTheyHaveOpen(keys: [KeyEvent], back: String) async {
    await ShellStory.tell {
      let story = Self.story(after: keys)
      var commands: [KeyEvent: String] = Self.program
      commands.merge([
        .tab: "pane.next", .backTab: "pane.previous", "R": "pane.refresh-all", ":": "app.palette", "?": "app.help",
        "D": "app.diagnostics", "M": "app.release-mouse", "F": "app.find", "q": back,
        "r": back == "edit.close" ? "edit.refresh" : "pane.refresh", "z": keys == ["z"] ? "pane.unzoom" : "pane.zoom",
      ]) { $1 }
      // The room has no page.
      if keys.first != .backTab { commands.merge(["o": "link.open", "y": "link.copy"]) { $1 } }
      for (key, name) in commands { #expect(Self.command(key, story) == name, "\(key)") }
    }
  }

  /// An overlay has the keys, but for those of the program.
  @Test(
    arguments: [["?"], ["D"], ["s"], [.enter, "?"], [.tab, .enter, "?"], [.tab, .enter, "U"]] as [[KeyEvent]])
  func anOverlayHasTheKeys(keys: [KeyEvent]) async {
    await ShellStory.tell {
      let story = Self.story(after: keys)
      for (key, name) in Self.program { #expect(Self.command(key, story) == name) }
      #expect(Self.command("q", story) == "overlay.close" && Self.command(.escape, story) == "overlay.close")
      for key in [.tab, .backTab, "R", ":", "M", "z"] as [KeyEvent] {
        #expect(Self.command(key, story) == nil, "\(key)")
      }
    }
  }

  /// In a field letters are text.
  @Test(
    arguments: [["/"], [.enter, "/"], [.tab, "/"], [.tab, .enter, "/"], ["t"], ["S"], [":"]] as [[KeyEvent]])
  func letters(keys: [KeyEvent]) async {
    await ShellStory.tell {
      let story = Self.story(after: keys)
      for (key, name) in Self.program { #expect(Self.command(key, story) == name) }
      for key in ["q", "?", ":", "D", "M", "R", "z"] as [KeyEvent] { #expect(Self.command(key, story) == nil) }
    }
  }

  @Test func anOpenEditIsThereAgainWithItsPane() async {
    await ShellStory.tell {
      let story = Self.story(after: [.tab, .enter])
      #expect(story.screen.contains("Wikipedia › Edit"))
      story.type(.tab)
      #expect(story.look().contains("Wikipedia › Edit") && story.dashboard.state.value.focus == .rooms)
      story.type(.backTab)
      #expect(story.look().contains("Wikipedia › Edit"))
      story.type("?")
      #expect(story.look().contains("─ Keys ─"))
      story.type("q", "D")
      #expect(story.look().contains("─ Diagnostics ─"))
      story.type("q", "q")
      #expect(!story.look().contains("Wikipedia › Edit") && !story.hasQuit)
      story.type("q")
      #expect(story.hasQuit)
    }
  }

  @Test func anotherPanesTabIsFoundFromAnOpenEdit() async {
    await ShellStory.tell {
      let story = Self.story(after: [.tab, .enter, ":"])
      story.type("android")
      story.type(.enter)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.stackOverflow.state.value.selectedTab == 1)
    }
  }
}
