import Screen

/// How xterm reports the mouse, in both of its encodings (“Mouse Tracking” in xterm's control sequences).
///
/// ncurses would decode them too, but it asks for the one that terminfo names, which for `screen` and `tmux` is the old
/// one, blind beyond column 223.
enum MouseProtocol {
  /// SGR, mode 1006: `ESC [ < button ; column ; row M`, and `m` for a release.
  static func sgr(parameters: [Int], final: UInt8) -> MouseEvent? {
    guard parameters.count == 3, final == UInt8(ascii: "M") else { return nil }
    return event(button: parameters[0], column: parameters[1], row: parameters[2])
  }

  /// The old one: `ESC [ M` and three bytes, each 32 more than it means.
  static func old(_ bytes: [UInt8]) -> MouseEvent? {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    return event(button: Int(bytes[0]) - 32, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32)
  }

  /// Places count from 1. Of the button's bits 2, 3 and 4 are Shift, Meta and Control, which change nothing here; 5 is
  /// motion with the button held.
  private static func event(button: Int, column: Int, row: Int) -> MouseEvent? {
    guard column >= 1, row >= 1 else { return nil }
    let place = Point(x: column - 1, y: row - 1)
    switch button & ~0b11100 {
    case 0: return MouseEvent(.click, at: place)
    case 32: return MouseEvent(.drag, at: place)
    case 64: return MouseEvent(.wheelUp, at: place)
    case 65: return MouseEvent(.wheelDown, at: place)
    default: return nil
    }
  }
}
