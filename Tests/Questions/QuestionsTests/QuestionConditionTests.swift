import Foundation
import Testing
import Text

@testable import Model
@testable import Questions

@Suite struct QuestionConditionTests {
  private static let question = Question(
    id: 1, title: "Crash in Zürich", tags: ["swift", "async-await"], score: 3, answerCount: 0, viewCount: nil,
    asker: "María")

  @Test(arguments: [
    ("tag:swift unanswered score>=3", true), ("[swift] [async-await]", true), ("tag:swif", false), ("score>3", false),
    ("score:3", true), ("score<4 answers=0", true), ("not tag:ios", true), ("not unanswered", false),
    ("answered", false), ("not answered", true), ("title:zurich user:maria", true), ("title:crash user:peter", false),
    ("not accepted not closed", true), ("bounty>0", false), ("TAG:Swift UNANSWERED", true),
    // What is not known neither holds nor does not.
    ("views>=0", false), ("not views>=0", false),
  ])
  func aConditionHoldsOrNot(text: String, holds: Bool) throws {
    #expect(try QuestionCondition(text).holds(for: Self.question) == holds)
  }

  @Test(
    arguments: [
      ("unread score>=3", false, true), ("unread", true, false), ("not unread", true, true), ("not unread", nil, false),
      ("UNREAD", nil, false), ("score>=3", nil, true),
    ] as [(String, Bool?, Bool)])
  func aTabAsksWhetherAQuestionIsUnread(text: String, isRead: Bool?, holds: Bool) throws {
    #expect(try QuestionCondition(text, isOfTab: true).holds(for: Self.question, isRead: isRead) == holds)
  }

  @Test func aRuleDoesNotKnowWhatIsRead() {
    let error = #expect(throws: ConditionMistake.self) { try QuestionCondition("unread") }
    #expect(error?.sentence.string.hasPrefix("“unread” is not known") == true)
    #expect(error?.sentence.string.contains("closed, score") == true, "it is not among the words")
  }

  @Test(arguments: [
    ("unanswerd", "“unanswerd” is not known (did you mean unanswered?); words are"), ("", "a word is missing"),
    ("tag:swift not", "a word is missing"), ("score", "after score stands a comparison, such as >=3"),
    ("score>=x", "after score stands a comparison, such as >=3"), ("score>inf", "after score"),
    ("score=>3", "after score"), ("tag:", "“tag:” is not known"), ("color:red", "“color:red” is not known"),
    ("risk>0.9", "“risk>0.9” is not known"), (String(repeating: "x", count: 1_001), "the condition is too long"),
  ])
  func aMistakeIsASentence(text: String, sentence: String) {
    let error = #expect(throws: ConditionMistake.self) { try QuestionCondition(text) }
    #expect(error?.sentence.string.hasPrefix(sentence) == true, "\(error?.sentence.string ?? "")")
  }
}
