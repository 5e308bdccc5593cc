import Foundation
import Model
import ModelTesting
import Screen
import Signals
import SignalsTesting
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Rooms

/// The person's own commands, from keys to programs.
@Suite(.serialized) struct OwnCommandTests {
  private func tell(_ steps: @UI () throws -> Void) async rethrows { try await ShellStory.tell(steps) }

  private static func command(
    _ name: SafeText, _ key: String?, for kinds: [SubjectKind], _ words: [String], input: ProgramValue? = nil,
    editor: Bool = false
  ) throws -> OwnCommand {
    OwnCommand(
      name, key: key, for: kinds, words: try words.map { try ProgramWord($0) }, input: input, needsTerminal: editor)
  }

  @Test func aKeyRunsAProgramForTheSelectedQuestionAndItsLastLineIsShown() async throws {
    let calls = MutableProperty<[ProgramCall]>([])
    let commands = [try Self.command("save it", "P", for: [.questions], ["save", "--", "{url}", "{title}"])]
    await tell {
      let story = ShellStory(commands: commands) { call in
        calls.modify { $0.append(call) }
        return SignalProducer(value: ProgramEnd(failure: nil, lastLine: "saved as 12"))
      }
      story.look()
      #expect(story.footer.contains("P save it"), "\(story.footer)")
      story.type("P")
      story.answers()
      #expect(
        calls.value.map(\.words) == [
          ["save", "--", "https://stackoverflow.com/q/1", "Why does Swift concurrency hop threads here?"]
        ])
      #expect(story.footer == " save it: saved as 12")
      // While the filter takes text, the key is a letter.
      story.type("/P")
      story.answers()
      #expect(calls.value.count == 1)
    }
  }

  @Test func helpAndPaletteHaveIt() async throws {
    let commands = [try Self.command("save it", "P", for: [.questions], ["save"])]
    await tell {
      let story = ShellStory(commands: commands)
      story.type("?")
      var help = story.look()
      for _ in 0..<6 {
        story.type(.pageDown)
        help += story.look()
      }
      #expect(help.contains("Your own commands") && help.contains(/P +save it/))
      story.type(.escape)
      story.type(":save")
      #expect(story.look().contains("save it"))
    }
  }

  @Test func anEditorGetsTheTerminalWithTheTextOfAnOpenQuestion() async throws {
    let commands = [
      try Self.command("read in vim", "E", for: [.questions], ["vim", "-"], input: .body, editor: true)
    ]
    await tell {
      let story = ShellStory(width: 80, height: 24, commands: commands)
      story.type("E")
      story.answers()
      #expect(story.footer.contains("the text is not loaded; open it first"), "\(story.footer)")
      story.type(.enter)
      story.answers()
      story.type("E")
      #expect(story.display.run.map(\.words) == [["vim", "-"]])
      #expect(story.display.run.first?.input?.string.isEmpty == false)
    }
  }

  @Test func aProgramThatRunsIsStoppedFromThePalette() async throws {
    let commands = [try Self.command("play it", nil, for: [.questions], ["play"])]
    let stopped = MutableProperty(false)
    await tell {
      let story = ShellStory(commands: commands) { _ in
        SignalProducer.never.on(disposed: { stopped.value = true })
      }
      story.type(":play it")
      story.type(.enter)
      story.type(":stop play")
      #expect(story.look().contains("stop play it"))
      story.type(.enter)
      story.answers()
      #expect(stopped.value && story.footer == " play it: stopped")
    }
  }

  @Test func itsKeyComesBeforeAKeyOfThePanesAndTheClashIsTold() async throws {
    let commands = [try Self.command("save it", "s", for: [.questions], ["save"])]
    await tell {
      let story = ShellStory(commands: commands)
      story.type("s")
      story.look()
      #expect(story.footer.hasPrefix(" s is “save it” (own.save it), and not "), "\(story.footer)")
    }
  }

  @Test func itIsThereOnlyWhereItHolds() async throws {
    let calls = MutableProperty<[ProgramCall]>([])
    let commands = [try Self.command("say it", "P", for: [.rooms], ["say", "{room}", "{value}"])]
    await tell {
      let story = ShellStory(commands: commands) { call in
        calls.modify { $0.append(call) }
        return SignalProducer(value: ProgramEnd(failure: nil))
      }
      story.type("P")
      #expect(calls.value.isEmpty)
      story.type(.backTab)
      story.type("P")
      #expect(calls.value.map(\.words.first) == ["say"], "\(story.look())")
    }
  }
}
