import Testing

@testable import SettingsFile

/// Mistakes in addresses, and addresses in mistakes: no password is repeated.
@Suite struct AddressMistakeTests {
  private static let tooMany =
    "there is one @ too many; in a name or a password write @ as %40, / as %2F, ? as %3F and # as %23"

  @Test(arguments: ["12/s3cret", "12#s3cret", "12?s3cret", "s3@cret", "a/b@s3cret"])
  func aPasswordThatEndsTooEarlyIsToldAndNotRepeated(password: String) {
    let sentences = MistakeTests.sentences("wikipedia: {url: 'wss://me:\(password)@host/'}")
    #expect(sentences == ["config.yaml:1:18: wikipedia.url: \(Self.tooMany)"])
  }

  @Test(arguments: ["wss://me:12%2Fs3cret@host/", "wss://host/@me", "wss://host:443/"])
  func whatIsWrittenAsItMustBeIsTaken(address: String) {
    #expect(MistakeTests.sentences("wikipedia: {url: '\(address)'}") == [])
  }

  @Test(arguments: [
    "unit: 'http://me:s3/cret@host/'", "http://me:s3/cret@host/: 1", "conair: {poll-every: 'x//me:s3/cret@h'}",
  ])
  func anAddressInAnotherPlaceIsRepeatedWithoutItsPassword(yaml: String) throws {
    let sentence = try #require(MistakeTests.sentences(yaml).first)
    #expect(!sentence.contains("cret") && sentence.contains("//…@h"))
  }
}
