import Foundation
import Testing
import Text

@Suite struct AddressTextTests {
  @Test(arguments: [
    ("http://me:pw@host/a", "http://…@host/a"),
    ("http://me@host/a", "http://…@host/a"),
    ("http://me:p/w@host/a", "http://…@host/a"),
    ("http://me:p@w@host/a", "http://…@host/a"),
    ("http://me:p:w@host/a", "http://…@host/a"),
    ("http://me:p#w@host/a", "http://…@host/a"),
    ("http://me:p?w@host/a", "http://…@host/a"),
    ("http://me:12/34@host:80/a", "http://…@host:80/a"),
    ("//me:pw@host", "//…@host"),
    // Marks make one character with the sign before them, and the sign means the same to a URL.
    ("http://me:pw@\u{301}host/a", "http://…@\u{301}host/a"),
    ("http://me:p/\u{301}w@\u{301}host/a", "http://…@\u{301}host/a"),
    ("Unexpected argument 'wss://me:p/w@host/' (and http://you:pw@there/, too)", nil),
  ])
  func aNameAndAPasswordAreWithheld(text: String, expected: String?) {
    let expected = expected ?? "Unexpected argument 'wss://…@host/' (and http://…@there/, too)"
    #expect(AddressText.withoutPasswords(text) == expected)
  }

  @Test(arguments: [
    "", "//", "https://example.org/@me", "https://example.org/a?b=c@d", "http://127.0.0.1:80/", "ada@example.org",
    "see https://example.org/ or ask ada@example.org", "12:30 // ada@example.org",
  ])
  func whatHoldsNoPasswordStaysAsItIs(text: String) {
    #expect(AddressText.withoutPasswords(text) == text)
  }

  @Test(arguments: [
    ("http://me:p w@host/?token=t", #""http://…@host/?…""#),
    (#"http://me:p"w@host/"#, #""http://…@host/""#),
    ("http://me:p/?w@host/", #""http://…@host/""#),
    ("http://me:pw@host/#token=t", #""http://…@host/#…""#), ("http://host/a?b#c", #""http://host/a?…""#),
    ("http://me:p#w@host/", #""http://…@host/""#), ("not a url", #""not a url""#),
  ])
  func anAddressIsQuotedWithoutItsSecrets(address: String, expected: String) {
    #expect(AddressText.quoted(address) == expected)
  }

  @Test(arguments: [
    ("http://host/a", "http://host/a"), ("http://host/a?b=c&d&e=", "http://host/a?b=...&d&e=..."),
    ("http://host/a#b", "http://host/a#..."), ("http://host/a?b=c#d?e", "http://host/a?b=...#..."),
    ("http://host/#", "http://host/#"),
  ])
  func whatMayBeATokenIsMasked(address: String, expected: String) throws {
    #expect(AddressText.withoutTokens(try #require(URL(string: address))) == expected)
  }

  @Test(
    arguments: [
      ("http://host", nil, "host", nil), ("http://host:80/x:1", nil, "host", "80"), ("http://host:", nil, "host", ""),
      (#"http://a\b:c[d@[::1]:80?x"#, #"a\b:c[d"#, "[::1]", "80"), ("http://[::1]", nil, "[::1]", nil),
      ("http://@h:x", "", "h", "x"), ("//h", nil, "h", nil), ("http://pä:1", nil, "pä", "1"),
      ("http://h:\u{301}1", nil, "h", "\u{301}1"),
    ] as [(String, String?, String, String?)])
  func theAuthorityIsReadAsItStands(address: String, login: String?, host: String, port: String?) throws {
    let authority = try #require(AddressText.Authority(of: address))
    #expect(authority.login == login && authority.host == host && authority.port == port)
  }

  @Test(arguments: ["host:80", "http:/h", "http://[::1", "http://[::1]80", ""])
  func whatHasNoAuthorityHasNone(address: String) {
    #expect(AddressText.Authority(of: address) == nil)
  }

  @Test(arguments: [
    ("http://h", true), ("http://h:", true), ("http://h:1", true), ("http://h:65535", true), ("http://h:0", false),
    ("http://h:65536", false), ("http://h:99999999999999999999", false), ("http://h:+1", false),
    ("http://h:１", false), ("http://ü%zz[{|:a@h:99999", false), (#"http://C\u:p@h:1"#, true),
  ])
  func aPortIsANumberUpTo65535(address: String, expected: Bool) {
    #expect(AddressText.Authority(of: address)?.hasPossiblePort == expected)
  }

  @Test(arguments: [
    ("http://me:12/34@host/", true), ("http://me:12#34@host/", true), ("http://me:12?34@host/", true),
    ("http://me:p@w@host/", true), ("http://me:p@w/x@host/", true), ("http://me:pw@host/", false),
    ("http://me:p@\u{301}w@host/", true), ("http://me:12/\u{301}34@host/", true),
    ("http://host:80/", false), ("http://host/@me", false), ("http://host/?to=a@b", false), ("me@host", false),
  ])
  func aPasswordThatEndsTooEarlyIsSeen(address: String, expected: Bool) {
    #expect(AddressText.hasStrayAt(address) == expected)
  }
}
