import Screen
import Testing
import Text

@testable import Screen

/// Where cells lead.
@Suite struct CellLinkTests {
  @Test func onlyPagesOfTheWebAreLinks() {
    #expect(CellLink(to: "https://a.example/x").address == "https://a.example/x")
    #expect(CellLink(to: "HTTP://a.example").address == "HTTP://a.example")
    for target in ["mailto:a@b.example", "javascript:alert(1)", "file:///etc/passwd", "/x", "", "https:/x"] {
      #expect(CellLink(to: SafeText(oneLine: target)) == .none, "\(target)")
    }
    #expect(CellLink(to: SafeText(oneLine: "https://" + String(repeating: "a", count: 2_000))) == .none)
  }

  @Test func nothingInAnAddressCanEndTheSequence() {
    let foreign = SafeText(oneLine: "https://a.example/\u{1B}\\\u{7}\u{9C} ł東")
    let address = CellLink(to: foreign).address ?? ""
    #expect(address.hasPrefix("https://a.example/"))
    #expect(address.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
    #expect(address.hasSuffix("%20%C5%82%E6%9D%B1"))
  }

  @Test func equalTargetsAreEqualLinksAndACellKeepsItsLink() {
    let link = CellLink(to: "https://a.example/cell")
    #expect(link == CellLink(to: "https://a.example/cell") && link != CellLink(to: "https://a.example/other"))
    let style = Style(foreground: 255, background: 17, attributes: [.bold, .italic])
    let cell = Cell("\u{10FFFF}", style: style, width: 2, link: link)
    #expect(cell.glyph == "\u{10FFFF}" && cell.style == style && cell.width == 2 && cell.link == link)
    #expect(cell != Cell("\u{10FFFF}", style: style, width: 2))
    let last = Cell("a", link: CellLink(number: 4_095))
    #expect(last.link.number == 4_095 && last.glyph == "a" && last.style == .plain && last.width == 1)
  }

  @Test func aLinkStaysWithItsCellsThroughWrappingDrawingAndBlitting() {
    let text = RichText(
      blocks: [.paragraph([.init("see "), .init("東京 docs", link: 0), .init(" now")])],
      links: [.init("https://a.example")])
    var links = LinkNumbers()
    let lines = RichTextLayout(text, width: 10, theme: Theme(), links: &links).lines
    var canvas = Canvas(size: Size(width: 10, height: lines.count))
    for (y, line) in lines.enumerated() {
      canvas.draw(line.visible(width: 10, from: 0, theme: Theme()), x: 0, y: y)
    }
    var other = Canvas(size: canvas.size)
    other.blit(canvas, x: 0, y: 0)
    let linked = other.cells.filter { $0.link != .none && $0.width > 0 }.map(\.glyph.string).joined()
    #expect(linked == "東京docs [1]")
    other.fill(other.bounds)
    #expect(other.cells.allSatisfy { $0.link == .none })
  }
}
