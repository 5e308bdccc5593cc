import Foundation
import Screen
import Signals
import Testing
import Text

@testable import Terminal

/// The display on a pseudo-terminal. One at a time, since ncurses' state is global.
@Suite(.serialized, .timeLimit(.minutes(2))) struct NcursesDisplayTests {
  init() { UI.runInBackground() }

  // MARK: - Input

  @Test func keysComeThroughNcursesAndInOrder() async throws {
    let session = try await Session()
    // As the terminal's description has them, and as terminals send them in their other mode.
    let keys = await session.events(9, after: "\u{1B}OA\u{1B}[B\u{1B}OP\u{1B}[3~\u{1B}[1;5C\u{7F}\ré東")
    #expect(
      keys == [
        "up", "down", "function(1)", "delete", "controlRight", "backspace", "enter", "character(\"é\")",
        "character(\"東\")",
      ])
    await session.display.close()
  }

  /// In application mode, which `ESC =` switches on and every start does. Descriptions take some of these for other keys.
  @Test(arguments: ["xterm-256color", "rxvt", "vt100", "screen", "linux"])
  func theKeypadTypesItsDigitsAndSigns(term: String) async throws {
    let session = try await Session(term: term)
    let signs = "0123456789*+,-./"
    let input = signs.unicodeScalars.map { "\u{1B}O" + String(UnicodeScalar(UInt8($0.value) + 0x40)) }.joined()
    let keys = await session.events(signs.count + 2, after: input + "\u{1B}OX\u{1B}OM")
    #expect(keys == (signs + "=").map { "character(\"\($0)\")" } + ["enter"])
    await session.display.close()
  }

  /// ncurses crashes at such a size, and a canvas for it would take gigabytes.
  @Test func aTerminalMayClaimAnySize() async throws {
    let session = try await Session(columns: 5_000, rows: 65_535)
    #expect(await session.display.size == NcursesDisplay.largestSize)
    _ = try await session.write("at the beginning")
    session.terminal.resize(columns: 65_535, rows: 24)
    kill(getpid(), SIGWINCH)
    #expect(await session.events(1, after: "") == ["1000x24"])
    session.terminal.resize(columns: 1, rows: 65_535)
    kill(getpid(), SIGWINCH)
    #expect(await session.events(1, after: "") == ["1x500"])
    await session.display.close()
  }

  @Test func theSizeOfTheEnvironmentIsForTerminalsWithoutOne() async throws {
    let size = Size(width: 80, height: 24)
    for (lines, columns) in [("65535", "99999999999"), ("30", "100")] {
      let session = try await Session(environment: ["LINES": lines, "COLUMNS": columns])
      #expect(await session.display.size == size)
      await session.display.close()
    }
    let session = try await Session(columns: 0, rows: 0, environment: ["LINES": "65535", "COLUMNS": "100"])
    #expect(await session.display.size == Size(width: 100, height: 500))
    await session.display.close()
  }

  @Test func escapeIsAKeyOnceNothingFollows() async throws {
    let session = try await Session()
    #expect(await session.events(1, after: "\u{1B}") == ["escape"])
    await session.display.close()
  }

  @Test func altAndAKeyIsNeitherEscapeNorThatKey() async throws {
    let session = try await Session()
    let keys = await session.events(4, after: "\u{1B}q\u{1B}\u{7F}\u{1B}[1;3Dj")
    let alt = [KeyEvent.character("q"), .backspace, .left].map { "\(KeyEvent.alt($0))" }
    #expect(keys == alt + ["character(\"j\")"])
    await session.display.close()
  }

  @Test func pastedTextIsNeverKeysAlsoWhenItComesInPieces() async throws {
    let session = try await Session()
    #expect(await session.events(1, after: "k\u{1B}[200~q\u{1B}OA\u{3}") == ["character(\"k\")"])
    #expect(await session.events(2, after: "z\u{1B}[201~\u{1B}OB") == ["paste(q\u{FFFD}OA\u{FFFD}z)", "down"])
    await session.display.close()
  }

  @Test func whatTheTerminalAnswersIsNeverKeys() async throws {
    let session = try await Session()
    let answers = "\u{1B}P>|XTerm(q)\u{1B}\\k\u{1B}]11;rgb:1e1e/q\u{7}\u{1B}_Gi=31;q\u{1B}\\j"
    #expect(await session.events(2, after: answers) == ["character(\"k\")", "character(\"j\")"])
    // A key pressed with Alt that looks like the beginning of an answer.
    #expect(await session.events(1, after: "\u{1B}P").count == 1)
    #expect(await session.events(1, after: "l") == ["character(\"l\")"])
    await session.display.close()
  }

  @Test func theMouseReachesBeyondTheOldLimitAndKeysAfterItAreKeys() async throws {
    let session = try await Session(columns: 300)
    let events = await session.events(3, after: "\u{1B}[<0;250;3M\u{1B}[<0;250;3m\u{1B}[<65;1;1Mj")
    #expect(events == ["click 249,2", "wheelDown 0,0", "character(\"j\")"])
    await session.display.close()
  }

  @Test func theOldMouseEncodingIsReadToo() async throws {
    let session = try await Session(term: "tmux-256color")
    // Column 95 is the byte 127.
    #expect(await session.events(2, after: "\u{1B}[M \u{7F}!j") == ["click 94,0", "character(\"j\")"])
    await session.display.close()
  }

  @Test func aNewSizeIsTold() async throws {
    let session = try await Session()
    session.terminal.resize(columns: 100, rows: 30)
    // A terminal tells its own session; this process is not in it.
    kill(getpid(), SIGWINCH)
    #expect(await session.events(1, after: "") == ["100x30"])
    #expect(await session.display.size == Size(width: 100, height: 30))
    await session.display.close()
  }

  @Test func aTerminalThatGoesAwayEndsTheProgram() async throws {
    let session = try await Session()
    session.terminal.hangUp()
    #expect(await session.events(1, after: "") == ["end"])
    await session.display.close()
  }

  @Test func beingToldToEndIsAnEnding() async throws {
    let session = try await Session()
    kill(getpid(), SIGTERM)
    #expect(await session.events(1, after: "") == ["end"])
    await session.display.close()
  }

  // MARK: - Output

  @Test @UI func aChangedCellCostsAFewBytesAndAnUnchangedScreenNone() throws {
    let session = try Session()
    _ = try session.write("12:00:01")
    #expect(try session.write("12:00:01") == "")
    let bytes = try session.write("12:00:02")
    #expect(bytes.hasSuffix("2"))
    #expect(bytes.utf8.count <= 8)
    session.display.close()
  }

  @Test @UI func whatChangesMuchOfTheScreenIsMarkedAsOneFrame() throws {
    let session = try Session()
    let (begin, end) = ("\u{1B}[?2026h", "\u{1B}[?2026l")
    func write(_ letter: Unicode.Scalar, rows: Int) throws -> String {
      var canvas = Canvas(size: session.display.size, theme: session.display.theme)
      for y in 0..<rows { canvas.put(Glyph(letter), style: .plain, x: 0, y: y) }
      session.display.show(canvas)
      return try session.terminal.outputSoFar()
    }
    // The first one takes the second screen before.
    let whole = try write("a", rows: 7)
    // And the questions follow it.
    #expect(whole.contains(begin) && whole.hasSuffix(end + Sequences.featureQuestion + Sequences.backgroundQuestion))
    let much = try write("b", rows: 7)
    #expect(much.hasPrefix(begin) && much.hasSuffix(end) && much.contains("b"))
    let little = try write("b", rows: 1)
    #expect(!little.isEmpty && !little.contains("2026"))
    session.display.close()
  }

  /// A line of text and parts of it that are links, as shown on a terminal.
  @UI private static func show(_ parts: [(SafeText, SafeText?)], on session: Session) throws -> String {
    var canvas = Canvas(size: session.display.size, theme: session.display.theme)
    let cells = parts.flatMap { text, target in
      text.string.unicodeScalars.map { Cell(Glyph($0), link: target.map { CellLink(to: $0) } ?? .none) }
    }
    canvas.draw(cells, x: 0, y: 0)
    session.display.show(canvas)
    return try session.terminal.outputSoFar()
  }

  @Test @UI func aLinksCellsAndNothingElseStandWithinIt() throws {
    let session = try Session()
    let address = "https://a.example/x"
    let link = CellLink(to: "https://a.example/x")
    let (begin, end) = (Sequences.linkBegins(link.number, address), Sequences.linkEnds)
    let first = try Self.show([("see ", nil), ("the docs", "https://a.example/x"), (" now", nil)], on: session)
    #expect(first.contains("\(begin)the docs\(end)"), "\(first)")
    #expect(first.components(separatedBy: "]8;").count == 3)
    // What stays is not written again, and a link that goes takes its cells with it.
    #expect(try Self.show([("see ", nil), ("the docs", "https://a.example/x"), (" now", nil)], on: session) == "")
    let other = try Self.show([("see ", nil), ("the docs", "https://b.example"), (" now", nil)], on: session)
    #expect(other.contains(";https://b.example\u{1B}\\the docs\(end)"), "\(other)")
    let gone = try Self.show([("see the docs now", nil)], on: session)
    #expect(gone.contains("the docs") && !gone.contains("]8;"), "\(gone)")
    session.display.close()
  }

  /// A line of text and parts of it that are struck through, as shown on a terminal.
  @UI private static func show(struck parts: [(SafeText, Style.Attributes)], on session: Session) throws -> String {
    var canvas = Canvas(size: session.display.size, theme: session.display.theme)
    let cells = parts.flatMap { text, attributes in
      text.string.unicodeScalars.map { Cell(Glyph($0), style: Style(attributes: attributes)) }
    }
    canvas.draw(cells, x: 0, y: 0)
    session.display.show(canvas)
    return try session.terminal.outputSoFar()
  }

  @Test @UI func onlyStruckCellsAreStruckThrough() throws {
    let session = try Session()
    let (begin, end) = ("\u{1B}[9m", "\u{1B}[m")
    let first = try Self.show(struck: [("see ", []), ("the docs", .struck), (" now", [])], on: session)
    #expect(first.contains("\(begin)the docs\(end)") && first.components(separatedBy: begin).count == 2, "\(first)")
    #expect(try Self.show(struck: [("see ", []), ("the docs", .struck), (" now", [])], on: session) == "")
    let bold = try Self.show(struck: [("see ", []), ("the", .struck), (" docs", [.struck, .bold])], on: session)
    #expect(bold.contains("\u{1B}[1;9m docs\(end)") && bold.components(separatedBy: "9m").count == 2, "\(bold)")
    let gone = try Self.show(struck: [("see the docs", [])], on: session)
    #expect(gone.contains("the docs") && !gone.contains(begin), "\(gone)")
    session.display.close()
  }

  @Test @UI func aTerminalThatCannotStrikeIsNotAskedTo() throws {
    let session = try Session(term: "vt100")
    let text = try Self.show(struck: [("the docs", .struck)], on: session)
    #expect(text.contains("the docs") && !text.contains("[9m") && !text.contains("[29m"), "\(text)")
    session.display.close()
  }

  @Test @UI func aConsoleGetsNoLinks() throws {
    for term in ["linux", "vt100"] {
      let session = try Session(term: term)
      let text = try Self.show([("the docs", "https://a.example/x")], on: session)
      #expect(text.contains("the docs") && !text.contains("]8;"), "\(term)")
      session.display.close()
    }
  }

  @Test @UI func theCursorMovesAndIsShownAsTheCanvasSays() throws {
    let session = try Session()
    #expect(try session.write("a").contains("\u{1B}[?25l"))
    for (x, isSeen, bytes) in [
      (4, false, "[3;5H"), (9, false, "[5C"), (9, true, "[?12l\u{1B}[?25h"), (4, false, "[5D\u{1B}[?25l"),
    ] { #expect(try session.write("a", cursor: .init(Point(x: x, y: 2), isSeen: isSeen)) == "\u{1B}\(bytes)") }
    session.display.close()
  }

  @Test @UI func afterInvalidationEverythingIsWrittenAnew() throws {
    let session = try Session()
    _ = try session.write("text")
    session.display.invalidate()
    #expect(try session.write("text").contains("text"))
    session.display.close()
  }

  @Test(arguments: [
    ("xterm-256color", [:], Theme.Colours.many), ("xterm-256color", ["NO_COLOR": "1"], .none),
    ("xterm-256color", ["NO_COLOR": ""], .many), ("linux", [:], .eight), ("vt100", [:], .none),
  ])
  @UI func coloursAreWhatTheTerminalHasAndTheUserWants(
    term: String, environment: [String: String], colours: Theme.Colours
  ) throws {
    let session = try Session(term: term, environment: environment)
    #expect(session.display.theme.colours == colours)
    let bytes = try session.write("a", style: Style(foreground: 1, attributes: .bold))
    #expect(bytes.contains(";31m") == (colours != .none))
    session.display.close()
  }

  @Test @UI func whatCannotShowMoreIsDrawnInASCII() throws {
    func isASCII(_ term: String, _ environment: [String: String]) throws -> Bool {
      let session = try Session(term: term, environment: environment)
      defer { session.display.close() }
      return session.display.theme.isASCII
    }
    #expect(try !isASCII("xterm-256color", ["LANG": "C.UTF-8"]))
    #expect(try isASCII("xterm-256color", ["LANG": "C.UTF-8", "LC_ALL": "C"]))
    #expect(try isASCII("linux", ["LANG": "C.UTF-8"]))
    #expect(try isASCII("vt100", [:]))
  }

  @Test @UI func aBrightColourIsItsNormalOneWhereThereAreEight() throws {
    let session = try Session(term: "linux")
    #expect(try session.write("a", style: Style(foreground: 9)).contains("\u{1B}[31m"))
    session.display.close()
  }

  @Test @UI func aGlyphOfAnotherWidthThanTheSystemSaysShiftsNothing() throws {
    let session = try Session()
    var canvas = Canvas(size: session.display.size, theme: session.display.theme)
    // Said to be narrow, but the C library knows it as wide.
    canvas.put(Glyph("東"), width: 1, style: .plain, x: 0, y: 0)
    canvas.put(Glyph("b"), style: .plain, x: 1, y: 0)
    session.display.show(canvas)
    #expect(try session.terminal.outputSoFar().contains("\u{FFFD}b"))
    session.display.close()
  }

  @Test @UI func marksThatTakeAColumnDoNotCutTheCharacterOff() throws {
    let session = try Session()
    var canvas = Canvas(size: session.display.size, theme: session.display.theme)
    var glyph = Glyph("e")
    glyph.append(mark: "x")
    glyph.append(mark: "\u{301}")
    canvas.put(glyph, style: .plain, x: 0, y: 0)
    session.display.show(canvas)
    #expect(try session.terminal.outputSoFar().contains("e\u{301}"))
    session.display.close()
  }

  // MARK: - Leaving

  @Test @UI func theTerminalIsLeftAsItWasFound() throws {
    let session = try Session()
    #expect(!session.terminal.isCooked)
    let begin = try session.write("text")
    session.display.close()
    let end = try session.terminal.outputSoFar()
    #expect(session.terminal.isCooked)
    // The main screen once, and not a second time, which would move the cursor.
    #expect(begin.contains("\u{1B}[?1049h"))
    #expect(end.components(separatedBy: "\u{1B}[?1049l").count == 2)
    for mode in ["1000", "1002", "1006", "2004"] {
      #expect(begin.contains("\u{1B}[?\(mode)h"))
      #expect(end.contains("\u{1B}[?\(mode)l"))
    }
    #expect(end.contains("\u{1B}[?25h"))
  }

  @Test @UI func aTerminalWithoutAMouseIsNotAskedForOne() throws {
    let session = try Session(term: "vt100")
    #expect(try !session.write("text").contains("?1000"))
    session.display.close()
  }

  @Test func aProgramHasTheTerminalUntilItEndsAndAFailureIsTold() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let seen = folder.appending(path: "seen").path
    let session = try await Session(environment: ["PATH": "/usr/bin:/bin"])
    // What it is given cannot become a second word, and its input is not the keyboard.
    let words = ["sh", "-c", "printf '%s\\n' \"$@\" > '\(seen)'; cat >> '\(seen)'; exit 3", "sh", "$(touch x) y\nz"]
    try await session.display.run(words, input: "the body\nof it\n")
    await #expect(throws: DisplayRefusal("Try again when the program in the terminal has ended")) {
      try await session.display.run(["true"], input: nil)
    }
    #expect(await session.events(1, after: "") == ["sh ended with status 3"])
    _ = try session.terminal.output(until: "\u{1B}[?1049l")
    _ = try session.terminal.output(until: "\u{1B}[?1049h")
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "$(touch x) y\nz\nthe body\nof it\n")
    #expect(await session.events(1, after: "k") == ["character(\"k\")"])
    await session.display.close()
  }

  @Test(arguments: [
    (["no-such-program"], "no-such-program cannot be run: No such file or directory"),
    (["/etc/passwd"], "passwd cannot be run: Permission denied"), ([], " cannot be run: No such file or directory"),
  ])
  func aProgramThatCannotBeRunLeavesTheTerminalHere(words: [String], sentence: String) async throws {
    let session = try await Session()
    await #expect(throws: DisplayRefusal(SafeText(oneLine: sentence))) {
      try await session.display.run(words, input: nil)
    }
    #expect(await session.events(1, after: "k") == ["character(\"k\")"])
    await session.display.close()
  }
}
