import Foundation
import Testing

@testable import Station

/// What the writers of the demonstration's content must keep to.
@Suite struct DemoContentTests {
  @Test func everyQuestionAndEveryAnswerHasAnIDOfItsOwn() throws {
    let read = try QuestionArchive.readDemo()
    #expect(Set(read.map(\.id)).count == read.count)
    let answers = read.flatMap(\.answers).map(\.id)
    #expect(Set(answers).count == answers.count)
  }

  @Test func nothingHappensBeforeItCan() throws {
    for question in try QuestionArchive.readDemo() {
      #expect(question.age >= question.activity && question.activity >= 0, "\(question.id)")
      for answer in question.answers {
        #expect(answer.age <= question.age && answer.age >= question.activity, "\(question.id), \(answer.id)")
      }
      #expect(question.answers.count(where: \.accepted) <= 1, "\(question.id)")
    }
  }

  @Test func theQuestionsAreVariedEnoughToTryAClientOn() throws {
    let questions = try QuestionArchive.readDemo()
    #expect(questions.contains { $0.answers.isEmpty })
    #expect(questions.contains { $0.closed != nil })
    #expect(questions.contains { $0.score < 0 })
    #expect(questions.contains { $0.asker == nil })
    #expect(questions.contains { $0.body.contains("<pre") && $0.body.contains("<a href=") })
    // The accepted answer need not come first.
    #expect(
      questions.contains { question in
        let best = question.answers.max { $0.score < $1.score }
        return best?.accepted == false && question.answers.contains(where: \.accepted)
      })
    #expect(questions.contains { $0.title.entityEncoded != $0.title })
  }

  @Test func titlesComeInManyScripts() {
    let scripts: [(name: String, range: ClosedRange<UInt32>)] = [
      ("Greek", 0x370...0x3FF), ("Cyrillic", 0x400...0x4FF), ("Hebrew", 0x590...0x5FF), ("Arabic", 0x600...0x6FF),
      ("Devanagari", 0x900...0x97F), ("Thai", 0xE00...0xE7F), ("Kana", 0x3040...0x30FF), ("Han", 0x4E00...0x9FFF),
      ("Hangul", 0xAC00...0xD7AF),
    ]
    let titles = EditWords.demo.titles
    for script in scripts {
      let isThere = titles.contains { $0.unicodeScalars.contains { script.range.contains($0.value) } }
      #expect(isThere, "no title in \(script.name)")
    }
    #expect(Set(titles).count == titles.count)
    #expect(titles.count >= 300)
  }
}
