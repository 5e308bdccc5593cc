import Foundation
import Model
import Questions
import Testing

@Suite struct QuestionServerTests {
  @Test(arguments: [
    ("https://api.stackexchange.com/2.3", "https://api.stackexchange.com/2.3"),
    ("HTTPS://API.StackExchange.com:443/2.3//", "https://api.stackexchange.com/2.3"),
    ("http://localhost:80", "http://localhost"), ("http://localhost/", "http://localhost"),
    ("http://localhost:8642/2.3/", "http://localhost:8642/2.3"),
    ("https://localhost:80/2.3", "https://localhost:80/2.3"),
    ("http://[::1]:8642/2.3", "http://[::1]:8642/2.3"), ("http://[FE80::1]/a", "http://[fe80::1]/a"),
    ("https://example.org/Api/a%2Fb", "https://example.org/Api/a%2Fb"),
    ("https://ada:secret@example.org/2.3?key=secret#secret", "https://example.org/2.3"),
    ("https://ada:sec%2Fret@example.org", "https://example.org"),
  ])
  func anAddressHasOneForm(text: String, address: String) throws {
    let server = QuestionServer(try #require(URL(string: text)))
    #expect(server.address == address)
    // What is kept is read as the same server.
    #expect(server == QuestionServer(kept: address))
    #expect(server == QuestionServer(try #require(URL(string: address))))
  }

  @Test func thePublicServerIsTheStandardOne() throws {
    #expect(QuestionServer(try #require(URL(string: "https://api.stackexchange.com/2.3/"))) == .standard)
    #expect(QuestionServer(try #require(URL(string: "http://api.stackexchange.com/2.3"))) != .standard)
    #expect(QuestionServer(try #require(URL(string: "https://api.stackexchange.com/2.2"))) != .standard)
  }

  @Test func onlyAServerHasSomethingKept() {
    #expect(Provenance.server(.standard).server == .standard && Provenance.server(.standard).origin == .live)
    #expect(Provenance.demonstration.server == nil && Provenance.demonstration.origin == .demo)
  }
}
