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
  /// What its colours look like, where its name says that.
  var palette: TerminalPalette?
  /// Whether it may be asked for colours: one that does not know the question may show it.
  var answersQuestions: Bool

  /// Whether links may be written (OSC 8): terminals that do not know the sequence ignore it, but for the oldest, and for
  /// Emacs' terminal, which shows it.
  static func takesLinks(_ term: String) -> Bool {
    !isBare(term) && !["eterm", "emacs", "dumb"].contains { term.hasPrefix($0) }
  }

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
    let showsUnicode = Self.showsUnicode(
      term: name, lcAll: environment["LC_ALL"], lcCType: environment["LC_CTYPE"], lang: environment["LANG"])
    isASCII = !Self.takeUTF8Locale() || !showsUnicode || ascii
    // no-color.org: "when present and not an empty string (regardless of its value)".
    wantsColour = (environment["NO_COLOR"] ?? "").isEmpty
    palette = Self.shown(name).hasPrefix("linux") ? .linuxConsole : nil
    answersQuestions = !Self.isBare(name)
    isInTmux = !(environment["TMUX"] ?? "").isEmpty
  }

  /// The terminal that is shown: what runs in GNU Screen shows through to the one that it names, `screen.linux`.
  private static func shown(_ term: String) -> Substring {
    term.hasPrefix("screen.") ? term.dropFirst("screen.".count) : term[...]
  }

  /// Whether it is a console or a hardware terminal.
  static func isBare(_ term: String) -> Bool {
    let name = shown(term)
    return limitedTerminals.contains { $0.matches(name) }
  }

  /// Whether the names of the terminal and of the locale promise that characters beyond ASCII can be shown.
  ///
  /// The console of Linux speaks UTF-8, but its fonts lack the half blocks and the dots of charts; the hardware terminals of
  /// old speak no UTF-8 at all. Where no locale is set, as in most containers, and where its name has no encoding, the
  /// terminal decides.
  static func showsUnicode(term: String, lcAll: String?, lcCType: String?, lang: String?) -> Bool {
    if isBare(term) { return false }
    // The first that is not empty counts (POSIX, 8.2). A name is `language_COUNTRY.encoding@modifier`.
    let locale = [lcAll, lcCType, lang].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    if locale == "C" || locale == "POSIX" { return false }
    guard let dot = locale.firstIndex(of: ".") else { return true }
    return locale[dot...].dropFirst().prefix { $0 != "@" }.lowercased().filter { $0.isLetter || $0.isNumber } == "utf8"
  }

  /// How the names of terminals begin that cannot show what this program draws. No regular expression: to make one takes
  /// longer than all else that is found out here.
  private struct NameStart {
    var text: String
    /// A digit follows: `vt100`, but not `vte`.
    var hasNumber = false

    func matches(_ name: Substring) -> Bool {
      guard name.hasPrefix(text) else { return false }
      return !hasNumber || name.dropFirst(text.count).first.map { ("0"..."9").contains($0) } == true
    }
  }

  private static let limitedTerminals =
    ["linux", "ansi", "cons25", "wsvt25", "pcvt", "sun", "wyse", "minix"].map { NameStart(text: $0) }
    + ["vt", "con", "wy"].map { NameStart(text: $0, hasNumber: true) }

  /// Takes the user's locale for characters, and where that has no encoding (none is set, or one that is not installed)
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
