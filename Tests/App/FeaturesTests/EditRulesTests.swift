import Model
import Testing
import Text

@testable import Edits
@testable import PaneKit

@Suite struct EditRulesTests {
  private static func edit(_ revision: Int, risk: Double? = nil) -> WikiEvent {
    WikiEvent(
      kind: .unspecified, title: "Page \(revision)", time: nil, wiki: "enwiki",
      edit: WikiEdit(
        revision: WikiRevision(wiki: "enwiki", old: 1, new: revision), facts: EditFacts(risk: risk)))
  }

  private static func rule(_ text: String = "risk>0.95", bell: Bool = false) throws -> Rule {
    Rule(.edit(try EditCondition(text)), text: text, ringsBell: bell)
  }

  @Test func anEditIsMetWhenItsRiskIsKnown() throws {
    let rule = try Self.rule(bell: true)
    var scene = try RulesScene(EditRules(), [rule])
    #expect(scene.reduce(([Self.edit(7), Self.edit(8, risk: 0.5)], [])) == [])
    let key = EditAnnotation.Key(wiki: "enwiki", revision: 7)
    let found = scene.reduce(([], [EditAnnotation(key, EditFacts(risk: 0.99))])).claims
    #expect(found.map(\.met) == [.edit(key)] && scene.matches.edits == [key: "risk>0.95"])
    let effects = scene.reduce(.claimed(found[0], isFirst: true))
    #expect(effects == [.wait(rule.id), .ring, .tell("risk>0.95: Page 7")])
    #expect(scene.reduce(([], [EditAnnotation(key, EditFacts(risk: 0.98))])) == [])
  }

  @Test func manyEditsAreForgottenAgain() throws {
    var scene = try RulesScene(EditRules(), [try Self.rule()])
    for number in 1...(3 * EditRules.memory) { _ = scene.reduce(([Self.edit(number + 1)], [])) }
    let old = EditAnnotation.Key(wiki: "enwiki", revision: 2)
    #expect(scene.reduce(([], [EditAnnotation(old, EditFacts(risk: 0.99))])) == [])
  }

  @Test func twoRulesMeetAnEditInTheirOrder() throws {
    var scene = try RulesScene(EditRules(), [try Self.rule("risk>0.995"), try Self.rule()])
    let found = scene.reduce(([Self.edit(1, risk: 0.999), Self.edit(2, risk: 0.99)], [])).claims
    #expect(found.map(\.rule.text) == ["risk>0.995", "risk>0.95", "risk>0.95"])
    #expect(found.map(\.met.text) == ["enwiki 1", "enwiki 1", "enwiki 2"])
    #expect(scene.matches.edits[EditAnnotation.Key(wiki: "enwiki", revision: 1)] == "risk>0.995, risk>0.95")
  }
}
