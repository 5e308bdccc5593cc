import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// What rules do with what features tell, whatever that is about.
@Suite struct RulesModelTests {
  private static let kind = SubjectKind("items", noun: "item", values: [.title])

  private static func rule(_ text: String = "new", command: SafeText? = "save it") -> Rule {
    Rule(RuleCondition(kind, text), text: text, command: command)
  }

  private static func model(_ rules: Rule...) throws -> RulesModel {
    var model = RulesModel()
    _ = model.reduce(.settings(rules, [try .saveIt([kind])]))
    return model
  }

  private static func met(_ numbers: some Sequence<Int>, by rule: Rule) -> RulesModel.Step {
    .news(
      numbers.map { number in
        .met(RuleSubject(kind, number, text: "\(number)"), by: rule) {
          ProgramSubject(kind, [.title: "Item \(number)"])
        }
      })
  }

  private func marks(_ model: RulesModel) -> [Int: SafeText] { model.matches.names(of: Self.kind) }

  /// Claims what is to be claimed, as the first of all programs, and what follows from that.
  private func play(_ effects: [RulesModel.Effect], _ model: inout RulesModel) -> [RulesModel.Effect] {
    var (all, open) = (effects, effects.claims[...])
    while let match = open.popFirst() {
      let more = model.reduce(.claimed(match, isFirst: true))
      all += more
      open += more.claims
    }
    return all
  }

  @Test func whatAnotherProgramOrRunHasMetIsNotMetAgain() throws {
    let rule = Self.rule()
    var model = try Self.model(rule)
    let found = model.reduce(Self.met([1], by: rule)).claims
    #expect(found.map(\.met.text) == ["1"])
    #expect(model.reduce(.claimed(found[0], isFirst: false)) == [])
    #expect(model.reduce(Self.met([1], by: rule)) == [] && marks(model) == [1: "save it"])
  }

  @Test func ofAThousandAFewAreRunAndTheRestIsCounted() throws {
    let rule = Self.rule()
    var model = try Self.model(rule)
    let effects = play(model.reduce(Self.met(1...1_000, by: rule)), &model)
    #expect(effects.claims.count == 1_000)
    #expect(effects.runs.count == RuleQueue.limit)
    #expect(effects.filter { $0 == .wait(rule.id) }.count == 1)
    // What is left out is marked all the same.
    #expect(marks(model).count == 1_000)
    #expect(
      model.reduce(.minuteEnds(rule.id)) == [.tell("save it: 995 left out, as a rule acts 5 times a minute")])
    // The next minute begins with the next one.
    let next = model.reduce(Self.met([2_000], by: rule)).claims
    #expect(model.reduce(.claimed(next[0], isFirst: true)).runs == ["Item 2000"])
    #expect(model.reduce(.minuteEnds(rule.id)) == [])
  }

  @Test func manyMatchesAreForgottenAgain() throws {
    let rule = Self.rule(command: nil)
    var model = try Self.model(rule)
    let count = 3 * SeenSubjects.limit
    for number in 1...count { _ = model.reduce(Self.met([number], by: rule)) }
    #expect((SeenSubjects.limit / 2...SeenSubjects.limit).contains(marks(model).count))
    #expect(marks(model)[count] == "new")
  }

  /// What one rule meets makes another one forget nothing, so that it does not act twice where nothing is stored.
  @Test func aRuleThatMeetsMuchForgetsOnlyItsOwn() throws {
    let (narrow, wide) = (Self.rule("narrow", command: nil), Self.rule("wide", command: nil))
    var model = try Self.model(narrow, wide)
    func first(_ model: inout RulesModel) -> [RulesModel.Effect] {
      model.reduce(Self.met([1], by: narrow)) + model.reduce(Self.met([1], by: wide))
    }
    _ = play(first(&model), &model)
    for number in 2...3 * SeenSubjects.limit { _ = play(model.reduce(Self.met([number], by: wide)), &model) }
    #expect(first(&model).claims.map(\.rule.text) == ["wide"])
    #expect(marks(model)[1] == "narrow, wide")
  }

  @Test func aRuleThatIsGoneDoesNothing() throws {
    let rule = Self.rule()
    var model = try Self.model(rule)
    let found = model.reduce(Self.met([1], by: rule)).claims
    _ = model.reduce(.settings([], []))
    #expect(model.reduce(.claimed(found[0], isFirst: true)) == [] && marks(model) == [:])
  }

  @Test func aSubjectIsReadAsItWasStored() {
    let question = RuleSubject.question(QuestionKey(.server(.standard), site: "unix", id: 7))
    let edit = RuleSubject.edit(EditAnnotation.Key(wiki: "dewiki", revision: 8))
    let room = RuleSubject.room("conair|a b")
    for (subject, stored) in [
      (question, RuleSubject.question(stored: question.text)), (edit, .edit(stored: edit.text)),
      (room, .room(room.text)),
    ] {
      #expect(stored == subject && stored?.key.equals(subject.key) == true)
    }
  }
}
