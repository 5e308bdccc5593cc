import Testing
import Text

@testable import Screen

/// Glyphs, styles and cells are numbers; what was put into them comes out again.
@Suite struct GlyphTests {
  @Test func aCellIsEightBytes() {
    #expect(MemoryLayout<Cell>.stride == 8)
  }

  @Test func aCellHoldsEveryGlyphStyleAndWidthApart() {
    let colours: [UInt8?] = [nil, 0, 1, 127, 255]
    let attributes: [Style.Attributes] = [[], .bold, .italic, [.bold, .dim, .reverse, .underline, .italic]]
    var marked = Glyph("e")
    marked.append(mark: "\u{301}")
    var cells: Set<Cell> = []
    var count = 0
    for glyph in ["a", "東", "\u{10FFFF}", marked] as [Glyph] {
      for foreground in colours {
        for background in colours {
          for attribute in attributes {
            for width in 0...2 as ClosedRange<UInt8> {
              let style = Style(foreground: foreground, background: background, attributes: attribute)
              let cell = Cell(glyph, style: style, width: width)
              #expect(cell.glyph == glyph && cell.style == style && cell.width == width)
              #expect(style.foreground == foreground && style.background == background)
              #expect(style.attributes == attribute)
              cells.insert(cell)
              count += 1
            }
          }
        }
      }
    }
    #expect(cells.count == count)
  }

  @Test func furtherAttributesLeaveTheColours() {
    let style = Style(foreground: 255, background: 7, attributes: .dim).with([.bold, .dim])
    #expect(style == Style(foreground: 255, background: 7, attributes: [.bold, .dim]))
  }

  @Test func marksStayWithTheirBaseInTheirOrderUpToFour() {
    var glyph = Glyph("e")
    #expect(glyph.scalar == "e")
    for mark in ["\u{323}", "\u{302}", "\u{301}", "\u{308}", "\u{30A}"] as [Unicode.Scalar] { glyph.append(mark: mark) }
    #expect(glyph.scalar == nil)
    #expect(glyph.scalars == ["e", "\u{323}", "\u{302}", "\u{301}", "\u{308}"])
    #expect(glyph.string.unicodeScalars.elementsEqual("e\u{323}\u{302}\u{301}\u{308}".unicodeScalars))
  }

  @Test func theSameScalarsAreTheSameGlyphWhereverTheyWereMade() {
    func glyph(_ text: SafeText) -> Glyph? { Glyphs(text).first { _ in true }?.glyph }
    #expect(glyph("क्षि") == glyph("क्षि"))
    #expect(glyph("e\u{301}") != glyph("e\u{300}"))
    // Equality is by scalars: what only normalisation makes equal looks alike, but is written differently.
    #expect(glyph("e\u{301}") != glyph("é"))
  }

  @Test func theTableOfClustersIsBoundedAndKeepsWhatItHas() {
    let table = GlyphClusters(limit: 3)
    let marks: [Unicode.Scalar] = ["\u{300}", "\u{301}", "\u{302}", "\u{303}"]
    let glyphs = marks.map { table.glyph("a", with: $0) }
    #expect(Set(glyphs).count == 4)
    #expect(glyphs.prefix(3).map { table.scalars(of: $0) } == marks.prefix(3).map { ["a", $0] })
    // There was no room for the last one, so it has lost its mark; no more is lost.
    #expect(glyphs.last == Glyph("a"))
    #expect(table.glyph(glyphs[0], with: "\u{301}") == glyphs[0])
    #expect(table.glyph("a", with: "\u{302}") == glyphs[2])
    #expect(table.count == 3)
  }

  @Test func manyThreadsAgreeOnTheGlyphs() async {
    let table = GlyphClusters(limit: 1_000)
    let marks = (0x300...0x36F).compactMap { Unicode.Scalar($0 as UInt32) }
    let all = await withTaskGroup(of: [Glyph].self) { group in
      for _ in 0..<8 { group.addTask { marks.map { table.glyph("x", with: $0) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(all).count == 1)
    #expect(table.count == marks.count)
  }
}
