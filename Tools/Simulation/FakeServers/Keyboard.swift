import Screen
import Terminal

/// A terminal that sends keys as bytes, and now and then answers a question in between.
struct Keyboard {
  private var reader = TerminalReader()
  private var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  /// Returns the keys that the program reads when a person presses one.
  ///
  /// - Throws: What has been read wrongly.
  mutating func press(_ key: KeyEvent) throws(Misreading) -> [KeyEvent] {
    if random.once(in: 12) {
      let answer = random.one(of: Self.answers)
      let keys = read(Array(answer.utf8), mayBeCut: true)
      if !keys.isEmpty { throw Misreading(sentence: "what the terminal answers is read as the keys “\(keys)”") }
    }
    guard let bytes = key.bytes else { return [key] }
    // A key that begins with an escape is one only in a burst of its own.
    let keys = read(bytes, mayBeCut: bytes.count > 2)
    if keys != [key] { throw Misreading(sentence: "the bytes of the key “\(key)” are read as “\(keys)”") }
    return keys
  }

  private mutating func read(_ bytes: [UInt8], mayBeCut: Bool) -> [KeyEvent] {
    let pieces = mayBeCut ? bytes.cut(&random) : [bytes]
    return pieces.flatMap { reader.read($0) } + reader.pause()
  }

  /// A colour, device attributes, a name, a command that was not understood, a status.
  private static let answers = [
    "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}[?62;22c",
    "\u{1B}P>|xterm(370)\u{1B}\\", "\u{1B}P1+r544e=787465726d\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?2026;2$y",
  ]
}

/// What a terminal sent, read as something else.
struct Misreading: Error {
  var sentence: String
}

extension KeyEvent {
  /// The bytes that xterm sends; `nil` for a key without any here.
  fileprivate var bytes: [UInt8]? {
    let text: String
    switch self {
    case .character(let character) where character.unicodeScalars.count == 1: text = String(character)
    case .enter: text = "\r"
    case .escape: text = "\u{1B}"
    case .tab: text = "\t"
    case .backTab: text = "\u{1B}[Z"
    case .backspace: text = "\u{7F}"
    case .delete: text = "\u{1B}[3~"
    case .up: text = "\u{1B}[A"
    case .down: text = "\u{1B}OB"
    case .right: text = "\u{1B}[C"
    case .left: text = "\u{1B}OD"
    case .controlLeft: text = "\u{1B}[1;5D"
    case .controlRight: text = "\u{1B}[1;5C"
    case .controlUp: text = "\u{1B}[1;5A"
    case .controlDown: text = "\u{1B}[1;5B"
    case .shiftLeft: text = "\u{1B}[1;2D"
    case .shiftRight: text = "\u{1B}[1;2C"
    case .home: text = "\u{1B}[H"
    case .end: text = "\u{1B}[F"
    case .pageUp: text = "\u{1B}[5~"
    case .pageDown: text = "\u{1B}[6~"
    case .function(5): text = "\u{1B}[15~"
    case .control(let letter):
      guard let code = letter.asciiValue, ("a"..."z").contains(letter) else { return nil }
      return [code & 0x1F]
    default: return nil
    }
    return Array(text.utf8)
  }
}
