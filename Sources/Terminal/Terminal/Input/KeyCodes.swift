import CCurses
import Screen
import Text

/// The keys of ncurses' key codes, control bytes and escape sequences.
///
/// Of the modifiers, Alt changes any key; Ctrl without Alt only the horizontal arrows; Shift all arrows.
enum KeyCodes {
  /// A key that ncurses recognised.
  static func key(_ code: CInt) -> KeyEvent? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    // terminfo's names for Shift with these keys are scroll backward and forward.
    case KEY_SR: .shiftUp
    case KEY_SF: .shiftDown
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_SLEFT: .shiftLeft
    case KEY_SRIGHT: .shiftRight
    case KEY_HOME, KEY_A1, KEY_SHOME, KEY_FIND: .home
    case KEY_END, KEY_C1, KEY_SEND, KEY_SELECT: .end
    case KEY_PPAGE, KEY_A3, KEY_SPREVIOUS: .pageUp
    case KEY_NPAGE, KEY_C3, KEY_SNEXT: .pageDown
    case KEY_DC, KEY_SDC: .delete
    case KEY_BACKSPACE: .backspace
    case KEY_ENTER: .enter
    case KEY_BTAB: .backTab
    case KEY_F0...(KEY_F0 + 63): .function(Int(code - KEY_F0))
    default: extended(code)
    }
  }

  /// xterm's keys with modifiers have no constants but names that end in the modifiers: `kUP5` is Ctrl-Up.
  private static func extended(_ code: CInt) -> KeyEvent? {
    guard let name = screen_key_name(code).map({ String(cString: $0) }),
      let (prefix, key) = modified.first(where: { name.begins(with: $0.prefix) })
    else { return nil }
    return key.with(modifiers: Int(name.dropFirst(prefix.count)))
  }

  private static let modified: [(prefix: String, key: KeyEvent)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kPRV", .pageUp), ("kNXT", .pageDown), ("kDC", .delete),
  ]

  /// A C0 control or DEL, as a terminal in raw mode sends it.
  static func control(_ byte: UInt8) -> KeyEvent {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    // Some terminals send Ctrl-J for Enter.
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x00: .control(" ")
    // Ctrl takes away bit 6: Ctrl-A is 1, Ctrl-_ is 31.
    default: .control(Character(Unicode.Scalar(byte | (byte <= 26 ? 0x60 : 0x40))))
    }
  }

  /// Returns the key of `ESC [ parameters final` if the terminal's description does not have it: most terminals send these.
  static func csi(parameters: [Int], final: UInt8) -> KeyEvent? {
    unmodified(parameters: parameters, final: final)?.with(modifiers: parameters.count > 1 ? parameters[1] : nil)
  }

  private static func unmodified(parameters: [Int], final: UInt8) -> KeyEvent? {
    switch final {
    case UInt8(ascii: "~"):
      switch parameters.first {
      case 1, 7: .home
      case 4, 8: .end
      case 3: .delete
      case 5: .pageUp
      case 6: .pageDown
      case let number? where (11...15).contains(number): .function(number - 10)
      case let number? where (17...21).contains(number): .function(number - 11)
      case let number? where (23...24).contains(number): .function(number - 12)
      default: nil
      }
    case UInt8(ascii: "Z"): .backTab
    default: letter(final)
    }
  }

  /// Returns the key of `ESC O final`, sent in application mode: of the arrows, and of the keypad, whose digits and signs are
  /// themselves (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h3-VT220-Style-Function-Keys).
  static func ss3(_ final: UInt8) -> KeyEvent? {
    switch final {
    // Each sign of the keypad is 64 before its letter.
    case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Character(Unicode.Scalar(final - 0x40)))
    case UInt8(ascii: "X"): .character("=")
    case UInt8(ascii: "I"): .tab
    case UInt8(ascii: " "): .character(" ")
    // rxvt's sequences for Ctrl.
    case UInt8(ascii: "a"): .controlUp
    case UInt8(ascii: "b"): .controlDown
    case UInt8(ascii: "c"): .controlRight
    case UInt8(ascii: "d"): .controlLeft
    default: letter(final)
    }
  }

  /// Returns the key of a final letter in either kind of sequence.
  private static func letter(_ final: UInt8) -> KeyEvent? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }
}

extension KeyEvent {
  /// Returns the key with modifiers as xterm encodes them: one more than the sum of Shift 1, Alt 2, Ctrl 4, Meta 8.
  fileprivate func with(modifiers: Int?) -> KeyEvent {
    let bits = max(1, modifiers ?? 1) - 1
    let key: KeyEvent =
      switch self {
      case .left where bits & 4 != 0: .controlLeft
      case .right where bits & 4 != 0: .controlRight
      // With Alt there is no key for them.
      case .up where bits & ~1 == 4: .controlUp
      case .down where bits & ~1 == 4: .controlDown
      case .left where bits == 1: .shiftLeft
      case .right where bits == 1: .shiftRight
      case .up where bits == 1: .shiftUp
      case .down where bits == 1: .shiftDown
      default: self
      }
    return bits & (2 | 8) != 0 ? .alt(key) : key
  }
}
