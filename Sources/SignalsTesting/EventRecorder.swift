import Foundation
import Signals

/// Writes down the events it observes, and when they came.
///
/// ```swift
/// let recorder = signal.record()
/// observer.send(value: 1)
/// recorder.values   // [1]
/// ```
public final class EventRecorder<Value: Sendable, Error: Swift.Error>: Sendable {
  /// What is written down.
  public typealias Event = Signal<Value, Error>.Event

  /// An event and the date at which it came; the date is that of the reference where there is no scheduler.
  public struct Entry: Sendable {
    /// When it came.
    public let date: Date
    /// What came.
    public let event: Event
  }

  private let scheduler: DateScheduler?
  private let state = Locked(State())

  private struct State: Sendable {
    var entries: [Entry] = []
    var observation: Disposable?
  }

  /// - Parameter scheduler: Whose clock the events are dated by.
  public init(scheduler: DateScheduler? = nil) {
    self.scheduler = scheduler
  }

  /// Writes down `event`.
  public func record(_ event: Event) {
    let date = scheduler?.currentDate ?? Date(timeIntervalSinceReferenceDate: 0)
    state.withLock { $0.entries.append(Entry(date: date, event: event)) }
  }

  /// What has been observed, with dates.
  public var entries: [Entry] { state.withLock { $0.entries } }

  /// What has been observed.
  public var events: [Event] { entries.map(\.event) }

  /// The values among it.
  public var values: [Value] { events.compactMap(\.value) }

  /// The terminal event, if it has come.
  public var ending: Event? { events.first(where: \.isTerminating) }

  /// Whether the grammar has been kept: nothing after the first terminal event.
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
  /// Observes with a recorder.
  ///
  /// - Parameter scheduler: Whose clock the events are dated by.
  public func record(datedBy scheduler: DateScheduler? = nil) -> EventRecorder<Value, Error> {
    let recorder = EventRecorder<Value, Error>(scheduler: scheduler)
    recorder.keep(observe(recorder.record))
    return recorder
  }
}

extension SignalProducer {
  /// Starts with a recorder.
  ///
  /// - Parameter scheduler: Whose clock the events are dated by.
  public func record(datedBy scheduler: DateScheduler? = nil) -> EventRecorder<Value, Error> {
    let recorder = EventRecorder<Value, Error>(scheduler: scheduler)
    startWithSignal { signal, interrupter in
      recorder.keep(interrupter)
      signal.observe(recorder.record)
    }
    return recorder
  }
}
