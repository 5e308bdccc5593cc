import Foundation

/// A terminal that reads bytes and keeps what it would show, as ECMA-48 and xterm's control sequences have it: as much of them as
/// ncurses and the program write for the terminals of ``GlassTests``. Whatever else comes is a mistake that it notes.
///
/// It shares no code with the program: what a cell shows is found out from the bytes alone.
struct TerminalEmulator {
  struct Look: Hashable {
    var foreground: Int?
    var background: Int?
    var isBold = false
    var isDim = false
    var isReverse = false
    var isUnderlined = false
    var isItalic = false
  }

  /// The number for a colour by its red, green and blue, above those of the palette.
  static func exact(_ colour: Int) -> Int { 1 << 24 | colour }

  /// A place on the glass.
  struct Place: Hashable {
    /// A character with its marks; empty for the right half of a wide one.
    var text = " "
    var look = Look()
    /// The address that it leads to.
    var link: String?
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var places: [Place]
  private(set) var cursor = (x: 0, y: 0)
  private(set) var isCursorVisible = true
  /// What it was sent that it does not know.
  private(set) var mistakes: [String] = []

  /// The last column has been written: what comes next begins the next line.
  private var isWrapPending = false
  private var wraps = true
  private var saved = (x: 0, y: 0)
  private var region: Range<Int>
  /// Whether it knows DECSLRM, and the columns within which lines move while they are on.
  private var hasMargins: Bool
  private var margins: Range<Int>?
  private var look = Look()
  private var link: String?
  /// What has come of a sequence or a character that has not ended.
  private var pending: [UInt8] = []
  /// What `REP` repeats. As in tmux, which TERM often says is xterm, that is ASCII only, unless the terminal has margins.
  private var last: String?

  init(columns: Int, rows: Int, hasMargins: Bool = false) {
    (self.columns, self.rows, self.hasMargins) = (columns, rows, hasMargins)
    places = Array(repeating: Place(), count: columns * rows)
    region = 0..<rows
  }

  /// Gets another size. What a terminal shows then is not known, so it is something that is never written.
  mutating func resize(columns: Int, rows: Int) {
    self = TerminalEmulator(columns: columns, rows: rows, after: self)
  }

  private init(columns: Int, rows: Int, after former: TerminalEmulator) {
    self.init(columns: columns, rows: rows, hasMargins: former.hasMargins)
    places = Array(repeating: Place(text: "¿"), count: columns * rows)
    cursor = (min(former.cursor.x, columns - 1), min(former.cursor.y, rows - 1))
    (isCursorVisible, mistakes, look, link) = (former.isCursorVisible, former.mistakes, former.look, former.link)
  }

  mutating func read(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  subscript(x: Int, y: Int) -> Place { places[y * columns + x] }

  private mutating func take(_ byte: UInt8) {
    guard let first = pending.first else {
      switch byte {
      case 0x1B, 0xC2...0xF4: pending = [byte]
      case 0x20..<0x7F: write(String(Unicode.Scalar(byte)))
      default: control(byte)
      }
      return
    }
    pending.append(byte)
    if first == 0x1B { return takeSequence() }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard pending.count == length else { return }
    write(String(decoding: pending, as: UTF8.self))
    pending = []
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    // NUL is time that an old terminal is given; SI chooses the characters that are chosen anyway.
    case 0, 0x07, 0x0F: break
    case 0x08: move(x: cursor.x - 1, y: cursor.y)
    case 0x09: move(x: min(columns - 1, (cursor.x / 8 + 1) * 8), y: cursor.y)
    case 0x0A: lineFeed()
    case 0x0D: move(x: 0, y: cursor.y)
    default: mistakes.append("the byte \(byte)")
    }
  }

  // MARK: Characters

  private mutating func write(_ text: String) {
    guard let scalar = text.unicodeScalars.first else { return }
    let width = Self.width(of: scalar)
    if width == 0 { return combine(text) }
    if isWrapPending || cursor.x + width > columns {
      move(x: wraps ? 0 : columns - width, y: cursor.y)
      if wraps { lineFeed() }
    }
    for offset in 0..<width { clearHalf(x: cursor.x + offset) }
    self[x: cursor.x] = Place(text: text, look: look, link: link)
    if width == 2 { self[x: cursor.x + 1] = Place(text: "", look: look, link: link) }
    last = text
    let isAtEnd = cursor.x + width >= columns
    cursor.x = isAtEnd ? columns - 1 : cursor.x + width
    isWrapPending = isAtEnd
  }

