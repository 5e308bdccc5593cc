import Testing
import Text

@Suite struct PaddedNumberTests {
  @Test(arguments: [(7, 2, "07"), (17, 2, "17"), (117, 2, "117"), (0, 4, "0000"), (-7, 3, "-007"), (7, 0, "7")])
  func zerosStandBeforeTheDigits(number: Int, digits: Int, text: String) {
    #expect(String(number, padded: digits) == text)
  }

  @Test func itIsWrittenInOtherRadices() {
    #expect(String(UInt32(0x1b), padded: 4, radix: 16) == "001b")
    #expect(String(UInt32(0xFEFF), padded: 4, radix: 16, uppercase: true) == "FEFF")
    #expect(String(UInt64.max, padded: 16, radix: 16) == "ffffffffffffffff")
    #expect(String(Int.min, padded: 2) == "\(Int.min)")
  }
}
