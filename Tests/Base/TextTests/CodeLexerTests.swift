import Testing
import Text

@Suite struct CodeLexerTests {
  /// The kinds of a line's bytes, a letter each: `k`eyword, `s`tring, `n`umber, `c`omment, `.` for the rest.
  private static func kinds(_ spans: [CodeSpan]) -> String {
    var start = 0
    return spans.map { span in
      defer { start = span.end }
      let letter =
        switch span.kind {
        case .plain: "."
        case .keyword: "k"
        case .string: "s"
        case .number: "n"
        case .comment: "c"
        }
      return String(repeating: letter, count: span.end - start)
    }.joined()
  }

  /// Checks pairs of lines: code, and the kinds of its bytes.
  private static func expect(_ language: CodeLanguage, _ text: String, _ place: SourceLocation = #_sourceLocation) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard var lexer = CodeLexer(language) else {
      Issue.record("no lexer", sourceLocation: place)
      return
    }
    for index in stride(from: 0, to: lines.count - 1, by: 2) {
      let line = SafeText(oneLine: String(lines[index]))
      let found = kinds(lexer.spans(of: line))
      #expect(found == lines[index + 1], "\(language): \(line)", sourceLocation: place)
    }
  }

  @Test func whatABackslashEscapesEndsNoString() {
    Self.expect(
      .swift,
      #"""
      let s = "\\" // a "b"
      kkk.....ssss.cccccccc
      f("a\"b") + 1_000
      ..ssssss....nnnnn
      """#)
    Self.expect(
      .python,
      #"""
      x = 'a\'b' # c
      ....ssssss.ccc
      """#)
    // In C# a verbatim string has no escapes.
    Self.expect(
      .csharp,
      #"""
      var a = @"c:\"; var b = "\"";
      kkk.....ssssss..kkk.....ssss.
      """#)
  }

  @Test func commentsNestWhereTheLanguageSaysSo() {
    for language in [CodeLanguage.swift, .rust, .kotlin] {
      Self.expect(
        language,
        """
        /* a /* b */ c
        cccccccccccccc
        d */ if
        cccc.kk
        """)
    }
    for language in [CodeLanguage.c, .java, .javascript, .go] {
      Self.expect(
        language,
        """
        /* a /* b */ if
        cccccccccccc.kk
        """)
    }
    Self.expect(
      .haskell,
      """
      {- a {- b -} c -} where -- d
      ccccccccccccccccc.kkkkk.cccc
      """)
  }

  @Test func rawStringsEndAtTheirOwnSigns() {
    Self.expect(
      .swift,
      ##"""
      #"a"b\"# + ##"c"#d"## #if x
      ssssssss...ssssssssss.kkk..
      """##)
    Self.expect(
      .rust,
      ##"""
      let a = r#"b"c\"#; r"\" 'x' &'a str
      kkk.....sssssssss..ssss.sss.....kkk
      """##)
    Self.expect(
      .cpp,
      #"""
      R"x(a)"b)x" + R"(c
      sssssssssss...ssss
      d)" // e
      sss.cccc
      """#)
    Self.expect(
      .go,
      #"""
      x := `a\
      .....sss
      b` + "c"
      ss...sss
      """#)
  }

  @Test func aStringOfSeveralLinesGoesOn() {
    for language in [CodeLanguage.python, .swift, .java, .kotlin, .scala] {
      Self.expect(
        language,
        #"""
        x = """a "b"
        ....ssssssss
        if c
        ssss
        """ + 1
        sss...n
        """#)
    }
    Self.expect(
      .javascript,
      """
      x = `a ${b}
      ....sssssss
      c` + 'd
      ss...ss
      if
      kk
      """)
  }

  @Test func aHeredocEndsAtItsWord() {
    Self.expect(
      .bash,
      """
      cat <<'EOF' | grep x
      ....sssssss.........
      if it's
      sssssss
      EOF
      sss
      if x # y
      kk...ccc
      """)
    Self.expect(
      .php,
      """
      echo <<<END
      kkkk.ssssss
      a "b
      ssss
      END;
      ssss
      return 1;
      kkkkkk.n.
      """)
    Self.expect(
      .bash,
      """
      x=$((1 << n)); y=<<<"a"
      .....n..............sss
      """)
  }

  @Test func aLifetimeIsNoCharacter() {
    Self.expect(
      .rust,
      #"""
      fn f<'a>(x: &'a str, c: char) { '\u{1F600}' 'é' '\'' }
      kk..............kkk.....kkkk....sssssssssss.ssss.ssss..
      """#)
  }

  @Test func commentsBeginWhereTheirLanguageLetsThem() {
    Self.expect(
      .bash,
      """
      echo ${#a} a#b # c
      ...............ccc
      """)
    Self.expect(
      .python,
      """
      a=1#b
      ..ncc
      """)
    Self.expect(
      .sql,
      """
      SELECT 'it''s', "n" FROM t -- x
      kkkkkk.sssssss..sss.kkkk...cccc
      """)
    Self.expect(
      .visualBasic,
      """
      Dim x As String ' the "name"
      kkk...kk.kkkkkk.cccccccccccc
      """)
    Self.expect(
      .lua,
      """
      x = 1 --[[ a
      ....n.cccccc
      b ]] -- c
      cccc.cccc
      """)
  }

  @Test func dataHasItsKeys() {
    Self.expect(
      .json,
      """
      {"a" : "b", "c":[1.5e-3, true]}
      .kkk...sss..kkk..nnnnnn..kkkk..
      """)
    Self.expect(
      .yaml,
      """
      - name: "x" # y
      ..kkkk..sss.ccc
      it: 'a''b' no
      kk..ssssss.kk
      """)
    Self.expect(
      .css,
      """
      a:hover { margin: -5px; } /* x
      ...................nnn....cccc
      y */
      cccc
        color: #fff !important;
      ..kkkkk........kkkkkkkkk.
      """)
    Self.expect(
      .markup,
      """
      <p class="a">it's 1 if <!-- b
      .k.......sss...........cccccc
      --></p><br/>
      ccc..k..kk..
      <a title='x
      .k.......ss
      y'> z
      ss...
      """)
  }

  @Test func aNumberIsNoPartOfAName() {
    Self.expect(
      .c,
      """
      a1 + 0x1F + 1'000 + 1e-5 - 2u; x.if
      .....nnnn...nnnnn...nnnn...nn......
      """)
    Self.expect(
      .swift,
      """
      for i in 0..<10 { x.in } é1
      kkk...kk.n...nn.............
      """)
    Self.expect(
      .java,
      """
      @Override public Çlass x;
      kkkkkkkkk.kkkkkk..........
      """)
  }

  @Test func textWithoutALanguageHasNoLexer() { #expect(CodeLexer(CodeLanguage.none) == nil) }

  // MARK: - Any text

  /// What begins and ends something in some language, and what might break it.
  private static let pieces = [
    "\"", "\"\"\"", "'", "'''", "`", "#", "##", "\\", "\\\\", "//", "/*", "*/", "--", "--[[", "]]", "<!--", "-->", "<",
    "<<",
    "<<<", "<<EOF", "EOF", "<a", "</", ">", "{-", "-}", "@", "@\"", "$@\"", "$", "%", "r", "r#\"", "R\"x(", ")x\"",
    "u8R",
    "if", "return", "SELECT", "é", "e\u{301}", "\u{301}", "東京", "👩‍👩‍👧", "\u{FE0F}", "0", "0x", "1e", "1e-", ".", "..", "-",
    "key:", ": ", " ", "    ", "(", ")", "x", "_", "\u{FFFD}",
  ]

  @Test(arguments: CodeLanguage.allCases) func thePartsAreTheWholeLine(language: CodeLanguage) {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      var lexer = CodeLexer(language)
      for _ in 0..<60 {
        let pieces = (0..<random.number(below: 14)).map { _ in Self.pieces[random.number(below: Self.pieces.count)] }
        let line = SafeText(oneLine: pieces.joined())
        guard let spans = lexer?.spans(of: line) else { continue }
        #expect(zip([0] + spans.map(\.end), spans.map(\.end)).allSatisfy { $0 < $1 }, "\(line)")
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.kind != $1.kind }, "\(line)")
        #expect(spans.last?.end ?? 0 == line.string.utf8.count, "\(line)")
        // No part begins inside a character.
        let bytes = Array(line.string.utf8)
        #expect(spans.dropLast().allSatisfy { bytes[$0.end] & 0xC0 != 0x80 }, "\(line)")
      }
    }
  }

  /// A line that repeats what a lexer would look far ahead for. Each takes as long as its length says.
  @Test(arguments: CodeLanguage.allCases) func repeatedSignsAreTakenOnce(language: CodeLanguage) {
    for piece in Self.pieces {
      let text = SafeText(oneLine: String(repeating: piece, count: CodeLexer.limit / piece.utf8.count - 2))
      var lexer = CodeLexer(language)
      if let spans = lexer?.spans(of: text) { #expect(spans.last?.end == text.string.utf8.count, "\(piece)") }
    }
  }

  @Test func beyondTheLimitNothingHasAColour() {
    var lexer = CodeLexer(.swift)
    let line = SafeText(oneLine: String(repeating: "let ", count: CodeLexer.limit / 8))
    #expect(lexer?.spans(of: line).isEmpty == false)
    #expect(lexer?.isDone == false)
    #expect(lexer?.spans(of: line).isEmpty == true)
    #expect(lexer?.isDone == true)
    #expect(lexer?.spans(of: "let x").isEmpty == true)
  }
}

@Suite struct CodeLanguageTests {
  @Test(
    arguments: [
      (["python"], .python), (["python-3.x", "pandas"], .python), (["c++17"], .cpp), (["java-8", "spring"], .java),
      (["ios", "swift5"], .swift), (["reactjs", "typescript"], .typescript),
      (["javascript", "typescript"], .typescript),
      (["c", "c++"], .cpp), (["html", "css", "javascript"], .javascript), (["html", "jquery"], .javascript),
      (["php", "mysql"], .php), (["sql", "sql-server-2008"], .sql), (["django", "html"], .python),
      (["ruby-on-rails-4"], .ruby), (["linux", "c"], .c), (["linux"], .bash), (["vb.net"], .visualBasic),
      (["c#", ".net"], .csharp), (["r"], .r), (["git", "merge"], nil), ([], nil), (["text"], nil), (["3.x"], nil),
    ] as [([SafeText], CodeLanguage?)])
  func theMostSpecificTagSaysTheLanguage(tags: [SafeText], language: CodeLanguage?) {
    #expect(CodeLanguage(tags: tags) == language)
  }

  @Test(
    arguments: [
      ("lang-py prettyprint-override", .python), ("hljs language-c#", .csharp), ("lang-none", CodeLanguage.none),
      ("default prettyprint-override", nil), ("language-", nil), ("py", nil), ("lang-x lang-sh", .bash),
    ] as [(String, CodeLanguage?)])
  func aClassSaysTheLanguage(classes: String, language: CodeLanguage?) {
    #expect(CodeLanguage(classes: classes) == language)
  }

  /// Its name is in the cache.
  @Test func everyLanguageButNoneHasALexer() {
    for language in CodeLanguage.allCases {
      #expect((CodeLexer(language) != nil) == (language != .none), "\(language)")
    }
  }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
private struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func number(below end: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) % UInt64(end))
  }
}
