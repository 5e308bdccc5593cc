import Foundation
import Screen
import Testing
import Text

@testable import Terminal

/// One run of ``NcursesDisplayTests/theGlassShowsTheCanvas(terminal:)``: a display on a terminal, the canvas that it is to show, and
/// the emulator that reads what it writes.
struct Glass {
  let session: Session
  private let terminal: GlassTerminal
  private var emulator: TerminalEmulator
  private var canvas: Canvas
  private var dice: Dice
  private var events: AsyncStream<String>.Iterator
  private let styles: [Style]
  private let links: [CellLink]
  /// Whether parts of the screen move, and not only all of it.
  private let movesParts: Bool
  /// What was written for the last frame.
  private(set) var written = ""

  init(_ terminal: GlassTerminal, seed: UInt64, movesParts: Bool = true) async throws {
    (self.terminal, self.movesParts) = (terminal, movesParts)
    var environment = ["LC_ALL": "C.UTF-8"]
    environment.merge(terminal.environment) { $1 }
    session = try await Session(term: terminal.name, environment: environment)
    let (size, theme) = await (session.display.size, session.display.theme)
    #expect(theme.isASCII == terminal.isASCII && theme.colours.rawValue == terminal.colours)
    emulator = TerminalEmulator(columns: size.width, rows: size.height, hasMargins: terminal.hasMargins)
    canvas = Canvas(size: size, theme: theme)
    var dice = Dice(seed: seed)
    // Fewer than a terminal of eight colours has pairs of colours.
    styles = (0..<40).map { _ in
      func colour() -> UInt8? { dice.roll(2) == 0 ? nil : UInt8(dice.roll(dice.roll(2) == 0 ? 16 : 256)) }
      let attributes = Style.Attributes(rawValue: dice.roll(2) == 0 ? 0 : UInt8(dice.roll(32)))
      return Style(foreground: colour(), background: colour(), attributes: attributes)
    }
    links = (0..<5).map { CellLink(to: "https://example.org/\($0)?a=b;c") } + Array(repeating: .none, count: 5)
    self.dice = dice
    events = session.events.makeAsyncIterator()
    guard terminal.hasMargins else { return }
    // The question follows the first frame.
    try await show()
    session.terminal.type("\u{1B}[?64;1;2;21;22ck")
    await expect("character(\"k\")")
  }

  // MARK: A person

  /// Does something that a person does, sees it told, and draws a frame for it.
  mutating func play() async throws {
    switch dice.roll(20) {
    case 0: try await resize(columns: 1 + dice.roll(160), rows: 1 + dice.roll(50))
    case 1:
      let text = (0..<dice.roll(200)).map { _ in Self.characters[dice.roll(Self.characters.count)].text }.joined()
      session.terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
      if !text.isEmpty { await expect("paste(\(SafeText(oneLine: text)))") }
    default:
      // Several keys in one burst, as a person leans on them.
      let keys = (0...dice.roll(4)).map { _ in Self.keys[dice.roll(Self.keys.count)] }
      session.terminal.type(keys.map(\.bytes).joined())
      for key in keys { await expect(key.event) }
    }
    for _ in 0...dice.roll(6) { draw() }
    if dice.roll(50) == 0 { await session.display.invalidate() }
    try await show()
  }

  private mutating func expect(_ event: String) async {
    let next = await events.next()
    #expect(next == event)
  }

  private mutating func resize(columns: Int, rows: Int) async throws {
    let size = Size(width: columns, height: rows)
    guard size != canvas.size else { return }
    // What is under way was written for the former size: the lines that scroll, for one, which a new size makes all lines.
    _ = try await read()
    session.terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
    // A terminal tells its own session; this process is not in it.
    kill(getpid(), SIGWINCH)
    await expect("\(columns)x\(rows)")
    emulator.resize(columns: columns, rows: rows)
    canvas = Canvas(size: size, theme: canvas.theme)
  }

  /// Keys as terminals send them, and as they are told.
  private static let keys: [(bytes: String, event: String)] = [
    ("a", "character(\"a\")"), ("é", "character(\"é\")"), ("東", "character(\"東\")"), ("\r", "enter"), ("\t", "tab"),
    ("\u{7F}", "backspace"), ("\u{1B}[A", "up"), ("\u{1B}[B", "down"), ("\u{1B}[C", "right"), ("\u{1B}[D", "left"),
    ("\u{1B}[3~", "delete"), ("\u{1B}[1;5C", "controlRight"), ("\u{1B}q", "alt(Screen.KeyEvent.character(\"q\"))"),
    ("\u{1B}[<0;3;2M", "click 2,1"), ("\u{1B}[<65;1;1M", "wheelDown 0,0"),
  ]

  // MARK: A program

  /// Characters with the columns that they take.
  private static let characters: [(text: String, width: Int)] =
    "abcdefghijk -=/;".map { (String($0), 1) } + "─│╭▀⣿●…é".map { (String($0), 1) }
    + [("e\u{301}", 1), ("o\u{302}\u{308}", 1), ("東", 2), ("京", 2), ("한", 2), ("😀", 2), ("✅", 2)]

