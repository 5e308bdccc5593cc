import Screen

/// Decodes xterm's mouse reports in both encodings (“Mouse Tracking” in xterm's control sequences).
///
/// ncurses would decode them too, but it enables the encoding that terminfo names, which for `screen` and `tmux` is the old
/// one, limited to 223 columns.
enum MouseProtocol {
  /// SGR, mode 1006: `ESC [ < button ; column ; row M`, and `m` for a release.
  static func sgr(parameters: [Int], final: UInt8) -> MouseEvent? {
    guard parameters.count == 3, final == UInt8(ascii: "M") else { return nil }
    return event(button: parameters[0], column: parameters[1], row: parameters[2])
  }

  /// The old encoding: `ESC [ M` and three bytes, each offset by 32.
  static func old(_ bytes: [UInt8]) -> MouseEvent? {
    guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
    return event(button: Int(bytes[0]) - 32, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32)
  }

  /// Creates the event of a report. Coordinates count from 1. Bits 2, 3 and 4 of the button are Shift, Meta and Control,
  /// which are ignored; bit 5 is motion with the button pressed.
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
