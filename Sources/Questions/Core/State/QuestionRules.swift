import Model
import PaneKit
import Signals
import Text

/// Finds the loaded questions that rules hold for: when a tab is answered, whichever tab is shown. Nothing is requested.
struct QuestionRules: RuleEvaluator {
  private var rules: [TypedRule<QuestionCondition>] = []
  private var loaded = LoadedTabs()

  mutating func use(
    _ rules: [TypedRule<QuestionCondition>], new: [TypedRule<QuestionCondition>]
  ) -> [RuleNews] {
    self.rules = rules
    return loaded.tabs.flatMap { Self.news(of: $0.loaded, new) }
  }

  mutating func reduce(_ loaded: LoadedTabs) -> [RuleNews] {
    let former = self.loaded
    self.loaded = loaded
    return loaded.news(since: former).flatMap { Self.news(of: $0, rules) }
  }

  private static func news(of loaded: LoadedQuestions, _ rules: [TypedRule<QuestionCondition>]) -> [RuleNews] {
    rules.flatMap { rule in
      loaded.questions.filter { rule.condition.holds(for: $0) }.map { question in
        let key = QuestionKey(.server(loaded.server), question.identity)
        return .met(.question(key), by: rule.rule) { ProgramSubject(question) }
      }
    }
  }
}

extension StackOverflowViewModel {
  package var ruleSource: RuleSource {
    RuleSource(.questions, QuestionRules(), inputs: loaded.producer, stored: RuleSubject.question(stored:))
  }
}

extension RuleMatches {
  /// The questions that were met, also in earlier runs.
  package var questions: [QuestionKey: SafeText] { names(of: .questions) }
}
