import Foundation
import Screen
import Signals
import Testing
import Text

@testable import Terminal

/// What a person sees: random keys, pastes and sizes go through the real terminal layer and ncurses, frames come out of it as bytes,
/// and an emulator that knows nothing of the program shows what the canvas holds: characters, widths, looks, links and cursor.
///
/// `make glass` plays many more strokes than a run of all tests does. A failure prints its seed; `REACTUI_GLASS_SEED` plays it again,
/// on the terminals of one name with `REACTUI_GLASS_TERMINAL`.
extension NcursesDisplayTests {
  @Test(arguments: GlassTerminal.chosen)
  func theGlassShowsTheCanvas(terminal: GlassTerminal) async throws {
    let environment = ProcessInfo.processInfo.environment
    let many = environment["REACTUI_GLASS"].flatMap { Int($0) }
    let strokes = many ?? 150
    // The same strokes in each run of all tests.
    let seed =
      environment["REACTUI_GLASS_SEED"].flatMap { UInt64($0) } ?? (many == nil ? 21 : .random(in: 0..<1_000_000))
    try await play(strokes, on: terminal, seed: seed)
  }

  /// Strokes that once left on the glass what the canvas does not have.
  @Test(arguments: [
    ("xterm-256color", 524_613, 10), ("xterm", 157_352, 375), ("vt100", 524_613, 10), ("rxvt-unicode", 174_460, 110),
    ("linux", 524_613, 10),
  ])
  func whatWasWrongOnTheGlassStaysMended(name: String, seed: UInt64, strokes: Int) async throws {
    let terminal = try #require(GlassTerminal.all.first { $0.name == name })
    try await play(strokes, on: terminal, seed: seed, movesParts: false)
  }

  private func play(_ strokes: Int, on terminal: GlassTerminal, seed: UInt64, movesParts: Bool = true) async throws {
    var glass = try await Glass(terminal, seed: seed, movesParts: movesParts)
    for number in 0..<strokes {
      try await glass.play()
      guard let difference = try await glass.difference() else { continue }
      Issue.record("\(terminal), seed \(seed), stroke \(number): \(difference) after \(glass.written.debugDescription)")
      break
    }
    await glass.session.display.close()
  }

  /// What two seeds found after 1,075 and 9,718 strokes: cells of a link whose colours end within it while other attributes stay.
  @Test(arguments: ["xterm-256color", "rxvt-unicode", "xterm"])
  func coloursEndWithinALink(name: String) async throws {
    let terminal = try #require(GlassTerminal.all.first { $0.name == name && $0.environment.isEmpty })
    let session = try await Session(term: name, environment: ["LC_ALL": "C.UTF-8"])
    var canvas = await Canvas(size: session.display.size, theme: session.display.theme)
    // Where no attribute is left, ncurses begins anew anyway.
    let styles = [
      Style(foreground: 1, background: 4, attributes: .bold), Style(background: 2, attributes: .bold),
      Style(foreground: 3, background: 5, attributes: .bold), Style(foreground: 6, attributes: .bold),
      Style(attributes: .bold), Style(foreground: 1, background: 4, attributes: .underline),
      Style(foreground: 2, attributes: .underline), Style(foreground: 2), .plain,
    ]
    for (x, style) in styles.enumerated() {
      canvas.put(Glyph("a"), style: style, link: CellLink(to: "https://example.org"), x: x, y: 0)
    }
    await session.display.show(canvas)
    var emulator = TerminalEmulator(columns: canvas.width, rows: canvas.height)
    emulator.read(try session.terminal.outputSoFar().utf8)
    for (x, style) in styles.enumerated() {
      #expect(emulator[x, 0].look == terminal.look(style), "cell \(x)")
    }
    await session.display.close()
  }

