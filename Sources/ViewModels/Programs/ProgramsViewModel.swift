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
    /// Runs a command because a rule asks for it, for a limited time.
    case runByRule(OwnCommand, ProgramSubject)
    /// Ends a program that runs in the background.
    case stop(ProgramRun.ID)
  }

  /// Starts a program without a terminal, and sends once how it has ended. Interrupting a start ends the program.
  public typealias Runner = @Sendable (ProgramCall) -> SignalProducer<ProgramEnd, Never>

  /// The commands of the settings. Changes on the scheduler.
  public let commands: Property<[OwnCommand]>
  /// The programs that run in the background, in the order of their starts.
  public let running: Property<[ProgramRun]>
  /// Sentences to the person.
  public let notices: Signal<SafeText, Never>
  /// Requests that the program has to carry out.
  public let requests: Signal<ProgramRequest, Never>

  private let actions: Input<Action>
  private let token: Lifetime.Token

  public init(
    commands: Property<[OwnCommand]> = Property(value: []), run: @escaping Runner, scheduler: any DateScheduler
  ) {
    let (lifetime, token) = Lifetime.make()
    let actions = Input<Action>(on: scheduler)
    (self.commands, self.actions, self.token) = (commands, actions, token)
    let (ends, end) = Signal<ProgramsModel.Step, Never>.pipe()
    let first = ProgramsModel()
    let steps = Signal.merge(actions.signal.map { ProgramsModel.Step.action($0) }, ends.observe(on: scheduler))
      .take(during: lifetime)
      .scanMap(into: first) { model, step in
        let effects = model.take(step)
        return (model: model, effects: effects)
      }
    running = Property(initial: first.running, then: steps.map(\.model.running)).skipRepeats()
    let effects = steps.map(\.effects).flatten()
    notices = effects.compactMap { if case .tell(let sentence) = $0 { sentence } else { nil } }
    requests = effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
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
  public func send(_ action: Action) { actions.send(action) }
}
