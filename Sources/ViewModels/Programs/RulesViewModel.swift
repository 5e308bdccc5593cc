import Foundation
import Model
import Signals
import Text

/// Carries out the rules of the settings on what the panes receive.
///
/// ```
/// rules, own commands ────────────────▶ ┌───────┐ ──▶ matches, for the marks in lists
/// questions, edits, rooms ────────────▶ │ model │ ──▶ programs, bell, notices
/// the first of all programs? ─────────▶ │       │ ──▶ claims in the state ──┐
/// met in earlier runs ────────────────▶ └───────┘ ◀──────────────────────────┘
/// ```
/// Without a rule for questions, edits or rooms, these are not looked at. Nothing is requested: questions are looked at when a
/// tab is answered, whichever tab is shown.
public final class RulesViewModel: Sendable {
  /// What the rules hold for.
  public let matches: Property<RuleMatches>
  /// Sentences to the person.
  public let notices: Signal<SafeText, Never>
  /// The terminal's bell.
  public let bells: Signal<Void, Never>

  /// Retained, because a composed property does not retain its source.
  private let settings: Property<([Rule], [OwnCommand])>
  private let rules: Property<[Rule]>
  private let token: Lifetime.Token

  /// All must change on the scheduler.
  ///
  /// - Parameters:
  ///   - programs: Runs the commands.
  ///   - memory: Knows for what rules were carried out.
  public init(
    _ rules: Property<[Rule]>, programs: ProgramsViewModel, stackOverflow: StackOverflowViewModel,
    wikipedia: WikipediaViewModel, rooms: RoomsViewModel, memory: Memory, scheduler: any DateScheduler
  ) {
    let (lifetime, token) = Lifetime.make()
    let store = memory.store
    (self.rules, self.token) = (rules, token)
    let (inputs, input) = Signal<RulesModel.Step, Never>.pipe()
    let settings = rules.combineLatest(with: programs.commands)
    self.settings = settings
    var first = RulesModel()
    _ = first.take(.settings(settings.value.0, settings.value.1))
    let subjects = rules.producer.map { Set($0.map(\.kind)) }.skipRepeats()
      .flatMap(.latest) { kinds -> SignalProducer<RulesModel.Step, Never> in
        var sources: [SignalProducer<RulesModel.Step, Never>] = []
        if kinds.contains(.questions) { sources.append(Self.questions(stackOverflow)) }
        if kinds.contains(.edits) { sources.append(Self.edits(wikipedia)) }
        return .merge(sources)
      }
    let steps = Signal.merge(
      settings.signal.map { RulesModel.Step.settings($0.0, $0.1) }, memory.recalls.map { _ in .opened },
      rooms.crossings.map { .room($0, rooms.state.value.unit) }, inputs
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.take(step)
      return (matches: model.matches, effects: effects)
    }
    matches = Property(initial: first.matches, then: steps.map(\.matches)).skipRepeats()
    let effects = steps.map(\.effects).flatten()
    notices = effects.compactMap { if case .tell(let sentence) = $0 { sentence } else { nil } }
    bells = effects.filter { $0 == .ring }.map(value: ())
    lifetime += effects.compactMap { if case .claim(let match) = $0 { match } else { nil } }
      .flatMap(.merge) { match in
        (store?.claim(match.met.text, by: match.rule.id, at: scheduler.currentDate) ?? SignalProducer(value: true))
          .map { RulesModel.Step.claimed(match, isFirst: $0) }
      }
      .observe(on: scheduler)
      .observeValues { input.send(value: $0) }
    lifetime += effects.compactMap { if case .read(let rule) = $0 { rule } else { nil } }
      .flatMap(.merge) { rule -> SignalProducer<RulesModel.Step, Never> in
        (store?.claims(by: rule.id, atMost: SeenSubjects.limit / 2) ?? .empty)
          .map { .recalled($0.reversed().compactMap { RuleSubject($0, of: rule.kind) }, by: rule.id) }
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
    // Last, because what comes from outside may come at once.
    lifetime += subjects.startWithValues { input.send(value: $0) }
  }

  private static func questions(_ viewModel: StackOverflowViewModel) -> SignalProducer<RulesModel.Step, Never> {
    viewModel.loaded.producer.map(RulesModel.Step.questions)
  }

  private static func edits(_ viewModel: WikipediaViewModel) -> SignalProducer<RulesModel.Step, Never> {
    SignalProducer(viewModel.batches)
      .filter { _ in viewModel.state.value.origin == .live }
      .map { .edits($0.events.map(\.event), $0.annotations) }
  }
}
