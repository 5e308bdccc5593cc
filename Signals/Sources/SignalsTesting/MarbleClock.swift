import Dispatch
import Signals

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Plays diagrams in virtual time, and draws diagrams of the resulting events.
///
/// ```swift
/// let clock = MarbleClock()
/// let keys = clock.signal("abc-----d|")
/// let result = clock.record(keys.debounce(clock.columns(3), on: clock.scheduler))
/// clock.run()
/// #expect(result.diagram == "-----c---|")
/// ```
///
/// One column of a diagram is a tenth of a second. The events that a diagram plays in a step happen before the work
/// that operators have scheduled for the same moment.
public final class MarbleClock: Sendable {
  /// The scheduler whose time the diagrams are played in.
  public let scheduler = TestScheduler()

  private let start: Date
  private static let column: TimeInterval = 0.1

  /// A clock at the beginning of its time.
  public init() {
    start = scheduler.currentDate
  }

  /// Returns the duration of `count` columns in seconds.
  public func columns(_ count: Int) -> TimeInterval {
    TimeInterval(count) * MarbleClock.column
  }

  /// Returns the duration of `count` columns as a Dispatch interval.
  public func interval(_ count: Int) -> DispatchTimeInterval {
    .milliseconds(count * 100)
  }

  /// Returns a signal that plays `diagram` once, from now on.
  public func signal(_ diagram: String) -> Signal<String, MarbleError> {
    signal(diagram) { $0 }
  }

  /// Returns a signal that plays `diagram` once, from now on, with the values that `value` makes of its marks.
  public func signal<Value>(
    _ diagram: String, value: @escaping @Sendable (String) -> Value
  ) -> Signal<Value, MarbleError> {
    Signal { observer, lifetime in
      play(MarbleDiagram(diagram), value, observer, lifetime)
    }
  }

  /// Returns a producer that plays `diagram` at each start.
  public func producer(_ diagram: String) -> SignalProducer<String, MarbleError> {
    producer(diagram) { $0 }
  }

  /// Returns a producer that plays `diagram` at each start, with the values that `value` makes of its marks.
  public func producer<Value>(
    _ diagram: String, value: @escaping @Sendable (String) -> Value
  ) -> SignalProducer<Value, MarbleError> {
    let diagram = MarbleDiagram(diagram)
    return SignalProducer { [self] observer, lifetime in
      play(diagram, value, observer, lifetime)
    }
  }

  private func play<Value>(
    _ diagram: MarbleDiagram, _ value: @escaping @Sendable (String) -> Value,
    _ observer: Signal<Value, MarbleError>.Observer, _ lifetime: Lifetime
  ) {
    let now = scheduler.currentDate
    // The stream of a diagram without an ending never ends.
    lifetime.observeEnded { _ = observer }
    for (column, marks) in diagram.steps.enumerated() where !marks.isEmpty {
      lifetime += scheduler.schedule(after: now.addingTimeInterval(columns(column))) {
        for mark in marks {
          switch mark {
          case .value(let text): observer.send(value: value(text))
          case .completed: observer.sendCompleted()
          case .failed: observer.send(error: MarbleError())
          case .interrupted: observer.sendInterrupted()
          }
        }
      }
    }
  }

  /// Starts recording a signal.
  public func record<Value, Error>(_ signal: Signal<Value, Error>) -> MarbleRecording<Value, Error> {
    MarbleRecording(signal.record(datedBy: scheduler), start: start, column: MarbleClock.column)
  }

  /// Starts a producer and records it.
  public func record<Value, Error>(_ producer: SignalProducer<Value, Error>) -> MarbleRecording<Value, Error> {
    MarbleRecording(producer.record(datedBy: scheduler), start: start, column: MarbleClock.column)
  }

  /// Advances the time, column by column.
  public func run(columns count: Int = 60) {
    scheduler.advance(by: columns(count))
  }
}

/// The error of a diagram's `#`.
public struct MarbleError: Error, Equatable {
  public init() {}
}

/// A recording that can be drawn as a diagram.
public struct MarbleRecording<Value: Sendable, Error: Swift.Error>: Sendable {
  /// The recorder of the events.
  public let recorder: EventRecorder<Value, Error>

  private let start: Date
  private let column: TimeInterval

  init(_ recorder: EventRecorder<Value, Error>, start: Date, column: TimeInterval) {
    self.recorder = recorder
    self.start = start
    self.column = column
  }

  /// The diagram from the start of the clock to the last event, with the values' descriptions.
  public var diagram: String {
    diagram { "\($0)" }
  }

  /// Returns the diagram from the start of the clock to the last event, with values as `text` writes them.
  public func diagram(_ text: (Value) -> String) -> String {
    var steps: [[MarbleDiagram.Mark]] = []
    for entry in recorder.entries {
      let step = Int((entry.date.timeIntervalSince(start) / column).rounded())
      while steps.count <= step { steps.append([]) }
      let mark: MarbleDiagram.Mark =
        switch entry.event {
        case .value(let value): .value(text(value))
        case .failed: .failed
        case .completed: .completed
        case .interrupted: .interrupted
        }
      steps[step].append(mark)
    }
    return MarbleDiagram(steps: steps).description
  }

  /// Ends the observation.
  public func dispose() {
    recorder.dispose()
  }
}
