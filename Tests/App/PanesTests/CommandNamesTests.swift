import Assembly
import Screen
import Simulation
import Testing

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Settings are checked before there is any command, against the specs: what these cannot have from the commands themselves.
@Suite struct CommandNamesTests {
  /// A spec outside the groups would not be known to settings, and a spec that no command is made of would be known in vain.
  @Test func everyCommandIsListedOnceAndEveryListedOneIsMade() async {
    await ShellStory.tell {
      let story = ShellStory()
      var names = Set(story.shell.allCommands.map(\.id.name))
      for key in ["?", ":"] as [KeyEvent] {
        story.type(key)
        names.formUnion(story.shell.allCommands.map(\.id.name))
        story.type(.escape)
      }
      #expect(names.subtracting(Features.catalog.names).sorted() == [], "not listed")
      #expect(Set(Features.catalog.names).subtracting(names).sorted() == [], "no such command")
      #expect(Set(Features.catalog.names).count == Features.catalog.names.count)
    }
  }

  @Test(
    arguments: [
      ([], .list), (["5"], .list), (["/", "c"], .listField), (["/", "c", .enter], .list), ([.enter], .text),
      ([.enter, "/", "w"], .textField), ([.enter, "/", "w", .enter], .searchedText), ([.tab], .wikipedia),
      ([.tab, "j"], .wikipedia), ([.tab, "p"], .wikipedia), ([.tab, "/", "a"], .wikipediaField),
      ([.tab, "/", "a", .enter], .wikipedia), ([.tab, .enter], .edit), ([.tab, .enter, "/", "a"], .editField),
      ([.tab, .enter, "/", "a", .enter], .edit), ([.tab, "m"], .wikipedia), ([.tab, "m", "/", "a"], .wikipediaField),
      ([.backTab], .rooms), ([.backTab, "p"], .rooms), ([.backTab, "m"], .rooms), (["z"], .list),
      (["?"], .overlay), (["D"], .overlay), (["s"], .overlay), (["t"], .overlayField), (["S"], .overlayField),
      ([":"], .overlayField),
    ] as [([KeyEvent], KeyContext)])
  func aPlaceHasItsContext(keys: [KeyEvent], context: KeyContext) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for number in 1...3 { story.sendEdit("Article \(number)", revision: 100 + number) }
      story.turn(seconds: 6)
      for key in keys {
        story.type(key)
        story.answers()
      }
      #expect(story.shell.scope.context == context)
      #expect(story.shell.scope.enabled.count > 5)
    }
  }

  @Test func whatCanAlwaysBeDoneIsAlwaysEnabled() async {
    await ShellStory.tell {
      let commands = ShellStory().shell.allCommands
      for name in Features.catalog.alwaysEnabledNames {
        for command in commands where command.id.name == name {
          #expect(
            Features.catalog.contexts.map(\.context).filter(command.belongs).allSatisfy(command.isEnabled), "\(name)")
        }
      }
    }
  }
}
