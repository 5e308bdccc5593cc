import Model
import PaneKit
import Signals
import Text

extension SubjectKind {
  public static let news = SubjectKind("news", noun: "news item", values: [.title, .points])
}

extension ProgramValue {
  fileprivate static let points = ProgramValue("points")
}

extension ProgramSubject {
  init(_ item: NewsItem) { self.init(.news, [.title: item.title, .points: "\(item.points)"]) }
}

/// The condition of a rule: `100 points`.
public struct LeastPoints: Sendable, Hashable {
  var points: Int
}

extension SubjectDescription {
  public static let news = SubjectDescription(
    .news, meaning: "a least number of points", examples: ["100 points"]
  ) { text throws(ConditionMistake) in
    let words = text.split(separator: " ")
    guard words.count == 2, words[1] == "points", let points = Int(words[0]) else {
      throw ConditionMistake("give a number of points, such as 100 points")
    }
    return RuleCondition(.news, LeastPoints(points: points))
  }
}

/// Finds items with many points.
struct NewsRules: RuleEvaluator {
  private var rules: [TypedRule<LeastPoints>] = []
  private var items: [NewsItem] = []

  mutating func use(_ rules: [TypedRule<LeastPoints>], new: [TypedRule<LeastPoints>]) -> [RuleNews] {
    self.rules = rules
    return news(of: new)
  }

  mutating func reduce(_ items: [NewsItem]) -> [RuleNews] {
    self.items = items
    return news(of: rules)
  }

  private func news(of rules: [TypedRule<LeastPoints>]) -> [RuleNews] {
    rules.flatMap { rule in
      items.filter { $0.points >= rule.condition.points }.map { item in
        .met(RuleSubject(.news, item.id, text: "\(item.id)"), by: rule.rule) { ProgramSubject(item) }
      }
    }
  }
}

extension RuleMatches {
  var news: [Int: SafeText] { names(of: .news) }
}

extension RuleSource {
  static func news(_ items: SignalProducer<[NewsItem], Never>) -> RuleSource {
    RuleSource(.news, NewsRules(), inputs: items) { text in
      Int(text).map { RuleSubject(.news, $0, text: text) }
    }
  }
}
