import Foundation
import Model
import Signals
import Text

/// Runs the person's own commands.
///
/// ```
/// actions ──────────────▶ ┌───────┐ ──▶ running
/// a program has ended ──▶ │ model │ ──▶ effects: start, stop, a notice, the terminal for a program
/// ```
public final class ProgramsViewModel: Sendable {
  /// What a person can do here.
  public enum Action: Sendable {
    /// Runs a command for what is selected.
    case run(OwnCommand, ProgramSubject)
    /// Ends a program that runs in the background.
    case stop(ProgramRun.ID)
  }

  /// Starts a program without a terminal, and sends once how it has ended. Interrupting a start ends the program.
  public typealias Runner = @Sendable (ProgramCall) -> SignalProducer<ProgramEnd, Never>

  /// The commands of the settings. Changes on the scheduler.
  public let commands: Property<[OwnCommand]>
  /// The programs that run in the background, in the order of their starts.
  public let running: Property<[ProgramRun]>
  /// Sentences about programs that a person has started.
  public let answers: Signal<SafeText, Never>
  /// Sentences about programs of rules.
  public let notices: Signal<SafeText, Never>
  /// Requests that the program has to carry out.
  public let requests: Signal<ProgramRequest, Never>

  /// Sends when the program of a rule has ended, or could not be started.
  let ruleEnds: Signal<(match: RulesModel.Match, hasRun: Bool), Never>

  private let steps: Input<ProgramsModel.Step>
  private let token: Lifetime.Token

  public init(
    commands: Property<[OwnCommand]> = Property(value: []), run: @escaping Runner, scheduler: any DateScheduler
  ) {
    let (lifetime, token) = Lifetime.make()
    let inputs = Input<ProgramsModel.Step>(on: scheduler)
    (self.commands, self.steps, self.token) = (commands, inputs, token)
    let (ends, end) = Signal<ProgramsModel.Step, Never>.pipe()
    let first = ProgramsModel()
    let steps = Signal.merge(inputs.signal, ends.observe(on: scheduler))
      .take(during: lifetime)
      .scanMap(into: first) { model, step in
        let effects = model.reduce(step)
        return (model: model, effects: effects)
      }
    running = Property(initial: first.running, then: steps.map(\.model.running)).skipRepeats()
    let effects = steps.map(\.effects).flatten()
    answers = effects.compactMap { if case .tell(let sentence) = $0 { sentence } else { nil } }
    notices = effects.compactMap { if case .news(let sentence) = $0 { sentence } else { nil } }
    requests = effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
    ruleEnds = effects.compactMap { if case .ruleEnds(let match, let hasRun) = $0 { (match, hasRun) } else { nil } }
    let stops = effects.compactMap { if case .stop(let id) = $0 { id } else { nil } }
    lifetime += effects.compactMap { if case .start(let run) = $0 { run } else { nil } }
      .observeValues { started in
        // A program that is stopped by hand ends as one that is killed. Those that run at the end of this program go on.
        let isTooLong = started.limit.map { limit in
          SignalProducer<Date, Never>.timer(at: scheduler.currentDate + limit, on: scheduler)
            .map { _ in ProgramEnd(failure: "ended after \(TimeText.length(limit))") }
        }
        run(started.call)
          .merge(with: isTooLong ?? .never)
          .take(until: stops.filter { $0 == started.id }.map { _ in })
          .concat(value: ProgramEnd(failure: "stopped"))
          .take(first: 1)
          .startWithValues { end.send(value: .ended(started.id, $0)) }
      }
  }

  /// Does what a person asks for. The caller must be on the scheduler.
  public func send(_ action: Action) { steps.send(.action(action)) }

  /// Runs a command because a rule has met something, for a limited time. The caller must be on the scheduler.
  func run(_ command: OwnCommand, for match: RulesModel.Match) { steps.send(.byRule(command, match)) }
}
