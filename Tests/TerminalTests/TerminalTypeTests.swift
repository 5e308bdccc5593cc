import Testing

@testable import Terminal

@Suite struct TerminalTypeTests {
  private func showsUnicode(
    _ term: String = "xterm-256color", lcAll: String? = nil, lcCType: String? = nil, lang: String? = nil
  ) -> Bool {
    TerminalType.showsUnicode(term: term, lcAll: lcAll, lcCType: lcCType, lang: lang)
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
