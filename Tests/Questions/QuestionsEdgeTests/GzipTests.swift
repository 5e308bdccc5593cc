import NetTesting
import Testing

@testable import Clients
@testable import QuestionsEdge

@Suite struct GzipTests {
  private let compressed: [UInt8]

  init() throws { compressed = try SampleFiles.bytes("stackexchange/body_gzip.json.gz") }

  @Test func aBodyIsInflated() throws {
    #expect(Gzip.isGzip(compressed))
    let page = try LenientJSON.decode(StackExchangePayload<QuestionPayload>.self, from: Gzip.inflated(compressed))
    #expect(page.items.map(\.title) == ["compressed &amp; small"])
  }
}
