import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit

/// A key that can do nothing where it is pressed says why, or where it can.
@Suite(.serialized) struct RefusedKeyTests {
  /// What has the keys, and the keys that lead there from the first sight.
  enum Place: String, CaseIterable, Sendable {
    case list, emptyList, question, edits, markedEdits, openEdit, rooms, markedRooms, help, choices

    var keys: [KeyEvent] {
      switch self {
      case .list: []
      case .emptyList: ["5"]
      case .question: [.enter]
      case .edits: [.tab]
      case .markedEdits: [.tab, "m"]
      case .openEdit: [.tab, .enter]
      case .rooms: [.backTab]
      case .markedRooms: [.backTab, "m"]
      case .help: ["?"]
      case .choices: ["s"]
      }
    }
  }

  @UI private static func story(at place: Place) -> ShellStory {
    let story = ShellStory()
    story.connectFeed()
    story.sendEdit("An article", revision: 7)
    story.turn(seconds: 6)
    for key in place.keys {
      story.type(key)
      story.answers()
    }
    story.turn()
    return story
  }

  @Test(arguments: Place.allCases) func everyKeySaysWhyOrWhere(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      let shell = story.shell
      let (context, overlays) = (shell.scope.context, shell.overlays.count)
      var told = 0
      for key in Set(shell.allCommands.flatMap(shell.keymap.keys)) {
        if case .command = shell.keymap.meaning(of: key, in: shell.scope) { continue }
        told += 1
        story.type(key)
        let notice = story.dashboard.state.value.notice?.string ?? ""
        // Those that give way leave the answer to another command.
        #expect(!notice.isEmpty && !notice.contains("cannot be done now"), "\(key): \(notice)")
        #expect(shell.scope.context == context && shell.overlays.count == overlays, "\(key)")
        // Not text for a field.
        story.type(.control("l"))
        #expect(story.dashboard.state.value.notice == nil, "\(key)")
      }
      #expect(told > 10, "\(told)")
    }
  }

  /// Settings may give a command that leaves its key to another one a key of its own.
  @Test func aCommandThatGivesWayToNoneSaysThatItCannotBeDone() async {
    await ShellStory.tell {
      let story = ShellStory(keys: Property(value: ["pane.unzoom": [.function(6)]]))
      story.type(.function(6))
      #expect(story.dashboard.state.value.notice == "“all panes” cannot be done now")
    }
  }

  /// As outside of overlays, where `q` would leave the program: here it would close the overlay.
  @Test(arguments: [("t", "open a tab"), (":", "commands by name")] as [(KeyEvent, String)])
  func whatIsTypedForAFieldIsNoCommandOfAnOverlay(key: KeyEvent, name: String) async {
    await ShellStory.tell {
      let story = Self.story(at: .help)
      story.type(key)
      for letter in "quiz" {
        story.turn(seconds: 0.5)
        story.type(.character(letter))
      }
      #expect(story.look().contains("╭─ Keys") && story.footer.contains(name), "\(story.footer)")
      // A key that is no letter ends it, and so does a second without one.
      story.type(key, .escape)
      #expect(!story.look().contains("╭─ Keys"))
      story.type("?", key)
      story.turn(seconds: 1.1)
      story.type("q")
      #expect(!story.look().contains("╭─ Keys") && !story.hasQuit)
    }
  }

  /// As `a`, then a key too fast, where no room has a limit: `q` would end the program.
  @Test func whatIsTypedForAListThatCannotBeOpenedDoesNoHarm() async {
    await ShellStory.tell {
      let rooms = Self.story(at: .rooms)
      rooms.type("a")
      rooms.turn(seconds: 0.5)
      rooms.type("q")
      #expect(!rooms.hasQuit)
      rooms.turn(seconds: 1.1)
      rooms.type("q")
      #expect(rooms.hasQuit)
      let edits = Self.story(at: .edits)
      edits.type("t")
      edits.type(.enter)
      #expect(!edits.look().contains("› Edit"))
    }
  }
}
