import Foundation
import Model
import Signals
import Text

/// Carries out the rules of the settings on what the panes receive.
///
/// ```
/// rules, own commands ────────────────▶ ┌───────┐ ──▶ matches, for the marks in lists
/// what features' sources find ────────▶ │ model │ ──▶ programs, bell, notices
/// the first of all programs? ─────────▶ │       │ ──▶ claims in the state ──┐
/// met in earlier runs ────────────────▶ └───────┘ ◀──────────────────────────┘
/// ```
/// Nothing is requested for a rule.
public final class RulesViewModel: Sendable {
  /// What the rules hold for.
  public let matches: Property<RuleMatches>
  /// Sentences to the person.
  public let notices: Signal<SafeText, Never>
  /// The terminal's bell.
  public let bells: Signal<Void, Never>
  /// What rules met and told, for notifications of the desktop.
  package let desktopNotices: Signal<DesktopNotice, Never>

  /// Retained, because a composed property does not retain its source.
  private let settings: Property<([Rule], [OwnCommand])>
  private let rules: Property<[Rule]>
  private let token: Lifetime.Token

  /// All must change on the scheduler.
  ///
  /// - Parameters:
  ///   - sources: The kinds of subjects that there are, each of which finds those of its rules.
  ///   - programs: Runs the commands.
  ///   - memory: Knows for what rules were carried out.
  package init(
    _ rules: Property<[Rule]>, of sources: [RuleSource], programs: ProgramsViewModel, memory: Memory,
    scheduler: any DateScheduler
  ) {
    let (lifetime, token) = Lifetime.make()
    let store = memory.store
    (self.rules, self.token) = (rules, token)
    let (inputs, input) = Signal<RulesModel.Step, Never>.pipe()
    let settings = rules.combineLatest(with: programs.commands)
    self.settings = settings
    var first = RulesModel()
    _ = first.reduce(.settings(settings.value.0, settings.value.1))
    let steps = Signal.merge(
      settings.signal.map { RulesModel.Step.settings($0.0, $0.1) }, memory.recalls.map { _ in .opened }, inputs
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.reduce(step)
      return (matches: model.matches, effects: effects)
    }
    matches = Property(initial: first.matches, then: steps.map(\.matches)).skipRepeats()
    let effects = steps.map(\.effects).flatten()
    notices = effects.compactMap { if case .tell(let sentence) = $0 { sentence } else { nil } }
    desktopNotices = effects.compactMap { effect in
      switch effect {
      case .tell(let sentence): DesktopNotice(.rules, sentence)
      case .run(_, let match): DesktopNotice(.rules, RulesModel.sentence(of: match))
      default: nil
      }
    }
    bells = effects.filter { $0 == .ring }.map(value: ())
    lifetime += effects.compactMap { if case .claim(let match) = $0 { match } else { nil } }
      .flatMap(.merge) { match in
        (store?.claim(match.met.text, by: match.rule.id, at: scheduler.currentDate) ?? SignalProducer(value: true))
          .map { RulesModel.Step.claimed(match, isFirst: $0) }
      }
      .observe(on: scheduler)
      .observeValues { input.send(value: $0) }
    let stored = Dictionary(uniqueKeysWithValues: sources.map { ($0.kind, $0.stored) })
    lifetime += effects.compactMap { if case .read(let rule) = $0 { rule } else { nil } }
      .flatMap(.merge) { rule -> SignalProducer<RulesModel.Step, Never> in
        (store?.claims(by: rule.id, atMost: SeenSubjects.limit / 2) ?? .empty)
          .map { .recalled($0.reversed().compactMap { stored[rule.kind]?($0) }, by: rule.id) }
      }
      .observe(on: scheduler)
      .observeValues { input.send(value: $0) }
    lifetime += effects.compactMap { if case .wait(let rule) = $0 { rule } else { nil } }
      .flatMap(.merge) { rule in
        SignalProducer.timer(at: scheduler.currentDate + RulesModel.period, on: scheduler).take(first: 1)
          .map { _ in RulesModel.Step.minuteEnds(rule) }
      }
      .observeValues { input.send(value: $0) }
    lifetime += effects.observeValues { effect in
      switch effect {
      case .run(let command, let match): programs.run(command, for: match)
      case .release(let rule, let subject): store?.release(subject.text, by: rule)
      case .claim, .read, .wait, .ring, .tell: break
      }
    }
    lifetime += programs.ruleEnds.observe(on: scheduler)
      .observeValues { input.send(value: .ended($0.match, hasRun: $0.hasRun)) }
    // Last, because what comes from outside may come at once; and the model has new rules before these find anything.
    let news = sources.map { source in
      source.news(rules.producer.map { $0.filter { $0.kind == source.kind } }.skipRepeats())
    }
    lifetime += SignalProducer.merge(news).filter { !$0.isEmpty }.startWithValues { input.send(value: .news($0)) }
  }
}
