import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// The mark of a row for which a rule holds.
@Suite struct RuleMarkTests {
  private func lines(
    _ width: Int, _ height: Int, hasRule: Bool = true, theme: Theme = Theme(), _ mark: QuestionMarks.Mark = .init(),
    _ change: (inout Question) -> Void = { _ in }
  ) -> [String] {
    var question = Sample.questions[0]
    change(&question)
    let reserve = QuestionRow.Reserve([question], hasRule: { _ in true }, mark: { _ in mark })
    var canvas = Canvas(size: Size(width: width, height: height), theme: theme)
    QuestionRow(
      question, mark: mark, hasRule: hasRule, reserve: reserve, words: FilterWords(""), isSelected: false,
      at: Sample.now
    ).draw(into: &canvas)
    return canvas.text.components(separatedBy: "\n")
  }

  /// It stands in the column of the other signs, and nothing else moves.
  @Test(arguments: [44, 60, 72, 100]) func aQuestionHasItBelowItsNumbers(width: Int) {
    func short(hasRule: Bool = true, theme: Theme = Theme(), _ mark: QuestionMarks.Mark = .init()) -> [String] {
      lines(width, 3, hasRule: hasRule, theme: theme, mark) { $0.title = "A title" }
    }
    let (marked, plain) = (short(), short(hasRule: false))
    #expect(marked[1].hasPrefix(" § "), "\(marked)")
    #expect(marked[0] == plain[0] && marked[1].dropFirst(2) == plain[1].dropFirst(2), "\(marked)")
    #expect(short(.init(isKept: true))[1].hasPrefix(" *§ "))
    #expect(short(theme: Theme(isASCII: true))[1].hasPrefix(" = "))
  }

  @Test func aBountyStandsBesideIt() {
    #expect(lines(72, 2) { $0.bounty = 50 }[1].hasPrefix(" § bounty"))
  }

  /// In rows of one line it has the column that all rows have.
  @Test(arguments: [60, 72, 100]) func aQuestionOfOneLineHasItAmongTheMarks(width: Int) throws {
    let (marked, plain) = (lines(width, 1)[0], lines(width, 1, hasRule: false)[0])
    #expect(marked.replacing("§", with: " ") == plain)
    let line = try #require(lines(width, 1, .init(isRead: true, newAnswers: 2, isKept: true)).first)
    #expect(line.contains("*§ +2"), "\(line)")
  }

  @Test func anEditHasItBeforeItsTitle() {
    func line(isWatched: Bool = false, hasRule: Bool = true, theme: Theme = Theme()) -> String {
      let event = WikiEvent(kind: .unspecified, title: "Saturn", time: Sample.now)
      var canvas = Canvas(size: Size(width: 40, height: 1), theme: theme)
      EventRow(
        event: RecentEvent(id: 1, event: event, time: Sample.now, isWatched: isWatched), isSelected: false,
        hasRule: hasRule
      ).draw(context(), into: &canvas)
      return canvas.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(line() == "14:03:20  § Saturn" && line(isWatched: true) == "14:03:20  !§ Saturn")
    #expect(line(hasRule: false) == "14:03:20  Saturn")
    #expect(line(theme: Theme(isASCII: true)) == "14:03:20  = Saturn")
  }

  @Test func theSelectedRowSaysWhichRuleItIsUntilItIsRead() {
    func text(_ change: (inout StackOverflowState) -> Void = { _ in }) -> String {
      var state = Sample.stackOverflow()
      change(&state)
      var canvas = Canvas(size: Size(width: 80, height: 24))
      let rules = [1, 2].map { (state.key(of: Sample.questions[$0 - 1]), "save it" as SafeText) }
      StackOverflowView(state: state, scroll: ListScroll(), rules: Dictionary(uniqueKeysWithValues: rules))
        .draw(context(), into: &canvas)
      return canvas.text
    }
    let unread = text()
    #expect(unread.contains("─ § save it · 30 "), "\(unread)")
    #expect(unread.ranges(of: "§").count == 3)
    let read = text { $0.marks.read[$0.key(of: Sample.questions[0])] = 3 }
    #expect(!read.contains("save it") && read.ranges(of: "§").count == 1, "\(read)")
    // The open question still says it.
    let open = text {
      $0.reading = Sample.reading()
      $0.marks.read[$0.key(of: Sample.questions[0])] = 3
    }
    #expect(open.contains("─ § save it "), "\(open)")
  }

  /// The range of values gives way to it.
  @Test func aRoomWithoutALegendHasItInTheBorder() {
    func text(hasRule: Bool) -> String {
      let room = Room(
        id: Room.ID(source: RoomSourceEntry.ID(), key: nil), name: "Attic", kind: .conAir, limits: RoomSettings.Limits()
      )
      let state = Sample.rooms {
        $0.rooms = [RoomRow(room: room, latest: $0.latest)]
        $0.selectedRoom = 0
      }
      var canvas = Canvas(size: Size(width: 46, height: 18))
      RoomsView(state: state, rules: hasRule ? [room.id.mark: "above 20"] : [:]).draw(context(), into: &canvas)
      return canvas.text
    }
    let (plain, ruled) = (text(hasRule: false), text(hasRule: true))
    #expect(plain.contains(" … ") && !plain.contains("§"), "\(plain)")
    #expect(ruled.contains("─ § above 20 · ") && !ruled.contains(" … "), "\(ruled)")
  }
}
