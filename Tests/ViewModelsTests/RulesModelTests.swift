import Foundation
import Model
import Testing
import Text

@testable import ViewModels

@Suite struct RulesModelTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private static func command(_ kinds: [SubjectKind]) throws -> OwnCommand {
    OwnCommand(
      "save it", for: kinds, words: [try ProgramWord("save"), try ProgramWord("--"), try ProgramWord("{title}")])
  }

  private static func model(_ rule: Rule) throws -> RulesModel {
    var model = RulesModel()
    _ = model.take(.settings([rule], [try command(SubjectKind.allCases)]))
    return model
  }

  private static func questions(_ text: String = "unanswered") throws -> Rule {
    Rule(.question(try QuestionCondition(text)), text: text, command: "save it")
  }

  private static func question(_ id: Int, answers: Int? = 0) -> Question {
    Question(id: id, title: "Question \(id)", answerCount: answers)
  }

  private func claims(_ effects: [RulesModel.Effect]) -> [RulesModel.Match] {
    effects.compactMap { if case .claim(let match) = $0 { match } else { nil } }
  }

  private func runs(_ effects: [RulesModel.Effect]) -> [SafeText] {
    effects.compactMap { if case .run(_, let match) = $0 { match.subject.values[.title] } else { nil } }
  }

  /// Claims what is to be claimed, as the first of all programs, and what follows from that.
  private func play(_ effects: [RulesModel.Effect], _ model: inout RulesModel) -> [RulesModel.Effect] {
    var (all, open) = (effects, claims(effects)[...])
    while let match = open.popFirst() {
      let more = model.take(.claimed(match, isFirst: true))
      all += more
      open += claims(more)
    }
    return all
  }

  private static func tab(_ name: String) -> QuestionTab.ID { QuestionFeed(tags: [name]) }

  private func loaded(_ questions: [Question], in tab: String = "swift") -> RulesModel.Step {
    var tabs = LoadedTabs()
    tabs.take(
      .loaded(
        LoadedQuestions(questions: questions, server: .standard), in: Self.tab(tab)))
    return .questions(tabs)
  }

  @Test func aRuleRunsItsCommandOnceForAQuestion() throws {
    var model = try Self.model(try Self.questions())
    let found = claims(
      model.take(loaded([Self.question(1), Self.question(2, answers: 3), Self.question(3, answers: nil)])))
    #expect(found.map(\.subject.values[.title]) == ["Question 1"])
    #expect(runs(model.take(.claimed(found[0], isFirst: true))) == ["Question 1"])
    // Refreshed, it is the same question.
    #expect(model.take(loaded([Self.question(1), Self.question(2, answers: 3)])) == [])
  }

  @Test func whatAnotherProgramOrRunHasMetIsNotMetAgain() throws {
    var model = try Self.model(try Self.questions())
    let found = claims(model.take(loaded([Self.question(1)])))
    #expect(model.take(.claimed(found[0], isFirst: false)) == [])
  }

  private static func key(_ id: Int) -> QuestionKey { QuestionKey(.server(.standard), site: "stackoverflow", id: id) }

  @Test func whatARuleHasMetIsMarkedWithItsNameAlsoWhenNothingIsRun() throws {
    var model = try Self.model(try Self.questions())
    let found = claims(model.take(loaded([Self.question(1), Self.question(2, answers: 3)])))
    #expect(model.matches.questions == [Self.key(1): "save it"])
    _ = model.take(.claimed(found[0], isFirst: false))
    // The mark stays when the question is answered.
    _ = model.take(loaded([Self.question(1, answers: 1)]))
    #expect(model.matches.questions == [Self.key(1): "save it"])
    // Two rules have two names, and a rule that is gone has none.
    let (one, other) = (try Self.questions(), try Self.questions("score>=3"))
    _ = model.take(.settings([one, other], [try Self.command(SubjectKind.allCases)]))
    var liked = Self.question(1)
    liked.score = 3
    _ = model.take(loaded([liked]))
    #expect(model.matches.questions == [Self.key(1): "save it, save it"])
    _ = model.take(.settings([], []))
    #expect(model.matches == RuleMatches())
  }

  @Test func whatWasMetInEarlierRunsIsMarkedAndNotAskedForAgain() throws {
    let rule = try Self.questions()
    var model = try Self.model(rule)
    #expect(model.take(.opened) == [.read(rule)])
    let texts = ["https://api.stackexchange.com/2.3 stackoverflow 1", "damaged", "a b c d"]
    let subjects = texts.compactMap { RuleSubject($0, of: .questions) }
    #expect(model.take(.recalled(subjects, by: rule.id)) == [])
    #expect(model.matches.questions == [Self.key(1): "save it"])
    #expect(model.take(loaded([Self.question(1)])) == [])
    // A rule that comes later is asked for as well.
    let other = try Self.questions("score>=3")
    #expect(model.take(.settings([rule, other], [])) == [.read(other)])
    #expect(model.take(.recalled(subjects, by: "a rule that is gone")) == [])
  }

  @Test(arguments: [
    (RuleSubject.question(QuestionKey(.server(.standard), site: "unix", id: 7)), SubjectKind.questions),
    (.edit(EditAnnotation.Key(wiki: "dewiki", revision: 8)), .edits), (.room("conair|a b"), .rooms),
  ])
  func aSubjectIsReadAsItWasStored(subject: RuleSubject, kind: SubjectKind) {
    #expect(RuleSubject(subject.text, of: kind) == subject)
  }

  @Test func aRuleThatComesLaterLooksAtWhatIsLoadedInAnyTab() throws {
    var model = RulesModel()
    #expect(model.take(loaded([Self.question(1)])) == [])
    let found = claims(
      model.take(.settings([try Self.questions()], [try Self.command(SubjectKind.allCases)])))
    #expect(found.map(\.met) == [.question(Self.key(1))])
  }

  @Test func onlyATabWithOtherQuestionsIsLookedAt() throws {
    func tabs(_ ids: [Int]) -> LoadedTabs {
      var tabs = LoadedTabs()
      for (tab, id) in zip(["swift", "ruby"], ids) {
        let questions = LoadedQuestions(questions: [Self.question(id)], server: .standard)
        tabs.take(.loaded(questions, in: Self.tab(tab)))
      }
      return tabs
    }
    let (before, after) = (tabs([1, 2]), tabs([1, 3]))
    #expect(after.news(since: before).flatMap(\.questions).map(\.id) == [3])
    var closed = after
    closed.take(.tabs([Self.tab("ruby")]))
    #expect(closed.tabs.map(\.id) == [Self.tab("ruby")])
    closed.take(.loaded(nil, in: Self.tab("ruby")))
    #expect(closed == LoadedTabs())
  }

  @Test func ofAThousandAFewAreRunAndTheRestIsCounted() throws {
    let rule = try Self.questions()
    var model = try Self.model(rule)
    let effects = play(model.take(loaded((1...1_000).map { Self.question($0) })), &model)
    #expect(claims(effects).count == 1_000)
    #expect(runs(effects).count == RuleQueue.limit)
    #expect(effects.filter { $0 == .wait(rule.id) }.count == 1)
    #expect(
      // What is left out is marked all the same.
      model.matches.questions.count == 1_000)
    #expect(
      model.take(.minuteEnds(rule.id)) == [.tell("save it: 995 left out, as a rule acts 5 times a minute")])
    // The next minute begins with the next one.
    let next = claims(model.take(loaded([Self.question(2_000)])))
    #expect(runs(model.take(.claimed(next[0], isFirst: true))) == ["Question 2000"])
    #expect(model.take(.minuteEnds(rule.id)) == [])
  }

  private static func edit(_ revision: Int, risk: Double? = nil) -> WikiEvent {
    WikiEvent(
      kind: .unspecified, title: "Page \(revision)", time: nil, wiki: "enwiki",
      edit: WikiEdit(
        revision: WikiRevision(wiki: "enwiki", old: 1, new: revision), facts: EditFacts(risk: risk)))
  }

  @Test func anEditIsMetWhenItsRiskIsKnown() throws {
    let rule = Rule(.edit(try EditCondition("risk>0.95")), text: "risk>0.95", ringsBell: true)
    var model = try Self.model(rule)
    #expect(model.take(.edits([Self.edit(7), Self.edit(8, risk: 0.5)], [])) == [])
    let key = EditAnnotation.Key(wiki: "enwiki", revision: 7)
    let found = claims(model.take(.edits([], [EditAnnotation(key, EditFacts(risk: 0.99))])))
    #expect(found.map(\.met) == [.edit(key)] && model.matches.edits == [key: "risk>0.95"])
    let effects = model.take(.claimed(found[0], isFirst: true))
    #expect(effects == [.wait(rule.id), .ring, .tell("risk>0.95: Page 7")])
    #expect(model.take(.edits([], [EditAnnotation(key, EditFacts(risk: 0.98))])) == [])
  }

  @Test func manyEditsAreForgottenAgain() throws {
    let rule = Rule(.edit(try EditCondition("risk>0.95")), text: "risk>0.95")
    var model = try Self.model(rule)
    for number in 1...(3 * RulesModel.memory) { _ = model.take(.edits([Self.edit(number + 1)], [])) }
    let old = EditAnnotation.Key(wiki: "enwiki", revision: 2)
    #expect(model.take(.edits([], [EditAnnotation(old, EditFacts(risk: 0.99))])) == [])
  }

  @Test func manyMatchesAreForgottenAgain() throws {
    let rule = Rule(.edit(try EditCondition("risk>0.95")), text: "risk>0.95")
    var model = try Self.model(rule)
    let count = 3 * SeenSubjects.limit
    for number in 1...count { _ = model.take(.edits([Self.edit(number, risk: 0.99)], [])) }
    #expect((SeenSubjects.limit / 2...SeenSubjects.limit).contains(model.matches.edits.count))
    #expect(model.matches.edits[EditAnnotation.Key(wiki: "enwiki", revision: count)] == "risk>0.95")
  }

  /// What one rule meets makes another one forget nothing, so that it does not act twice where nothing is stored.
  @Test func aRuleThatMeetsMuchForgetsOnlyItsOwn() throws {
    let narrow = Rule(.edit(try EditCondition("risk>0.995")), text: "risk>0.995")
    let wide = Rule(.edit(try EditCondition("risk>0.95")), text: "risk>0.95")
    var model = RulesModel()
    _ = model.take(.settings([narrow, wide], []))
    _ = play(model.take(.edits([Self.edit(1, risk: 0.999)], [])), &model)
    for number in 2...3 * SeenSubjects.limit {
      _ = play(model.take(.edits([Self.edit(number, risk: 0.99)], [])), &model)
    }
    #expect(claims(model.take(.edits([Self.edit(1, risk: 0.999)], []))).map(\.rule.text) == ["risk>0.95"])
    #expect(model.matches.edits[EditAnnotation.Key(wiki: "enwiki", revision: 1)] == "risk>0.995, risk>0.95")
  }

  private static let room = Room(
    id: Room.ID(source: RoomSourceEntry.ID(), key: nil), name: "Attic", kind: .conAir,
    limits: RoomSettings.Limits())

  private static func room(_ celsius: Double, isBeyond: Bool) -> RulesModel.Step {
    .room(RoomCrossing(RoomLimit(.above, 30), room, celsius: celsius, isBeyond: isBeyond), .celsius)
  }

  @Test func aRoomIsMetOnceForEachAlarm() throws {
    let rule = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "save it")
    var model = try Self.model(rule)
    let key = RuleSubject.room(Self.room.id.mark)
    #expect(model.take(Self.room(29, isBeyond: false)) == [.release(rule.id, key)])
    let found = claims(model.take(Self.room(31, isBeyond: true)))
    #expect(found.map(\.met) == [key] && found.first?.subject.values[.value] == "31.0")
    #expect(model.matches.rooms == [Self.room.id.mark: "save it"])
    #expect(runs(model.take(.claimed(found[0], isFirst: true))) == ["Attic"])
    #expect(model.take(.ended(found[0], hasRun: true)) == [])
    #expect(model.take(Self.room(29, isBeyond: false)) == [.release(rule.id, key)])
    #expect(model.matches.rooms == [:])
    #expect(claims(model.take(Self.room(31, isBeyond: true))).count == 1)
  }

  @Test func aRoomThatIsBeyondAtTheStartIsAskedFor() throws {
    let rule = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "save it")
    var model = try Self.model(rule)
    let found = claims(model.take(Self.room(31, isBeyond: true)))
    // The run before has met it.
    #expect(found.count == 1 && model.take(.claimed(found[0], isFirst: false)) == [])
  }

  @Test func aNewRuleIsToldOfARoomThatIsBeyondItsLimit() throws {
    let old = Rule(.room(RoomLimit(.above, 30)), text: "above 30", command: "save it")
    var new = old
    new.command = "say it"
    var model = try Self.model(old)
    _ = model.take(Self.room(31, isBeyond: true))
    #expect(claims(model.take(.settings([old, new], []))).map(\.rule) == [new])
    #expect(model.matches.rooms == [Self.room.id.mark: "save it, say it"])
    _ = model.take(.settings([], []))
    #expect(model.matches.rooms == [:])
    #expect(claims(model.take(.settings([old], []))) == [], "its limit is looked at anew, and then it is told")
  }

  @Test func aRuleThatIsGoneDoesNothing() throws {
    var model = try Self.model(try Self.questions())
    let found = claims(model.take(loaded([Self.question(1)])))
    _ = model.take(.settings([], []))
    #expect(model.take(.claimed(found[0], isFirst: true)) == [])
  }
}
