import Foundation
import Testing

@testable import Clients

@Suite struct QueryStringTests {
  @Test(arguments: [
    ("c++", "c%2B%2B"), ("a;b", "a%3Bb"), ("a b&c=d#e?", "a%20b%26c%3Dd%23e%3F"), ("é", "%C3%A9"), ("x-._~9", "x-._~9"),
    ("%2B", "%252B"), ("\u{0}\r\n", "%00%0D%0A"),
  ])
  func allThatIsNotPlainIsEscaped(text: String, escaped: String) {
    #expect(QueryString.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("https://api.example/2.3", "/questions", "https://api.example/2.3/questions?a=1&b=%2B"),
    ("https://api.example/2.3/", "/questions", "https://api.example/2.3/questions?a=1&b=%2B"),
    ("http://host/data/", "", "http://host/data/?a=1&b=%2B"),
    ("http://host/data?token=x", "", "http://host/data?token=x&a=1&b=%2B"),
    ("http://host/base?token=x#f", "/p", "http://host/base/p?token=x&a=1&b=%2B"),
  ])
  func aPathAndAQueryAreAppended(base: String, path: String, url: String) throws {
    let base = try #require(URL(string: base))
    #expect(QueryString.url(base, path: path, [("a", "1"), ("b", "+")]) == url)
  }
}
