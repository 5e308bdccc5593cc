import Foundation
import Screen
import Testing

@testable import Terminal

@Suite struct TerminalErrorTests {
  init() { UI.runInBackground() }

  @UI private func error(input: CInt, output: CInt, term: String?) -> TerminalError? {
    do {
      try NcursesDisplay(input: input, output: output, environment: term.map { ["TERM": $0] } ?? [:]).close()
      return nil
    } catch {
      return error
    }
  }

  @Test @UI func whatIsNoTerminalIsSaidToBeNone() throws {
    let terminal = try PseudoTerminal()
    let pipe = Pipe()
    let (reading, writing) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
    #expect(error(input: reading, output: terminal.slave, term: "xterm") == .inputIsNoTerminal)
    #expect(error(input: terminal.slave, output: writing, term: "xterm") == .outputIsNoTerminal)
  }

  @Test(
    arguments: [
      (nil, TerminalError.typeNotSet), ("", .typeNotSet), ("dumb", .typeTooSimple("dumb")),
      ("no-such-terminal", .typeUnknown("no-such-terminal")), ("../xterm", .typeUnknown("../xterm")),
    ] as [(String?, TerminalError)])
  @UI func anUnusableTypeIsRefusedAndTheTerminalNotTouched(term: String?, expected: TerminalError) throws {
    let terminal = try PseudoTerminal()
    #expect(error(input: terminal.slave, output: terminal.slave, term: term) == expected)
    #expect(try terminal.outputSoFar() == "")
    #expect(terminal.isCooked)
  }
}
