import Foundation
import NetTesting
import Testing
import Text

@testable import Clients
@testable import QuestionsEdge

/// Bodies of the samples: what must be found in them, and what must not.
@Suite struct RichTextSampleTests {
  private struct Body: ListedPayload {
    static let plural: SafeText = "posts"

    var body: String?
  }

  private func body(_ file: String) throws -> RichText {
    let payload = try LenientJSON.decode(StackExchangePayload<Body>.self, from: SampleFiles.bytes(file))
    return RichText(html: try #require(payload.items.first?.body), base: URL(string: "https://stackoverflow.com/q/1"))
  }

  @Test(arguments: [
    "stackexchange/real_answer_withbody_table_images_code.json", "stackexchange/question_detail_rich_html.json",
  ])
  func theTextIsWholeAndHoldsNoMarkup(file: String) throws {
    let body = try body(file)
    let text = body.plainText
    let entry = try #require(try SampleFiles.entries(of: "stackexchange").first { $0.file == file })
    let expect = try #require(entry.expect)
    for part in try #require(expect.plainTextMustContain) { #expect(text.contains(part)) }
    for part in try #require(expect.plainTextMustNotContain) { #expect(!text.contains(part)) }

    let tables = body.allBlocks.compactMap { if case .table(let rows, _, _) = $0 { rows.count } else { nil } }
    if let rows = expect.tableRows { #expect(tables == [rows]) }
    let code = body.allBlocks.count { if case .code = $0 { true } else { false } }
    if let blocks = expect.codeBlocks { #expect(code == blocks) }
    if let links = expect.links { #expect(body.links.count == links) }
    if let images = expect.images { #expect(body.allRuns.count { $0.text.string.hasPrefix("[image") } == images) }
  }

  @Test func theConstructedQuestionKeepsItsStructure() throws {
    let expected = #"""
      # Head & shoulders
      Line with /em/, *strong*, ~strike~, <Ctrl>+<C>, `let x = a < b && c`, {relative 0}, {protocol-relative 1}, js link and H₂O x².
      > *Spoiler*
      > spoiler text
      3. three
        - nested `a|b`
          | func f<T>(_ x: T) -> [T] {
          |     return [x] // tab indent, 日本語コメント, emoji 🚀
          | }
      4. four
      = 名前 ¦ Qty
        りんご 🍎 ¦ 12
        a < b | c ¦ 
      {[image] 2}⏎{[image] 3}
      MathJax $E=mc^2$ and an HTML comment hidden
      *term*
      - definition
      """#
    let outline = try body("stackexchange/question_detail_rich_html.json").outline
    #expect(outline.hasPrefix(expected), "\(outline)")
  }
}
