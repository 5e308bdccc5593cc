import Testing
import Text

@testable import Screen

/// Texts that are laid out block by block, when they are needed.
@Suite struct TextLayoutTests {
  private static func sections(_ bodies: [RichText], theme: Theme = Theme()) -> [TextSection] {
    var links = LinkNumbers()
    var sections = bodies.map { body in
      var section = TextSection(theme: theme)
      section.addBlank()
      section.add(body, links: &links)
      return section
    }
    var targets = TextSection(theme: theme, base: theme.dim, indent: 2)
    targets.addBlank()
    targets.add(targetsOf: links)
    sections.append(targets)
    return sections
  }

  private static func all(_ layout: TextLayout) -> [(place: TextLayout.Place, line: TextLine)] {
    layout.lines(from: layout.start, .max)
  }

  // MARK: - On demand

  @Test(arguments: 0..<8)
  func whatIsLaidOutFirstChangesNoLine(seed: Int) throws {
    var random = RandomText(seed: UInt64(seed))
    let sections = Self.sections((0..<3).map { _ in random.body() })
    for width in [4, 13, 40, 96] {
      let whole = Self.all(TextLayout(sections, width: width))
      try #require(!whole.isEmpty)
      for _ in 0..<10 {
        let layout = TextLayout(sections, width: width)
        for _ in 0..<3 {
          let start = random.number(below: whole.count)
          let lines = layout.lines(from: whole[start].place, 5)
          #expect(lines.map(\.line) == whole[start...].prefix(5).map(\.line))
          #expect(lines.map(\.place) == whole[start...].prefix(5).map(\.place))
          let distance = random.number(below: 60) - 30
          let end = min(max(0, start + distance), whole.count - 1)
          #expect(layout.place(whole[start].place, movedBy: distance) == whole[end].place)
        }
        let page = 1 + random.number(below: 30)
        #expect(layout.lastPage(of: page) == whole[max(0, whole.count - page)].place)
        #expect(layout.ends(within: page, from: layout.lastPage(of: page)))
        #expect(whole.count <= page || !layout.ends(within: page, from: layout.start))
      }
    }
  }

  @Test func theLinkOrTheCodeAtOrBelowALineIsFound() {
    let paragraph: [RichText.Run] = [
      .init("one", link: 0), .init(" and some words until "), .init("two", link: 1), .init(" and some more words"),
    ]
    let body = RichText(
      blocks: [
        .paragraph(paragraph), .code(Array(repeating: "aaa", count: 70)), .code(["bbb"]), .paragraph([.init("end")]),
      ], links: [.init("mailto:a@b.example"), .init("https://b.example")])
    let layout = TextLayout(Self.sections([body]), width: 12)
    let lines = Self.all(layout).filter { $0.place.section == 0 }
    let texts = lines.map { $0.line.cells.map(\.glyph.string).joined() }
    for (index, line) in lines.enumerated() {
      let below = texts[index...].joined()
      let expected: TextLayout.Part =
        if below.contains("[1]") {
          .link(1)
        } else if below.contains("[2]") {
          .link(2)
        } else {
          .code(below.contains("aaa") ? 0 : 1)
        }
      #expect(layout.part(at: line.place, inSections: 1) == expected, "\(texts[index])")
    }
    let targets = Self.all(layout).filter { $0.place.section == 1 }
    #expect(targets.last.flatMap { layout.part(at: $0.place, inSections: 2) } == .link(2))
    let plain = TextLayout(Self.sections([RichText(blocks: [.paragraph([.init("none")])])]), width: 12)
    #expect(plain.part(at: plain.start, inSections: 2) == nil)
  }

  @Test func linesAreCountedWhereThatTakesLittle() {
    var random = RandomText(seed: 7)
    let layout = TextLayout(Self.sections([random.body(), random.body()]), width: 30)
    let all = Self.all(layout)
    #expect(layout.count == all.count)
    #expect(all.map { layout.number(of: $0.place) } == all.indices.map { $0 })
    let long = TextLayout(Self.sections([LongText.paragraphs.body]), width: 30)
    #expect(long.count == nil && long.number(of: long.start) == nil)
    #expect(long.laidOut.blocks == 0)
  }

  @Test(arguments: LongText.allCases)
  func theFirstScreenOfALongTextCostsAScreen(text: LongText) {
    let sections = Self.sections([text.body])
    for width in [96, 40] {
      let layout = TextLayout(sections, width: width)
      #expect(layout.lines(from: layout.start, 50).count == 50)
      #expect(layout.laidOut.lines <= 200, "\(text) at \(width): \(layout.laidOut)")
      #expect(!layout.ends(within: 50, from: layout.start))
      _ = (layout.progress(at: layout.start), layout.estimatedCount, layout.overhang)
      #expect(layout.laidOut.lines <= 200, "\(text) at \(width): \(layout.laidOut)")
    }
  }

