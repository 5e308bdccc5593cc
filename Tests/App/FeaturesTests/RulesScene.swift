import Model
import ModelTesting
import Text

@testable import PaneKit

/// The rules with what finds the subjects of one kind, connected as in `RulesViewModel`.
struct RulesScene<Evaluator: RuleEvaluator> {
  private(set) var model = RulesModel()
  private var evaluation: RuleEvaluation<Evaluator>

  var matches: RuleMatches { model.matches }

  init(_ evaluator: Evaluator, _ rules: [Rule] = []) throws {
    evaluation = RuleEvaluation(evaluator)
    _ = use(rules, [try .saveIt()])
  }

  mutating func use(_ rules: [Rule], _ commands: [OwnCommand]) -> [RulesModel.Effect] {
    model.reduce(.settings(rules, commands)) + model.reduce(.news(evaluation.reduce(.rules(rules))))
  }

  mutating func reduce(_ input: Evaluator.Input) -> [RulesModel.Effect] {
    model.reduce(.news(evaluation.reduce(.input(input))))
  }

  mutating func reduce(_ step: RulesModel.Step) -> [RulesModel.Effect] { model.reduce(step) }
}

extension OwnCommand {
  static func saveIt(_ kinds: [SubjectKind] = SubjectKind.all) throws -> OwnCommand {
    OwnCommand(
      "save it", for: kinds, words: [try ProgramWord("save"), try ProgramWord("--"), try ProgramWord("{title}")])
  }
}

extension [RulesModel.Effect] {
  var claims: [RulesModel.Match] { compactMap { if case .claim(let match) = $0 { match } else { nil } } }
  /// The titles of the subjects whose programs run.
  var runs: [SafeText] { compactMap { if case .run(_, let match) = $0 { match.subject.values[.title] } else { nil } } }
}
