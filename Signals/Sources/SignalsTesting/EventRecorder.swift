import Signals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Records the events that it observes, with their dates.
///
/// ```swift
/// let recorder = signal.record()
/// observer.send(value: 1)
/// recorder.values   // [1]
/// ```
public final class EventRecorder<Value: Sendable, Error: Swift.Error>: Sendable {
  /// The type of the recorded events.
  public typealias Event = Signal<Value, Error>.Event

  /// An event and its date; without a scheduler the date is the reference date.
  public struct Entry: Sendable {
    /// The date of the event on the scheduler's clock.
    public let date: Date
    /// The event.
    public let event: Event
  }

  private let scheduler: DateScheduler?
  private let state = Locked(State())

  private struct State: Sendable {
    var entries: [Entry] = []
    var observation: Disposable?
  }

  /// - Parameter scheduler: The scheduler whose clock dates the events.
  public init(scheduler: DateScheduler? = nil) {
    self.scheduler = scheduler
  }

  /// Records `event`.
  public func record(_ event: Event) {
    let date = scheduler?.currentDate ?? Date(timeIntervalSinceReferenceDate: 0)
    state.withLock { $0.entries.append(Entry(date: date, event: event)) }
  }

  /// The recorded events with their dates.
  public var entries: [Entry] { state.withLock { $0.entries } }

  /// The recorded events.
  public var events: [Event] { entries.map(\.event) }

  /// The recorded values.
  public var values: [Value] { events.compactMap(\.value) }

  /// The terminal event, if there is one.
  public var ending: Event? { events.first(where: \.isTerminating) }

  /// Whether no event follows the first terminal event.
  public var isWellFormed: Bool {
    let events = events
    guard let end = events.firstIndex(where: \.isTerminating) else { return true }
    return end == events.count - 1
  }

  /// Ends the observation.
  public func dispose() {
    state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }?.dispose()
  }

  fileprivate func keep(_ observation: Disposable?) {
    state.withLock { $0.observation = observation }
  }
}

extension Signal {
  /// Observes the signal with a recorder.
  ///
  /// - Parameter scheduler: The scheduler whose clock dates the events.
  public func record(datedBy scheduler: DateScheduler? = nil) -> EventRecorder<Value, Error> {
    let recorder = EventRecorder<Value, Error>(scheduler: scheduler)
    recorder.keep(observe(recorder.record))
    return recorder
  }
}

extension SignalProducer {
  /// Starts the producer with a recorder.
  ///
  /// - Parameter scheduler: The scheduler whose clock dates the events.
  public func record(datedBy scheduler: DateScheduler? = nil) -> EventRecorder<Value, Error> {
    let recorder = EventRecorder<Value, Error>(scheduler: scheduler)
    startWithSignal { signal, interrupter in
      recorder.keep(interrupter)
      signal.observe(recorder.record)
    }
    return recorder
  }
}
