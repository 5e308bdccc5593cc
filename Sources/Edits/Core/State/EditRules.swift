import Foundation
import Model
import PaneKit
import Signals
import Text

/// Finds the live edits that rules hold for, when they arrive or when facts about them do.
struct EditRules: RuleEvaluator {
  /// The edits whose facts may still come.
  static let memory = 4_000

  private var rules: [TypedRule<EditCondition>] = []
  private var edits: [EditAnnotation.Key: WikiEvent] = [:]
  private var order: [EditAnnotation.Key] = []

  mutating func use(_ rules: [TypedRule<EditCondition>], new: [TypedRule<EditCondition>]) -> [RuleNews] {
    self.rules = rules
    return []
  }

  /// Takes new edits, and facts about earlier ones.
  mutating func reduce(_ input: (events: [WikiEvent], annotations: [EditAnnotation])) -> [RuleNews] {
    var changed: [EditAnnotation.Key] = []
    for event in input.events {
      guard let key = event.annotationKey else { continue }
      if edits.updateValue(event, forKey: key) == nil { order.append(key) }
      changed.append(key)
    }
    for annotation in input.annotations where edits[annotation.key] != nil {
      edits[annotation.key]?.amend(by: annotation)
      changed.append(annotation.key)
    }
    let news = changed.flatMap { key -> [RuleNews] in
      guard let event = edits[key] else { return [] }
      return rules.filter { $0.condition.holds(for: event) }.map { rule in
        .met(.edit(key), by: rule.rule) { Self.subject(event) }
      }
    }
    if order.count > Self.memory {
      for key in order.prefix(order.count - Self.memory / 2) { edits[key] = nil }
      order.removeFirst(order.count - Self.memory / 2)
    }
    return news
  }

  private static func subject(_ event: WikiEvent) -> ProgramSubject {
    let row = RecentEvent(id: 0, event: event, time: event.time ?? .distantPast)
    return ProgramSubject(event, link: OpenedEdit(row).link)
  }
}

extension WikipediaViewModel {
  package var ruleSource: RuleSource {
    let inputs = SignalProducer(batches)
      .filter { [state] _ in state.value.origin == .live }
      .map { (events: $0.events.map(\.event), annotations: $0.annotations) }
    return RuleSource(.edits, EditRules(), inputs: inputs, stored: RuleSubject.edit(stored:))
  }
}

extension RuleMatches {
  /// The edits that were met, also in earlier runs.
  package var edits: [EditAnnotation.Key: SafeText] { names(of: .edits) }
}