  /// The emulator itself, on bytes as terminals know them.
  @Test func theEmulatorReadsWhatTerminalsRead() {
    var emulator = TerminalEmulator(columns: 10, rows: 3)
    func line(_ y: Int) -> String { (0..<10).map { emulator[$0, y].text }.joined() }
    emulator.read("\u{1B}[2;3H\u{1B}[1;31mab\u{1B}[m東\u{1B}]8;id=1;http://a\u{1B}\\l\u{1B}]8;;\u{1B}\\e\u{301}".utf8)
    #expect(line(1) == "  ab東le\u{301}  ")
    #expect(emulator[2, 1].look == .init(foreground: 1, isBold: true) && emulator[4, 1].look == .init())
    #expect(emulator[6, 1].link == "http://a" && emulator[7, 1].link == nil)
    // Half a wide character goes, and the last column waits with the new line.
    emulator.read("\u{1B}[2;6Hx\u{1B}[1;10Hy".utf8)
    #expect(line(1) == "  ab xle\u{301}  " && emulator.cursor == (9, 0))
    emulator.read("z\u{1B}[5b\u{1B}[44m\u{1B}[K\u{1B}[2P".utf8)
    #expect(line(1) == "zzzzzz    " && emulator[9, 1].look.background == 4)
    emulator.read("\u{1B}[?25l\u{1B}[1;2r\u{1B}[2;1H\n\u{1B}[9m".utf8)
    #expect(line(0) == "zzzzzz    " && !emulator.isCursorVisible && emulator.mistakes == ["the look 9"])
    // Lines move within columns only where the terminal has margins.
    emulator.read("\u{1B}[?69h".utf8)
    #expect(emulator.mistakes.last == "the mode 69")
    var other = TerminalEmulator(columns: 6, rows: 3, hasMargins: true)
    other.read("abcdef\r\nghijkl\r\nmnopqr\u{1B}[?69h\u{1B}[2;4s\u{1B}[1;2r\u{1B}[S\u{1B}[r\u{1B}[?69l".utf8)
    #expect((0..<3).map { y in (0..<6).map { other[$0, y].text }.joined() } == ["ahijef", "g   kl", "mnopqr"])
  }
}

/// A kind of terminal, and what it can show.
struct GlassTerminal: Sendable, CustomStringConvertible {
  var name: String
  var environment: [String: String] = [:]
  var colours: Int
  var isASCII = false
  var attributes: Style.Attributes = [.bold, .dim, .reverse, .underline, .italic]
  /// What is left out where there is a colour (`ncv`).
  var withoutColour: Style.Attributes = []
  var hasLinks = true
  /// Whether it says that lines can move within columns.
  var hasMargins = false

  var description: String {
    (environment.isEmpty ? name : "\(name) \(environment)") + (hasMargins ? " with margins" : "")
  }

  static let all = [
    GlassTerminal(name: "xterm-256color", colours: 256),
    GlassTerminal(name: "xterm-256color", colours: 256, hasMargins: true),
    GlassTerminal(name: "xterm-256color", environment: ["LC_ALL": "C"], colours: 256, isASCII: true),
    GlassTerminal(name: "xterm-256color", environment: ["NO_COLOR": "1"], colours: 0),
    GlassTerminal(name: "rxvt-unicode", colours: 16, attributes: [.bold, .reverse, .underline, .italic]),
    GlassTerminal(name: "xterm", colours: 8),
    GlassTerminal(
      name: "linux", colours: 8, isASCII: true, attributes: [.bold, .dim, .reverse, .underline],
      withoutColour: [.dim, .underline], hasLinks: false),
    GlassTerminal(
      name: "vt100", colours: 0, isASCII: true, attributes: [.bold, .reverse, .underline], hasLinks: false),
  ]

  /// All, or those of the name in the environment.
  static let chosen =
    ProcessInfo.processInfo.environment["REACTUI_GLASS_TERMINAL"].map { name in
      all.filter { $0.name == name }
    } ?? all

  /// How a style looks here.
  func look(_ style: Style) -> TerminalEmulator.Look {
    func colour(_ number: UInt8?) -> Int? {
      guard let number = number.map(Int.init), colours > 0 else { return nil }
      return number < colours ? number : number < 16 ? number - 8 : nil
    }
    var look = TerminalEmulator.Look(foreground: colour(style.foreground), background: colour(style.background))
    let hasColour = look.foreground != nil || look.background != nil
    let shown = style.attributes.intersection(attributes).subtracting(hasColour ? withoutColour : [])
    look.isBold = shown.contains(.bold)
    look.isDim = shown.contains(.dim)
    look.isReverse = shown.contains(.reverse)
    look.isUnderlined = shown.contains(.underline)
    look.isItalic = shown.contains(.italic)
    return look
  }
}
