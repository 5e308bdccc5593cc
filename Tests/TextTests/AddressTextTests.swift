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
    ("not a url", #""not a url""#),
  ])
  func anAddressIsQuotedWithoutItsSecrets(address: String, expected: String) {
    #expect(AddressText.quoted(address) == expected)
  }

  @Test(arguments: [
    ("http://me:12/34@host/", true), ("http://me:12#34@host/", true), ("http://me:12?34@host/", true),
    ("http://me:p@w@host/", true), ("http://me:p@w/x@host/", true), ("http://me:pw@host/", false),
    ("http://host:80/", false), ("http://host/@me", false), ("http://host/?to=a@b", false), ("me@host", false),
  ])
  func aPasswordThatEndsTooEarlyIsSeen(address: String, expected: Bool) {
    #expect(AddressText.hasStrayAt(address) == expected)
  }
}
