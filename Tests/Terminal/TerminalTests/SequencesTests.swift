import Foundation
import Testing
import Text

@testable import Terminal

@Suite struct SequencesTests {
  @Test func textGoesToTheClipboardInBase64() {
    #expect(Sequences.copy("łódź", by: .direct) == "\u{1B}]52;c;xYLDs2TFug==\u{07}")
  }

  @Test func insideTmuxTheTerminalOutsideIsToldToo() {
    let plain = "\u{1B}]52;c;YQ==\u{07}"
    // tmux takes the wrapping off, and one of each two escapes.
    #expect(Sequences.copy("a", by: .tmux) == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
  }

  /// Screen takes the wrapping off each piece, and passes on what is in it.
  @Test(arguments: [1, 183, 184, 185, 5_000])
  func withinScreenTheTextGoesInPieces(length: Int) throws {
    let text = SafeText(oneLine: String(repeating: "a", count: length))
    let plain = try #require(Sequences.copy(text, by: .direct))
    let wrapped = try #require(Sequences.copy(text, by: .screen))
    let pieces = wrapped.components(separatedBy: "\u{1B}P").dropFirst()
    #expect(pieces.allSatisfy { $0.hasSuffix("\u{1B}\\") && $0.utf8.count + 2 <= 256 })
    #expect(pieces.map { $0.dropLast(2) }.joined() == plain)
    #expect(pieces.count == (plain.utf8.count + 251) / 252)
    #expect(Sequences.copy(text, by: .tmuxOrScreen) == plain + wrapped)
  }

  @Test func textThatIsTooLongForTerminalsIsNotCopiedByHalves() {
    let most = Sequences.clipboardLimit / 4 * 3
    let fits = SafeText(oneLine: String(repeating: "a", count: most - 1))
    #expect(Sequences.copy(fits, by: .direct) != nil)
    #expect(Sequences.copy(fits + "aaaa", by: .direct) == nil)
  }
}
