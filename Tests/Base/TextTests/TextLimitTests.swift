import Foundation
import Testing
import Text

@Suite struct TextLimitTests {
  private static let long = String(repeating: "é", count: 1_000_000)

  @Test(arguments: TextLimit.allCases) func aTextWithinTheLimitStaysAsItIs(limit: TextLimit) {
    for text in ["", "a", String(repeating: "é", count: limit.scalars)] {
      #expect(limit.limited(text) == text)
      #expect(!limit.isExceeded(by: text))
    }
  }

  @Test(arguments: TextLimit.allCases) func aLongerTextIsCutHashedOrLeftOut(limit: TextLimit) {
    let text = String(repeating: "é", count: limit.scalars + 1)
    #expect(limit.isExceeded(by: text))
    switch limit.excess {
    case .leftOut: #expect(limit.limited(text) == nil)
    case .cut: #expect(limit.limited(text) == String(repeating: "é", count: limit.scalars) + "…")
    case .hashed:
      let hashed = limit.limited(text) ?? ""
      #expect(hashed.unicodeScalars.count < limit.scalars && limit.isShortened(hashed))
      #expect(limit.limited(hashed) == hashed)
      #expect(limit.limited(text + "x") != hashed && limit.limited(text + "x") != limit.limited(text + "y"))
    }
  }

  @Test func aTextOfEntitiesMayBeLongerBeforeItIsDecoded() {
    let text = String(repeating: "&amp;", count: TextLimit.title.scalars)
    #expect(TextLimit.title.limited(text, scale: 12) == text)
  }

  /// It is stored, so it must be the same in every process and version.
  @Test func aHashStaysTheSame() {
    #expect(StableHash("").digits == "6c62272e07bb014262b821756295c58d")
    #expect(StableHash("a").digits == "d228cb696f1a8caf78912b704e4a8964")
    #expect(!TextLimit.label.isShortened("") && !TextLimit.label.isShortened(String(repeating: "…", count: 35)))
  }

  /// docs/SECURITY.md has the table of the limits. It is written again with RECORD_GRIDS=1.
  @Test func theDocumentHasTheTable() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/SECURITY.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let head = "| text | letters | a longer one |\n| --- | --- | --- |\n"
    let rows = TextLimit.allCases.map { limit in
      let excess =
        switch limit.excess {
        case .cut: "is cut"
        case .leftOut: "counts as missing"
        case .hashed: "is replaced by its beginning and a hash"
        }
      let letters = limit.scalars.formatted(.number.locale(Locale(identifier: "en_US")).grouping(.automatic))
      return "| \(limit.subject) | \(letters) | \(excess) |\n"
    }
    let table = head + rows.joined()
    if ProcessInfo.processInfo.environment["RECORD_GRIDS"] == "1", let start = document.range(of: head) {
      let end = document.range(of: "\n\n", range: start.upperBound..<document.endIndex)?.lowerBound
      let rest = end.map { document[document.index(after: $0)...] } ?? ""
      try Data((document[..<start.lowerBound] + table + rest).utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains(table + "\n"))
  }
}
