import Screen

/// The answers of a terminal to questions: about colours, `11;rgb:1e1e/1e1e/2e2e` (xterm's control sequences, OSC 10 to 19), and
/// about what it can do, `64;1;2;21` (DA1 of VT420).
enum TerminalAnswer {
  /// The length of the longest answer in bytes.
  static let limit = 64

  /// Returns the background in an answer, given the bytes between `ESC ]` and the end; `nil` for other answers.
  static func background(in text: [UInt8]) -> RGB? {
    guard let match = String(decoding: text, as: UTF8.self).wholeMatch(of: /11;(rgba?):([0-9a-fA-F\/]+)/) else {
      return nil
    }
    let channels = match.2.split(separator: "/", omittingEmptySubsequences: false).map(channel)
    guard channels.count == match.1.count, let red = channels[0], let green = channels[1], let blue = channels[2] else {
      return nil
    }
    return RGB(red, green, blue)
  }

  /// “Horizontal scrolling”: a region that scrolls can have margins at its sides (DECSLRM).
  static let horizontalScrolling = 21

  /// Returns the features in an answer, given the bytes between `ESC [ ?` and `c`: the terminal's kind, then its extensions.
  static func features(in text: [UInt8]) -> [Int] {
    text.split(separator: UInt8(ascii: ";")).dropFirst().compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the value of one to four hexadecimal digits, where all `f` is the maximum.
  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
    let most = 1 << (4 * digits.count) - 1
    return UInt8((value * 255 + most / 2) / most)
  }
}
