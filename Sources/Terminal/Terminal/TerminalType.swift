import CCurses
import Foundation
import Screen
import Text

/// The type of the terminal, as far as it is known without writing to it.
struct TerminalType {
  var name: String
  /// Whether the locale allows only ASCII; the terminal's colours are added when it is open.
  var isASCII: Bool
  /// The number of colours to use.
  var colours: Int
  /// Whether it also shows any colour by its red, green and blue, and colours are to be used.
  var hasTrueColour: Bool
  /// The way to the clipboard; `nil` where there is none.
  var clipboard: Sequences.ClipboardWay?
  /// How the window's title is written; `nil` where that is not known.
  var titleWay: Sequences.TitleWay?
  /// The terminal's palette, if its name tells it.
  var palette: TerminalPalette?
  /// Whether the terminal may be asked for colours: one that does not know the question may display it.
  var answersQuestions: Bool

  /// Returns whether links may be written (OSC 8): terminals that do not know the sequence ignore it, except for the oldest
  /// and Emacs' terminal, which displays it.
  static func takesLinks(_ term: String) -> Bool {
    !isBare(term) && !["eterm", "emacs", "dumb"].contains { term.begins(with: $0) }
  }

  /// - Parameter ascii: Whether to draw only ASCII, whatever the locale allows.
  init(input: CInt, output: CInt, ascii: Bool, environment: [String: String]) throws(TerminalError) {
    guard isatty(input) == 1 else { throw .inputIsNoTerminal }
    guard isatty(output) == 1 else { throw .outputIsNoTerminal }
    guard let name = environment["TERM"], !name.isEmpty else { throw .typeNotSet }
    guard name != "dumb" else { throw .typeTooSimple(name) }
    switch terminfo_load(name, output) {
    case TERMINFO_FOUND: break
    case TERMINFO_NO_DATABASE: throw .noDescriptions
    // terminfo reports unknown terminals and generic ones in the same way.
    default: throw .typeUnknown(name)
    }
    guard terminfo_string("cup") != nil, terminfo_string("clear") != nil else { throw .typeTooSimple(name) }
    self.name = name
    let showsUnicode = Self.showsUnicode(
      term: name, lcAll: environment["LC_ALL"], lcCType: environment["LC_CTYPE"], lang: environment["LANG"])
    isASCII = !Self.takeUTF8Locale() || !showsUnicode || ascii
    // no-color.org: "when present and not an empty string (regardless of its value)".
    let hasColours = terminfo_string("setaf") != nil && terminfo_string("setab") != nil && terminfo_string("op") != nil
    let wantsColours = (environment["NO_COLOR"] ?? "").isEmpty
    colours = hasColours && wantsColours ? max(0, Int(terminfo_number("colors"))) : 0
    // The names of the capability are those of tmux and of ncurses' user_caps(5), where it has one of three forms.
    let describesTrueColour =
      terminfo_flag("Tc") || terminfo_flag("RGB") || terminfo_number("RGB") > 0 || terminfo_string("RGB") != nil
    hasTrueColour = colours > 0 && (describesTrueColour || Self.saysTrueColour(term: name, environment: environment))
    palette = Self.shown(name).begins(with: "linux") ? .linuxConsole : nil
    answersQuestions = !Self.isBare(name)
    clipboard = Self.clipboard(term: name, environment: environment)
    // A status line that is the window's title, and tmux' and Screen's word for such a terminal.
    let statusLine = terminfo_string("tsl").map { String(cString: $0) } ?? ""
    titleWay = Self.titleWay(
      term: name, environment: environment, isDescribed: terminfo_flag("XT") || statusLine.begins(with: "\u{1B}]"))
  }

  /// Returns whether the terminal's name or its environment says that it shows any colour.
  static func saysTrueColour(term: String, environment: [String: String]) -> Bool {
    if term.ends(with: "-direct") { return true }
    // GNU Screen hands on the variable of the terminal around it, and knows such colours only since 5.0.
    return ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
      && ![.screen, .tmuxOrScreen].contains(clipboard(term: term, environment: environment))
  }

  /// Returns the way to the clipboard; `nil` on consoles and hardware terminals, which have none, and in Emacs, which shows the
  /// sequence.
  static func clipboard(term: String, environment: [String: String]) -> Sequences.ClipboardWay? {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    guard takesLinks(term) else { return nil }
    // Of one within the other, the inner one has given the terminal its name: only GNU Screen adds the outer one's.
    if term.begins(with: "screen.") { return .screen }
    if isSet("TMUX") { return .tmux }
    if isSet("STY") { return .screen }
    return term.begins(with: "screen") ? .tmuxOrScreen : .direct
  }

