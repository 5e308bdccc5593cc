/// How frames are written on a terminal.
///
/// Nearly all terminals have the sequences of ECMA-48. Where the description has them too, they are put together here; a
/// position that it writes differently is asked of terminfo each time.
struct TerminalCapabilities: Sendable {
  /// Sequences of ECMA-48 that the description has in their standard form.
  struct Standard: OptionSet, Sendable {
    let rawValue: UInt16
    static let position = Standard(rawValue: 1)
    static let right = Standard(rawValue: 1 << 1)
    static let left = Standard(rawValue: 1 << 2)
    static let up = Standard(rawValue: 1 << 3)
    static let down = Standard(rawValue: 1 << 4)
    static let column = Standard(rawValue: 1 << 5)
    static let row = Standard(rawValue: 1 << 6)
    static let lineFeed = Standard(rawValue: 1 << 7)
    static let backspace = Standard(rawValue: 1 << 8)
    static let eraseToEnd = Standard(rawValue: 1 << 9)
    static let eraseCharacters = Standard(rawValue: 1 << 10)
    static let repeatCharacter = Standard(rawValue: 1 << 11)
    /// DECSTBM, the region of lines that scrolls, as VT100 has it.
    static let region = Standard(rawValue: 1 << 12)
    static let scrollUp = Standard(rawValue: 1 << 13)
    static let scrollDown = Standard(rawValue: 1 << 14)
  }

  var standard: Standard
  /// Resets all looks.
  var reset: [UInt8]
  var clear: [UInt8]
  var showCursor: [UInt8]
  var hideCursor: [UInt8]
  /// One line up or down within the region, on its last or first line.
  var index: [UInt8]
  var reverseIndex: [UInt8]
  /// Whether a character at the end of the last line scrolls the screen at once.
  var scrollsAtEnd: Bool
  /// Whether the terminal says that a region can have columns (DECSLRM).
  var hasMargins = false
  /// Whether a character is repeated by a sequence (REP).
  ///
  /// TERM may describe another terminal: within tmux it often says xterm, and tmux (3.3a) repeats nothing but ASCII. A
  /// terminal that says it has margins is of xterm's kind.
  var repeatsCharacters: Bool { hasMargins && standard.contains(.repeatCharacter) }

  init(_ description: TerminalDescription) {
    standard = Self.forms.reduce(into: []) { found, form in
      if description.has(form.name, form.text) { found.insert(form.capability) }
    }
    reset = description["sgr0"]
    clear = description["clear"]
    showCursor = description["cnorm"]
    hideCursor = description["civis"]
    index = description["ind"]
    reverseIndex = description["ri"]
    scrollsAtEnd = description.flags.contains("am") && !description.flags.contains("xenl")
  }

  private static let forms: [(name: String, text: String, capability: Standard)] = [
    ("cup", "\u{1B}[%i%p1%d;%p2%dH", .position), ("cuf", "\u{1B}[%p1%dC", .right), ("cub", "\u{1B}[%p1%dD", .left),
    ("cuu", "\u{1B}[%p1%dA", .up), ("cud", "\u{1B}[%p1%dB", .down), ("hpa", "\u{1B}[%i%p1%dG", .column),
    ("vpa", "\u{1B}[%i%p1%dd", .row), ("cud1", "\n", .lineFeed), ("cub1", "\u{8}", .backspace),
    ("el", "\u{1B}[K", .eraseToEnd), ("ech", "\u{1B}[%p1%dX", .eraseCharacters),
    ("rep", "%p1%c\u{1B}[%p2%{1}%-%db", .repeatCharacter), ("csr", "\u{1B}[%i%p1%d;%p2%dr", .region),
    ("indn", "\u{1B}[%p1%dS", .scrollUp), ("rin", "\u{1B}[%p1%dT", .scrollDown),
  ]
}
