import Model
import Rooms
import Testing

@testable import SettingsFile

/// What a person reads who has made a mistake in a rule.
@Suite struct RuleMistakeTests {
  @Test(arguments: [
    (
      "rules:\n  - { in: questions, when: \"tag:swift unanswerd\" }",
      "2:5: rules[0]: when: “unanswerd” is not known (did you mean unanswered?)"
    ),
    ("rules:\n  - { in: edits, when: \"rsk>0.9\" }", "2:5: rules[0]: when: column 1: "),
    (
      "rules:\n  - { in: rooms, when: hot }",
      "2:5: rules[0]: when: \"hot\" is no limit; give above or below and a temperature, such as above 30"
    ),
    ("rules:\n  - { in: rooms, when: above 3000 }", "2:5: rules[0]: when: \"above 3000\" is no limit"),
    ("rules:\n  - { when: above 30 }", "2:5: rules[0]: no in given; a rule has in and when"),
    (
      "commands: [{ name: say it, in: rooms, run: say }]\nrules:\n  - { in: rooms, when: above 30, command: sayit }",
      "3:43: rules[0].command: \"sayit\" is no command of commands (did you mean say it?)"
    ),
    (
      "commands: [{ name: say it, in: rooms, run: say }]\nrules:\n  - { in: edits, when: bot, command: say it }",
      "3:38: rules[0].command: \"say it\" is not for edits"
    ),
    (
      "commands: [{ name: vi, in: rooms, run: vi, editor: true }]\nrules:\n  - { in: rooms, when: above 30, command: vi }",
      "3:43: rules[0].command: \"vi\" has the terminal, which a rule must not take"
    ),
    (
      "rules:\n  - { in: rooms, when: above 30 }\n  - in: rooms\n    when: below 3\n    command: say",
      "5:14: rules[1].command: \"say\" is no command of commands"
    ),
    (
      "rules:\n  - { in: rooms, when: above 30 }\n  - { in: rooms, when: above 30, bell: true }",
      "3:5: rules[1]: this is the same rule as element [0]; delete or change one of them"
    ),
  ])
  func aMistakeIsToldWithItsLine(yaml: String, sentence: String) {
    let sentences = MistakeTests.sentences(yaml).map { String($0.dropFirst("config.yaml:".count)) }
    #expect(sentences.count == 1 && sentences.first?.hasPrefix(sentence) == true, "\(sentences)")
  }

  @Test func rulesAreReadAsTheyAreWritten() throws {
    let rules = try ResolveTests.file(
      "rules:\n  - { in: questions, when: \"[swift] score:3\" }\n  - { in: rooms, when: Above 79 °F, bell: yes }"
    ).settings.rules
    #expect(rules.map(\.kind) == [.questions, .rooms] && rules[1].ringsBell)
    let limit = try #require(rules[1].condition.content(as: RoomLimit.self))
    #expect(limit.side == .above && abs(limit.celsius - 26.1) < 0.1)
  }
}
