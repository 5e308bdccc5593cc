import Foundation
import Signals
import SignalsTesting
import Testing

/// Plays `source` through an operator, as a signal and as a producer, and compares what comes out with `expected`.
///
/// When all has been played, nothing may be scheduled any more.
func expectMarbles<Value, Error>(
  _ source: String, _ expected: String, text: @escaping @Sendable (Value) -> String = { "\($0)" },
  location: SourceLocation = #_sourceLocation,
  _ apply: @escaping @Sendable (Signal<String, MarbleError>, MarbleClock) -> Signal<Value, Error>
) {
  let hot = MarbleClock()
  let fromSignal = hot.record(apply(hot.signal(source), hot))
  hot.run()
  #expect(fromSignal.diagram(text) == MarbleDiagram(expected).description, "signal", sourceLocation: location)
  #expect(fromSignal.recorder.isWellFormed, sourceLocation: location)
  #expect(hot.scheduler.scheduledCount == 0, "left scheduled by a signal", sourceLocation: location)

  let cold = MarbleClock()
  let fromProducer = cold.record(cold.producer(source).lift { apply($0, cold) })
  cold.run()
  #expect(fromProducer.diagram(text) == MarbleDiagram(expected).description, "producer", sourceLocation: location)
  #expect(cold.scheduler.scheduledCount == 0, "left scheduled by a producer", sourceLocation: location)
}

/// Writes a pair as its parts, one after the other.
@Sendable func joined<A, B>(_ pair: (A, B)) -> String {
  "\(pair.0)\(pair.1)"
}

/// Writes an array as its elements, one after the other, in brackets.
@Sendable func listed(_ values: [String]) -> String {
  "[\(values.joined())]"
}

extension MarbleClock {
  /// A signal that plays `diagram` with no more to say than when; it must not fail.
  func trigger(_ diagram: String) -> Signal<(), Never> {
    signal(diagram) { _ in }.flatMapError { _ in SignalProducer<(), Never>.empty }
  }
}
