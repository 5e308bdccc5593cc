import Model
import Signals

/// What a feature tells the rules of its subjects.
package enum RuleNews: Sendable {
  /// The condition of a rule holds for a subject. The same can be told again: it is met once, and an alarm each time.
  ///
  /// - Parameter told: Returns what the rule's command is told, which is needed for few of the subjects.
  case met(RuleSubject, by: Rule, told: @Sendable () -> ProgramSubject)
  /// An alarm is over; or the subject is looked at for the first time, and there is none.
  case ended(RuleSubject, by: Rule)
}

/// A rule with its condition as its feature knows it.
package struct TypedRule<Condition: Hashable & Sendable>: Sendable {
  package let rule: Rule
  package let condition: Condition

  init?(_ rule: Rule) {
    guard let condition = rule.condition.content(as: Condition.self) else { return nil }
    (self.rule, self.condition) = (rule, condition)
  }
}

/// Finds the subjects of one kind that rules hold for. A feature's own, which is a value without effects.
package protocol RuleEvaluator: Sendable {
  associatedtype Condition: Hashable & Sendable
  /// What the feature's view model tells.
  associatedtype Input: Sendable

  /// Takes other rules.
  ///
  /// - Parameter new: Those that were not there before, which look at what is known already.
  mutating func use(_ rules: [TypedRule<Condition>], new: [TypedRule<Condition>]) -> [RuleNews]
  mutating func reduce(_ input: Input) -> [RuleNews]
}

/// An evaluator with the rules of its kind.
struct RuleEvaluation<Evaluator: RuleEvaluator>: Sendable {
  enum Step: Sendable {
    case rules([Rule])
    case input(Evaluator.Input)
  }

  private var evaluator: Evaluator
  private var known: Set<Rule.ID> = []

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  mutating func reduce(_ step: Step) -> [RuleNews] {
    switch step {
    case .rules(let rules):
      let typed = rules.compactMap(TypedRule<Evaluator.Condition>.init)
      let new = typed.filter { !known.contains($0.rule.id) }
      known = Set(rules.map(\.id))
      return evaluator.use(typed, new: new)
    case .input(let input): return evaluator.reduce(input)
    }
  }
}

/// What a feature has for the rules: the subjects of one kind, and what finds them.
///
/// ```
/// rules of the kind ──┬──────────────▶ ┌───────────┐
///                     ▼ if there are   │ evaluator │ ──▶ news ──▶ RulesModel
/// view model ──▶ inputs ─────────────▶ └───────────┘
/// ```
package struct RuleSource: Sendable {
  let kind: SubjectKind
  /// Returns the subject of a text in the state; `nil` if that is not understood.
  let stored: @Sendable (String) -> RuleSubject?
  /// Finds subjects of rules, which are all of the kind.
  let news: @Sendable (_ rules: SignalProducer<[Rule], Never>) -> SignalProducer<[RuleNews], Never>

  /// - Parameter isIdleWithoutRules: Whether the inputs are not observed while there are no rules.
  package init<Evaluator: RuleEvaluator>(
    _ kind: SubjectKind, _ evaluator: Evaluator, inputs: SignalProducer<Evaluator.Input, Never>,
    isIdleWithoutRules: Bool = true, stored: @escaping @Sendable (String) -> RuleSubject?
  ) {
    (self.kind, self.stored) = (kind, stored)
    news = { rules in
      let heard = rules.map { !$0.isEmpty || !isIdleWithoutRules }.skipRepeats()
        .flatMap(.latest) { $0 ? inputs : .empty }
      return SignalProducer.merge(rules.map { .rules($0) }, heard.map { .input($0) })
        .scanMap(into: RuleEvaluation(evaluator)) { $0.reduce($1) }
    }
  }
}