  /// The columns of a character, of those that the tests write.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300..<0x370: 0
    case 0x1100..<0x1160, 0x2705, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFF01..<0xFF61, 0x1F300..<0x1FB00:
      2
    default: 1
    }
  }

  private subscript(x x: Int) -> Place {
    get { places[cursor.y * columns + x] }
    set { places[cursor.y * columns + x] = newValue }
  }

  private mutating func combine(_ mark: String) {
    var x = isWrapPending ? cursor.x : cursor.x - 1
    if x > 0, self[x: x].text.isEmpty { x -= 1 }
    guard x >= 0 else { return mistakes.append("a mark without a character") }
    self[x: x].text.unicodeScalars.append(contentsOf: mark.unicodeScalars)
  }

  /// Half a wide character does not stay.
  private mutating func clearHalf(x: Int) {
    guard x < columns else { return }
    if self[x: x].text.isEmpty, x > 0 { self[x: x - 1].text = " " }
    if x + 1 < columns, self[x: x + 1].text.isEmpty { self[x: x + 1].text = " " }
  }

  private mutating func move(x: Int, y: Int) {
    cursor = (max(0, min(columns - 1, x)), max(0, min(rows - 1, y)))
    isWrapPending = false
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if cursor.y == region.upperBound - 1 {
      scroll(1, from: region.lowerBound)
    } else {
      move(x: cursor.x, y: cursor.y + 1)
    }
  }

  /// An erased place has the background that is chosen (“back color erase”, xterm).
  private var erased: Place { Place(look: Look(background: look.background)) }

  private mutating func erase(_ range: Range<Int>) {
    for index in range { places[index] = erased }
  }

  /// Moves the lines of the region up, from one on; down where the count is negative.
  private mutating func scroll(_ count: Int, from first: Int) {
    guard first < region.upperBound else { return }
    let part = margins ?? 0..<columns
    let lines = (first..<region.upperBound).map { y in
      Array(places[y * columns + part.lowerBound..<y * columns + part.upperBound])
    }
    for (offset, y) in (first..<region.upperBound).enumerated() {
      let source = offset + count
      let line = lines.indices.contains(source) ? lines[source] : Array(repeating: erased, count: part.count)
      places.replaceSubrange(y * columns + part.lowerBound..<y * columns + part.upperBound, with: line)
    }
  }

  // MARK: Sequences

  private mutating func takeSequence() {
    guard pending.count > 1, let last = pending.last else { return }
    switch pending[1] {
    case UInt8(ascii: "["):
      guard pending.count > 2, (0x40...0x7E).contains(last) else { return }
      csi(String(decoding: pending[2..<pending.count - 1], as: UTF8.self), last)
    case UInt8(ascii: "]"):
      let isOver = last == 0x07 || pending.suffix(2).elementsEqual([0x1B, UInt8(ascii: "\\")])
      guard isOver else { return }
      command(String(decoding: pending[2..<pending.count - (last == 0x07 ? 1 : 2)], as: UTF8.self))
    case UInt8(ascii: "("), UInt8(ascii: ")"):
      guard pending.count == 3 else { return }
      if ![UInt8(ascii: "B"), UInt8(ascii: "0")].contains(last)
        || pending[1] == UInt8(ascii: "(") && last != UInt8(ascii: "B")
      {
        mistakes.append("other characters")
      }
    case UInt8(ascii: "="), UInt8(ascii: ">"): break
    case UInt8(ascii: "7"): saved = cursor
    case UInt8(ascii: "8"): move(x: saved.x, y: saved.y)
    case UInt8(ascii: "M"):
      if cursor.y == region.lowerBound { scroll(-1, from: cursor.y) } else { move(x: cursor.x, y: cursor.y - 1) }
    default: mistakes.append("ESC \(Unicode.Scalar(pending[1]))")
    }
    pending = []
  }

  /// `ESC ]`: a link, the window's title, or a question, which is not answered.
  private mutating func command(_ text: String) {
    if text.hasPrefix("8;") {
      let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
      link = parts.count == 3 && !parts[2].isEmpty ? String(parts[2]) : nil
    } else if text != "11;?", !text.hasPrefix("2;") {
      mistakes.append("ESC ] \(text)")
    }
  }

  private mutating func csi(_ text: String, _ final: UInt8) {
    let name = Character(Unicode.Scalar(final))
    if text.hasPrefix("?") { return mode(text.dropFirst(), isOn: name == "h", name) }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let count = max(1, (numbers.first ?? nil) ?? 1)
    let start = cursor.y * columns
    switch name {
    case "A": move(x: cursor.x, y: cursor.y - count)
    case "B": move(x: cursor.x, y: cursor.y + count)
    case "C": move(x: cursor.x + count, y: cursor.y)
    case "D": move(x: cursor.x - count, y: cursor.y)
    case "G": move(x: count - 1, y: cursor.y)
    case "d": move(x: cursor.x, y: count - 1)
    case "H": move(x: (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1, y: count - 1)
    case "J": eraseDisplay(numbers.first.flatMap(\.self) ?? 0)
    case "K":
      let part = [start + cursor.x..<start + columns, start..<start + cursor.x + 1, start..<start + columns]
      erase(part[numbers.first.flatMap(\.self) ?? 0])
    case "X": erase(start + cursor.x..<start + min(columns, cursor.x + count))
    case "@", "P":
      // Characters move within their line.
      var line = Array(places[start..<start + columns])
      let count = min(count, columns - cursor.x)
      let blanks = Array(repeating: erased, count: count)
      if name == "@" {
        line.insert(contentsOf: blanks, at: cursor.x)
        line.removeLast(count)
      } else {
        line.removeSubrange(cursor.x..<cursor.x + count)
        line += blanks
      }
      places.replaceSubrange(start..<start + columns, with: line)
    case "L": scroll(-count, from: cursor.y)
    case "M": scroll(count, from: cursor.y)
    case "S": scroll(count, from: region.lowerBound)
    case "T": scroll(-count, from: region.lowerBound)
    case "b":
      guard let last, hasMargins || last.utf8.count == 1 else { return }
      for _ in 0..<count { write(last) }
    case "r":
      region = count - 1..<(numbers.count > 1 ? numbers[1] ?? rows : rows)
      move(x: 0, y: 0)
    case "s" where margins != nil:
      margins = count - 1..<(numbers.count > 1 ? numbers[1] ?? columns : columns)
      move(x: 0, y: 0)
    // What it can do, which is answered by the test.
    case "c" where text.isEmpty: break
    case "m": select(numbers)
    // Insertion, the answers of a printer, the window's title.
    case "l" where text == "4", "t": break
    case "Z": move(x: (max(0, cursor.x - 1)) / 8 * 8, y: cursor.y)
    default: mistakes.append("ESC [ \(text) \(name)")
    }
  }

  private mutating func eraseDisplay(_ part: Int) {
    let here = cursor.y * columns + cursor.x
    switch part {
    case 0: erase(here..<columns * rows)
    case 1: erase(0..<here + 1)
    default: erase(0..<columns * rows)
    }
  }

  private mutating func mode(_ text: Substring, isOn: Bool, _ name: Character) {
    // How the cursor of Linux' console looks.
    if name == "c" { return }
    guard name == "h" || name == "l" else { return mistakes.append("ESC [ ? \(text) \(name)") }
    for number in text.split(separator: ";") {
      switch number {
      case "25": isCursorVisible = isOn
      case "69" where hasMargins: margins = isOn ? 0..<columns : nil
      case "1049": erase(0..<columns * rows)
      case "7":
        wraps = isOn
        isWrapPending = false
      // The keypad, a blinking cursor, the mouse, pastes, whole frames: nothing to see.
      case "1", "12", "1000", "1002", "1006", "2004", "2026": break
      default: mistakes.append("the mode \(number)")
      }
    }
  }

  /// `SGR`: how the following characters look.
  private mutating func select(_ numbers: [Int?]) {
    var rest = numbers.map { $0 ?? 0 }[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: look = Look()
      case 1: look.isBold = true
      case 2: look.isDim = true
      case 3: look.isItalic = true
      case 4: look.isUnderlined = true
      case 7: look.isReverse = true
      case 22: (look.isBold, look.isDim) = (false, false)
      case 23: look.isItalic = false
      case 24: look.isUnderlined = false
      case 27: look.isReverse = false
      case 30...37: look.foreground = number - 30
      case 39: look.foreground = nil
      case 40...47: look.background = number - 40
      case 49: look.background = nil
      case 90...97: look.foreground = number - 82
      case 100...107: look.background = number - 92
      case 38 where rest.first == 5, 48 where rest.first == 5:
        rest.removeFirst()
        let colour = rest.popFirst()
        if number == 38 { look.foreground = colour } else { look.background = colour }
      case 38 where rest.first == 2, 48 where rest.first == 2:
        let colour = rest.dropFirst().prefix(3).reduce(0) { $0 << 8 | $1 }
        rest = rest.dropFirst(4)
        if number == 38 { look.foreground = Self.exact(colour) } else { look.background = Self.exact(colour) }
      // Slow blinking, and the end of other characters, of terminals that the program does not let blink.
      case 10, 25: break
      default: mistakes.append("the look \(number)")
      }
    }
  }
}
