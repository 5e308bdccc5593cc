import Foundation
import Testing

@testable import Clients

/// The search for bytes, and the addresses that are recognised without creating a URL: each like the plain way.
@Suite struct ByteSearchTests {
  @Test func itFindsWhatASearchByEyeFinds() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let wanted = (0..<Int.random(in: 1...6, using: &generator)).map { _ in UInt8.random(in: 0...2, using: &generator)
      }
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...2, using: &generator)
      }
      let isThere = bytes.indices.contains { bytes[$0...].starts(with: wanted) }
      #expect(ByteSearch(wanted).isFound(in: bytes) == isThere, "\(wanted) in \(bytes)")
    }
  }

  @Test func aSignIsFoundAtBothEndsAndNotCutOff() {
    let search = ByteSearch(Array("\"dewiki\"".utf8))
    for text in ["\"dewiki\"", "\"dewiki\",", ",\"dewiki\"", "\"\"dewiki\"\"", "\"wiki\":\"dewiki\"}"] {
      #expect(search.isFound(in: Array(text.utf8)), "\(text)")
    }
    for text in ["", "\"", "\"dewiki", "dewiki\"", "\"dewikisource\"", "\"andewiki\"", "\"dewik\""] {
      #expect(!search.isFound(in: Array(text.utf8)), "\(text)")
    }
  }

  @Test(arguments: [
    "https://de.wikipedia.org/wiki/Z%C3%BCrich", "http://a/", "https://a.example",
    "https://A.example/b?c=d&e=(f)*+,;'!~",
    "https://a.example/%zz", "https://a.example/%C", "https://a.example/ö", "https://a.example/a b", "https:///x",
    "https://",
    "ftp://a.example/", "HTTPS://a.example/", "https://u:p@a.example/", "https://a.example:8/", "https://[::1]/",
    "https://-a.example/", "https://a.example/#b", "https://a.example/\u{1b}[2J", "https://a_b.example/",
    "//a.example/", "",
    "https://a.example/" + String(repeating: "a", count: 8_000), "https://a.example?b", "https://a..example/{x}",
  ])
  func anAddressIsWhatTheURLSays(text: String) {
    #expect(WebLink.address(text) == WebLink.page(text)?.absoluteString)
  }
}
