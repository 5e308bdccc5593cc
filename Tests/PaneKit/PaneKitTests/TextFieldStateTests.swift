import Testing
import Text

@testable import PaneKit

/// A line is written with `|` for the insertion point.
@Suite struct TextFieldStateTests {
  private func edited(_ line: String, _ edits: TextEdit...) -> String {
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var field = TextFieldState(SafeText(oneLine: parts[0] + parts[1]))
    field.apply(.moveToStart)
    for _ in parts[0] { field.apply(.moveRight) }
    for edit in edits { field.apply(edit) }
    var characters = Array(field.text.string)
    characters.insert("|", at: field.cursor)
    return String(characters)
  }

  @Test(arguments: [
    ("swift async-await|", TextEdit.moveWordLeft, "swift async-|await"),
    ("swift async-|await", .moveWordLeft, "swift |async-await"),
    ("swift asy|nc", .moveWordLeft, "swift |async"), ("|swift", .moveWordLeft, "|swift"),
    ("  |swift", .moveWordLeft, "|  swift"),
    ("|swift async-await", .moveWordRight, "swift| async-await"),
    ("swift| async-await", .moveWordRight, "swift async|-await"), ("c++|  ", .moveWordRight, "c++  |"),
    ("Łódź| 東京", .moveWordRight, "Łódź 東京|"), ("é|tude x", .moveWordRight, "étude| x"),
  ])
  func wordsAreLettersAndDigitsAsReadlineHasThem(before: String, edit: TextEdit, after: String) {
    #expect(edited(before, edit) == after)
  }

  @Test(arguments: [
    ("swift async-await|", TextEdit.deleteWordBackward, "swift async-|"),
    ("swift async-|", .deleteWordBackward, "swift |"), ("swift  |java", .deleteWordBackward, "|java"),
    ("|swift", .deleteWordBackward, "|swift"), ("swift async-await|", .deleteToSpace, "swift |"),
    ("|swift async", .deleteWordForward, "| async"), ("swift| async-await", .deleteWordForward, "swift|-await"),
    ("swift|", .deleteWordForward, "swift|"), ("sw|ift async", .deleteToEnd, "sw|"),
    ("sw|ift async", .deleteToStart, "|ift async"), ("|swift", .deleteToStart, "|swift"),
    ("s👩‍👩‍👧|x", .deleteBackward, "s|x"), ("👩‍👩‍👧| 東京", .deleteWordForward, "👩‍👩‍👧|"),
  ])
  func whatIsDeletedIsWhatTheCursorWouldPass(before: String, edit: TextEdit, after: String) {
    #expect(edited(before, edit) == after)
  }

  @Test func aMarkInsertedJoinsTheCharacterBeforeTheCursorWhichStaysBehindIt() {
    #expect(edited("e|f", .insert("\u{301}")) == "e\u{301}|f")
    #expect(edited("e|f", .insert("\u{301}"), .deleteBackward) == "|f")
  }

  @Test func charactersThatComeTogetherMayBecomeOne() {
    // Two halves of a flag, with a letter between them.
    #expect(edited("\u{1F1E9}x|\u{1F1EA}y", .deleteBackward) == "\u{1F1E9}\u{1F1EA}|y")
  }

  @Test func aPasteIsCutToWhatTheFieldTakes() {
    var field = TextFieldState("ab")
    field.apply(.moveLeft)
    field.apply(.insert(SafeText(oneLine: String(repeating: "é", count: 65_536))))
    #expect(field.text.string == "a" + String(repeating: "é", count: 254) + "b")
    #expect(field.cursor == 255)
    field.apply(.insert("x"))
    #expect(field.text.string.count == 256)
    field.apply(.deleteBackward)
    field.apply(.insert("x"))
    #expect(field.text.string.hasSuffix("xb"))
  }
}
