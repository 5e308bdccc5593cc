import Foundation
import Signals
import SignalsTesting
import Testing

/// materialize, dematerialize, on, logEvents: events seen as values, and seen in passing.
@Suite struct EventTests {
  @Test func materializeSendsEventsAsValues() {
    expectMarbles("-1--#", "-<VALUE 1>--(<FAILED MarbleError()>|)") { source, _ in source.materialize() }
    expectMarbles("-1--!", "-<VALUE 1>--(<INTERRUPTED>|)") { source, _ in source.materialize() }
    expectMarbles("-1--#", "-1--(<#>|)", text: valueOrMark) { source, _ in source.materializeResults() }
    expectMarbles("-1--!", "-1--!", text: valueOrMark) { source, _ in source.materializeResults() }
    expectNothingLeft { source, _ in source.materialize() }
    expectNothingLeft { source, _ in source.materializeResults() }
  }

  @Test func dematerializeMakesEventsOfValuesAgain() {
    for diagram in ["-1--2--#", "-1--2--|", "-1--2--!"] {
      expectMarbles(diagram, diagram) { source, _ in source.materialize().dematerialize() }
      expectMarbles(diagram, diagram) { source, _ in source.materializeResults().dematerializeResults() }
    }
    expectNothingLeft { source, _ in source.materialize().dematerialize() }
  }

  @Test func onCallsItsClosuresBeforeTheEventGoesOn() {
    let log = Log()
    let (signal, observer) = Signal<Int, MarbleError>.pipe()
    signal.on(
      event: { log.add("event \($0)") }, failed: { _ in log.add("failed") }, completed: { log.add("completed") },
      interrupted: { log.add("interrupted") }, terminated: { log.add("terminated") },
      disposed: { log.add("disposed") }, value: { log.add("value \($0)") }
    ).observe { log.add("observer \($0)") }
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(
      log.lines == [
        "event VALUE 1", "value 1", "observer VALUE 1", "event COMPLETED", "completed", "terminated",
        "observer COMPLETED", "disposed",
      ])
    expectNothingLeft { source, _ in source.on(event: { _ in }, disposed: {}) }
  }

  @Test func onOfAProducerTellsOfTheStart() {
    let log = Log()
    let producer = SignalProducer<Int, Never>(value: 1).on(
      starting: { log.add("starting") }, started: { log.add("started") }, disposed: { log.add("disposed") },
      value: { log.add("value \($0)") })
    producer.start()
    producer.start()
    #expect(log.lines == ["starting", "value 1", "disposed", "started", "starting", "value 1", "disposed", "started"])
  }

  @Test func onTellsOfTheDisposalOfAStart() {
    let log = Log()
    let start = SignalProducer<Int, Never>.never
      .on(interrupted: { log.add("interrupted") }, disposed: { log.add("disposed") }).start()
    start.dispose()
    #expect(log.lines == ["interrupted", "disposed"])
  }

  @Test func logEventsTellsOfTheKindsThatAreWanted() {
    let log = Log()
    SignalProducer<Int, Never>([1, 2]).logEvents(
      identifier: "numbers", events: [.value, .completed], fileName: "Here.swift", functionName: "f", lineNumber: 7,
      logger: { log.add("\($0): \($1) at \($2) \($3) \($4)") }
    ).start()
    #expect(
      log.lines == [
        "numbers: value 1 at Here.swift f 7", "numbers: value 2 at Here.swift f 7",
        "numbers: completed at Here.swift f 7",
      ])
  }

  @Test func eventsCanBeAskedAndTransformed() {
    typealias Event = Signal<Int, MarbleError>.Event
    #expect(Event.value(1).map { $0 + 1 } == .value(2))
    #expect(Event.failed(MarbleError()).mapError { _ in OtherError(reason: "x") } == .failed(OtherError(reason: "x")))
    #expect(Event.value(1).value == 1 && Event.completed.value == nil)
    #expect(Event.failed(MarbleError()).error == MarbleError() && Event.completed.isCompleted)
    #expect([Event.value(1), .completed, .interrupted, .failed(MarbleError())].filter(\.isTerminating).count == 3)
  }
}

/// Writes a failure as the mark of one.
@Sendable private func valueOrMark(_ result: Result<String, MarbleError>) -> String {
  (try? result.get()) ?? "#"
}
