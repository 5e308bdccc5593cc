import Foundation
import Model
import Signals

/// What earlier runs of the program remembered, read once for all view models, and where they keep their changes.
///
/// ```
/// start ──▶ store ──▶ recalls ──▶ each view model takes its part
///      │                 └──────▶ isReady ──▶ first requests
///      └──▶ 0.5 s ────────────────▶
/// keep(_:) ──▶ store, at once or after a rest
/// ```
/// What a person does before the state is read counts for more than the state: see ``Remembered``.
public final class Memory: Sendable {
  /// The seconds for which the first requests wait for a store that does not answer.
  static let patience: TimeInterval = 0.5
  /// The seconds for which a change that waits for a rest is not stored, counted from the last one.
  static let rest: TimeInterval = 1
  /// The number of changes that wait before those that others replace are removed.
  private static let mostHeld = 50

  /// Sends the remembered state once, on the interface's scheduler; an empty state if nothing is stored.
  package let recalls: Signal<RememberedState, Never>
  /// Whether requests that depend on the remembered state may be made: every observer of ``recalls`` has taken it, or the
  /// store did not answer for half a second after ``start()``.
  package let isReady: Property<Bool>
  /// What is read by its key, later; `nil` if nothing is stored.
  package let store: (any StateStore)?

  private let isStarted = MutableProperty(false)
  private let waiting: Signal<any StateChange, Never>.Observer
  private let settling: Signal<Void, Never>.Observer
  private let token: Lifetime.Token

  /// - Parameters:
  ///   - store: `nil` if nothing is stored.
  ///   - scheduler: The interface's.
  public init(in store: (any StateStore)? = nil, on scheduler: any DateScheduler) {
    let (lifetime, token) = Lifetime.make()
    let (recalls, recall) = Signal<RememberedState, Never>.pipe()
    let isReady = MutableProperty(false)
    self.store = store
    self.token = token
    self.recalls = recalls
    self.isReady = isReady.skipRepeats()
    let (changes, waiting) = Signal<any StateChange, Never>.pipe()
    let (ends, settling) = Signal<Void, Never>.pipe()
    (self.waiting, self.settling) = (waiting, settling)
    if let store {
      lifetime += Signal<RestStep, Never>.merge(
        changes.map { .change($0) }, changes.debounce(Self.rest, on: scheduler).map { _ in .end },
        ends.map { _ in .end }
      )
      .scanMap(into: [any StateChange]()) { held, step -> [any StateChange] in
        switch step {
        case .change(let change):
          held.append(change)
          // Keys are compared only now and then: they are made for each comparison, and a change comes with each key press.
          if held.count > Self.mostHeld { held = held.latestOfEach }
          return []
        case .end:
          defer { held = [] }
          return held.latestOfEach
        }
      }
      .flatten()
      .observeValues { store.keep($0) }
    }
    let starts = isStarted.producer.first(where: { $0 })
    lifetime += starts.flatMap(.latest) { _ in
      store?.remembered.observe(on: scheduler) ?? SignalProducer(value: RememberedState())
    }
    .startWithValues {
      recall.send(value: $0)
      isReady.value = true
    }
    lifetime += starts.flatMap(.latest) { _ in
      SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler)
        .take(until: isReady.producer.filter { $0 }.map { _ in })
    }
    .startWithValues { _ in isReady.value = true }
  }

  /// Reads the state, unless it was started before. Not part of the initializer, because the first frame is drawn before.
  public func start() { isStarted.value = true }

  /// Stores a change for the next run, after those that have waited for a rest until then.
  package func keep(_ change: any StateChange) {
    if change.waitsForRest { return waiting.send(value: change) }
    settle()
    store?.keep(change)
  }

  /// Stores what waits for a rest, as at the end of the program.
  package func settle() { settling.send(value: ()) }

  private enum RestStep: Sendable {
    case change(any StateChange)
    /// Nothing waits any longer.
    case end
  }
}

extension [any StateChange] {
  /// The latest change of each key, in their order.
  fileprivate var latestOfEach: Self { Array(reversed().uniqued { $0.key }.reversed()) }
}
