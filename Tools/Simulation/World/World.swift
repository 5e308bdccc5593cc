import Edits
import Foundation
import Model
import Questions
import Signals
import SignalsTesting

/// The dependencies of a simulated program: the clock, the services, and a ledger of requests and answers.
///
/// The services answer, fail or stay silent as the script says.
///
/// The world's own time (``now``) only goes forward. The program's clock may be set (``Act/clock(_:)``).
///
/// Answers arrive outside of the scheduler's actions, as if from a client's thread.
// Unchecked: all of it runs on the thread that moves the clock.
public final class World: @unchecked Sendable {
  public let clock = SteppingClock(startDate: Sample.now)
  /// The defect that a test of the rules adds; `nil` in a simulation.
  public var sabotage: PlantedFault?

  var ledger = Ledger()
  /// Whether questions and events are those of the demonstration.
  let demonstration = MutableProperty(false)
  var isDemonstration: Bool { demonstration.value }
  /// The wikis that the program on the screen shows.
  let wikis = MutableProperty(WikiSelection.english)
  var remainingQuota = 250
  /// The seconds by which the clocks of thermometers, and of a feed that connects now, are ahead.
  var serverLead = 0
  /// The number of the client that belongs to the program on the screen, not to a companion.
  var mainClient = 0
  /// The current behaviour of each service.
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

  /// The network of a world in which the program's own clients speak to servers; `nil` where the world takes their place.
  private(set) var network: WorldNetwork?

  /// Whether servers send a megabyte wherever a text may stand, and the time of turns is limited.
  var hasLongTexts = false

  /// - Parameter cut: Where the bytes of answers are cut, if clients receive bytes; `nil` if services answer themselves.
  public init(cut: UInt64? = nil) {
    network = cut.map { WorldNetwork(self, cut: $0) }
  }

  /// The offsets of local time from UTC in seconds, with the time by the program's clock from which each applies.
  private var utcOffsets: [(start: Date, seconds: Int)] = []

  func utcOffset(at date: Date) -> Int { utcOffsets.last { $0.start <= date }?.seconds ?? 0 }

  /// Sets the offset of local time from now on; earlier times keep theirs.
  func setUTCOffset(_ seconds: Int) {
    let now = clock.currentDate
    // If the clock was set back, later changes have not happened yet.
    utcOffsets.removeAll { $0.start >= now }
    utcOffsets.append((now, seconds))
  }

  /// The world's own time.
  var now: Date { clock.time.currentDate }
  /// The current provenance of questions and events.
  var provenance: Provenance { Provenance(isDemonstration ? .demo : .live) }

  func mode(of service: ServiceName) -> Mode { modes[service] ?? .answer(after: service == .store ? 3 : 80) }
  func set(_ service: ServiceName, to mode: Mode) { modes[service] = mode }
  func heal() { modes = [:] }

  // MARK: Agenda

  /// The number of scheduled events.
  var waitingCount: Int { agenda.count }
  /// The time of the next scheduled event.
  var nextDue: Date? { agenda.first?.due }

  /// Schedules a closure after the given number of seconds of the world's time.
  ///
  /// - Returns: The number to cancel it by.
  @discardableResult
  func later(_ seconds: TimeInterval, _ run: @escaping () -> Void) -> Int {
    nextNumber += 1
    let item = Item(due: now.addingTimeInterval(seconds), number: nextNumber, run: run)
    agenda.insert(item, at: agenda.firstIndex { $0.due > item.due } ?? agenda.count)
    return nextNumber
  }

  func cancel(_ number: Int) {
    guard let index = agenda.firstIndex(where: { $0.number == number }) else { return }
    // Released after the removal, because the release may cancel another item.
    let item = agenda.remove(at: index)
    withExtendedLifetime(item) {}
  }

  /// Removes and returns the first closure that is due.
  func takeDue() -> (() -> Void)? {
    guard let first = agenda.first, first.due <= now else { return nil }
    return agenda.removeFirst().run
  }

  // MARK: Requests

  /// Returns a request whose outcome and answer are decided by the service's mode when it starts.
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
          failed(id, error)
          if sabotage != .hidesFailures { observer.send(error: error) }
        }
      case .silence:
        // Retains the observer, because its release would interrupt the request.
        number = later(1e9) { _ = observer }
      }
      lifetime.observeEnded { [self] in
        cancel(number)
        ledger.cancelled(id)
      }
    }
  }
}

extension World {
  /// Records the failure of a request, and the pause that it asks for.
  private func failed(_ id: Int, _ error: ServiceError) {
    var pause: TimeInterval?
    if case .wait(let until) = error.outcome(at: clock.currentDate) {
      pause = until.timeIntervalSince(clock.currentDate)
    }
    // A client refuses in a service's pause at once, and the program hears of it with its next action.
    let isHeard = !clock.isCurrent
    ledger.ended(id, failure: error, pause: pause, at: now, isHeard: isHeard)
    if !isHeard { clock.schedule { [self] in ledger.hear() } }
  }

  /// Records a request that a client of the program makes, and what it tells of the answer.
  func watched<Value: Sendable>(
    _ service: ServiceName, _ key: String, page: Int = 1, by client: Int, isCounted: Bool = true,
    answered: @escaping @Sendable (Value) -> Void = { _ in }, _ request: SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let id = ledger.began(service, key, page: page, by: client, at: now, isCounted: isCounted)
      lifetime.observeEnded { [self] in ledger.cancelled(id) }
      lifetime += request.start { [self] event in
        switch event {
        case .value(let value):
          ledger.ended(id, failure: nil, at: now)
          answered(value)
        case .failed(let error):
          failed(id, error)
          if sabotage == .hidesFailures { return }
        case .completed, .interrupted: break
        }
        observer.send(event)
      }
    }
  }
}

/// A defect that a test adds on purpose, to see that a rule detects it.
public enum PlantedFault: Sendable, Hashable {
  /// One event in fifty does not reach the program.
  case losesEvents
  /// One event in fifty reaches the program twice.
  case repeatsEvents
  /// Facts about edits that are recorded as told do not reach the program.
  case losesFacts
  /// One change in twenty-five is missing in the wikis' lists of recent changes.
  case losesHistory
  /// The wikis tell the text of another edit.
  case mixesTexts
  /// The store loses its state when the program ends.
  case forgetsState
  /// The store does not keep what is of one kind.
  case drops(KeptKind)
  /// An ended program is not released, so its timers continue.
  case keepsProgram
  /// Failures do not reach the program.
  case hidesFailures
  /// Some of the temperatures recorded as answered do not reach the program.
  case losesReadings
  /// Every poll of temperatures makes its request twice at the same time.
  case asksTwice
  /// An answer mixes the demonstration's questions with live ones.
  case mixesOrigins
}
