import Screen
import Testing
import Text

@testable import PaneKit

@Suite struct WindowTitleTests {
  private let forms: [SafeText] = ["! Office above 26 +1", "! Office +1", "! 2 alarms"]

  @Test func whereThereIsNothingItIsTheName() {
    #expect(WindowTitle.text(unread: 0, alarms: []) == "reactui")
  }

  @Test func itSaysWhatIsUnreadAndWhatIsInAlarm() {
    #expect(WindowTitle.text(unread: 3, alarms: []) == "reactui · 3 unread")
    #expect(WindowTitle.text(unread: 3, alarms: [forms]) == "reactui · 3 unread · ! Office above 26 +1")
    #expect(WindowTitle.text(unread: 0, alarms: [forms, ["! News"]]) == "reactui · ! Office above 26 +1 · ! News")
  }

  @Test(arguments: ["東", "a", "e\u{301}"])
  func aLongNameIsLeftOut(letter: String) {
    let name = SafeText(label: String(repeating: letter, count: 10_000))
    let title = WindowTitle.text(unread: .max, alarms: [["! \(name) above 26", "! \(name)", "! 1 alarm"], [name]])
    #expect(title == "reactui · \(Int.max) unread · ! 1 alarm")
    #expect(DisplayWidth.of(title) <= WindowTitle.width)
  }

  @Test func aTerminalWithOnlyASCIIGetsASCII() {
    #expect(("reactui · Büro e\u{301} 東" as SafeText).asASCII == "reactui - Buro e ?")
  }
}
