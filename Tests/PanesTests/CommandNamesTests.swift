import Screen
import Testing

@testable import Panes

/// Settings are checked before there is any command: against a list that has to be true.
@Suite struct CommandNamesTests {
  @Test func everyCommandIsListedOnce() async {
    await ShellStory.tell {
      let story = ShellStory()
      var names = Set(story.shell.allCommands.map(\.id.name))
      for key in ["?", ":"] as [KeyEvent] {
        story.type(key)
        names.formUnion(story.shell.allCommands.map(\.id.name))
        story.type(.escape)
      }
      #expect(names.subtracting(CommandNames.all).sorted() == [], "not listed")
      #expect(Set(CommandNames.all).subtracting(names).sorted() == [], "no such command")
      #expect(Set(CommandNames.all).count == CommandNames.all.count)
    }
  }

  @Test func whatCanAlwaysBeDoneIsAlwaysEnabled() async {
    await ShellStory.tell {
      let commands = ShellStory().shell.allCommands
      for name in CommandNames.always {
        #expect(commands.filter { $0.id.name == name }.allSatisfy { $0.isEnabled.value }, "\(name)")
      }
    }
  }
}
