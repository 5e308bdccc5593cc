import Foundation
import Model
import ModelTesting
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Rules of the settings, from what arrives to the bell, the sentence, the mark and the command.
@Suite(.serialized) struct RuleStories {
  private let calls = MutableProperty<[ProgramCall]>([])

  private static func commands() throws -> [OwnCommand] {
    let words = try ["save", "--", "{title}", "{url}", "{id}"].map { try ProgramWord($0) }
    let say = try ["say", "{room}", "{value}"].map { try ProgramWord($0) }
    return [
      OwnCommand("save it", for: [.questions, .edits], words: words), OwnCommand("say it", for: [.rooms], words: say),
    ]
  }

  private static func question(_ text: String, _ command: SafeText? = "save it", bell: Bool = false) throws -> Rule {
    Rule(.question(try QuestionCondition(text)), text: text, command: command, ringsBell: bell)
  }

  @UI private func story(_ rules: [Rule], store: (any StateStore)? = nil, theme: Theme = Theme()) throws -> ShellStory {
    let story = ShellStory(theme: theme, store: store, commands: try Self.commands(), rules: rules) { [calls] call in
      calls.modify { $0.append(call) }
      return SignalProducer(value: ProgramEnd(failure: nil, lastLine: "saved"))
    }
    story.answers()
    return story
  }

