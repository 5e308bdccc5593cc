import Foundation
import Testing

extension ProgramTests {
  /// The list and a question side by side, on a wide screen.
  @Suite struct BesideTests {
    /// The lines of the text: those to the right of the line between it and the list, without the panes beside it, which
    /// change meanwhile.
    private static func text(_ screen: String) -> [Substring] {
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      guard let top = lines.dropFirst().first, let rule = top.firstIndex(of: "┬") else { return [] }
      let columns = top.distance(from: top.startIndex, to: rule)
      let width = top[rule...].prefix { $0 != "╮" }.count - 1
      return lines.dropFirst(2).map { $0.dropFirst(columns + 1).prefix(width) }
    }

    @Test func theSelectedQuestionIsReadBesideItsListAndOpenedThere() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo --no-state"))
        try session.wait(for: "▌")
        try session.resize(columns: 200, rows: 50)
        try session.wait("the first question and an answer beside the list") {
          $0.contains("─ Stack Overflow ─") && Self.text($0).contains { $0.contains("accepted") }
        }
        try session.press("Down")
        let preview = try session.wait("the second one") {
          Self.text($0).first?.contains("bcrypt") == true && Self.text($0).contains { $0.contains("accepted") }
        }
        try session.press("Enter")
        let open = try session.wait(for: "─ Top › Question ─")
        #expect(Self.text(open).first == Self.text(preview).first)
        #expect(open.contains("▌ 327"), "its row is still marked")
        try session.press("Space")
        let scrolled = try session.wait("a page further") { Self.text($0).first?.contains("bcrypt") == false }
        try session.press("J", "J")
        try session.wait("two questions further, in the text and in the list") {
          Self.text($0).first?.contains("Is it safe to keep a pointer") == true && $0.contains(/▌ +0 +0  Is it safe/)
        }
        try session.press("K", "K")
        try session.wait("the second one again") {
          Self.text($0).first?.contains("bcrypt") == true && Self.text($0).contains { $0.contains("accepted") }
        }
        try session.press("Space")
        try session.wait("back, in the same place") { Self.text($0).prefix(3) == Self.text(scrolled).prefix(3) }
        try session.press("Escape")
        let list = try session.wait(for: "─ Stack Overflow ─")
        #expect(Self.text(list).prefix(3) == Self.text(scrolled).prefix(3), "the text stays where it was")
        try session.resize(columns: 120, rows: 36)
        try session.wait("the list alone") {
          Self.text($0).isEmpty && $0.contains("▌ 327") && $0.contains("─ Wikipedia ─")
        }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }
  }
}
