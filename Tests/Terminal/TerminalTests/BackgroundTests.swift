import Foundation
import Screen
import Testing

@testable import Terminal

@Suite struct TerminalAnswerTests {
  @Test(
    arguments: [
      ("11;rgb:0000/0000/0000", RGB(0x000000)), ("11;rgb:ffff/ffff/ffff", RGB(0xffffff)),
      ("11;rgb:1e1e/1e1e/2e2e", RGB(0x1e1e2e)), ("11;rgb:ff/80/00", RGB(0xff8000)), ("11;rgb:f/8/0", RGB(0xff8800)),
      ("11;rgba:fdfd/f6f6/e3e3/ffff", RGB(0xfdf6e3)), ("11;rgb:FDFD/F6F6/E3E3", RGB(0xfdf6e3)),
      ("11;rgb:1234/5/67", RGB(0x125567)),
      ("10;rgb:0000/0000/0000", nil), ("11;rgb:0000/0000", nil), ("11;rgb:0000/0000/0000/0000", nil),
      ("11;rgba:0000/0000/0000", nil), ("11;rgb:00000/0/0", nil), ("11;rgb:/0/0", nil), ("11;rgb:xx/yy/zz", nil),
      ("11;?", nil), ("11;#ffffff", nil), ("", nil), ("52;c;aGk=", nil),
    ] as [(String, RGB?)])
  func backgroundsAreRead(answer: String, colour: RGB?) {
    #expect(TerminalAnswer.background(in: Array(answer.utf8)) == colour)
  }
}

@Suite struct AnswerDecodingTests {
  private func events(_ pieces: [String], awaitsAnswer: Bool = true, pausing: Bool = false) -> [InputEvent] {
    var decoder = InputDecoder()
    decoder.awaitsAnswer = awaitsAnswer
    var events: [InputEvent] = []
    for piece in pieces {
      for byte in piece.utf8 { events += decoder.take(CInt(byte)) }
      decoder.endBurst()
      // The display lets a pause be one only where what has begun may be keys by itself.
      if pausing, decoder.mayBeKeys { events += decoder.pause() }
    }
    return events
  }

  private static let answers: [(String, InputEvent)] = [
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", .background(RGB(0x1e1e2e))),
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", .background(RGB(0x1e1e2e))),
    ("\u{1B}[?64;1;2;21;22c", .features([1, 2, 21, 22])), ("\u{1B}[?6c", .features([])),
  ]

  @Test(arguments: answers) func anAnswerIsNeverKeysWhereverItIsTorn(answer: String, event: InputEvent) {
    #expect(events(["k" + answer + "j"]) == [.key("k"), event, .key("j")])
    for place in answer.indices.dropFirst() {
      let pieces = ["k\(answer[..<place])", "\(answer[place...])j"]
      #expect(events(pieces) == [.key("k"), event, .key("j")], "\(pieces)")
      #expect(events(pieces, awaitsAnswer: false) == [.key("k"), event, .key("j")], "\(pieces)")
      // With a long pause in between the escape alone may be a key, and the rest still is none.
      let slow = events(pieces, pausing: true).filter { $0 != .key(.escape) }
      #expect(slow == [.key("k"), event, .key("j")], "\(pieces)")
    }
    #expect(events(answer.map(String.init)) == [event])
  }

  @Test func escapeAndABracketAreKeysOnceNothingIsAwaited() {
    for bracket in ["]", "["] {
      let keys = events(["\u{1B}", bracket, "q"], awaitsAnswer: false, pausing: true)
      #expect(keys == [.key(.escape), .key(.character(Character(bracket))), .key("q")])
    }
    #expect(events(["\u{1B}", "q"], pausing: true) == [.key(.escape), .key("q")])
    #expect(events(["\u{1B}", "q", "]", "a"], pausing: true) == [.key(.escape), .key("q"), .key("]"), .key("a")])
  }

  @Test func aLongStringIsNoAnswer() {
    let long = "\u{1B}]11;rgb:1e1e/1e1e/2e2e" + String(repeating: "0", count: 500) + "\u{7}q"
    #expect(events([long]) == [.key("q")])
  }
}

/// The question on a pseudo-terminal. One at a time, since ncurses' state is global.
extension NcursesDisplayTests {
  private static let question = "\u{1B}]11;?\u{1B}\\"
  private static let white = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"

  @Test func theBackgroundIsAskedForOnceAfterTheFirstFrame() async throws {
    let session = try await Session()
    let before = try session.terminal.outputSoFar()
    #expect(!before.contains(Self.question))
    let first = try await session.write("a")
    // The same terminal answers what it can do first.
    #expect(first.hasSuffix(Sequences.featureQuestion + Self.question))
    let frame = try #require(first.firstRange(of: "a"))
    let question = try #require(first.firstRange(of: Self.question))
    #expect(frame.lowerBound < question.lowerBound)
    let second = try await session.write("b")
    #expect(!second.contains(Self.question))
    #expect(await session.display.palette == nil)
    // With keys around it. In pieces it is the decoder's tests' matter, which turn their own clock: here a busy machine may
    // take longer between two pieces than a terminal would.
    #expect(
      await session.events(2, after: "k\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\j")
        == ["character(\"k\")", "character(\"j\")"])
    #expect(await session.display.palette?.background == .white)
    // The first answer counts.
    #expect(await session.events(1, after: "\u{1B}]11;rgb:0/0/0\u{7}l") == ["character(\"l\")"])
    #expect(await session.display.palette?.background == .white)
    await session.display.close()
  }

  @Test func anAnswerThatNobodyAskedForMeansNothing() async throws {
    let session = try await Session()
    #expect(await session.events(1, after: Self.white + "j") == ["character(\"j\")"])
    #expect(await session.display.palette == nil)
    await session.display.close()
  }

  @Test(
    arguments: [
      ("linux", [:]), ("vt100", [:]), ("xterm", ["NO_COLOR": "1"]), ("ansi", [:]),
    ] as [(String, [String: String])])
  func whatDoesNotAnswerIsNotAsked(term: String, environment: [String: String]) async throws {
    let session = try await Session(term: term, environment: environment)
    let first = try await session.write("a")
    #expect(!first.contains("]11;"))
    #expect(await session.display.palette == (term == "linux" ? .linuxConsole : nil))
    await session.display.close()
  }

  @Test func theNextKeyTakesTheMouseBack() async throws {
    let session = try await Session()
    _ = try session.terminal.outputSoFar()
    await session.display.releaseMouse()
    var written = try session.terminal.outputSoFar()
    #expect(written == "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1006l")
    #expect(await session.events(1, after: "k") == ["character(\"k\")"])
    written = try session.terminal.outputSoFar()
    #expect(written == "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h")
    #expect(await session.events(1, after: "j") == ["character(\"j\")"])
    written = try session.terminal.outputSoFar()
    #expect(written == "")
    await session.display.close()
  }

  /// All of it in one turn of the loop, which cannot read the answer by itself meanwhile.
  @Test @UI func theShellDoesNotGetTheAnswer() throws {
    let session = try Session()
    _ = try session.write("a")
    session.terminal.type(Self.white)
    session.display.close()
    #expect(session.terminal.isCooked)
    #expect(isEmpty(session.terminal.slave))
  }

  /// Whether nothing can be read from a terminal by a program that reads single bytes, as shells do.
  private func isEmpty(_ descriptor: CInt) -> Bool {
    var modes = termios()
    tcgetattr(descriptor, &modes)
    cfmakeraw(&modes)
    tcsetattr(descriptor, TCSANOW, &modes)
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) == 0
  }
}
