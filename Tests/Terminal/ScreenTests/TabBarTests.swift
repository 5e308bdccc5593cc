import Screen
import Testing
import Text

@Suite struct TabBarTests {
  private func drawn(_ selected: Int, _ width: Int) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    TabBar(titles: ["Top", "Android", "iOS", "Ruby", "Windows Phone"], selected: selected)
      .draw(isFocused: true, into: &canvas)
    return canvas.text
  }

  @Test func tabsMoveTogetherBeforeAnyIsHidden() {
    #expect(drawn(0, 51) == "1 Top   2 Android   3 iOS   4 Ruby   5 Windows Phone".replacing("   ", with: "  "))
    #expect(drawn(0, 60) == "1 Top   2 Android   3 iOS   4 Ruby   5 Windows Phone")
  }

  private func drawn(_ counts: [Int], _ width: Int, air: Int = 0) -> String {
    var canvas = Canvas(size: Size(width: width, height: 1))
    TabBar(titles: ["Top", "Android", "iOS"], selected: 0, counts: counts, air: air)
      .draw(isFocused: true, into: &canvas)
    return canvas.text
  }

  @Test func aCountMovesNoTabAndIsTwoDigitsAtMost() {
    #expect(drawn([12, 7, 0], 40) == "1 Top 12  2 Android 7   3 iOS")
    #expect(drawn([0, 99, 1], 40) == "1 Top     2 Android 99  3 iOS 1")
    #expect(drawn([9, 100, 1], 40) == "1 Top 9   2 Android 99  3 iOS 1")
  }

  @Test func countsGoBeforeTheTabsMoveTogether() {
    #expect(drawn([12, 7, 99], 32) == "1 Top 12  2 Android 7   3 iOS 99")
    #expect(drawn([12, 7, 1], 31) == "1 Top   2 Android   3 iOS")
    #expect(drawn([12, 7, 1], 24) == "1 Top  2 Android  3 iOS")
    let bar = TabBar(titles: ["Top", "Android", "iOS"], selected: 0, counts: [12, 7, 0])
    #expect(bar.tab(at: 7, width: 40) == 0 && bar.tab(at: 8, width: 40) == nil && bar.tab(at: 10, width: 40) == 1)
  }

  @Test func theLastCountMayStandInTheAir() {
    #expect(drawn([12, 7, 99], 32, air: 1) == "1 Top 12  2 Android 7   3 iOS 99")
    #expect(drawn([12, 7, 99], 31, air: 1) == "1 Top   2 Android   3 iOS")
    #expect(drawn([12, 7, 1], 25, air: 1) == "1 Top  2 Android  3 iOS")
    #expect(drawn([12, 7, 1], 21, air: 1) == "1 Top  2 Android   ›")
  }

  @Test func theSelectedTabIsAlwaysThere() {
    #expect(drawn(0, 28) == "1 Top  2 Android  3 iOS    ›")
    #expect(drawn(2, 28) == "1 Top  2 Android  3 iOS    ›")
    #expect(drawn(4, 28) == "‹ 4 Ruby  5 Windows Phone")
    #expect(drawn(4, 12) == "‹ 5 Windows…")
  }

  @Test func aLastTabThatFitsIsWhole() {
    #expect(drawn(4, 25) == "‹ 4 Ruby  5 Windows Phone")
    #expect(drawn(4, 24) == "‹ 5 Windows Phone")
    #expect(drawn(4, 17) == "‹ 5 Windows Phone")
  }

  @Test func everySelectionShowsItsTabAtEveryWidth() {
    for width in 8...60 {
      for selected in 0..<5 {
        let bar = TabBar(titles: ["Top", "Android", "iOS", "Ruby", "Windows Phone"], selected: selected)
        let slots = bar.slots(width: width)
        #expect(slots.contains { $0.tab == selected && !$0.columns.isEmpty })
        #expect(slots.allSatisfy { $0.columns.upperBound <= width })
        for slot in slots { #expect(bar.tab(at: slot.columns.lowerBound, width: width) == slot.tab) }
      }
    }
  }

  /// Only tabs near the selected one are looked at; else this would take minutes.
  @Test(.timeLimit(.minutes(2))) func aThousandTabsAreShownAsSoonAsAFew() throws {
    let titles = (0..<1_000).map { SafeText(oneLine: String($0 % 7 == 0 ? "t" : "tab \($0)")) }
    for width in [30, 66] {
      for selected in titles.indices {
        let bar = TabBar(titles: titles, selected: selected)
        let slots = bar.slots(width: width)
        #expect(slots.contains { $0.tab == selected && !$0.columns.isEmpty })
        let last = try #require(slots.last)
        #expect(last.columns.upperBound <= width)
        // As many as fit: the next one would not.
        guard last.tab < titles.count - 1 else { continue }
        let next = 2 + titles[last.tab + 1].string.count + (last.tab + 1 < 9 ? 2 : 0)
        #expect(last.columns.upperBound + next > width - 2)
      }
    }
  }
}
