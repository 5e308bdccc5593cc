import Model
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// Two questions with the same number on two sites are two questions for rules too.
@Suite struct SameNumberTests {
  private let here = Question(id: 7, title: "Near")
  private let there = Question(id: 7, site: "unix", title: "Far")

  @Test func aRuleMeetsBoth() throws {
    let rule = Rule(.question(try QuestionCondition("unanswered")), text: "unanswered", ringsBell: true)
    var scene = try RulesScene(QuestionRules(), [rule])
    let both = [here, there].map { question in
      var question = question
      question.answerCount = 0
      return question
    }
    var tabs = LoadedTabs()
    // Each site's answer is a part of the tab's.
    let parts = both.map { LoadedQuestions(questions: [$0], server: .standard) }
    tabs.reduce(.loaded(LoadedQuestions(parts), in: QuestionFeed()))
    let keys = scene.reduce(tabs).claims.compactMap { $0.subject.values[.site] }
    #expect(keys == ["stackoverflow", "unix"], "the values of a command are of the row's own site")
  }
}
