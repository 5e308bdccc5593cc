import Foundation
import Model
import Screen
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit

/// The text of an open edit, and the place in it.
@Suite struct EditTextTests {
  private static func state(_ diff: EditDiff, id: Int = 0, search: String = "") -> EditState {
    let event = WikiEvent(
      kind: .unspecified, title: "Page", time: Sample.now, lengthChange: 7,
      edit: WikiEdit(user: "Marta K.", comment: "typo", length: 99))
    var opened = OpenedEdit(RecentEvent(id: id, event: event, time: Sample.now))
    opened.search.words = FilterWords(SafeText(oneLine: search))
    return EditState(opened, answer: .diff(diff))
  }

  private static func window(_ width: Int = 60, _ height: Int = 10) -> TextWindow {
    TextWindow(size: Size(width: width, height: height), theme: Theme())
  }

  private static func lines(of text: EditText, from first: Int = 0) -> [String] {
    guard let layout = text.document?.layout else { return [] }
    return layout.lines(from: layout.start, 1_000).map { $0.line.cells.map(\.glyph.string).joined() }
  }

  private static func changed(_ pieces: EditDiff.Piece...) -> EditDiff {
    EditDiff(hunks: [EditDiff.Hunk(lines: [EditDiff.Line(.changed, old: 7, new: 8, pieces)])])
  }

  @Test func aChangedLineStandsThereAsItWasAndAsItIs() {
    let diff = Self.changed(
      EditDiff.Piece("built in "), EditDiff.Piece("1847", .removed), EditDiff.Piece("1874", .added))
    let text = EditText(Self.state(diff), window: Self.window())
    #expect(Self.lines(of: text).suffix(2) == ["  7 - built in 1847", "  8 + built in 1874"])
  }

  @Test func noSpaceIsLost() {
    let diff = Self.changed(
      EditDiff.Piece("  a"), EditDiff.Piece("  ", .added), EditDiff.Piece("  b   c "), EditDiff.Piece(" ", .added))
    let text = EditText(Self.state(diff), window: Self.window())
    let lines = Self.lines(of: text).suffix(2).map { $0.replacing("\u{A0}", with: "·") }
    #expect(lines == ["  7 - ··a ·b ··c", "  8 + ··a····b ··c ·"])
  }

  @Test func theSignStandsBeforeEachLineOfALongOne() {
    let long = SafeText(oneLine: Array(repeating: "word", count: 40).joined(separator: " "))
    let diff = EditDiff(hunks: [
      EditDiff.Hunk(lines: [EditDiff.Line(.added, old: nil, new: 1_204, [EditDiff.Piece(long)])])
    ])
    let text = EditText(Self.state(diff), window: Self.window(30))
    let lines = Self.lines(of: text).drop { !$0.hasPrefix("1204 +") }
    #expect(lines.first?.hasPrefix("1204 + word") == true && lines.count > 5)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("     + word") && $0.count <= 26 })
  }

  @Test func aPlaceStaysWhereItIsInTheTextWhateverTheWidth() throws {
    let source = (1...200).map { "line \($0) " + String(repeating: "x ", count: 60) }.joined(separator: "\n")
    var text = EditText(Self.state(EditDiff(newPage: source)), window: Self.window())
    text.reduce(.move(.lines(31)))
    let first = try #require(text.document?.layout.lines(from: text.place, 1).first?.line)
    text.reduce(.window(Self.window(120)))
    text.reduce(.window(Self.window()))
    #expect(text.document?.layout.lines(from: text.place, 1).first?.line == first)
    text.reduce(.move(.end))
    text.reduce(.move(.lines(5)))
    #expect(text.document?.layout.ends(within: text.visibleLines, from: text.place) == true)
    text.reduce(.state(Self.state(EditDiff(newPage: source), id: 1)))
    #expect(text.place == text.document?.layout.start)
  }

  @Test func theFirstWordStaysInTheFirstLineWhateverTheWidth() throws {
    let source = (1...4_000).map { "w\($0)" }.joined(separator: " ")
    var text = EditText(Self.state(EditDiff(newPage: source)), window: Self.window())
    func words() throws -> [Substring] {
      let line = try #require(text.document?.layout.lines(from: text.place, 1).first?.line)
      return line.cells.map(\.glyph.string).joined().split(separator: " ")
    }
    text.reduce(.move(.lines(31)))
    let first = try #require(try words().first { $0.hasPrefix("w") })
    text.reduce(.window(Self.window(120)))
    #expect(try words().contains(first))
  }

  @Test func aSearchGoesToItsMatches() throws {
    let source = (1...100).map { $0 % 40 == 0 ? "here it is" : "line \($0)" }.joined(separator: "\n")
    var text = EditText(Self.state(EditDiff(newPage: source)), window: Self.window())
    text.reduce(.state(Self.state(EditDiff(newPage: source), search: "here")))
    #expect(text.search.note == "1 of 2")
    let place = text.place
    text.reduce(.match(1))
    #expect(text.search.note == "2 of 2" && text.place > place)
  }

  @Test func ofALongTextOnlyWhatIsSeenIsLaidOut() {
    let source = (1...40_000).map { "line \($0) " + String(repeating: "x ", count: 60) }.joined(separator: "\n")
    var text = EditText(Self.state(EditDiff(newPage: source)), window: Self.window())
    text.reduce(.move(.lines(100)))
    text.reduce(.move(.end))
    let laidOut = text.document?.layout.laidOut.blocks ?? .max
    #expect(laidOut < 200, "\(laidOut) blocks")
  }

  @Test(arguments: [
    ("/* History */ typo", "History: typo"), ("/* History */", "History"), ("typo", "typo"), ("/* open", "/* open"),
    ("/**/ typo", "typo"), ("", ""),
    ("/*/", "/*/"), ("/*/ typo */ rest", "/ typo: rest"), ("/*/*/", "/"),
    (
      "Undid by [[Special:Contributions/192.0.2.7|192.0.2.7]] ([[User talk:192.0.2.7|talk]])",
      "Undid by 192.0.2.7 (talk)"
    ),
    ("/* [[Łódź]] */ see [[:Category:Trams]]", "Łódź: see Category:Trams"), ("[[a [[b|c]] d", "[[a c d"),
    ("[[open", "[[open"), ("[[a|]] [[|]] [[]]", "a  "), ("]] [[", "]] [["),
    ("/* A */\u{301}b", "A: \u{301}b"), ("[[a|b]]\u{301} c", "b\u{301} c"),
  ])
  func aCommentNamesItsSectionAndShowsLinksAsWords(comment: String, shown: String) {
    #expect(SafeText(oneLine: comment).editSummary.string == shown)
  }
}