  /// Changes some of the canvas.
  private mutating func draw() {
    let style = styles[dice.roll(styles.count)]
    let (x, y) = (dice.roll(canvas.width), dice.roll(canvas.height))
    switch dice.roll(12) {
    case 0...5:
      let link = links[dice.roll(links.count)]
      var column = x
      for _ in 0..<dice.roll(40) {
        let character = Self.characters[dice.roll(Self.characters.count)]
        let scalars = Array(character.text.unicodeScalars)
        var glyph = Glyph(scalars[0])
        for mark in scalars.dropFirst() { glyph.append(mark: mark) }
        canvas.put(glyph, width: character.width, style: style, link: link, x: column, y: y)
        column += character.width
      }
    case 6, 7:
      // Whole areas of one character, which terminals have sequences for.
      let character: Unicode.Scalar = dice.roll(2) == 0 ? " " : "="
      for row in y..<min(canvas.height, y + 1 + dice.roll(5)) {
        for column in x..<min(canvas.width, x + 1 + dice.roll(60)) {
          canvas.put(Glyph(character), style: style, x: column, y: row)
        }
      }
    case 8, 9: scroll(by: dice.roll(2) == 0 ? 1 : -1)
    case 10: canvas.cursor = dice.roll(3) == 0 ? nil : Canvas.Cursor(Point(x: x, y: y), isSeen: dice.roll(2) == 0)
    default:
      if dice.roll(8) == 0 {
        canvas.erase()
      } else if movesParts {
        let rows = y / 2..<canvas.height - dice.roll(canvas.height - y)
        let columns = x / 2..<canvas.width - dice.roll(canvas.width - x)
        scroll(by: dice.roll(9) - 4, rows: rows, columns: columns)
      }
    }
  }

  /// The content of a part of the screen some rows further up or down, as a text beside others does it.
  private mutating func scroll(by count: Int, rows: Range<Int>, columns: Range<Int>) {
    let old = canvas
    for y in rows where rows.contains(y + count) {
      for x in columns {
        let cell = old[x: x, y: y + count]
        if cell.width == 1 || cell.width == 2 && columns.contains(x + 1) { canvas[x: x, y: y] = cell }
      }
    }
  }

  /// The same rows one line further up or down, as a list does it.
  private mutating func scroll(by count: Int) {
    let old = canvas
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let cell = old[x: x, y: (y + count + canvas.height) % canvas.height]
        if cell.width > 0 { canvas[x: x, y: y] = cell }
      }
    }
  }

  // MARK: The glass

  /// Shows the canvas, and lets the emulator read until the terminal has been given all of it.
  private mutating func show() async throws {
    let (display, canvas) = (session.display, canvas)
    await display.show(canvas)
    written = String(decoding: try await read(), as: UTF8.self)
  }

  /// Lets the emulator read all that has been written.
  private mutating func read() async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while await session.display.writer.isBehind { bytes += session.terminal.arrived() }
    // A terminal that is full would have no room for a mark.
    while case let more = session.terminal.arrived(), !more.isEmpty { bytes += more }
    bytes += try session.terminal.outputSoFar().utf8
    emulator.read(bytes)
    return bytes
  }

  /// The first place at which the glass is not what the canvas is.
  func difference() async throws -> String? {
    if let mistake = emulator.mistakes.first { return "the terminal does not know \(mistake)" }
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let seen = emulator[x, y]
        var wanted = Self.place(of: canvas[x: x, y: y], on: terminal)
        // A blank may lead nowhere: ncurses may erase it with what is around it.
        if wanted.text == " ", seen.link == nil { wanted.link = nil }
        if Self.visible(seen) != Self.visible(wanted) { return "at \(x),\(y) stands \(seen) and not \(wanted)" }
      }
    }
    if let cursor = canvas.cursor {
      guard emulator.cursor == (cursor.place.x, cursor.place.y) else {
        return "the cursor is at \(emulator.cursor) and not at \(cursor.place)"
      }
    }
    // A terminal of old cannot hide its cursor, and shows it always.
    let isVisible = canvas.cursor?.isSeen == true || terminal.name == "vt100"
    if emulator.isCursorVisible != isVisible { return "the cursor is \(isVisible ? "hidden" : "visible")" }
    return nil
  }

  private static func place(of cell: Cell, on terminal: GlassTerminal) -> TerminalEmulator.Place {
    TerminalEmulator.Place(
      text: cell.width == 0 ? "" : cell.glyph.string, look: terminal.look(cell.style),
      link: terminal.hasLinks ? cell.link.address : nil)
  }

  /// What of a place can be seen and used: of a blank only its background, unless there is a line below it or it is reversed; nothing of the
  /// right half of a wide character, which looks as its left half does.
  private static func visible(_ place: TerminalEmulator.Place) -> TerminalEmulator.Place {
    if place.text.isEmpty { return TerminalEmulator.Place(text: "") }
    guard place.text == " ", !place.look.isUnderlined, !place.look.isReverse else { return place }
    var blank = place
    blank.look = TerminalEmulator.Look(background: place.look.background)
    return blank
  }
}

/// Chance that a seed decides: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 on, below `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(sides))
  }
}
