import Testing
import Text

@testable import Screen

@Suite struct CodeColoursTests {
  private let theme = Theme()

  private static func lines(_ text: RichText, language: CodeLanguage? = nil, _ theme: Theme = Theme()) -> [TextLine] {
    var links = LinkNumbers()
    return RichTextLayout(text, width: 80, theme: theme, language: language, links: &links).lines
  }

  /// The text of a line in a style, without what is plain in between.
  private static func text(_ line: TextLine, in style: Style) -> String {
    line.cells[(line.codeStart ?? 0)...].filter { $0.style == style }.map(\.glyph.string).joined()
  }

  @Test func aBlockIsInItsOwnLanguageAndElseInThatOfTheText() {
    let code: [SafeText] = ["def f(): return 'a' # 1"]
    let own = Self.lines(RichText(blocks: [.code(code, language: .python)]), language: .c)[0]
    #expect(Self.text(own, in: theme.roles.keyword) == "defreturn")
    #expect(Self.text(own, in: theme.roles.string) == "'a'")
    #expect(Self.text(own, in: theme.roles.comment) == "# 1")
    let ofText = Self.lines(RichText(blocks: [.code(code)]), language: .python)[0]
    #expect(ofText == own)
    // Nothing is guessed.
    for blocks in [[RichText.Block.code(code)], [.code(code, language: CodeLanguage.none)]] {
      let line = Self.lines(RichText(blocks: blocks))[0]
      #expect(Set(line.cells[(line.codeStart ?? 0)...].map(\.style)).isSubset(of: [theme.plain, theme.dim]))
    }
  }

  @Test func withoutColoursKeywordsAreBoldAndCommentsDim() {
    let line = Self.lines(
      RichText(blocks: [.code(["if x == 1 { } // y"], language: .swift)]), Theme(colours: .none))[0]
    #expect(Self.text(line, in: Style(attributes: .bold)) == "if")
    #expect(Self.text(line, in: Style(attributes: .dim)) == "// y")
  }

  /// The glyphs and their widths are those of the line without colours.
  @Test(arguments: CodeLanguage.allCases) func coloursChangeNoGlyph(language: CodeLanguage) {
    var random = RandomText(seed: 7)
    let pieces: [SafeText] = [
      "\"", "'", "#", "//", "/*", "*/", "e\u{301}", "\u{301}", "東京", "👩‍👩‍👧", "\u{FE0F}", "if", "1", " ", "\\", "<a", "-->",
    ]
    let lines = (0..<300).map { _ in
      (0..<random.number(below: 12)).map { _ in pieces[random.number(below: pieces.count)] }.joined()
    }
    let code = CodeColours(lines, language: language)
    for start in stride(from: 0, to: lines.count, by: CodeColours.pieceLength) {
      let piece = lines[start..<min(start + CodeColours.pieceLength, lines.count)]
      for (line, cells) in zip(piece, code.cells(of: piece, theme)) {
        let plain = Glyphs(line).map { Cell($0.glyph, width: UInt8($0.width)) }
        #expect(cells.map { Cell($0.glyph, width: $0.width) } == plain, "\(line)")
      }
    }
  }

  @Test func aPieceBeginsInWhatTheOnesBeforeLeftOpen() {
    let lines: [SafeText] =
      ["/* open"] + Array(repeating: "text", count: 200) + ["*/ if"] + Array(repeating: "if", count: 100)
    let code = CodeColours(lines, language: .java)
    // The pieces before it are not drawn.
    #expect(code.cells(of: lines[128..<192], theme)[0].allSatisfy { $0.style == theme.roles.comment })
    #expect(code.cells(of: lines[256..<302], theme)[0].allSatisfy { $0.style == theme.roles.keyword })
    #expect(code.cells(of: lines[0..<64], theme)[0].allSatisfy { $0.style == theme.roles.comment })
  }

  /// Half a megabyte of code is plain after the limit, on one line or on many, and nothing beyond it is searched.
  @Test func whatNoPostContainsHasNoColours() {
    let one = SafeText(oneLine: String(repeating: "let x = 1; ", count: 50_000))
    let line = CodeColours([one], language: .swift).cells(of: [one], theme)[0]
    #expect(Set(line.map(\.style)) == [theme.plain])
    let lines: [SafeText] = Array(repeating: "let x = 1 // the first of many", count: 20_000)
    let code = CodeColours(lines, language: .swift)
    #expect(Set(code.cells(of: lines[19_968..<20_000], theme).joined().map(\.style)) == [theme.plain])
    #expect(Set(code.cells(of: lines[0..<64], theme).joined().map(\.style)).count == 4)
  }

  @Test func codeInASentenceHasItsColourOrBackticks() {
    let text = RichText(blocks: [
      .paragraph([.init("call "), .init("load", style: .code)]),
      .heading(level: 1, [.init("f()", style: [.code, .bold])]),
    ])
    let lines = Self.lines(text)
    #expect(Self.text(lines[0], in: theme.roles.code) == "load")
    #expect(Self.text(lines[2], in: theme.roles.code.with([.bold, .underline])) == "f()")
    let plain = Self.lines(text, Theme(colours: .none))
    #expect(Self.text(plain[0], in: .plain) == "call `load`")
  }
}
