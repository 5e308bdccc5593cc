import Screen
import Simulation
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

  /// Lists to choose from and texts have keys of their own that close them.
  @Test func theirKeysAreKnown() async {
    await ShellStory.tell {
      let byName = Dictionary(uniqueKeysWithValues: KnownCommand.all.map { ($0.name, $0) })
      for keys in [[], ["?"], [":"], ["s"], ["t"]] as [[KeyEvent]] {
        let story = ShellStory()
        for key in keys { story.type(key) }
        for command in story.shell.allCommands {
          let own = command.keys.compactMap(\.name)
          guard let known = byName[command.id.name] else { continue }
          if known.name == "overlay.close" {
            #expect(Set(known.keys).isSubset(of: own))
          } else {
            #expect(known.keys == own, "\(known.name)")
          }
          if known.places.isDisjoint(with: [.overlay, .overlayField]) {
            #expect(known.servesField == command.servesField, "\(known.name)")
          }
        }
      }
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
    ] as [([KeyEvent], KnownCommand.Places)])
  func whatCanBeDoneIsKnownToBePossibleThere(keys: [KeyEvent], place: KnownCommand.Places) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for number in 1...3 { story.sendEdit("Article \(number)", revision: 100 + number) }
      story.turn(seconds: 6)
      for key in keys {
        story.type(key)
        story.answers()
      }
      let enabled = Set(story.shell.scope.filter { $0.isEnabled.value }.map(\.id.name))
      let known = Set(KnownCommand.all.filter { !$0.places.isDisjoint(with: place) }.map(\.name))
      #expect(enabled.subtracting(known).sorted() == [])
      #expect(enabled.count > 5)
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
