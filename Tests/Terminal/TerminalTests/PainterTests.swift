import Foundation
import Screen
import Testing
import Text

@testable import Terminal

/// Frames as bytes, read by an emulator: what must not be written, because the terminal has it already or can do it by itself.
@Suite struct PainterTests {
  private static let size = Size(width: 40, height: 12)
  private var painter = Painter(description: .standard, colours: 8, writesLinks: true)
  private var emulator = TerminalEmulator(columns: size.width, rows: size.height, hasMargins: true)

  init() {
    // The widths of characters depend on the locale.
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// Shows a canvas, and returns what was written for it, once the emulator shows the canvas.
  private mutating func show(_ canvas: Canvas, line: Int = #line) -> String {
    let bytes = painter.show(canvas)
    emulator.read(bytes)
    #expect(emulator.mistakes.isEmpty)
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let (cell, place) = (canvas[x: x, y: y], emulator[x, y])
        let isSame = place.text == (cell.width == 0 ? "" : cell.glyph.string) && place.link == cell.link.address
        #expect(isSame, "at \(x),\(y)", sourceLocation: location)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text in columns 2 to 19, from a line on, between a border and other lines that stay.
  private static func canvas(from first: Int, beside other: String = "another pane", link: CellLink = .none) -> Canvas {
    var canvas = Canvas(size: size)
    for y in 0..<size.height {
      canvas.put("│", style: .plain, x: 0, y: y)
      canvas.put("│", style: .plain, x: 21, y: y)
      canvas.draw(SafeText(oneLine: "\(y) \(other)"), .plain, x: 24, y: y)
      guard y > 0, y < size.height - 1 else { continue }
      let number = first + y
      let cells = "\(number * 7919 % 10_000) \(number * 31 % 9_973 + 1_000) \(number * 577 % 9_000 + 1_000)"
        .unicodeScalars.map { Cell(Glyph($0), link: link) }
      canvas.draw(cells, x: 2, y: y)
    }
    return canvas
  }

  @Test mutating func aTextBesideOthersMovesWhereTheTerminalHasMargins() {
    painter.hasMargins = true
    _ = show(Self.canvas(from: 0))
    for first in [1, 2, 1, 4, 0] {
      let bytes = show(Self.canvas(from: first))
      #expect(bytes.contains("\u{1B}[?69h") && !bytes.contains("another"), "\(bytes)")
    }
    #expect(show(Self.canvas(from: 1)).utf8.count < 110)
  }

  @Test mutating func withoutMarginsOnlyWholeLinesMove() {
    _ = show(Self.canvas(from: 0))
    for first in [1, 3, 2] { #expect(!show(Self.canvas(from: first)).contains("[?69h")) }
  }

  @Test mutating func aTextAloneMovesOnEveryTerminal() {
    _ = show(Self.canvas(from: 0, beside: ""))
    let bytes = show(Self.canvas(from: 1, beside: ""))
    #expect(bytes.contains("\u{1B}[S") && !bytes.contains("[?69h"), "\(bytes)")
  }

  @Test mutating func linksMoveWithTheirLines() {
    painter.hasMargins = true
    let link = CellLink(to: "https://example.org/moving")
    _ = show(Self.canvas(from: 0, link: link))
    let bytes = show(Self.canvas(from: 1, link: link))
    // Those of the line that is new.
    #expect(bytes.components(separatedBy: "moving").count == 2, "\(bytes)")
  }

  @Test mutating func noWideCharacterIsCut() {
    painter.hasMargins = true
    var (before, after) = (Self.canvas(from: 0), Self.canvas(from: 1))
    // The part that moves ends within it.
    for y in 0..<Self.size.height {
      before.put("東", width: 2, style: .plain, x: 19, y: y)
      after.put("東", width: 2, style: .plain, x: y % 2 == 0 ? 19 : 18, y: y)
    }
    _ = show(before)
    _ = show(after)
    _ = show(before)
  }

  @Test mutating func aBorderIsWrittenFromTopToBottom() {
    _ = show(Self.canvas(from: 0))
    var focused = Self.canvas(from: 0)
    for y in 0..<Self.size.height { focused.put("│", style: Style(foreground: 1), x: 21, y: y) }
    // A character, and two controls that lead to the place below it.
    #expect(show(focused).utf8.count <= Self.size.height * 5 + 32)
  }

  @Test mutating func aLineOfOneCharacterIsRepeatedByTheTerminal() {
    painter.hasMargins = true
    var canvas = Canvas(size: Self.size)
    _ = show(canvas)
    for x in 0..<30 { canvas.put("─", style: .plain, x: x, y: 0) }
    #expect(show(canvas) == "─\u{1B}[29b")
    for x in 0..<30 { canvas.put(.space, style: .plain, x: x, y: 0) }
    #expect(show(canvas) == "\r\u{1B}[30X")
  }

  /// TERM says xterm within tmux, too, where only ASCII is repeated.
  @Test mutating func aTerminalThatMayBeAnotherThanTERMSaysRepeatsNothing() {
    for glyph in ["─", "a"] as [Glyph] {
      var canvas = Canvas(size: Self.size)
      _ = show(canvas)
      for x in 0..<30 { canvas.put(glyph, style: .plain, x: x, y: 0) }
      #expect(show(canvas).hasSuffix(String(repeating: glyph.string, count: 30)))
    }
  }
}

extension TerminalDescription {
  /// A terminal with the sequences of ECMA-48.
  static let standard = TerminalDescription(
    strings: [
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "cuf": "\u{1B}[%p1%dC", "cub": "\u{1B}[%p1%dD", "cuu": "\u{1B}[%p1%dA",
      "cud": "\u{1B}[%p1%dB", "cud1": "\n", "cub1": "\u{8}", "el": "\u{1B}[K", "ech": "\u{1B}[%p1%dX",
      "rep": "%p1%c\u{1B}[%p2%{1}%-%db", "csr": "\u{1B}[%i%p1%d;%p2%dr", "indn": "\u{1B}[%p1%dS",
      "rin": "\u{1B}[%p1%dT", "clear": "\u{1B}[H\u{1B}[2J", "civis": "\u{1B}[?25l", "cnorm": "\u{1B}[?25h",
      "sgr0": "\u{1B}[m", "op": "\u{1B}[39;49m", "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "smul": "\u{1B}[4m",
      "rev": "\u{1B}[7m",
      "setaf": "\u{1B}[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m",
      "setab": "\u{1B}[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m",
    ], flags: ["am", "xenl", "AX"])
}
