import Model
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit

/// Settings from inside: the person's editor, and lines to write.
@Suite(.serialized) struct SettingLinesTests {
  /// Finds a command by its name in the palette, and does it.
  @UI private static func choose(_ name: String, _ story: ShellStory) {
    story.type(":")
    story.type(name)
    story.look()
    story.type(.enter)
  }

  @Test func theEditorGetsTheTerminalWithTheFile() async {
    await ShellStory.tell {
      let call = ProgramCall(["vim", "-n", "/home/x/config.yaml"])
      let story = ShellStory(editor: SignalProducer(value: call))
      Self.choose("edit the set", story)
      #expect(story.display.run == [call])
      // Again, as often as it is chosen.
      Self.choose("edit the set", story)
      #expect(story.display.run == [call, call])
    }
  }

  @Test func whyThereIsNoEditorIsSaid() async {
    await ShellStory.tell {
      let refused = ShellStory(editor: SignalProducer(error: DisplayRefusal("Set VISUAL or EDITOR")))
      Self.choose("edit the set", refused)
      #expect(refused.look().contains("Set VISUAL or EDITOR") && refused.display.run.isEmpty)
      let without = ShellStory()
      Self.choose("edit the set", without)
      #expect(without.look().contains("There is no file of settings to edit here"))
      // What the terminal says of it later.
      let missing = ShellStory(editor: SignalProducer(value: ProgramCall(["nosuch", "/x"])))
      missing.display.programTrouble = "nosuch cannot be run: no such file"
      Self.choose("edit the set", missing)
      #expect(missing.look().contains("nosuch cannot be run"))
    }
  }

  @Test func linesAreForWhatIsSelectedAndAreCopied() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      story.sendEdit("Zürich", revision: 100)
      story.turn(seconds: 6)
      story.type(.tab, "j")
      Self.choose("lines for the set", story)
      #expect(story.look().contains("watch this page") && story.screen.contains("alarm: add it to"), "\(story.screen)")
      story.type("watch this page")
      story.look()
      story.type(.enter)
      let copied = try #require(story.display.copied.last)
      #expect(copied.string.contains("Zürich") && copied.string.contains("watch"))
      // A key for any command, and the theme that is shown.
      Self.choose("lines for the set", story)
      story.type("edit.open")
      story.look()
      story.type(.enter)
      #expect(story.display.copied.last?.string.contains("edit.open") == true)
      Self.choose("theme mono", story)
      Self.choose("lines for the set", story)
      story.type("keep the theme")
      story.look()
      story.type(.enter)
      #expect(story.display.copied.last?.string.contains("mono") == true)
    }
  }

  @Test func aSelectedRoomGetsLimitsAroundItsTemperature() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.turn(seconds: 1)
      story.type(.backTab)
      Self.choose("lines for the set", story)
      story.type("above")
      story.look()
      story.type(.enter)
      // 21.3 °C.
      #expect(story.display.copied.last?.string.contains("above: 23") == true)
    }
  }
}
