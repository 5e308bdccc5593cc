import Foundation
import Testing

extension ProgramTests {
  /// Tabs by hand, searches, and what can be read without a network, against a station that is a process of its own.
  @Suite struct FeedStories {
    private func environment(_ folder: URL) -> [String: String] {
      ["XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"].mapValues { folder.appending(path: $0).path }
    }

    /// Starts the program and waits for its first questions.
    private func begin(_ station: StationProcess, _ folder: URL) throws -> TerminalSession {
      let session = try TerminalSession(Program.script(station.options), environment: environment(folder))
      try session.wait("questions") { $0.contains("▌") && $0.contains("bcrypt") }
      return session
    }

    private func quit(_ session: TerminalSession) throws {
      try session.press("q")
      try session.wait(for: "exit status 0")
    }

    @Test func aTabIsOpenedByACompletedTagClosedAndBroughtBack() async throws {
      try await story {
        let station = try StationProcess()
        try withFolder { folder in
          let first = try begin(station, folder)
          try first.press("t")
          try first.wait(for: "╭─ Open a tab")
          try first.type("kot")
          try first.wait("a tag that begins like this, and how many questions have it") {
            $0.contains(/\ kotlin +\d+ questions?/)
          }
          try first.press("Down", "Tab")
          try first.wait("the whole word in the field") { $0.contains(/Tags +kotlin/) }
          try first.press("Enter")
          let opened = try first.wait("its tab, with its questions") {
            $0.contains("6 kotlin") && !$0.contains("╭─ Open a tab") && $0.contains("▌") && !$0.contains("bcrypt")
          }
          #expect(opened.contains("kotlin"))
          try first.press("x")
          try first.wait("no such tab") { !$0.contains("6 kotlin") }
          try first.press("X")
          try first.wait("the tab again") { $0.contains("6 kotlin") && $0.contains("▌") }
          try quit(first)

          let second = try TerminalSession(Program.script(station.options), environment: environment(folder))
          try second.wait("the tab of the last time") {
            $0.contains("6 kotlin") && $0.contains("▌") && !$0.contains("bcrypt")
          }
          try quit(second)
        }
        station.stop()
      }
    }

    @Test func aSearchFindsWhileItIsTypedAndBecomesATab() async throws {
      try await story {
        let station = try StationProcess()
        try withFolder { folder in
          let session = try begin(station, folder)
          try session.press("S")
          try session.wait(for: "╭─ Search Stack Overflow")
          try session.type("is:best")
          try session.wait(for: "is: takes accepted, unaccepted")
          try session.press("C-u")
          try session.type("[swift] is:accepted concurren")
          let found = try session.wait("what is found, without a further key") { $0.contains(/\ \d+ found/) }
          let count = try #require(found.firstMatch(of: /\ (\d+) found/)?.1)
          try session.press("Enter")
          try session.wait("its tab, with as many questions") {
            $0.contains("6 search: ") && $0.contains("▌") && $0.contains(" \(count) · ")
          }
          try quit(session)
        }
        station.stop()
      }
    }

    /// Yesterday's questions, without a network today.
    @Test func listsQuestionsAndWhatIsKeptAreReadWithoutANetwork() async throws {
      try await story {
        let station = try StationProcess()
        try withFolder { folder in
          let first = try begin(station, folder)
          try first.press("Enter")
          try first.wait("a question with its answers") { $0.contains("─ Top › Question") && $0.contains("nswer") }
          try first.press("Escape")
          try first.wait("the list") { !$0.contains("› Question") }
          try first.press("*")
          try first.wait("it is marked") { $0.contains(/▌.*\*/) }
          try quit(first)
          station.stop()

          let second = try TerminalSession(Program.script(station.options), environment: environment(folder))
          try second.wait("the same list, and why it is no newer") {
            $0.contains("▌") && $0.contains("bcrypt") && $0.contains("since ")
          }
          try second.press("Enter")
          try second.wait("the question that was read") { $0.contains("─ Top › Question") && $0.contains("nswer") }
          try second.press("Escape")
          // Esc and a letter that come at once are Alt and the letter.
          try second.wait("the list") { !$0.contains("› Question") }
          try second.press("t")
          try second.type("kept")
          try second.wait(for: "▌ kept questions")
          try second.press("Enter")
          try second.wait("what is kept") { $0.contains("6 Kept") && $0.contains(" 1 · ") && $0.contains("▌") }
          try second.press("Enter")
          try second.wait("it can be read") { $0.contains("─ Kept › Question") && $0.contains("nswer") }
          try second.press("Escape")
          try second.wait("the list of one") { !$0.contains("› Question") }
          try second.press("*")
          try second.wait(for: "No kept questions")
          try quit(second)
        }
      }
    }
  }
}
