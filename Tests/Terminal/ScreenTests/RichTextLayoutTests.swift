import Screen
import Testing
import Text

@Suite struct RichTextLayoutTests {
  private func laid(_ text: RichText, _ width: Int, _ theme: Theme = Theme(), from column: Int = 0) -> String {
    var links = LinkNumbers()
    let body = RichTextLayout(text, width: width, theme: theme, links: &links)
    let targets = RichTextLayout.targetLines(links, width: width, theme: theme)
    let lines = body.lines + (targets.isEmpty ? [] : [TextLine()]) + targets
    var canvas = Canvas(size: Size(width: width, height: lines.count), theme: theme)
    for (y, line) in lines.enumerated() {
      canvas.draw(line.visible(width: width, from: column, theme: theme), x: 0, y: y)
    }
    return canvas.text
  }

  @Test func paragraphsAreWrappedBetweenWordsAndLongWordsInside() {
    let text = RichText(blocks: [
      .paragraph([.init("Only if the closure is isolated."), .init(" averyveryverylongword"), .init(" end")]),
      .paragraph([.init("second")]),
    ])
    #expect(
      laid(text, 16) == """
        Only if the
        closure is
        isolated.
        averyveryverylon
        gword end

        second
        """)
  }

  @Test func wordsOfSeveralStylesAreNotTornApart() {
    let text = RichText(blocks: [
      .paragraph([.init("call "), .init("load", style: .code), .init("(), "), .init("then", style: .bold), .init(".")])
    ])
    let plain = Theme(colours: .none)
    #expect(laid(text, 12, plain) == "call\n`load`(),\nthen.")
    #expect(laid(text, 14, plain) == "call `load`(),\nthen.")
    #expect(laid(text, 11) == "call\nload(),\nthen.")
    #expect(laid(text, 12) == "call load(),\nthen.")
  }

  @Test func ideographsBreakAnywhereButNeverInside() {
    let text = RichText(blocks: [.paragraph([.init("東京都庁舎 and 大阪")])])
    #expect(laid(text, 7) == "東京都\n庁舎\nand 大\n阪")
  }

  @Test func codeKeepsItsLinesAndWhatIsTooLongIsScrolledTo() {
    let text = RichText(blocks: [.code(["if x {", "    print(\"a long line of code here\")", "}", ""])])
    #expect(
      laid(text, 30) == """
          │ if x {
          │     print("a long line of›
          │ }
          │
        """)
    #expect(
      laid(text, 20, from: 8) == """
        │‹
        │‹t("a long line of›
        │‹
        │
        """)
    // The last columns need no mark behind them.
    #expect(
      laid(text, 20, from: 19) == """
        │‹
        │‹ine of code here")
        │‹
        │
        """)
    #expect(
      laid(text, 20, Theme(isASCII: true), from: 8) == """
        |<
        |<t("a long line of>
        |<
        |
        """)
  }

  @Test func aWideGlyphAcrossAnEdgeIsBlank() {
    let text = RichText(blocks: [.code(["東京都庁舎 and 大阪"])])
    #expect(laid(text, 10) == "│ 東京都 ›")
    #expect(laid(text, 10, from: 1) == "│‹ 京都庁›")
    #expect(laid(text, 10, from: 2) == "│‹京都庁 ›")
  }

  @Test func codeWithinQuotesAndListsScrollsBehindTheirSigns() {
    let text = RichText(blocks: [
      .quote([.code(["0123456789"])]), .list(ordered: false, start: 1, items: [[.code(["0123456789"])]]),
    ])
    #expect(laid(text, 10, from: 2) == "> │‹23456›\n\n• │‹23456›")
    #expect(laid(text, 10, from: 4) == "> │‹456789\n\n• │‹456789")
  }

  @Test func listsHangAndNest() {
    let text = RichText(blocks: [
      .list(
        ordered: true, start: 9,
        items: [
          [.paragraph([.init("nine is a longer item")])],
          [.paragraph([.init("ten")]), .list(ordered: false, start: 1, items: [[.paragraph([.init("inner item")])]])],
        ])
    ])
    #expect(
      laid(text, 18) == """
         9. nine is a
            longer item
        10. ten
            • inner item
        """)
  }

  @Test func quotesAndHeadingsAndRulesStandApart() {
    let text = RichText(blocks: [
      .heading(level: 2, [.init("Title")]), .quote([.paragraph([.init("quoted words")]), .code(["x"])]), .rule,
    ])
    #expect(
      laid(text, 10) == """
        Title

        > quoted
        > words
        >
        > │ x

        ──────────
        """)
  }

  @Test func linksAreNumberedOnceByTheirTarget() {
    let text = RichText(
      blocks: [
        .paragraph([
          .init("See "), .init("the ", link: 0), .init("docs", style: .code, link: 0), .init(", "),
          .init("this", link: 1), .init(" and "), .init("again", link: 2), .init("."),
        ])
      ], links: [.init("https://a.example/x"), .init("https://b.example/a-long-path"), .init("https://a.example/x")])
    #expect(
      laid(text, 24) == """
        See the docs [1],
        this [2] and again [1].

        [1] https://a.example/x
        [2] https://b.example/a-
            long-path
        """)
  }

  @Test func tablesLineUpAndShrinkAndAtLastFallApart() {
    let text = RichText(blocks: [
      .table(
        rows: [
          [[.init("name")], [.init("since")]], [[.init("Swift")], [.init("2014, in June")]], [[.init("東京")]],
        ], hasHead: true)
    ])
    #expect(
      laid(text, 40) == """
        name  │ since
        ──────┼──────────────
        Swift │ 2014, in June
        東京  │
        """)
    #expect(
      laid(text, 15)
        == """
        name  │ since
        ──────┼────────
        Swift │ 2014,
              │ in June
        東京  │
        """)
    #expect(
      laid(text, 8) == """
        name
        since

        Swift
        2014, in
        June

        東京
        """)
  }

  @Test func theColumnsOfATableStandWhereTheirAlignmentSays() {
    let text = RichText(blocks: [
      .table(
        rows: [
          [[.init("name")], [.init("year")], [.init("stars")], [.init("more")]],
          [[.init("Swift")], [.init("2014")], [.init("67")], [.init("東")]],
          [[.init("C")], [.init("in 1972")], [.init("1,000,000")]],
        ], hasHead: true, alignments: [.left, .centre, .right])
    ])
    #expect(
      laid(text, 40) == """
        name  │  year   │     stars │ more
        ──────┼─────────┼───────────┼─────
        Swift │  2014   │        67 │ 東
        C     │ in 1972 │ 1,000,000 │
        """)
  }

  @Test func theLinesOfACellStandWhereItsColumnIsAligned() {
    let rows: [[[RichText.Run]]] = [
      [[.init("name")], [.init("since")]], [[.init("Swift")], [.init("2014, in June")]],
    ]
    #expect(
      laid(RichText(blocks: [.table(rows: rows, hasHead: true, alignments: [.right, .right])]), 15) == """
         name │   since
        ──────┼────────
        Swift │   2014,
              │ in June
        """)
  }

  @Test func signsSayWhatColourCannot() {
    let text = RichText(blocks: [
      .paragraph([
        .init("a", style: .code), .init(" "), .init("b", style: .key), .init(" "), .init("c", style: .struckThrough),
      ])
    ])
    #expect(laid(text, 20, Theme(colours: .none)) == "`a` [b] ~c~")
    #expect(laid(text, 20, Theme(isASCII: true)) == "`a` [b] ~c~")
    // A colour sets code apart as well, and keys have no colour.
    #expect(laid(text, 20) == "a [b] ~c~")
  }

  @Test func aForcedBreakBreaks() {
    let text = RichText(blocks: [.paragraph([.init("one", style: .lineBreak), .init("two")])])
    #expect(laid(text, 20) == "one\ntwo")
  }

  @Test(arguments: [1, 2, 3, 5, 8, 13, 40, 200])
  func noLineIsWiderThanItsWidth(width: Int) {
    let text = RichText(
      blocks: [
        .paragraph([.init("Some words, 東京 and a_very_long_identifier_that_does_not_fit", link: 0)]),
        .list(ordered: true, start: 100, items: [[.paragraph([.init("deep")]), .code(["let x = 東京"])]]),
        .quote([.quote([.paragraph([.init("quoted twice")])])]), .rule,
        .table(rows: [[[.init("a")], [.init("b")], [.init("a longer cell")]]], hasHead: false),
      ], links: [.init("https://example.com/path")])
    var links = LinkNumbers()
    let lines = RichTextLayout(text, width: width, theme: Theme(), links: &links).lines
      .map { $0.visible(width: width, from: 3, theme: Theme()) }
    // Below a few columns nothing sensible fits; then lines may be cut by the canvas, but they end.
    if width >= 13 { #expect(lines.allSatisfy { $0.displayWidth <= width }) }
    #expect(lines.count < 400)
  }
}
