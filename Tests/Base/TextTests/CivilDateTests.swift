import Testing
import Text

@Suite struct CivilDateTests {
  @Test(arguments: [
    (CivilDate(year: 1970, month: 1, day: 1), 0), (CivilDate(year: 1969, month: 12, day: 31), -1),
    (CivilDate(year: 2000, month: 2, day: 29), 11_016), (CivilDate(year: 2000, month: 3, day: 1), 11_017),
    (CivilDate(year: 0, month: 3, day: 1), -719_468), (CivilDate(year: 9999, month: 12, day: 31), 2_932_896),
  ])
  func aDateIsADayAndTheDayThatDate(date: CivilDate, day: Int) {
    #expect(date.daysSince1970 == day)
    #expect(CivilDate(daysSince1970: day) == date)
  }

  @Test func daysFollowEachOtherThroughFourHundredYears() {
    var previous = CivilDate(daysSince1970: -1)
    for day in 0...146_097 {
      let date = CivilDate(daysSince1970: day)
      #expect(date.daysSince1970 == day)
      let isNext = date.day == previous.day + 1 && date.month == previous.month || date.day == 1 && previous.day >= 28
      #expect(isNext, "\(date) after \(previous)")
      previous = date
    }
  }

  @Test func whatIsNoDateComesBackAsAnother() {
    let date = CivilDate(year: 2026, month: 2, day: 30)
    #expect(CivilDate(daysSince1970: date.daysSince1970) == CivilDate(year: 2026, month: 3, day: 2))
  }
}
