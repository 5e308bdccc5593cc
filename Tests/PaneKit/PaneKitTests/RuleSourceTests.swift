import Model
import Signals
import Testing

@testable import PaneKit

/// When the inputs of an evaluator are observed.
@Suite struct RuleSourceTests {
  private static let kind = SubjectKind("numbers", noun: "number", values: [.title])

  private static func rule(_ least: Int) -> Rule { Rule(RuleCondition(kind, least), text: "\(least)") }

  private struct Numbers: RuleEvaluator {
    private var rules: [TypedRule<Int>] = []
    private var numbers: [Int] = []

    mutating func use(_ rules: [TypedRule<Int>], new: [TypedRule<Int>]) -> [RuleNews] {
      self.rules = rules
      return news(of: numbers, new)
    }

    mutating func reduce(_ number: Int) -> [RuleNews] {
      numbers.append(number)
      return news(of: [number], rules)
    }

    private func news(of numbers: [Int], _ rules: [TypedRule<Int>]) -> [RuleNews] {
      rules.flatMap { rule in
        numbers.filter { $0 >= rule.condition }.map { number in
          .met(RuleSubject(kind, number, text: "\(number)"), by: rule.rule) { ProgramSubject(kind, [:]) }
        }
      }
    }
  }

  private let inputs: Signal<Int, Never>
  private let input: Signal<Int, Never>.Observer
  private let rules = MutableProperty<[Rule]>([])
  private let starts = MutableProperty(0)
  private let ends = MutableProperty(0)
  private let found = MutableProperty<[String]>([])

  init() { (inputs, input) = Signal.pipe() }

  private func start(isIdleWithoutRules: Bool) {
    let counted = SignalProducer(inputs).on(
      started: { [starts] in starts.modify { $0 += 1 } }, disposed: { [ends] in ends.modify { $0 += 1 } })
    RuleSource(Self.kind, Numbers(), inputs: counted, isIdleWithoutRules: isIdleWithoutRules) { _ in nil }
      .news(rules.producer)
      .startWithValues { [found] news in
        for case .met(let subject, let rule, _) in news { found.modify { $0.append("\(subject.text)≥\(rule.text)") } }
      }
  }

  @Test func withoutARuleNothingIsObserved() {
    start(isIdleWithoutRules: true)
    input.send(value: 9)
    #expect(starts.value == 0)
    rules.value = [Self.rule(3)]
    input.send(value: 5)
    #expect(starts.value == 1 && found.value == ["5≥3"])
    // A rule that comes later looks at what is known, and the inputs are not observed again.
    rules.value = [Self.rule(3), Self.rule(4)]
    #expect(starts.value == 1 && ends.value == 0 && found.value == ["5≥3", "5≥4"])
    rules.value = []
    input.send(value: 6)
    #expect(ends.value == 1 && found.value.count == 2)
    // What was known before is known still.
    rules.value = [Self.rule(5)]
    #expect(starts.value == 2 && found.value.last == "5≥5" && found.value.count == 3)
  }

  @Test func inputsThatComeBeforeTheirRuleAreKnownToIt() {
    start(isIdleWithoutRules: false)
    input.send(value: 5)
    #expect(starts.value == 1 && found.value == [])
    rules.value = [Self.rule(3)]
    #expect(starts.value == 1 && found.value == ["5≥3"])
  }
}
