import Model
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Words of a question that have little room: whole tags rather than parts, and titles as long as nothing else needs the columns.
@Suite struct TagLineTests {
  private func line(_ width: Int, isASCII: Bool = false) -> String {
    let theme = Theme(isASCII: isASCII)
    let tags = TagLine((["swift", "async-await", "actor"] as [SafeText]).map { [Span($0)] })
    var canvas = Canvas(size: Size(width: width, height: 1), theme: theme)
    canvas.draw(tags.spans(width: width, theme), x: 0, y: 0, maxWidth: width)
    return canvas.text
  }

  @Test(arguments: [
    (40, "swift · async-await · actor"), (27, "swift · async-await · actor"), (26, "swift · async-await …"),
    (21, "swift · async-await …"), (20, "swift …"), (7, "swift …"), (5, "swif…"), (4, "swi…"),
  ])
  func wholeTagsAreShown(width: Int, expected: String) {
    #expect(line(width) == expected)
  }

  @Test func anASCIITerminalHasItsOwnSigns() {
    #expect(line(22, isASCII: true).hasSuffix(" ~"))
  }

  @Test(arguments: [(7, true), (6, false)]) func aLineSaysWhetherItHasAWholeTag(width: Int, fits: Bool) {
    let tags = TagLine([[Span("swift")], [Span("actor")]])
    #expect(tags.fits(width: width, Theme()) == fits)
    #expect(TagLine([[Span("swift")]]).fits(width: 5, Theme()) && !TagLine([]).fits(width: 5, Theme()))
  }

  @Test func tagsHaveWhatAShortNameLeaves() {
    func tags(_ asker: SafeText?) -> String {
      var question = Sample.questions[0]
      let title: SafeText = "A title that goes on in the second line, below which the tags are"
      (question.title, question.asker, question.tags) = (title, asker, ["concurrency", "swift", "actor", "task"])
      var canvas = Canvas(size: Size(width: 62, height: 3))
      QuestionRow(question, words: FilterWords(""), isSelected: false, at: Sample.now).draw(into: &canvas)
      return canvas.text.components(separatedBy: "\n").first { $0.contains("concurrency") } ?? ""
    }
    #expect(tags("mariana").contains("concurrency · swift · actor …") && tags("mariana").contains("  mariana     2 h"))
    #expect(tags("A name of many letters").contains("concurrency · swift …"))
    #expect(tags(nil).contains("concurrency · swift · actor · task"))
  }

  @Test func aSingleTagIsNotFollowedByOthers() {
    #expect(TagLine([[Span("swift")]]).spans(width: 5, Theme()) == [Span("swift")])
    #expect(TagLine([]).spans(width: 5, Theme()) == [])
  }

  /// The first line of a list with a line for each question.
  private func dense(_ marks: QuestionMarks.Mark..., bounty: Int? = nil, width: Int = 100) -> String {
    var question = Sample.questions[0]
    question.title =
      "A title of so many words that it does not fit into one line of any list that is shown here, and goes on"
    var other = question
    other.bounty = bounty
    var rest = marks[...]
    let reserve = QuestionRow.Reserve([question, other]) { _ in rest.popFirst() ?? QuestionMarks.Mark() }
    var canvas = Canvas(size: Size(width: width, height: 1))
    QuestionRow(question, reserve: reserve, words: FilterWords(""), isSelected: false, at: Sample.now).draw(
      into: &canvas)
    return canvas.text
  }

  /// How many columns the title has, and what follows it.
  private func columns(_ line: String) -> (title: Int, rest: String) {
    let end = line.firstIndex(of: "…") ?? line.endIndex
    return (line.distance(from: line.startIndex, to: end) + 1 - 11, String(line[end...].dropFirst()))
  }

  @Test(arguments: [60, 80, 100]) func aTitleHasTheColumnsThatNoMarkOfTheListNeeds(width: Int) {
    let plain = columns(dense(width: width))
    let kept = columns(dense(QuestionMarks.Mark(isKept: true), width: width))
    #expect(plain.title == kept.title + 3)
    let both = columns(dense(QuestionMarks.Mark(), QuestionMarks.Mark(newAnswers: 12, isKept: true), width: width))
    #expect(plain.title == both.title + 7, "a mark of another row")
    let bounty = columns(dense(bounty: 500, width: width))
    #expect(plain.title == bounty.title + (width >= 96 ? 12 : 0))
    // Nothing else moves.
    #expect(both.rest.trimmingPrefix { $0 == " " } == plain.rest.trimmingPrefix { $0 == " " })
    #expect(dense(bounty: 500, width: width).count == dense(width: width).count)
  }
}
