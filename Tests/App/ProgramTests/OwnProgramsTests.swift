import Foundation
import Model
import ModelTesting
import PaneKit
import Questions
import Signals
import Testing
import Text

@testable import reactui

/// Programs of own commands, as the system runs them.
@Suite(.timeLimit(.minutes(2))) struct OwnProgramsTests {
  private let programs = OwnPrograms(environment: [
    "PATH": "/usr/bin:/bin", "HOME": "/nowhere", "REACTUI_STACK_EXCHANGE_KEY": "s3cret",
  ])

  private func end(_ words: [String], input: SafeText? = nil) async -> ProgramEnd? {
    let (ends, end) = AsyncStream.makeStream(of: ProgramEnd.self)
    programs.run(ProgramCall(words, input: input)).startWithValues { end.yield($0) }
    for await value in ends { return value }
    return nil
  }

  @Test func itsLastLineIsMadeSafe() async {
    #expect(await end(["printf", "one\\ntwo\\033[31m\\n\\n"]) == ProgramEnd(failure: nil, lastLine: "two�[31m"))
    #expect(
      await end(["sh", "-c", "echo bad >&2; exit 2"]) == ProgramEnd(failure: "ended with status 2", lastLine: "bad"))
    #expect(await end(["cat"], input: "a\nb\n") == ProgramEnd(failure: nil, lastLine: "b"))
  }

  @Test(arguments: [
    (["no-such-program"], "no-such-program cannot be run: No such file or directory"),
    (["/etc/passwd", "x"], "passwd cannot be run: Permission denied"),
    (["~/x"], "x cannot be run: No such file or directory"),
    (["echo", String(repeating: "x", count: 1 << 20)], "echo cannot be run: Argument list too long"),
  ])
  func whatCannotBeRunIsASentence(words: [String], sentence: String) async {
    #expect(await end(words)?.failure?.string == sentence)
  }

  @Test func itGetsNoSecrets() async {
    #expect(await end(["sh", "-c", "echo \"[$REACTUI_STACK_EXCHANGE_KEY]\""])?.lastLine == "[]")
  }

  @Test func whatAHostileTitleSaysIsOneWord() async throws {
    let title = SafeText(title: "$(touch /tmp/x); `id` \"'\n--output=/etc/x *")
    let words = try ["printf", "%s|%s\\n", "--", "{title}", "{id}"].map { try ProgramWord($0) }
    let call = try OwnCommand("x", for: [.questions], words: words)
      .call(for: ProgramSubject(Question(id: 7, title: title)))
    #expect(await end(call.words.filter { $0 != "--" })?.lastLine == "\(title)|7")
  }

  @Test func aProgramThatNeverEndsIsEndedWhenItIsStopped() async {
    let (signs, sign) = AsyncStream.makeStream(of: Void.self)
    let run = programs.run(ProgramCall(["sleep", "1000"])).on(disposed: { sign.yield(()) }).start()
    run.dispose()
    for await _ in signs { return }
  }
}
