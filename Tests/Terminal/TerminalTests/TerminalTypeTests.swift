import Testing

@testable import Terminal

@Suite struct TerminalTypeTests {
  private func showsUnicode(
    _ term: String = "xterm-256color", lcAll: String? = nil, lcCType: String? = nil, lang: String? = nil
  ) -> Bool {
    TerminalType.showsUnicode(term: term, lcAll: lcAll, lcCType: lcCType, lang: lang)
  }

  @Test(
    arguments: [
      ("xterm-256color", [:], .direct), ("tmux-256color", ["TMUX": "/tmp/a"], .tmux),
      ("screen-256color", ["TMUX": "/tmp/a"], .tmux), ("screen", ["STY": "1.a"], .screen),
      ("screen.xterm-256color", [:], .screen), ("xterm", ["STY": "1.a", "TMUX": ""], .screen),
      // Screen was started within tmux, or tmux within Screen.
      ("screen.tmux-256color", ["TMUX": "/tmp/a", "STY": "1.a"], .screen),
      ("tmux-256color", ["TMUX": "/tmp/a", "STY": "1.a"], .tmux),
      // On another machine.
      ("screen-256color", [:], .tmuxOrScreen), ("tmux-256color", [:], .direct),
      ("linux", [:], nil), ("screen.linux", ["STY": "1.a"], nil), ("vt100", [:], nil), ("vt220", [:], nil),
      ("wsvt25", [:], nil), ("eterm-color", [:], nil), ("vte-256color", [:], .direct),
    ] as [(String, [String: String], Sequences.ClipboardWay?)])
  func theWayToTheClipboardIsKnownByTheTerminal(
    term: String, environment: [String: String], way: Sequences.ClipboardWay?
  ) {
    #expect(TerminalType.clipboard(term: term, environment: environment) == way)
  }

  @Test(arguments: [
    "C", "POSIX", "en_US.ISO-8859-1", "de_DE.ISO8859-15@euro", "ja_JP.eucJP", "ru_RU.KOI8-R", "zh_CN.GB18030",
  ])
  func aLocaleWithAnotherEncodingGetsASCII(locale: String) {
    #expect(!showsUnicode(lcAll: locale))
    #expect(!showsUnicode(lcCType: locale))
    #expect(!showsUnicode(lang: locale))
  }

  @Test(arguments: ["C.UTF-8", "C.utf8", "en_US.UTF-8", "de_DE.utf8@euro", "en_US.Utf-8"])
  func aLocaleWithUTF8GetsEverything(locale: String) {
    #expect(showsUnicode(lcAll: locale))
    #expect(showsUnicode(lcCType: locale))
    #expect(showsUnicode(lang: locale))
  }

  @Test func theFirstNameThatIsNotEmptyCounts() {
    #expect(!showsUnicode(lcAll: "C", lcCType: "C.UTF-8", lang: "C.UTF-8"))
    #expect(showsUnicode(lcAll: "C.UTF-8", lcCType: "C", lang: "C"))
    #expect(showsUnicode(lcAll: "", lcCType: "C.UTF-8", lang: "C"))
    #expect(!showsUnicode(lcAll: "", lcCType: "C", lang: "C.UTF-8"))
    #expect(!showsUnicode(lcAll: "", lcCType: "", lang: "C"))
  }

  @Test func aNameThatSaysNothingOfTheEncodingLeavesItOpen() {
    #expect(showsUnicode())
    #expect(showsUnicode(lcAll: "", lcCType: "", lang: ""))
    #expect(showsUnicode(lang: "vi_VN"))
  }

  @Test(arguments: [
    "linux", "linux-16color", "vt100", "vt102", "vt220", "vt52", "vt420", "ansi", "cons25", "con80x25", "wsvt25", "sun",
    "wy50", "wyse60", "minix", "screen.linux",
  ])
  func aTerminalWithoutTheSignsOfChartsGetsASCII(term: String) {
    #expect(!showsUnicode(term, lang: "C.UTF-8"))
  }

  @Test(arguments: [
    "xterm", "xterm-256color", "screen", "screen-256color", "screen.xterm-256color", "tmux-256color", "vte-256color",
    "alacritty", "foot", "konsole", "rxvt-unicode-256color", "st-256color", "xterm-kitty",
  ])
  func aTerminalWindowGetsEverything(term: String) {
    #expect(showsUnicode(term, lang: "C.UTF-8"))
  }
}
