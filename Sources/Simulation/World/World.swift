import Foundation
import Model
import Signals
import SignalsTesting

/// Everything around a simulated program: the clock, services that answer, fail or stay silent as a script says, and a ledger
/// of its own of what was asked and told.
///
/// The world's own time (``now``) only goes forward. The program's clock may be set (``Act/clock(_:)``).
///
/// What services send arrives outside of the scheduler's actions, as from a client's thread.
// Unchecked: all of it runs on the thread that moves the clock.
public final class World: @unchecked Sendable {
  public let clock = SteppingClock(startDate: Sample.now)
  /// Breaks the world, for tests of the rules; nothing does in a simulation.
  public var sabotage: Sabotage?

  var ledger = Ledger()
  var isDemonstration = false
  var remainingQuota = 250
  /// Seconds by which the thermometers' clocks, and those of a feed that connects now, are ahead.
  var serverLead = 0
  /// The program that has the screen, among those that ask.
  var mainClient = 0
  /// What services do with a request that comes now.
  private var modes: [ServiceName: Mode] = [:]
  private var agenda: [Item] = []
  private var nextNumber = 0

  enum Mode {
    case answer(after: Int)
    case fail(Failing, after: Int, seconds: Int)
    case silence
  }

  private struct Item {
    var due: Date
    var number: Int
    var run: () -> Void
  }

  public init() {}

  /// How far local time is ahead of UTC: the offsets in seconds, and from when on each holds by the program's clock.
  private var utcOffsets: [(start: Date, seconds: Int)] = []

  func utcOffset(at date: Date) -> Int { utcOffsets.last { $0.start <= date }?.seconds ?? 0 }

  /// Sets local time; what was before keeps its hours.
  func setUTCOffset(_ seconds: Int) {
    let now = clock.currentDate
    // A clock that was set back lets changes that had come be yet to come: they are no more.
    utcOffsets.removeAll { $0.start >= now }
    utcOffsets.append((now, seconds))
  }

  /// The world's own time.
  var now: Date { clock.time.currentDate }
  /// Where questions and events come from now.
  var provenance: Provenance { Provenance(isDemonstration ? .demo : .live) }

  func mode(of service: ServiceName) -> Mode { modes[service] ?? .answer(after: service == .store ? 3 : 80) }
  func set(_ service: ServiceName, to mode: Mode) { modes[service] = mode }
  func heal() { modes = [:] }

  // MARK: What waits

  /// How much waits to happen.
  var waitingCount: Int { agenda.count }
  /// When something happens next.
  var nextDue: Date? { agenda.first?.due }

  /// Has something happen after so many seconds of the world's time; returns the number to cancel it by.
  @discardableResult
  func later(_ seconds: TimeInterval, _ run: @escaping () -> Void) -> Int {
    nextNumber += 1
    let item = Item(due: now.addingTimeInterval(seconds), number: nextNumber, run: run)
    agenda.insert(item, at: agenda.firstIndex { $0.due > item.due } ?? agenda.count)
    return nextNumber
  }

  func cancel(_ number: Int) {
    guard let index = agenda.firstIndex(where: { $0.number == number }) else { return }
    // Released after the change, for its release may cancel something else.
    let item = agenda.remove(at: index)
    withExtendedLifetime(item) {}
  }

  /// What is due now, taken out.
  func takeDue() -> (() -> Void)? {
    guard let first = agenda.first, first.due <= now else { return nil }
    return agenda.removeFirst().run
  }

  // MARK: Requests

  /// A request that is treated as the service's mode says when it is made; its answer is decided then, too.
  func request<Value: Sendable>(
    _ service: ServiceName, _ key: String, page: Int = 1, by client: Int, isCounted: Bool = true,
    answered: @escaping @Sendable (Value) -> Void = { _ in }, answer: @escaping @Sendable () -> Value
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let value = answer()
      let id = ledger.began(service, key, page: page, by: client, at: now, isCounted: isCounted)
      let number: Int
      switch mode(of: service) {
      case .answer(let delay):
        number = later(Double(delay) / 1000) { [self] in
          ledger.ended(id, failure: nil, at: now)
          answered(value)
          observer.send(value: value)
          observer.sendCompleted()
        }
      case .fail(let failing, let delay, let seconds):
        number = later(Double(delay) / 1000) { [self] in
          let error = failing.error(at: clock.currentDate, seconds: seconds)
          var pause: TimeInterval?
          if case .wait(let until) = error.outcome(at: clock.currentDate) {
            pause = until.timeIntervalSince(clock.currentDate)
          }
          ledger.ended(id, failure: error, pause: pause, at: now)
          if sabotage != .hidesFailures { observer.send(error: error) }
        }
      case .silence:
        // Held, since a request whose observer is gone is interrupted.
        number = later(1e9) { _ = observer }
      }
      lifetime.observeEnded { [self] in
        cancel(number)
        ledger.cancelled(id)
      }
    }
  }
}

/// What a test breaks on purpose.
public enum Sabotage: Sendable {
  /// One event in fifty does not reach the program.
  case losesEvents
  /// One event in fifty reaches it twice.
  case repeatsEvents
  /// What is kept is forgotten when the program ends.
  case forgetsState
  /// A program that has ended is kept, and so its timers run on.
  case keepsProgram
  /// A failure is answered, and does not reach the program.
  case hidesFailures
  /// What is shown of temperatures lacks some that the world knows were answered.
  case losesReadings
  /// Temperatures are asked for twice at once.
  case asksTwice
  /// An answer mixes the demonstration's questions with live ones.
  case mixesOrigins
}
