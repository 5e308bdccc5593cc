import Testing

@testable import Screen

@Suite struct KeyNameTests {
  @Test(
    arguments: [
      ("r", .character("r")), ("R", .character("R")), ("F5", .function(5)), ("f12", .function(12)),
      ("Ctrl-R", .control("r")),
      ("ctrl-r", .control("r")), ("Alt-x", .alt("x")), ("Alt-X", .alt("X")), ("Enter", .enter), ("Return", .enter),
      ("Esc", .escape), ("Tab", .tab), ("Shift-Tab", .backTab), ("Space", .character(" ")), ("Up", .up),
      ("PgDn", .pageDown),
      ("PageDown", .pageDown), ("Home", .home), ("Del", .delete), ("Backspace", .backspace),
      ("Ctrl-Space", .control(" ")),
      ("Ctrl-Left", .controlLeft), ("Alt-Ctrl-Right", .alt(.controlRight)), ("Ctrl-Alt-r", .alt(.control("r"))),
      ("-", .character("-")), ("Alt--", .alt("-")), ("ä", .character("ä")), ("?", .character("?")),
      ("Ctrl-]", .control("]")),
      ("Alt-Shift-Tab", .alt(.backTab)), ("Shift-Left", .shiftLeft), ("shift-right", .shiftRight),
      ("Shift-Up", .shiftUp), ("Shift-Down", .shiftDown),
      ("Ctrl-Shift-Left", .controlLeft), ("Alt-Shift-Right", .alt(.right)), ("1", .character("1")),
      ("山", .character("山")),
    ] as [(String, KeyEvent)])
  func aNameIsAKey(name: String, key: KeyEvent) throws {
    #expect(try KeyEvent(name: name) == key)
  }

  @Test(arguments: [
    ("Ctrl-I", "cannot be used: terminals send Tab for Ctrl-I; write Tab"),
    ("Ctrl-m", "cannot be used: terminals send Enter for Ctrl-J and Ctrl-M; write Enter"),
    ("Ctrl-H", "cannot be used: terminals send Backspace for Ctrl-H; write Backspace"),
    ("Ctrl-[", "cannot be used: terminals send Esc for Ctrl-[; write Esc"),
    ("Ctrl-1", "cannot be used: terminals send Ctrl only with a letter, Space, an arrow and \\ ] ^ _"),
    ("Ctrl-Home", "cannot be used: terminals send Ctrl only with a letter, Space, an arrow and \\ ] ^ _"),
    ("Shift-r", "cannot be used: write the character that Shift makes, such as R"),
    ("Shift-Home", "cannot be used: terminals send the same with Shift as without, except for Tab and the arrows"),
    ("Alt-Esc", "cannot be used: terminals send Esc twice for Alt-Esc"),
    ("F64", "cannot be used: function keys are F1 to F63"), ("F0", "cannot be used: function keys are F1 to F63"),
    ("\u{7}", "cannot be used: a terminal does not send it as one character"),
    ("👨‍👩‍👧", "cannot be used: a terminal does not send it as one character"),
    ("Control-x", "is not a key; did you mean Ctrl-…?"), ("Strg-x", "is not a key; did you mean Ctrl-…?"),
    ("Meta-x", "is not a key; did you mean Alt-…?"), ("Page-Up", "is not a key; did you mean PageUp?"),
    ("ab", "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"),
    ("", "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"),
    ("Alt-", "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"),
    ("Alt-Alt-x", "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"),
    ("Fx", "is not a key; give a character, or a name such as F5, Ctrl-R, Alt-x, Enter, PgUp"),
  ])
  func whatNoTerminalSendsIsRefusedWithTheReason(name: String, sentence: String) {
    let error = #expect(throws: KeyNameError.self) { try KeyEvent(name: name) }
    #expect(error?.sentence.string == sentence)
  }

  /// Every key that input can be decoded to.
  static let keys: [KeyEvent] = {
    let named: [KeyEvent] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .up, .down, .left, .right, .controlLeft, .controlRight,
      .home,
      .end, .pageUp, .pageDown, .control(" "), .control("\\"), .control("]"), .control("^"), .control("_"),
    ]
    let controls = "abcdefgklnopqrstuvwxyz".map(KeyEvent.control)
    let characters = (0x20..<0x7F).compactMap(Unicode.Scalar.init).map { KeyEvent.character(Character($0)) }
    let plain = named + controls + characters + (1...63).map(KeyEvent.function) + ["é", "ß", "€"]
    return plain + plain.filter { $0 != .escape }.map { .alt($0) } + [
      .shiftLeft, .shiftRight, .shiftUp, .shiftDown, .controlUp, .controlDown,
    ]
  }()

  @Test func everyKeyHasANameThatMeansTheKey() throws {
    for key in Self.keys {
      let name = try #require(key.name, "\(key)")
      #expect(try KeyEvent(name: name) == key, "\(name)")
    }
    #expect(Set(Self.keys.compactMap(\.name)).count == Self.keys.count)
  }

  @Test(
    arguments: [
      .paste("r"), .alt(.paste("r")), .alt(.escape), .alt(.shiftLeft), .alt(.controlUp), .alt(.alt("x")), .control("i"),
      .control("A"),
      .function(0),
      .character("\u{7}"),
    ] as [KeyEvent])
  func whatIsNoKeyHasNoName(key: KeyEvent) {
    #expect(key.name == nil)
  }
}