  @Test func aQuestionIsMetOnceAlsoAfterARestartAndWithTwoPrograms() async throws {
    let store = MemoryStateStore(RememberedState())
    let rules = [try Self.question("tag:swift score>=40", bell: true)]
    try await ShellStory.tell {
      let story = try story(rules, store: store)
      #expect(
        calls.value.map(\.words) == [
          ["save", "--", "Why does Swift concurrency hop threads here?", "https://stackoverflow.com/q/1", "1"]
        ])
      #expect(story.display.rings == 1 && story.footer == " save it: saved", "\(story.footer)")
      // Selected, it says the rule; read, it has no mark; unread, it has it again.
      #expect(story.screen.contains("─ § save it · "), "\(story.screen)")
      #expect(story.screen.ranges(of: "§").count == 2, "\(story.screen)")
      story.type("j")
      #expect(story.look().ranges(of: "§").count == 1, "\(story.screen)")
      story.type("k")
      story.type(.enter)
      story.answers()
      #expect(story.screen.contains("─ § save it"), "\(story.screen)")
      story.type(.escape)
      #expect(!story.look().contains("§"), "\(story.screen)")
      story.type("u")
      #expect(story.look().ranges(of: "§").count == 2, "\(story.screen)")
      story.type("r")
      story.answers()
      #expect(calls.value.count == 1 && story.display.rings == 1)
    }
    // Another program, or the next start: marked, and nothing else.
    try await ShellStory.tell {
      let story = try story(rules, store: store, theme: Theme(isASCII: true))
      #expect(calls.value.count == 1 && story.display.rings == 0)
      #expect(story.lines.contains { $0.contains(/^\|.=  +swift - async-await/) }, "\(story.screen)")
    }
  }

  @Test func aRuleWithoutACommandTellsWhatItFound() async throws {
    let rules = [try Self.question("tag:java", nil)]
    try await ShellStory.tell {
      let story = try story(rules)
      #expect(story.footer == " tag:java: ConcurrentHashMap and null values", "\(story.footer)")
      #expect(calls.value == [] && story.display.rings == 0)
    }
  }

  /// A person at an overlay or a field needs its keys more.
  @Test(arguments: [["?"], [":"], ["s"], ["/", "c"]] as [[KeyEvent]])
  func whatARuleFindsWaitsForOverlaysAndFields(keys: [KeyEvent]) async throws {
    let rules = [Rule(.edit(try EditCondition("bytes>0")), text: "bytes>0", command: nil)]
    try await ShellStory.tell {
      let story = try story(rules)
      story.connectFeed()
      for key in keys { story.type(key) }
      story.look()
      let hints = story.footer
      story.sendEdit("Saturn", revision: 22)
      story.turn()
      #expect(hints.contains("Esc") && story.footer == hints, "\(story.footer)")
      story.type(.escape)
      story.look()
      #expect(story.footer == " bytes>0: Saturn", "\(story.footer)")
    }
  }

  @Test func anEditIsMetWithItsPageAndItsMark() async throws {
    let text = "bytes>0"
    let rules = [
      Rule(.edit(try EditCondition(text)), text: text, command: "save it", ringsBell: true)
    ]
    try await ShellStory.tell {
      let story = try story(rules)
      story.connectFeed()
      story.sendEdit("Saturn", revision: 22)
      story.turn()
      #expect(calls.value.map { $0.words.dropFirst(2).first } == ["Saturn"], "\(calls.value)")
      #expect(calls.value.first?.words.last == "22" && story.display.rings == 1)
      #expect(story.screen.contains("§ Saturn"), "\(story.screen)")
      story.type(.tab)
      story.type("j")
      #expect(story.look().contains("─ § save it · "), "\(story.screen)")
      story.type(.enter)
      story.answers()
      #expect(story.screen.contains("─ § save it"), "\(story.screen)")
      story.type(.escape)
      #expect(!story.look().contains("§"), "\(story.screen)")
      // The same edit, sent again after a lost connection, is no other one.
      story.sendEdit("Saturn", revision: 22)
      story.turn()
      #expect(calls.value.count == 1)
    }
  }

  @Test func aRoomIsMetOnceForEachAlarm() async throws {
    let store = MemoryStateStore(RememberedState())
    let rules = [
      Rule(.room(RoomLimit(.above, 20)), text: "above 20", command: "say it", ringsBell: true)
    ]
    try await ShellStory.tell {
      let story = try story(rules, store: store)
      story.turn(seconds: 1)
      #expect(calls.value.map { Array($0.words.dropFirst(2)) } == [["21.3"]], "\(calls.value)")
      #expect(story.display.rings == 1 && story.screen.contains("─ § say it"), "\(story.screen)")
      story.turn(seconds: 60)
      #expect(calls.value.count == 1)
    }
    try await ShellStory.tell {
      let story = try story(rules, store: store)
      story.turn(seconds: 1)
      #expect(calls.value.count == 1 && story.screen.contains("─ § say it"), "\(story.screen)")
    }
  }

  @Test func aThousandMatchesRunFiveProgramsAMinute() async throws {
    let text = "bytes>0"
    let rules = [Rule(.edit(try EditCondition(text)), text: text, command: "save it")]
    try await ShellStory.tell {
      let story = try story(rules)
      story.connectFeed()
      for number in 1...1_000 { story.sendEdit("Page \(number)", revision: number) }
      story.turn()
      #expect(calls.value.count == 5)
      story.turn(seconds: 61)
      #expect(story.footer == " save it: 995 left out, as a rule acts 5 times a minute", "\(story.footer)")
    }
  }

  /// Programs of rules that hang keep neither an alarm nor a person waiting, and what finds no place is claimed when one is free.
  @Test func programsThatHangTakeNoPlaceOfAnAlarmOrAPerson() async throws {
    let store = MemoryStateStore(RememberedState())
    let hang = OwnCommand("hang", for: [.edits], words: [try ProgramWord("hang")])
    let mine = OwnCommand("mine", key: "P", for: [.edits], words: [try ProgramWord("mine")])
    func rule(_ text: String, _ command: SafeText) throws -> Rule {
      Rule(.edit(try EditCondition(text)), text: text, command: command)
    }
    let saves = try rule("bytes>10", "save it")
    let alarm = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "say it")
    let rules = try (0..<4).map { try rule("bytes>\($0)", "hang") } + [saves, alarm]
    let commands = try Self.commands() + [hang, mine]
    await ShellStory.tell {
      let story = ShellStory(store: store, commands: commands, rules: rules) { [calls] call in
        calls.modify { $0.append(call) }
        return call.name == "hang" ? .never : SignalProducer(value: ProgramEnd(failure: nil))
      }
      func names() -> [SafeText] { calls.value.map(\.name).filter { $0 != "hang" } }
      story.connectFeed()
      @UI func edits(_ revisions: ClosedRange<Int>, bytes: Int) {
        for number in revisions {
          let edit = StoryMaterial.edit("Page \(number)", bytes, revision: number, by: "Marta K.", at: Sample.now)
          story.scheduler.perform { story.feed.send(edit) }
        }
        story.turn()
      }
      edits(1...5, bytes: 7)
      #expect(calls.value.count == 20 && names() == [])
      edits(6...10, bytes: 20)
      #expect(names() == [])
      #expect(story.footer == " save it waits: 20 programs of rules run already; stop one (:stop)", "\(story.footer)")
      #expect(!store.claims.value.contains { $0[0] == saves.id })
      // The alarm, and then the person.
      story.temperatures.celsius.value = 41
      story.turn(seconds: 61)
      #expect(names() == ["say"] && store.claims.value.contains { $0[0] == alarm.id }, "\(calls.value)")
      story.type(.tab)
      story.type("jP")
      #expect(names() == ["say", "mine"])
      // The programs that hang are ended after ten minutes.
      story.turn(seconds: 600)
      #expect(names() == ["say", "mine"] + Array(repeating: "save", count: 5))
      #expect(store.claims.value.count { $0[0] == saves.id } == 5)
    }
  }

  /// A program that is not there is told, and met again by a run that finds it.
  @Test func whatCouldNotBeStartedIsMetByTheNextRun() async throws {
    let store = MemoryStateStore(RememberedState())
    let rules = [try Self.question("tag:swift score>=40")]
    for isThere in [false, true, true] {
      try await ShellStory.tell {
        let story = ShellStory(store: store, commands: try Self.commands(), rules: rules) { [calls] call in
          calls.modify { $0.append(call) }
          return SignalProducer(value: ProgramEnd(failure: isThere ? nil : "save cannot be run", hasRun: isThere))
        }
        story.answers()
      }
    }
    #expect(calls.value.count == 2 && store.claims.value.count == 1)
  }

  /// A title is one word, whatever it contains, and no option.
  @Test(arguments: ["--output=/etc/x", "$(touch /tmp/x)", "`id`; rm *", "a\nb\u{1B}[31m"])
  func aHostileTitleIsOneWordOfARulesProgram(title: String) async throws {
    let rules = [Rule(.edit(try EditCondition("bytes>0")), text: "bytes>0", command: "save it")]
    try await ShellStory.tell {
      let story = try story(rules)
      story.connectFeed()
      story.sendEdit(SafeText(title: title), revision: 22)
      story.turn()
      let words = calls.value.first?.words ?? []
      #expect(
        words.count == 5 && Array(words.dropFirst().prefix(2)) == ["--", SafeText(title: title).string], "\(words)")
      #expect(!words.joined().unicodeScalars.contains { $0.value < 32 })
    }
  }

  /// Without `--` it is refused, and the person reads why.
  @Test func anOptionIsRefusedWithASentence() async throws {
    let rules = [Rule(.edit(try EditCondition("bytes>0")), text: "bytes>0", command: "open it")]
    let open = OwnCommand("open it", for: [.edits], words: [try ProgramWord("open"), try ProgramWord("{title}")])
    await ShellStory.tell {
      let story = ShellStory(commands: [open], rules: rules) { [calls] call in
        calls.modify { $0.append(call) }
        return SignalProducer(value: ProgramEnd(failure: nil))
      }
      story.connectFeed()
      story.sendEdit("--output=/etc/x", revision: 22)
      story.turn()
      #expect(calls.value == [])
      #expect(
        story.footer.contains("open it is not run: “--output=/etc/x” would be an option; put"), "\(story.footer)")
    }
  }
}
