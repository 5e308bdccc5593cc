import Foundation
import Testing
import Text

/// Comma-separated values, and times in them.
@Suite struct CSVTextTests {
  @Test(
    arguments: [
      ("Office", "Office"), ("Office, east", "\"Office, east\""), ("the \"cold\" room", "\"the \"\"cold\"\" room\""),
      ("a\nb", "\"a\nb\""), (" x", "\" x\""), ("", ""), ("山田", "山田"),
      ("\"\u{301},=1", "\"\"\"\u{301},=1\""), ("x \u{301}", "x \u{301}"),
    ]) func aCellIsQuotedWhereItHasTo(cell: String, written: String)
  {
    #expect(CSVText.text([[cell, "1"]]) == "\(written),1\n")
  }

  /// A spreadsheet calculates what begins like a formula.
  @Test(
    arguments: [
      ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"), ("+1", "'+1"), ("-1", "'-1"), ("@sum", "'@sum"),
      ("  =1", "'  =1"), ("a=1", "a=1"), ("", ""), ("=\u{301}1", "'=\u{301}1"), (" \u{200D}=1", " \u{200D}=1"),
      ("＝1", "'＝1"),
    ] as [(SafeText, String)]) func foreignWordsAreNoFormula(text: SafeText, written: String)
  {
    #expect(CSVText.words(text) == written)
  }

  @Test(
    arguments: [
      (21.3, "21.3"), (21.0 + 1 / 3, "21.3333"), (-3.25, "-3.25"), (0, "0.0"), (-0.00001, "0.0"), (.nan, ""),
      (.infinity, ""), (1e300, "1e+300"),
    ]) func aNumberHasAPoint(number: Double, written: String)
  {
    #expect(CSVText.number(number) == written)
  }

  @Test(arguments: [(0, "+00:00"), (3_600, "+01:00"), (-12_600, "-03:30"), (20_700, "+05:45")])
  func aTimeHasItsZone(offset: Int, zone: String) {
    let clock = ClockTime { _ in offset }
    let date = Date(timeIntervalSince1970: 1_795_269_800 - Double(offset))
    #expect(clock.iso(date).string == "2026-11-21T14:03:20\(zone)")
  }
}