  @Test(arguments: LongText.allCases.filter { $0 != .paragraph })
  func theLastScreenOfALongTextCostsAScreen(text: LongText) {
    let layout = TextLayout(Self.sections([text.body]), width: 80)
    let page = layout.lastPage(of: 50)
    #expect(layout.lines(from: page, 100).count == 50)
    #expect(layout.laidOut.lines <= 200, "\(text): \(layout.laidOut)")
    #expect(layout.progress(at: page) > 0.99)
  }

  @Test func progressGrowsFromStartToEnd() {
    for text in LongText.allCases {
      let layout = TextLayout(Self.sections([text.body]), width: 80)
      var place = layout.start
      var last = layout.progress(at: place)
      #expect(last == 0)
      for _ in 0..<60 {
        place = layout.place(place, movedBy: 97)
        let progress = layout.progress(at: place)
        #expect(progress > last && progress <= 1)
        last = progress
      }
    }
  }

  // MARK: - Paragraphs

  @Test(arguments: [1, 2, 7, 40, 96])
  func aLongParagraphHasTheLinesOfAShortOne(width: Int) {
    var random = RandomText(seed: UInt64(width))
    let inline = Inline.runs(
      random.runs(3_000), LinkedRuns(targets: [], numbers: [], style: .plain, code: nil), base: .plain)
    let whole = LineWrapper.lines(of: inline, width: width)
    let long = { LongParagraph(LineWrapper(inline, width: width)) }
    for _ in 0..<6 {
      var paragraph = long()
      let start = random.number(below: whole.count)
      let range = start..<min(whole.count, start + 1 + random.number(below: 200))
      paragraph.count(to: range.upperBound)
      #expect(paragraph.count == range.upperBound)
      #expect(paragraph.lines(range).map(\.cells) == whole[range].map(\.cells))
      #expect(paragraph.lines(range).map(\.start) == whole[range].map(\.start))

      var other = long()
      let glyph = whole[start].start
      other.count(through: glyph)
      #expect(other.line(of: glyph) == whole.lastIndex { $0.start <= glyph })
    }
    var paragraph = long()
    paragraph.count(to: .max)
    #expect(paragraph.isWhole && paragraph.count == whole.count)
  }

  @Test(arguments: [1, 2, 5, 20, 60])
  func linesHoldAllGlyphsInTheirOrder(width: Int) {
    var random = RandomText(seed: 99)
    let runs = random.runs(400)
    let inline = Inline.runs(runs, LinkedRuns(targets: [], numbers: [], style: .plain, code: nil), base: .plain)
    let lines = LineWrapper.lines(of: inline, width: width)
    let glyphs = runs.flatMap { Glyphs(StyledRun($0, base: .plain, code: nil).text).map(\.glyph) }
    #expect(lines.flatMap(\.cells).map(\.glyph).filter { $0 != .space } == glyphs.filter { $0 != .space })
    // Each line knows where it begins among all glyphs, those of its spaces too.
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.cells.displayWidth <= max(2, width))
      #expect(next.start >= line.start + line.cells.count)
    }
  }

  @Test func aWidthWithoutEndHasOneLine() {
    #expect(RichTextLayout.wrap("one two three", .plain, width: .max).count == 1)
    let layout = TextLayout(Self.sections([LongText.paragraph.body]), width: .max)
    #expect(layout.lines(from: layout.start, .max).count == 2)
  }

  // MARK: - Anchors

  @Test(arguments: 0..<4)
  func anAnchorFindsItsLineAtEachWidth(seed: Int) {
    var random = RandomText(seed: UInt64(100 + seed))
    let sections = Self.sections([random.body(), random.body()])
    let layouts = [9, 30, 80].map { TextLayout(sections, width: $0) }
    for layout in layouts {
      for (place, line) in Self.all(layout) {
        let anchor = layout.anchor(of: place)
        #expect(layout.place(of: anchor, in: place.section) == place)
        for other in layouts {
          let found = other.place(of: anchor, in: place.section)
          #expect(found.section == place.section && found.block == place.block)
          // Of code and tables the lines are counted, and not the glyphs.
          guard case .inline = sections[place.section].blocks[place.block].content, let part = line.parts.first
          else { continue }
          // The line of the other width begins with the glyph, or has it further on.
          let parts = other.lines(from: found, 1).first?.line.parts ?? []
          #expect(parts.contains { $0.text == part.text && $0.start <= part.start })
        }
      }
    }
  }

  // MARK: - Searching

  @Test(arguments: 0..<4)
  func aGlyphOfTheIndexIsInTheLineThatItNames(seed: Int) throws {
    var random = RandomText(seed: UInt64(200 + seed))
    let sections = Self.sections([random.body(), random.body()])
    let index = TextIndex(sections)
    for width in [11, 50] {
      let layout = TextLayout(sections, width: width)
      for (place, line) in Self.all(layout) {
        for (glyphs, cells) in index.parts(of: line, at: place) where !glyphs.isEmpty {
          #expect(glyphs.count == cells.count)
          let first = try #require(index.place(of: glyphs.lowerBound, in: layout))
          let last = try #require(index.place(of: glyphs.upperBound - 1, in: layout))
          #expect(first.place == place && first.cell == cells.lowerBound)
          #expect(last.place == place && last.cell == cells.upperBound - 1)
        }
      }
    }
  }
}
