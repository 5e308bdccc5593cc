import Foundation
import Testing
import Text

@testable import Terminal

@Suite struct SequencesTests {
  @Test func textGoesToTheClipboardInBase64() {
    #expect(Sequences.copy("łódź", isInTmux: false) == "\u{1B}]52;c;xYLDs2TFug==\u{07}")
  }

  @Test func insideTmuxTheTerminalOutsideIsToldToo() {
    let plain = "\u{1B}]52;c;YQ==\u{07}"
    // tmux takes the wrapping off, and one of each two escapes.
    #expect(Sequences.copy("a", isInTmux: true) == plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\")
  }

  @Test func textThatIsTooLongForTerminalsIsNotCopiedByHalves() {
    let most = Sequences.clipboardLimit / 4 * 3
    let fits = SafeText(oneLine: String(repeating: "a", count: most - 1))
    #expect(Sequences.copy(fits, isInTmux: false) != nil)
    #expect(Sequences.copy(fits + "aaaa", isInTmux: false) == nil)
  }
}
