import CCurses
import Foundation
import Text

/// The escape sequences that terminal descriptions do not have.
enum Sequences {
  /// Mouse: clicks and wheel (1000), motion while a button is held (1002), in the encoding without a limit on columns
  /// (1006); older terminals ignore the last two.
  /// Paste: between marks of its own (2004).
  static func modes(on: Bool, mouse: Bool) -> String {
    (mouse ? mouseModes(on: on) : "") + "\u{1B}[?2004\(on ? "h" : "l")"
  }

  static func mouseModes(on: Bool) -> String {
    let letter = on ? "h" : "l"
    return "\u{1B}[?1000\(letter)\u{1B}[?1002\(letter)\u{1B}[?1006\(letter)"
  }

  static let bell = "\u{07}"

  /// Output between the two is shown at once (“Synchronized Output”, private mode 2026 in Contour's documentation of VT
  /// extensions); terminals that do not know the mode ignore it.
  static let frameBegins = "\u{1B}[?2026h"
  static let frameEnds = "\u{1B}[?2026l"

  /// Lines move within these columns, and in all of them again (DECLRMM and DECSLRM of VT420).
  static func marginsBegin(_ columns: Range<Int>) -> String {
    "\u{1B}[?69h\u{1B}[\(columns.lowerBound + 1);\(columns.upperBound)s"
  }
  static let marginsEnd = "\u{1B}[?69l"

  /// All lines scroll, in all columns (DECSTBM of VT100).
  static let regionEnds = "\u{1B}[r" + marginsEnd

  /// Output between the two is a link: OSC 8 (Egmont Koblinger's “Hyperlinks in terminal emulators”). Cells with the same
  /// number are one link, even across lines.
  ///
  /// - Parameter address: In printable ASCII without spaces.
  static func linkBegins(_ number: UInt16, _ address: String) -> String { "\u{1B}]8;id=\(number);\(address)\u{1B}\\" }
  static let linkEnds = "\u{1B}]8;;\u{1B}\\"

  /// Asks for the background's colour: OSC 11 of xterm's control sequences. tmux answers for the terminal outside.
  static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"

  /// Asks what the terminal can do (DA1), a question that every terminal knows. A program in tmux gets tmux' own answer.
  static let featureQuestion = "\u{1B}[c"

  /// The longest text that terminals accept: xterm's buffer, below which many others have raised theirs to.
  static let clipboardLimit = 74_994

  /// What stands between the program and the terminal that has the clipboard.
  enum ClipboardWay: Hashable {
    case direct
    /// By default tmux keeps the text to itself and passes on only text that is wrapped for the outer terminal. Which of the
    /// two works is a setting of its user, so it gets both.
    case tmux
    /// GNU Screen ignores what it does not know, and shows the end of what is longer than its buffer. It passes on the content
    /// of a device control string (its manual, “Control Sequences”), so the text goes in pieces.
    case screen
    /// One of the two, on another machine: the name of the terminal is `screen` in both.
    case tmuxOrScreen
  }

  /// Puts text on the clipboard: OSC 52 of xterm's control sequences, in Base64.
  ///
  /// - Returns: `nil` for a text that is too long: half a link is worse than none.
  static func copy(_ text: SafeText, by way: ClipboardWay) -> String? {
    let encoded = Data(text.string.utf8).base64EncodedString()
    guard encoded.utf8.count <= clipboardLimit else { return nil }
    let sequence = "\u{1B}]52;c;\(encoded)\u{07}"
    return switch way {
    case .direct: sequence
    case .tmux: sequence + wrapped(sequence)
    case .screen: pieces(sequence)
    case .tmuxOrScreen: sequence + pieces(sequence)
    }
  }

  /// Returns a sequence with a single escape, at its beginning, as tmux passes it on.
  static func wrapped(_ sequence: String) -> String { "\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\" }

  /// The length of a string in GNU Screen before 4.2, with what begins and ends it; later it is three times that.
  private static let pieceLength = 256 - 4

  /// Returns ASCII in device control strings, which GNU Screen passes on one after the other.
  static func pieces(_ sequence: String) -> String {
    let bytes = Array(sequence.utf8)
    return stride(from: 0, to: bytes.count, by: pieceLength)
      .map { start in
        "\u{1B}P\(String(decoding: bytes[start..<min(start + pieceLength, bytes.count)], as: UTF8.self))\u{1B}\\"
      }
      .joined()
  }

  /// Returns the sequences that restore a terminal after a crash, when ncurses can no longer be used: modes off, default
  /// attributes and colours, all lines scrolling, the cursor visible, the former title, the main screen.
  static func restoration(mouse: Bool, title: TitleWay?) -> [UInt8] {
    let returns = terminfo_string("rmcup") != nil
    var bytes = Array((frameEnds + modes(on: false, mouse: mouse) + (title.map { titleEnds(by: $0) } ?? "")).utf8)
    // A frame may have been cut off within a region. Ending it brings the cursor to the first place, from which `rmcup` returns.
    if terminfo_string("csr") != nil { bytes += (returns ? regionEnds : "\u{1B}7\(regionEnds)\u{1B}8").utf8 }
    for name in ["sgr0", "op", "cnorm", "rmkx", "rmcup"] {
      bytes += [CChar](unsafeUninitializedCapacity: 128) { buffer, count in
        // An array's buffer of 128 has a base address.
        count = terminfo_copy(name, buffer.baseAddress!, 128)
      }.map(UInt8.init(bitPattern:))
    }
    // Without a second screen, at least the next line starts at the margin.
    return returns ? bytes : bytes + Array("\r\n".utf8)
  }
}
