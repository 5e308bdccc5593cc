import Screen
import Testing

@testable import Terminal

/// Colours of a person's theme, as they are written.
@Suite struct TrueColourTests {
  private var painter = Painter(description: .standard, colours: 256)

  /// A theme of one's own, on a terminal with true colour or without.
  private static func theme(
    _ own: [String: String], hasTrueColour: Bool = true, colours: Theme.Colours = .many
  ) -> Theme {
    let choice = ThemeChoice(name: "mine", own: ["mine": own])
    return Theme(
      colours: colours, hasTrueColour: hasTrueColour,
      roles: choice.roles(on: nil, colours: colours, isExact: hasTrueColour))
  }

  /// A letter in each of some roles.
  private static func canvas(_ theme: Theme, _ roles: Roles.Name...) -> Canvas {
    var canvas = Canvas(size: Size(width: 20, height: 3), theme: theme)
    for (x, role) in roles.enumerated() { canvas.put("a", style: theme.roles[role], x: x, y: 0) }
    return canvas
  }

  /// Shows a canvas, and returns what was written for it, once the letters have the colours that are wanted.
  private mutating func show(_ canvas: Canvas, in fronts: [Int?]) -> String {
    let bytes = painter.show(canvas)
    var emulator = TerminalEmulator(columns: 20, rows: 3)
    emulator.read(bytes)
    #expect(emulator.mistakes.isEmpty && fronts.indices.map { emulator[$0, 0].look.foreground } == fronts)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let own = ["alarm": "#ff8700", "line": "#ff8701", "badge": "#102030", "good": "28"]

  @Test mutating func aTerminalWithTrueColourShowsThemAsTheyAre() {
    let canvas = Self.canvas(Self.theme(Self.own), .alarm, .line, .good, .badge)
    let bytes = show(canvas, in: [TerminalEmulator.exact(0xff8700), TerminalEmulator.exact(0xff8701), 28, 15])
    #expect(bytes.contains("38;2;255;135;0") && bytes.contains("38;2;255;135;1") && bytes.contains("48;2;16;32;48"))
  }

  @Test mutating func anotherTerminalShowsTheNearest() {
    let theme = Self.theme(Self.own, hasTrueColour: false)
    #expect(theme.roles.exact.isEmpty)
    let bytes = show(Self.canvas(theme, .alarm, .line, .good), in: [208, 208, 28])
    #expect(!bytes.contains("8;2;"))
  }

  /// As `xterm-direct` is described.
  @Test mutating func theyNeedNoMoreColoursByNumberThanEight() {
    painter = Painter(description: .standard, colours: 8)
    let theme = Self.theme(["alarm": "#ff8700", "good": "28"], colours: .eight)
    _ = show(Self.canvas(theme, .alarm, .good, .line), in: [TerminalEmulator.exact(0xff8700), 2, 5])
  }

  /// The cells of both are equal.
  @Test mutating func anotherThemeIsDrawnWhole() {
    let themes = ["#ff8700", "#ff8701"].map { Self.theme(["alarm": $0]) }
    let canvases = themes.map { Self.canvas($0, .alarm, .line) }
    #expect(canvases[0].cells == canvases[1].cells)
    for (canvas, colour) in zip(canvases, [0xff8700, 0xff8701]) {
      _ = show(canvas, in: [TerminalEmulator.exact(colour), 30])
      let again = painter.show(canvas)
      #expect(again.isEmpty)
    }
    _ = show(Self.canvas(Self.theme(["alarm": "208"]), .alarm, .line), in: [208, 30])
  }

  @Test(
    arguments: [
      ("xterm-256color", [:], false), ("xterm-256color", ["COLORTERM": "truecolor"], true),
      ("xterm", ["COLORTERM": "24bit"], true), ("xterm", ["COLORTERM": "yes"], false), ("xterm-direct", [:], true),
      ("tmux-256color", ["COLORTERM": "truecolor", "TMUX": "/tmp/a"], true),
      ("screen.xterm-256color", ["COLORTERM": "truecolor", "STY": "1.a"], false),
    ] as [(String, [String: String], Bool)])
  func theEnvironmentAndTheNameSayIt(term: String, environment: [String: String], hasTrueColour: Bool) {
    #expect(TerminalType.saysTrueColour(term: term, environment: environment) == hasTrueColour)
  }
}

extension NcursesDisplayTests {
  @Test(
    arguments: [
      ([:], false), (["COLORTERM": "truecolor"], true), (["COLORTERM": "truecolor", "NO_COLOR": "1"], false),
    ] as [([String: String], Bool)])
  @UI func trueColourIsForThoseWhoWantColours(environment: [String: String], hasTrueColour: Bool) throws {
    let session = try Session(environment: environment)
    #expect(session.display.theme.hasTrueColour == hasTrueColour)
    session.display.close()
  }
}