  /// Returns how the title is written; `nil` for a terminal that may show it as text, or is one of two that differ.
  ///
  /// - Parameter isDescribed: Whether the terminal's description says that it has a title.
  static func titleWay(term: String, environment: [String: String], isDescribed: Bool) -> Sequences.TitleWay? {
    switch clipboard(term: term, environment: environment) {
    case .direct: isDescribed || titledTerminals.contains { term.begins(with: $0) } ? .xterm : nil
    case .tmux: .xterm
    // A terminal that was started within GNU Screen has inherited its variable, and would show the sequence.
    case .screen where !term.begins(with: "screen"): nil
    case .screen:
      .screen(shell: SafeText(oneLine: (environment["SHELL"] ?? "").components(separatedBy: "/").last ?? "", limit: 20))
    case .tmuxOrScreen, nil: nil
    }
  }

  /// Returns how the terminal shows notifications; `nil` if it is not known to do so. Behind tmux and GNU Screen the
  /// environment tells which one it is.
  static func notificationWay(term: String, environment: [String: String]) -> NotificationWay? {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    if term.begins(with: "xterm-kitty") || isSet("KITTY_WINDOW_ID") { return .osc99 }
    let named = ["foot", "rxvt-unicode", "xterm-ghostty", "wezterm"]
    if named.contains(where: { term.begins(with: $0) }) { return .osc777 }
    switch environment["TERM_PROGRAM"] ?? "" {
    case "ghostty", "WezTerm": return .osc777
    case "iTerm.app": return .osc9
    default: return environment["LC_TERMINAL"] == "iTerm2" ? .osc9 : nil
    }
  }

  /// The beginnings of the names of terminals that have a title.
  private static let titledTerminals = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "wezterm", "vte", "gnome", "konsole", "rxvt", "st-", "ghostty",
    "contour", "mintty", "putty",
  ]

  /// Returns the terminal that is displayed: programs in GNU Screen appear on the one that it names, `screen.linux`.
  private static func shown(_ term: String) -> Substring {
    term.begins(with: "screen.") ? term.dropFirst("screen.".count) : term[...]
  }

  /// Returns whether it is a console or a hardware terminal.
  static func isBare(_ term: String) -> Bool {
    let name = shown(term)
    return limitedTerminals.contains { $0.matches(name) }
  }

  /// Returns whether the names of the terminal and of the locale indicate that characters beyond ASCII can be displayed.
  ///
  /// The Linux console speaks UTF-8, but its fonts lack half blocks and Braille; old hardware terminals speak no UTF-8 at
  /// all. Without a locale, as in most containers, or with one whose name has no encoding, the terminal decides.
  static func showsUnicode(term: String, lcAll: String?, lcCType: String?, lang: String?) -> Bool {
    if isBare(term) { return false }
    // The first that is not empty counts (POSIX, 8.2). A name is `language_COUNTRY.encoding@modifier`.
    let locale = [lcAll, lcCType, lang].compactMap { $0 }.first { !$0.isEmpty } ?? ""
    if locale == "C" || locale == "POSIX" { return false }
    guard let dot = locale.firstIndex(of: ".") else { return true }
    return locale[dot...].dropFirst().prefix { $0 != "@" }.lowercased().filter { $0.isLetter || $0.isNumber } == "utf8"
  }

  /// The beginning of the name of a terminal that cannot display what this program draws. Not a regular expression, because
  /// creating one takes longer than everything else here.
  private struct NameStart {
    var text: String
    /// Whether a digit follows: `vt100`, but not `vte`.
    var hasNumber = false

    func matches(_ name: Substring) -> Bool {
      guard name.begins(with: text) else { return false }
      return !hasNumber || name.dropFirst(text.count).first.map { ("0"..."9").contains($0) } == true
    }
  }

  private static let limitedTerminals =
    ["linux", "ansi", "cons25", "wsvt25", "pcvt", "sun", "wyse", "minix"].map { NameStart(text: $0) }
    + ["vt", "con", "wy"].map { NameStart(text: $0, hasNumber: true) }

  /// Sets the user's locale for characters, or UTF-8 if that has no encoding (none is set, or one that is not installed),
  /// because nearly every terminal uses it. A locale with another encoding is respected.
  ///
  /// - Returns: whether characters beyond ASCII can be displayed.
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
