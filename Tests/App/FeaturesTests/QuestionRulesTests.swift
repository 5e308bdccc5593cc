import Model
import Testing
import Text

@testable import PaneKit
@testable import Questions

@Suite struct QuestionRulesTests {
  private static func rule(_ text: String = "unanswered") throws -> Rule {
    Rule(.question(try QuestionCondition(text)), text: text, command: "save it")
  }

  private static func scene(_ rules: Rule...) throws -> RulesScene<QuestionRules> {
    try RulesScene(QuestionRules(), rules)
  }

  private static func question(_ id: Int, answers: Int? = 0) -> Question {
    Question(id: id, title: "Question \(id)", answerCount: answers)
  }

  private static func tab(_ name: String) -> QuestionTab.ID { QuestionFeed(tags: [name]) }

  private func loaded(_ questions: [Question], in tab: String = "swift") -> LoadedTabs {
    var tabs = LoadedTabs()
    tabs.reduce(
      .loaded(
        LoadedQuestions(questions: questions, server: .standard), in: Self.tab(tab)))
    return tabs
  }

  private static func key(_ id: Int) -> QuestionKey { QuestionKey(.server(.standard), site: "stackoverflow", id: id) }

  @Test func aRuleRunsItsCommandOnceForAQuestion() throws {
    var scene = try Self.scene(try Self.rule())
    let found = scene.reduce(loaded([Self.question(1), Self.question(2, answers: 3), Self.question(3, answers: nil)]))
      .claims
    #expect(found.map(\.subject.values[.title]) == ["Question 1"])
    #expect(scene.reduce(.claimed(found[0], isFirst: true)).runs == ["Question 1"])
    // Refreshed, it is the same question.
    #expect(scene.reduce(loaded([Self.question(1), Self.question(2, answers: 3)])) == [])
  }

  @Test func whatARuleHasMetIsMarkedWithItsNameAlsoWhenNothingIsRun() throws {
    var scene = try Self.scene(try Self.rule())
    let found = scene.reduce(loaded([Self.question(1), Self.question(2, answers: 3)])).claims
    #expect(scene.matches.questions == [Self.key(1): "save it"])
    _ = scene.reduce(.claimed(found[0], isFirst: false))
    // The mark stays when the question is answered.
    _ = scene.reduce(loaded([Self.question(1, answers: 1)]))
    #expect(scene.matches.questions == [Self.key(1): "save it"])
    // Two rules have two names, and a rule that is gone has none.
    let (one, other) = (try Self.rule(), try Self.rule("score>=3"))
    _ = scene.use([one, other], [try .saveIt()])
    var liked = Self.question(1)
    liked.score = 3
    _ = scene.reduce(loaded([liked]))
    #expect(scene.matches.questions == [Self.key(1): "save it, save it"])
    _ = scene.use([], [])
    #expect(scene.matches == RuleMatches())
  }

  @Test func whatWasMetInEarlierRunsIsMarkedAndNotAskedForAgain() throws {
    let rule = try Self.rule()
    var scene = try Self.scene(rule)
    #expect(scene.reduce(.opened) == [.read(rule)])
    let texts = ["https://api.stackexchange.com/2.3 stackoverflow 1", "damaged", "a b c d"]
    let subjects = texts.compactMap(RuleSubject.question(stored:))
    #expect(scene.reduce(.recalled(subjects, by: rule.id)) == [])
    #expect(scene.matches.questions == [Self.key(1): "save it"])
    #expect(scene.reduce(loaded([Self.question(1)])) == [])
    // A rule that comes later is asked for as well.
    let other = try Self.rule("score>=3")
    #expect(scene.use([rule, other], []) == [.read(other)])
    #expect(scene.reduce(.recalled(subjects, by: "a rule that is gone")) == [])
  }

  @Test func aRuleThatComesLaterLooksAtWhatIsLoadedInAnyTab() throws {
    var scene = try Self.scene()
    #expect(scene.reduce(loaded([Self.question(1)])) == [])
    let found = scene.use([try Self.rule()], [try .saveIt()]).claims
    #expect(found.map(\.met) == [.question(Self.key(1))])
  }

  @Test func onlyATabWithOtherQuestionsIsLookedAt() throws {
    func tabs(_ ids: [Int]) -> LoadedTabs {
      var tabs = LoadedTabs()
      for (tab, id) in zip(["swift", "ruby"], ids) {
        let questions = LoadedQuestions(questions: [Self.question(id)], server: .standard)
        tabs.reduce(.loaded(questions, in: Self.tab(tab)))
      }
      return tabs
    }
    let (before, after) = (tabs([1, 2]), tabs([1, 3]))
    #expect(after.news(since: before).flatMap(\.questions).map(\.id) == [3])
    var closed = after
    closed.reduce(.tabs([Self.tab("ruby")]))
    #expect(closed.tabs.map(\.id) == [Self.tab("ruby")])
    closed.reduce(.loaded(nil, in: Self.tab("ruby")))
    #expect(closed == LoadedTabs())
  }

  @Test func ofManyQuestionsAFewAreRun() throws {
    var scene = try Self.scene(try Self.rule())
    let effects = scene.reduce(loaded((1...1_000).map { Self.question($0) }))
    #expect(effects.claims.count == RuleQueue.limit, "the rest waits for these")
    #expect(scene.matches.questions.count == 1_000)
  }
}
