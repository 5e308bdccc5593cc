import CCurses
import Screen
import Testing

@testable import Terminal

@Suite struct InputDecoderTests {
  /// What a burst of input, with nothing after it for a while, is taken for.
  private func events(_ codes: [CInt]) -> [InputEvent] {
    var decoder = InputDecoder()
    let events = codes.flatMap { decoder.take($0) }
    decoder.endBurst()
    return events + decoder.pause()
  }

  private func events(_ text: String) -> [InputEvent] { events(text.utf8.map(CInt.init)) }
  private func keys(_ text: String) -> [KeyEvent?] {
    events(text).map { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test(arguments: [
    ("\u{1B}[A", KeyEvent.up), ("\u{1B}OA", .up), ("\u{1B}[1;5B", .controlDown), ("\u{1B}[1;5D", .controlLeft),
    ("\u{1B}[1;5A", .controlUp), ("\u{1B}[1;6A", .controlUp), ("\u{1B}Oa", .controlUp), ("\u{1B}Ob", .controlDown),
    ("\u{1B}[1;6C", .controlRight), ("\u{1B}Od", .controlLeft), ("\u{1B}Oc", .controlRight),
    ("\u{1B}[1;2D", .shiftLeft),
    ("\u{1B}[1;2C", .shiftRight), ("\u{1B}[1;2A", .shiftUp), ("\u{1B}[1;2B", .shiftDown),
    ("\u{1B}[H", .home), ("\u{1B}[4~", .end),
    ("\u{1B}[3~", .delete), ("\u{1B}[5~", .pageUp), ("\u{1B}[6;2~", .pageDown), ("\u{1B}[Z", .backTab),
    ("\u{1B}OP", .function(1)), ("\u{1B}[[B", .function(2)), ("\u{1B}[15~", .function(5)),
    ("\u{1B}[21~", .function(10)),
    ("\u{1B}[24~", .function(12)), ("\r", .enter), ("\n", .enter), ("\u{1B}OM", .enter), ("\t", .tab),
    ("\u{1B}Op", .character("0")), ("\u{1B}Oq", .character("1")), ("\u{1B}Ou", .character("5")),
    ("\u{1B}Oy", .character("9")), ("\u{1B}Oj", .character("*")), ("\u{1B}Ok", .character("+")),
    ("\u{1B}Ol", .character(",")), ("\u{1B}Om", .character("-")), ("\u{1B}On", .character(".")),
    ("\u{1B}Oo", .character("/")), ("\u{1B}OX", .character("=")), ("\u{1B}OI", .tab), ("\u{1B}O ", .character(" ")),
    ("\u{7F}", .backspace), ("\u{8}", .backspace), ("\u{1B}", .escape), ("\u{3}", .control("c")),
    ("\u{1A}", .control("z")), ("\u{1F}", .control("_")), ("\0", .control(" ")), (" ", .character(" ")),
    ("Q", .character("Q")), ("é", .character("é")), ("東", .character("東")), ("😀", .character("😀")),
  ])
  func aSequenceIsOneKey(sequence: String, key: KeyEvent) {
    #expect(events(sequence) == [.key(key)])
  }

  @Test func theKeysThatNcursesKnowsComeAsItsCodes() {
    let codes = [KEY_UP, KEY_SF, KEY_SLEFT, KEY_SRIGHT, KEY_HOME, KEY_NPAGE, KEY_BTAB, KEY_BACKSPACE, KEY_F0 + 12]
    let keys: [KeyEvent] = [
      .up, .shiftDown, .shiftLeft, .shiftRight, .home, .pageDown, .backTab, .backspace, .function(12),
    ]
    #expect(events(codes) == keys.map { .key($0) })
  }

  @Test(arguments: ["\u{1B}[1;99X", "\u{1B}[>41;354;0c", "\u{1B}[I", "\u{1B}[201~", "\u{1B}[38;5;1m", "\u{1B}Oz"])
  func theLettersOfAnUnknownSequenceAreNotKeys(sequence: String) {
    #expect(events(sequence + "k") == [.key(.character("k"))])
  }

  @Test(arguments: [
    ("\u{1B}q", KeyEvent.character("q")), ("\u{1B}B", .character("B")), ("\u{1B}é", .character("é")),
    ("\u{1B}東", .character("東")), ("\u{1B}\u{7F}", .backspace), ("\u{1B}\r", .enter),
    ("\u{1B}\u{3}", .control("c")), ("\u{1B}[1;3D", .left), ("\u{1B}[1;4D", .left), ("\u{1B}[3;3~", .delete),
    ("\u{1B}[1;7C", .controlRight),
    ("\u{1B}\u{1B}[A", .up), ("\u{1B}\u{1B}OD", .left), ("\u{1B}\u{1B}[3~", .delete),
    ("\u{1B}\u{1B}[1;3D", .left),
  ])
  func aKeyPressedWithAltIsAKeyOfItsOwn(sequence: String, key: KeyEvent) {
    #expect(events(sequence) == [.key(.alt(key))])
  }

  @Test func ncursesKeysPressedWithAltAreKeysOfTheirOwnToo() {
    #expect(events([0x1B, KEY_BACKSPACE]) == [.key(.alt(.backspace))])
    #expect(events([0x1B, KEY_UP]) == [.key(.alt(.up))])
  }

  @Test func escapeAndAKeyThatComesLaterAreTwoKeys() {
    for (rest, key) in [("q", KeyEvent.character("q")), ("é", .character("é")), ("\u{7F}", .backspace)] {
      var decoder = InputDecoder()
      #expect(decoder.take(0x1B).isEmpty)
      decoder.endBurst()
      #expect(rest.utf8.flatMap { decoder.take(CInt($0)) } == [.key(.escape), .key(key)])
      #expect(!decoder.isPending)
      // And an escape before it in the same burst was one, too.
      #expect((decoder.take(0x1B) + decoder.take(0x1B)).isEmpty)
      decoder.endBurst()
      #expect(rest.utf8.flatMap { decoder.take(CInt($0)) } == [.key(.escape), .key(.escape), .key(key)])
    }
    var decoder = InputDecoder()
    _ = decoder.take(0x1B)
    decoder.endBurst()
    #expect(decoder.take(KEY_UP) == [.key(.escape), .key(.up)])
    // Esc, and later Alt-q.
    _ = decoder.take(0x1B)
    decoder.endBurst()
    #expect(decoder.take(0x1B) == [.key(.escape)])
    #expect(decoder.take(CInt(UInt8(ascii: "q"))) == [.key(.alt(.character("q")))])
  }

  @Test func escapeIsAKeyAfterAPause() {
    var decoder = InputDecoder()
    _ = decoder.take(0x1B)
    decoder.endBurst()
    #expect(decoder.mayBeKeys)
    #expect(decoder.pause() == [.key(.escape)])
    #expect("[A".utf8.flatMap { decoder.take(CInt($0)) } == [.key(.character("[")), .key(.character("A"))])
  }

  @Test func escapesPressedOneAfterTheOtherAreAllThere() {
    #expect(keys("\u{1B}\u{1B}") == [.escape, .escape])
    #expect(keys("\u{1B}\u{1B}\u{1B}") == [.escape, .escape, .escape])
    #expect(keys("\u{1B}\u{1B}q") == [.escape, .alt(.character("q"))])
    #expect(keys("\u{1B}\u{1B}\u{1B}[A") == [.escape, .alt(.up)])
  }

  @Test func escapeBeforeWhatIsNoKeyIsEscape() {
    let click = InputEvent.mouse(MouseEvent(.click, at: Point(x: 2, y: 3)))
    #expect(events("\u{1B}\u{1B}[<0;3;4M") == [.key(.escape), click])
    #expect(events("\u{1B}\u{1B}[M #$") == [.key(.escape), click])
    #expect(events("\u{1B}\u{1B}[200~") == [.key(.escape), .pasteBegins])
    // And Alt is not kept for the next key.
    #expect(events("\u{1B}\u{1B}[<0;3;4Mq").last == .key(.character("q")))
    #expect(keys("\u{1B}xq") == [.alt(.character("x")), .character("q")])
  }

  @Test func whatLookedLikeASequenceIsAltAndALetterWhenNothingFollows() {
    #expect(keys("\u{1B}[") == [.alt(.character("["))])
    #expect(keys("\u{1B}O") == [.alt(.character("O"))])
    #expect(keys("\u{1B}\u{1B}O") == [.escape, .alt(.character("O"))])
  }

  @Test func afterAPauseAKeyIsThatKeyWhateverCameBefore() {
    var chance = SystemRandomNumberGenerator()
    let bytes =
      Array("\u{1B}\u{1B}\u{1B}[[OM<;;~139-AqZd é\u{7F}P]_^X\\\u{7}\u{18}".utf8.map(CInt.init)) + [
        KEY_UP, KEY_BACKSPACE, 0xFF,
      ]
    for _ in 0..<2_000 {
      var decoder = InputDecoder()
      let codes = (0..<Int.random(in: 1...8, using: &chance)).compactMap { _ in bytes.randomElement(using: &chance) }
      for code in codes { _ = decoder.take(code) }
      _ = decoder.pause()
      #expect(!decoder.isPending)
      #expect(decoder.take(0x6B) == [.key(.character("k"))], "after \(codes)")
    }
  }

  /// Answers to questions about the terminal's version, colours, clipboard, graphics and settings.
  static let answers = [
    "\u{1B}P>|XTerm(q)\u{1B}\\", "\u{1B}P1$r0 q\u{1B}\\", "\u{1B}P\u{1B}\\", "\u{1B}]11;rgb:1e1e/1e1e/rq\u{7}",
    "\u{1B}]11;rgb:1e1e/1e1e/rq\u{1B}\\", "\u{1B}]52;c;cXF\u{7F}q\u{7}", "\u{1B}_Gi=31;OKqué\u{1B}\\",
    "\u{1B}^q\u{7}q\u{1B}\\", "\u{1B}Xqqq\u{1B}\\", "\u{1B}Pqq\u{18}",
  ]

  @Test(arguments: answers)
  func whatATerminalAnswersIsNeverKeys(answer: String) {
    #expect(events(answer) == [])
    #expect(events(answer + "k" + answer + "j") == [.key(.character("k")), .key(.character("j"))])
  }

  @Test(arguments: answers)
  func whatATerminalAnswersMayComeInPieces(answer: String) {
    for cut in 1..<answer.utf8.count {
      var decoder = InputDecoder()
      var events = answer.utf8.prefix(cut).flatMap { decoder.take(CInt($0)) }
      decoder.endBurst()
      // A line may be slow wherever the answer cannot be a key pressed with Alt.
      #expect(cut < 3 || !decoder.mayBeKeys)
      events += answer.utf8.dropFirst(cut).flatMap { decoder.take(CInt($0)) }
      #expect(events == [] && !decoder.isPending, "cut after \(cut) bytes")
      #expect(decoder.take(0x6B) == [.key(.character("k"))])
    }
  }

  @Test(arguments: ["P", "]", "_", "^", "X"])
  func whatLookedLikeAnAnswerIsAltAndALetterWhenNothingFollows(letter: Character) {
    var decoder = InputDecoder()
    let begun = "\u{1B}\(letter)".utf8.flatMap { decoder.take(CInt($0)) }
    decoder.endBurst()
    #expect(begun.isEmpty && decoder.mayBeKeys)
    #expect(decoder.pause() == [.key(.alt(.character(letter)))])
    // Also where the line hands over several at once.
    #expect(keys("\u{1B}\(letter)\u{1B}\(letter)\u{1B}x") == [letter, letter, "x"].map { .alt(.character($0)) })
    #expect(keys("\u{1B}\u{1B}\(letter)") == [.escape, .alt(.character(letter))])
  }

  @Test func anEscapeOrAKeyEndsAnAnswerThatLacksItsEnd() {
    #expect(events("\u{1B}]11;q\u{1B}[A") == [.key(.up)])
    #expect(events("\u{1B}]11;q".utf8.map(CInt.init) + [KEY_UP]) == [.key(.up)])
    #expect(events("\u{1B}]11;q".utf8.map(CInt.init) + [KEY_BACKSPACE]) == [])
  }

  @Test func anAnswerWithoutAnEndDoesNotSwallowTheKeyboard() {
    // Silence ends it.
    var decoder = InputDecoder()
    for byte in "\u{1B}Pq".utf8 { _ = decoder.take(CInt(byte)) }
    decoder.endBurst()
    #expect(decoder.isPending && !decoder.mayBeKeys)
    #expect(decoder.pause().isEmpty)
    #expect(decoder.take(0x6B) == [.key(.character("k"))])
    // So does its length, but not in the middle of a burst.
    for byte in "\u{1B}P".utf8 { _ = decoder.take(CInt(byte)) }
    for _ in 0..<2 * InputDecoder.stringLimit { #expect(decoder.take(0x71).isEmpty) }
    decoder.endBurst()
    #expect(!decoder.isPending)
    #expect(decoder.take(0x6B) == [.key(.character("k"))])
  }

  @Test func modifiersBeyondAllBoundsAreNone() {
    #expect(events("\u{1B}[1;-9223372036854775808A") == [.key(.up)])
    #expect(events("\u{1B}[1;99999999999999999999A") == [.key(.up)])
  }

  @Test func aSequenceMayComeInPieces() {
    var decoder = InputDecoder()
    var events: [InputEvent] = []
    for byte in "\u{1B}[1;5A".utf8 {
      events += decoder.take(CInt(byte))
      decoder.endBurst()
    }
    #expect(events == [.key(.controlUp)])
    #expect(!decoder.isPending)
  }

  @Test func aCharacterMayComeInPieces() {
    var decoder = InputDecoder()
    let events = "東".utf8.flatMap { byte in
      decoder.endBurst()
      return decoder.take(CInt(byte))
    }
    #expect(events == [.key(.character("東"))])
  }

  @Test(arguments: [
    [0xFF, 0x61], [0xC3, 0x61], [0xE6, 0x9D, 0x61], [0x80, 0x61], [0xC0, 0xAF, 0x61], [0xED, 0xA0, 0x80, 0x61],
    [0xF5, 0x61], [0xC2, 0x9B, 0x61],
  ])
  func brokenUTF8IsLeftOutAndSpoilsNothingAfterIt(bytes: [CInt]) {
    // Overlong forms, surrogates, stray bytes, and U+009B, which some terminals take for the beginning of a sequence.
    #expect(events(bytes) == [.key(.character("a"))])
  }

  @Test func theMouseIsDecodedInItsNewEncoding() {
    let reports =
      "\u{1B}[<0;230;5M\u{1B}[<0;230;5m\u{1B}[<64;1;1M\u{1B}[<65;1;2M\u{1B}[<4;3;4M\u{1B}[<2;1;1M\u{1B}[<32;9;9M\u{1B}[<35;9;9M"
    #expect(
      events(reports) == [
        .mouse(MouseEvent(.click, at: Point(x: 229, y: 4))), .mouse(MouseEvent(.wheelUp, at: Point(x: 0, y: 0))),
        .mouse(MouseEvent(.wheelDown, at: Point(x: 0, y: 1))), .mouse(MouseEvent(.click, at: Point(x: 2, y: 3))),
        .mouse(MouseEvent(.drag, at: Point(x: 8, y: 8))),
      ])
  }

  @Test func theMouseIsDecodedInItsOldEncoding() {
    #expect(events("\u{1B}[M !\"\u{1B}[M#!\"") == [.mouse(MouseEvent(.click, at: Point(x: 0, y: 1)))])
    #expect(events("\u{1B}[M@!\"") == [.mouse(MouseEvent(.drag, at: Point(x: 0, y: 1)))])
    // Column 95 is the byte 127, which ncurses takes for the Backspace key.
    let column95 = "\u{1B}[M ".utf8.map(CInt.init) + [KEY_BACKSPACE, 33]
    #expect(events(column95) == [.mouse(MouseEvent(.click, at: Point(x: 94, y: 0)))])
  }

  @Test(arguments: ["\u{1B}[<0;0;1M", "\u{1B}[<0;1M", "\u{1B}[<M", "\u{1B}[<0;99999999999999999999;1M"])
  func aBrokenMouseReportIsNothing(report: String) {
    #expect(events(report) == [])
  }

  @Test func aPasteBeginsWithItsMark() {
    #expect(events("\u{1B}[200~") == [.pasteBegins])
  }
}
