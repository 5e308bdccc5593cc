import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// What of an edit a row has room for.
@Suite struct EventColumnsTests {
  private func columns(
    _ width: Int, needsRisk: Bool = false, needsMarks: Bool = false, wikis: WikiSelection = .english
  ) -> EventColumns {
    let content = EventColumns.Content(
      hasRisks: true, hasFacts: true, needsRisk: needsRisk, needsMarks: needsMarks)
    return EventColumns(width: width, content, wikis: wikis)
  }

  /// The widths of a pane beside the questions at 110, 120, 160 and 200 columns, of a bare terminal, and of the least one.
  @Test(arguments: [34, 42, 46, 61, 74, 194]) func riskAndMarksAreThereWhereTheListIsByThem(width: Int) {
    let columns = columns(width, needsRisk: true, needsMarks: true)
    #expect(columns.risk == 5 && columns.marks >= 2)
    let plain = self.columns(width)
    #expect(plain.risk == 5 && (plain.bytes > 0) == (width >= 42))
  }

  @Test func theSecondsGoFirst() {
    var sawWithout = false
    for width in 20...120 {
      let columns = columns(width)
      if columns.hasSeconds { #expect(columns.risk > 0 && columns.bytes > 0 && columns.marks == 5, "\(width)") }
      if !columns.hasSeconds, columns.bytes > 0 { sawWithout = true }
    }
    #expect(sawWithout)
  }

  /// The room for a title never gets less by more columns for the rest, as long as there are no users.
  @Test func aTitleHasRoomAtEveryWidth() {
    for width in 34...100 {
      for needs in [false, true] {
        let columns = columns(width, needsRisk: needs, needsMarks: needs)
        let widths = [columns.bytes, columns.marks, columns.risk, columns.user, columns.comment].filter { $0 > 0 }
        let rest = columns.time + widths.reduce(0) { $0 + $1 + EventColumns.gap } + EventColumns.gap
        #expect(width - rest >= 12, "\(width): \(columns)")
      }
    }
  }

  @Test func aRowHasTheMarksThatMatterMost() {
    var edit = WikiEdit()
    (edit.isMinor, edit.isBot, edit.isNew) = (true, true, false)
    (edit.facts.isReverted, edit.facts.isNewcomer) = (true, true)
    #expect(edit.marks(withFacts: true) == " mb*r")
    #expect(edit.marks(withFacts: true, areFew: true) == "*r")
    edit.facts = EditFacts()
    #expect(edit.marks(withFacts: true, areFew: true) == "mb" && edit.marks(withFacts: false) == " mb")
  }

  @Test func anUnchangedSizeGivesItsPlaceToTheTitle() {
    func line(_ change: Int) -> String {
      let event = WikiEvent(kind: .unspecified, title: "Saturn", time: Sample.now, lengthChange: change)
      var canvas = Canvas(size: Size(width: 40, height: 1))
      EventRow(event: RecentEvent(id: 1, event: event, time: Sample.now), isSelected: false)
        .draw(context(), into: &canvas)
      return canvas.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(line(0) == "14:03:20  Saturn")
    #expect(line(3).hasSuffix("+3"))
  }
}
