import Assembly
import Model
import Testing

@testable import SettingsFile

/// What a person reads who has made a mistake in a command of their own.
@Suite struct CommandMistakeTests {
  private static let start = "commands: [{ name: x, in: "

  @Test(arguments: [
    (
      "commands:\n  - { name: x, in: questions, run: [a, \"{urll}\"] }",
      "2:40: commands[0]: run: unknown placeholder \"urll\"; did you mean url?; for a brace itself write {{"
    ),
    (
      "commands:\n  - { name: x, in: [questions, edits], run: [a, \"{tags}\"] }",
      "2:49: commands[0]: run: edits have no tags; they have url, title, page, id, site, user, value"
    ),
    (
      "commands:\n  - { name: x, in: rooms, run: a, stdin: body }",
      "2:42: commands[0]: stdin: rooms have no body; they have room, title, value"
    ),
    (
      "commands:\n  - { name: x, in: questions, run: [\"{url}\"] }",
      "2:37: commands[0]: run: the program itself cannot be \"{url}\"; give its name"
    ),
    (
      "commands:\n  - { name: x, in: questions, run: [a, {url}] }",
      "2:40: commands[0].run: braces must stand in quotes here: \"{url}\""
    ),
    (
      "commands:\n  - { name: x, in: questions, run: [a, \"{body}\"] }",
      "2:40: commands[0]: run: {body} is too long for a word; give it as stdin: body"
    ),
    ("commands:\n  - { name: x }", "2:5: commands[0]: no in or run given; a command has name, in and run"),
    (
      "commands:\n  - { name: x, in: rooms, run: [a, \"b\\0c\"] }",
      "2:32: commands[0].run: a word cannot hold a zero byte; delete it"
    ),
    (
      "commands:\n  - { name: x, in: room, run: a }",
      "2:20: commands[0].in: \"room\" is not known (did you mean rooms?); give questions, edits or rooms"
    ),
    (
      "commands:\n  - { name: x, in: rooms, run: a }\n  - { name: x, in: edits, run: b }",
      "3:5: commands[1]: this has the same name as element [0]; delete or change one of them"
    ),
    (
      "commands:\n  - { name: x, in: rooms, run: \"a > b\" }",
      "2:32: commands[0].run: no shell runs this, so > means nothing; put the commands into a script"
    ),
  ])
  func aMistakeIsToldWithItsLine(yaml: String, sentence: String) {
    #expect(MistakeTests.sentences(yaml).map { String($0.dropFirst("config.yaml:".count)) } == [sentence])
  }

  @Test func aLineIsSplitBeforeValuesAreKnown() throws {
    let settings = try ResolveTests.file(
      "commands: [{ name: mail, key: P, in: [edits, questions], run: \"mail -s '{title} {id}' -- me\", editor: yes }]"
    ).settings
    let command = try #require(settings.commands.first)
    #expect(command.words.map(\.text) == ["mail", "-s", "{title} {id}", "--", "me"])
    #expect(command.kinds == [.edits, .questions] && command.needsTerminal && command.input == nil)
    #expect(settings.allKeys == ["own.mail": ["P"]])
  }

  @Test func argumentsWithWordsOfTheirOwnAreNotPrinted() throws {
    let settings = try ResolveTests.file(
      "commands: [{ name: x, in: rooms, run: [curl, -H, \"token: s3cret\", --, \"{room}\"] }]"
    ).settings
    let written = Form<[OwnCommand]>.ownCommands(Features.settings.compactMap(\.subject)).write(
      settings.commands)
    #expect(written?.line.string.contains("[curl, -H, \"…\", --, \"{room}\"]") == true, "\(written?.line ?? "")")
  }
}
