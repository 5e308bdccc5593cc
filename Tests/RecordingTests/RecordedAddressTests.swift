import Foundation
import Testing

@testable import Recording

@Suite struct RecordedAddressTests {
  @Test(arguments: [
    ("https://me:pw@a.example/b", "https://a.example/b"),
    ("https://a.example/b?key=abc&site=x", "https://a.example/b?key=...&site=x"),
    ("https://a.example/b?api_Token=abc#part", "https://a.example/b?api_Token=..."),
    ("http://127.0.0.1:4711/2.3", "http://demonstration.invalid/2.3"),
    ("http://127.0.0.1:4712/2.3", "http://127.0.0.1:4712/2.3"),
  ])
  func anAddressIsRecordedWithoutSecrets(address: String, recorded: String) {
    #expect(RecordedAddress().text(address, demonstrationPort: 4711) == recorded)
  }

  @Test func addressesThatDifferInTimesAreTheSame() {
    let earlier = "http://a.example/data/?start=2026-11-23T09:34:25Z&stop=2026-11-24T09:34:26Z&step=120000"
    let later = "http://a.example/data/?start=2026-11-23T09%3A34%3A26Z&stop=2026-11-24T09%3A34%3A27Z&step=120000"
    #expect(RecordedAddress.timeless(earlier) == RecordedAddress.timeless(later))
    #expect(
      RecordedAddress.timeless("http://a.example/q?start=1700000000.5")
        == RecordedAddress.timeless("http://a.example/q?start=1700000001"))
    #expect(RecordedAddress.timeless("/questions/79000001") != RecordedAddress.timeless("/questions/79000002"))
  }
}
