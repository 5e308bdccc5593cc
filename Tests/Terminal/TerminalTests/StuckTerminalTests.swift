import CCurses
import Foundation
import Screen
import Testing

@testable import Terminal

/// A terminal that does not read, as behind a connection that hangs: nothing may wait for it.
extension NcursesDisplayTests {
  @Test func keysAndSignalsComeWhileOutputWaits() async throws {
    let session = try await Session(columns: 200, rows: 50)
    await session.display.fill()
    #expect(await session.events(2, after: "k\u{1B}OA") == ["character(\"k\")", "up"])
    kill(getpid(), SIGTERM)
    #expect(await session.events(1, after: "") == ["end"])
    await #expect(throws: DisplayRefusal("Try again: the terminal takes no output now")) {
      try await session.display.copy("text")
    }
    await session.display.close()
    #expect(session.terminal.isCooked)
    // What was not read is thrown away, so that what leaves the terminal in order has room.
    let end = try session.terminal.outputSoFar()
    for sequence in ["\u{1B}[r", "\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?1002l", "\u{1B}[?2004l"] {
      #expect(end.contains(sequence))
    }
  }

  @Test func aTerminalThatReadsAgainGetsAllOfItAndThenTheNewestFrame() async throws {
    let session = try await Session(columns: 200, rows: 50)
    await session.display.fill()
    await session.display.show(text: "newest")
    let output = try session.terminal.output(until: "newest")
    #expect(!output.contains("lost"))
    await session.display.close()
  }

  @Test @UI func theShellsTerminalStaysAsItIs() throws {
    let session = try Session(columns: 200, rows: 50)
    session.display.fill()
    #expect(fcntl(session.terminal.slave, F_GETFL) & O_NONBLOCK == 0)
    session.display.close()
  }

  /// Where the terminal cannot be opened a second time.
  @Test func aDescriptorThatBlocksIsNotWaitedForEither() throws {
    let terminal = try PseudoTerminal()
    let bytes = [UInt8](repeating: 0x78, count: 4_096)
    var total = 0
    while case let count = tty_write(terminal.slave, bytes, bytes.count), count > 0 { total += count }
    #expect(total > 4_096)
    #expect(!tty_write_within(terminal.slave, bytes, bytes.count, 1))
    tty_discard(terminal.slave, bytes, 5)
    #expect(try terminal.outputSoFar().hasSuffix("xxxxx"))
  }
}

extension NcursesDisplay {
  /// Writes more than the system keeps for a terminal, and shows a frame that has to wait for it.
  ///
  /// A frame's end would not do: what the system hands on to the reader's side, in its own time, makes room for that.
  func fill() {
    writer.write(String(repeating: "x", count: 131_072))
    precondition(writer.isBehind, "the terminal takes everything")
    show(text: "lost")
  }

  /// Shows a text in every row.
  func show(text: String) {
    var canvas = Canvas(size: size, theme: theme)
    for y in 0..<size.height {
      for (x, scalar) in text.unicodeScalars.enumerated() { canvas.put(Glyph(scalar), style: .plain, x: x, y: y) }
    }
    show(canvas)
  }
}
