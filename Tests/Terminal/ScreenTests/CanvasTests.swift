import Screen
import Testing
import Text

@Suite struct CanvasTests {
  @Test(arguments: Theme.Colours.allCases)
  func whatMatchesIsToldByMoreThanAColour(colours: Theme.Colours) {
    let theme = Theme(colours: colours)
    #expect(theme.match.attributes.contains(.underline))
  }

  private func canvas(_ width: Int, _ height: Int, _ theme: Theme = Theme()) -> Canvas {
    Canvas(size: Size(width: width, height: height), theme: theme)
  }

  /// A wide glyph is followed by its continuation, and a continuation by nothing but its glyph.
  private func isWhole(_ canvas: Canvas) -> Bool {
    (0..<canvas.height).allSatisfy { y in
      (0..<canvas.width).allSatisfy { x in
        switch canvas[x: x, y: y].width {
        case 2: canvas[x: x + 1, y: y].width == 0
        case 0: x > 0 && canvas[x: x - 1, y: y].width == 2
        default: true
        }
      }
    }
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("東京都庁", 8, "東京都庁"), ("東京都庁", 7, "東京都…"),
    ("東京都庁", 6, "東京…"), ("a東京", 4, "a東…"), ("東京", 1, "…"), ("東", 1, "…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func textIsCutAtItsEndAndNeverInsideAWideCharacter(text: String, width: Int, drawn: String) {
    var canvas = canvas(12, 1)
    let taken = canvas.draw(SafeText(oneLine: text), x: 0, y: 0, maxWidth: width)
    #expect(canvas.text.unicodeScalars.elementsEqual(drawn.unicodeScalars))
    #expect(taken <= width)
    #expect(isWhole(canvas))
  }

  @Test func textOnTheRightEndsWhereItsColumnsEnd() {
    var canvas = canvas(10, 3)
    canvas.draw("42", x: 2, y: 0, maxWidth: 6, alignment: .right)
    canvas.draw("42", x: 2, y: 1, maxWidth: 6, alignment: .centre)
    canvas.draw("too long", x: 2, y: 2, maxWidth: 6, alignment: .right)
    #expect(canvas.text == "      42\n    42\n  too l…")
  }

  /// ASCII has a shorter way into the cells; it must lead to the same place.
  @Test func asciiIsDrawnLikeOtherText() {
    let theme = Theme(isASCII: true)
    for x in -3...8 {
      for width in 1...9 {
        // On a canvas for ASCII both texts look the same, but only the first is ASCII.
        var canvases = [canvas(9, 2, theme), canvas(9, 2, theme)]
        for (index, text) in (["left  ", "łeft  "] as [SafeText]).enumerated() {
          canvases[index].draw("東東東東", x: 0, y: 1)
          canvases[index].within(Rect(x: 1, y: 0, width: 7, height: 2)) { part in
            for y in 0...2 { part.draw(text, Style(foreground: 3), x: x, y: y, maxWidth: width) }
          }
        }
        #expect(canvases[0] == canvases[1], "at \(x), \(width) wide")
      }
    }
  }

  @Test func asciiOverHalfOfAWideCharacterLeavesNoOtherHalf() {
    for x in 0..<5 {
      var canvas = canvas(6, 1)
      canvas.draw("東京都", x: 0, y: 0)
      canvas.draw("ab", x: x, y: 0)
      #expect(isWhole(canvas), "after a write at \(x): \(canvas.text)")
    }
  }

  @Test func halfOfAWideCharacterNeverRemains() {
    for x in 0..<6 {
      var canvas = canvas(6, 1)
      canvas.draw("東京都", x: 0, y: 0)
      canvas.draw("x", x: x, y: 0, maxWidth: 1)
      #expect(isWhole(canvas), "after a write at \(x): \(canvas.text)")
      #expect(canvas[x: x, y: 0].glyph == Glyph("x"))
    }
    for x in -1..<6 {
      var canvas = canvas(6, 1)
      canvas.draw("東京都", x: 0, y: 0)
      canvas.put(Glyph("山"), width: 2, style: .plain, x: x, y: 0)
      #expect(isWhole(canvas), "after a wide write at \(x): \(canvas.text)")
    }
  }

  @Test func nothingIsDrawnOutsideAPart() {
    var canvas = canvas(7, 5)
    canvas.fill(canvas.bounds, with: Glyph("."))
    canvas.within(Rect(x: 2, y: 1, width: 3, height: 3)) { part in
      #expect(part.size == Size(width: 3, height: 3))
      part.fill(Rect(x: -5, y: -5, width: 20, height: 20), with: Glyph("o"))
      part.draw("東東東東", x: -1, y: 1, maxWidth: 20)
      part.within(Rect(x: 1, y: 1, width: 9, height: 9)) { $0.fill($0.bounds, with: Glyph("x")) }
      part.placeCursor(x: 3, y: 0)
    }
    #expect(canvas.text == ".......\n..ooo..\n.. xx..\n..oxx..\n.......")
    #expect(canvas.cursor == nil)
    #expect(isWhole(canvas))
    #expect(canvas.size == Size(width: 7, height: 5))
  }

  @Test func aPartBeyondTheGridIsHarmless() {
    var canvas = canvas(3, 2)
    canvas.within(Rect(x: 2, y: 1, width: 5, height: 5)) { part in
      part.border(.plain, title: [Span("title")])
      part.draw("abc", x: 0, y: 0)
      part.placeCursor(x: 0, y: 0)
    }
    canvas.within(Rect(x: -9, y: -9, width: 3, height: 3)) { $0.fill($0.bounds, with: Glyph("!")) }
    #expect(canvas.text == "\n  a")
    #expect(canvas.cursor == Canvas.Cursor(Point(x: 2, y: 1)))
  }

  @Test func theBorderGivesUpItsStatusBeforeItsTitle() {
    func border(_ width: Int) -> String {
      var canvas = canvas(width, 2)
      canvas.border(.plain, title: [Span("Title")], status: [Span("status")])
      return canvas.text
    }
    #expect(border(22) == "╭─ Title ── status ─╮\n╰────────────────────╯".replacing("── status", with: "─── status"))
    #expect(border(20) == "╭─ Title ─ status ─╮\n╰──────────────────╯")
    #expect(border(19) == "╭─ Title ─────────╮\n╰─────────────────╯")
    #expect(border(10) == "╭─ Tit… ─╮\n╰────────╯")
    #expect(border(5) == "╭───╮\n╰───╯")
  }

  @Test func aCanvasForASCIIHoldsOnlyASCIIAndKeepsItsColumns() {
    let texts: [SafeText] = ["Łukasz “naïve” – 山田 … ✓ ▲ ½ 👨‍👩‍👧", "e\u{301}tude — ﬁn 🇩🇪"]
    for text in texts {
      var plain = canvas(60, 1)
      var ascii = canvas(60, 1, Theme(isASCII: true))
      #expect(plain.draw(text, x: 0, y: 0) == ascii.draw(text, x: 0, y: 0))
      #expect(ascii.text.utf8.allSatisfy { $0 < 0x80 })
    }
    var canvas = canvas(40, 1, Theme(isASCII: true))
    canvas.draw("Łukasz – naïve 山田 ✓", x: 0, y: 0)
    #expect(canvas.text == "Lukasz - naive ?    *")
  }

  /// A word in a script that cannot be shown is one sign, and the canvas knows that it has left something out.
  @Test func aWordThatASCIICannotShowIsOneSign() {
    var canvas = canvas(40, 2, Theme(isASCII: true))
    canvas.draw("naïve Ａ …", x: 0, y: 0)
    #expect(canvas.text == "naive A  ~\n")
    #expect(!canvas.hasOmissions)
    canvas.draw("a東京都 למה הקוד b", x: 0, y: 1)
    #expect(canvas.text == "naive A  ~\na?      ?   ?    b")
    #expect(canvas.hasOmissions)
    // The same place, drawn again.
    canvas.draw("東", x: 1, y: 1)
    #expect(canvas.text.hasSuffix("\na?      ?   ?    b"))
    var outer = Canvas(size: Size(width: 40, height: 2), theme: Theme(isASCII: true))
    outer.blit(canvas, x: 0, y: 0)
    #expect(outer.hasOmissions)
  }

  @Test func anotherCanvasIsDrawnWithItsCursor() {
    var inner = canvas(4, 1)
    inner.draw("東京", x: 0, y: 0)
    inner.placeCursor(x: 2, y: 0, isSeen: true)
    var outer = canvas(6, 2)
    outer.blit(inner, x: 1, y: 1)
    #expect(outer.text == "\n 東京")
    #expect(outer.cursor == Canvas.Cursor(Point(x: 3, y: 1), isSeen: true))
  }

  @Test func anotherCanvasLeavesNoHalfCharacters() {
    var inner = canvas(2, 1)
    inner.draw("ab", x: 0, y: 0)
    for (x, text) in [(1, " ab 東"), (2, "東ab東"), (3, "東 ab"), (-1, "b 京東"), (5, "東京 a"), (6, "東京東")] {
      var outer = canvas(6, 1)
      outer.draw("東京東", x: 0, y: 0)
      outer.blit(inner, x: x, y: 0)
      #expect(outer.text == text)
    }
    var wide = canvas(2, 1)
    wide.draw("山", x: 0, y: 0)
    for (x, text) in [(-1, " bcd"), (0, "山cd"), (1, "a山d"), (3, "abc")] {
      var outer = canvas(4, 1)
      outer.draw("abcd", x: 0, y: 0)
      outer.blit(wide, x: x, y: 0)
      #expect(outer.text == text)
    }
  }

  @Test func aCanvasForASCIITakesNothingElseFromAnother() {
    var inner = canvas(3, 1)
    inner.draw("é…", x: 0, y: 0)
    var outer = canvas(4, 1, Theme(isASCII: true))
    outer.blit(inner, x: 0, y: 0)
    #expect(outer.text == "e~")
  }

  @Test func stylesAreListedWithWhatTheyStandFor() {
    var canvas = canvas(5, 1)
    canvas.draw(
      [Span("a"), Span("bc", Style(foreground: 6, attributes: .bold)), Span("d", Style(attributes: .dim))], x: 0, y: 0)
    #expect(canvas.styles == ".aab\na: 6 bold\nb: dim")
  }

  @Test func aRowIsCopiedFromACanvasOfTheSameSize() {
    var one = Canvas(size: Size(width: 4, height: 2))
    var other = one
    one.draw("aaaa", x: 0, y: 0)
    one.draw("bbbb", x: 0, y: 1)
    other.draw("東東", x: 0, y: 0)
    other.draw("dddd", x: 0, y: 1)
    one.copyRow(0, of: other)
    #expect(one.text == "東東\nbbbb")
  }
}
