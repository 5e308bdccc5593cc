import CCurses
import Foundation
import Screen

/// What kind of terminal this is, as far as that can be told without touching it.
struct TerminalType {
  var name: String
  /// What the locale allows; the terminal's colours are added when it is open.
  var isASCII: Bool
  var wantsColour: Bool
  var isInTmux: Bool

  /// - Parameter ascii: only ASCII, whatever the locale allows.
  init(input: CInt, output: CInt, ascii: Bool, environment: [String: String]) throws(TerminalError) {
    guard isatty(input) == 1 else { throw .inputIsNoTerminal }
    guard isatty(output) == 1 else { throw .outputIsNoTerminal }
    guard let name = environment["TERM"], !name.isEmpty else { throw .typeNotSet }
    guard name != "dumb" else { throw .typeTooSimple(name) }
    switch terminfo_load(name, output) {
    case TERMINFO_FOUND: break
    case TERMINFO_NO_DATABASE: throw .noDescriptions
    // terminfo says the same of a terminal that it does not know and of one that is too generic.
    default: throw .typeUnknown(name)
    }
    guard terminfo_string("cup") != nil, terminfo_string("clear") != nil else { throw .typeTooSimple(name) }
    self.name = name
    isASCII = !TerminalType.takeUTF8Locale() || ascii
    // no-color.org: "when present and not an empty string (regardless of its value)".
    wantsColour = (environment["NO_COLOR"] ?? "").isEmpty
    isInTmux = !(environment["TMUX"] ?? "").isEmpty
  }

  /// Takes the user's locale for characters, and where that names no encoding (`C`, or a locale that is not installed)
  /// UTF-8 all the same, since nearly every terminal speaks it. A locale with another encoding means what it says.
  ///
  /// - Returns: whether characters beyond ASCII can be shown.
  private static func takeUTF8Locale() -> Bool {
    let isSet = setlocale(LC_CTYPE, "") != nil
    switch String(cString: nl_langinfo(nl_item(CODESET))) {
    case "UTF-8": return true
    case "ANSI_X3.4-1968", "US-ASCII": break
    default: if isSet { return false }
    }
    return ["C.UTF-8", "C.utf8", "en_US.UTF-8"].contains { (name: String) in setlocale(LC_CTYPE, name) != nil }
  }
}
