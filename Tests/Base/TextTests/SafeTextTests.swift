import Testing
import Text

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("", "(no title)"), ("  ", "(no title)"), ("\u{3000}\t\n", "(no title)"), ("\u{200B}\u{FEFF}", "(no title)"),
    (" a", " a"), ("\u{7}", "�"), ("東京都", "東京都"),
  ])
  func aTitleThatShowsNothingSaysSo(foreign: String, expected: String) {
    #expect(SafeText(title: foreign).string == expected)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "\u{FFFD}[31mred\u{FFFD}[0m"),
    ("\u{1B}]0;pwned\u{07}", "\u{FFFD}]0;pwned\u{FFFD}"),
    ("c1 \u{9B}31m", "c1 \u{FFFD}31m"),
    ("nul\u{0}del\u{7F}", "nul\u{FFFD}del\u{FFFD}"),
  ])
  func controlCharactersAreShownAndNotObeyed(foreign: String, safe: String) {
    #expect(SafeText(oneLine: foreign).string == safe)
  }

  @Test(arguments: [
    ("tab\there", "tab here"),
    ("two\r\nlines", "two lines"),
    ("a \n\t b", "a b"),
    ("kept  spaces", "kept  spaces"),
    ("separator\u{2028}too", "separator too"),
    ("é\tc", "é c"),
  ])
  func lineBreaksAndTabsBecomeOneSpace(foreign: String, safe: String) {
    #expect(SafeText(oneLine: foreign).string == safe)
  }

  @Test func everyBidirectionalControlIsLeftOut() {
    let controls: [UInt32] = [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
    #expect(controls.count == 12)
    for value in controls {
      let control = Unicode.Scalar(value).map(String.init) ?? ""
      #expect(SafeText(oneLine: "a\(control)b").string.unicodeScalars.count == 2)
    }
    #expect(SafeText(oneLine: "evil \u{202E}gnp.exe").string == "evil gnp.exe")
    #expect(SafeText(oneLine: "\u{FEFF}zero\u{200B}width").string == "zerowidth")
  }

  @Test func onlyFourMarksStayOnABase() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 40) + "x"
    #expect(SafeText(oneLine: zalgo).string.unicodeScalars.count == 6)
    let separated = "e\u{301}\u{302}\u{200B}\u{303}\u{304}\u{305}"
    #expect(SafeText(oneLine: separated).string.unicodeScalars.count == 5, "what is left out does not start a new base")
  }

  @Test func scriptsAndEmojiPassUnchanged() {
    for text in ["日本語", "كيف أقرأ", "👩‍👩‍👧‍👦 🇫🇷 👍🏽", "é", "Łódź"] {
      #expect(SafeText(oneLine: text).string == text)
    }
  }

  @Test func aLabelIsCutWhereNoRealOneGoesOn() {
    let limit = SafeText.labelLimit
    let whole = String(repeating: "é", count: limit)
    #expect(SafeText(label: whole).string == whole)
    #expect(SafeText(label: whole + "x").string == whole + "…")
    #expect(SafeText(title: String(repeating: "y", count: 7_000_000)).string.unicodeScalars.count == limit + 1)
    #expect(SafeText(title: String(repeating: " ", count: limit)).string == "(no title)")
    #expect(SafeText(label: "").string == "")
  }

  @Test(arguments: [
    ("abcde", "abcde"), ("abcdef", "abcd…"), ("", ""), ("a\u{1B}b", "a\u{FFFD}b"), ("ééééé", "ééééé"),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦"),
  ])
  func aLimitIsKept(foreign: String, safe: String) {
    #expect(SafeText(oneLine: foreign, limit: 5).string == safe)
  }

  @Test func aLimitIsKeptHoweverManyMarksALetterHas() {
    let text = SafeText(oneLine: "a" + String(repeating: "\u{301}", count: 1_000_000) + "b", limit: 5).string
    #expect(text.count == 2 && text.hasSuffix("…") && text.unicodeScalars.count < 10)
  }

  @Test func linesEndAtEveryKindOfBreak() {
    #expect(SafeText.lines(of: "a\nb\r\nc\rd\u{2029}e\n").map(\.string) == ["a", "b", "c", "d", "e"])
    #expect(SafeText.lines(of: "\n\nx").map(\.string) == ["", "", "x"])
    #expect(SafeText.lines(of: "").isEmpty)
  }

  @Test func tabsInLinesReachTheNextColumnOfFour() {
    #expect(SafeText.lines(of: "\tif\tx").map(\.string) == ["    if  x"])
    #expect(SafeText.lines(of: "    \u{1B}y").map(\.string) == ["    \u{FFFD}y"])
  }

  @Test func numbersAndSafeTextInterpolate() {
    let title = SafeText(oneLine: "a\u{7}")
    let line: SafeText = "\(4) of \(30): \(title)"
    #expect(line.string == "4 of 30: a\u{FFFD}")
    #expect([SafeText("a"), "b", "c"].joined(separator: " · ").string == "a · b · c")
  }
}
