// A program for each behaviour that DifferencesFromReactiveSwift.md speaks of, written so that it compiles with either library:
// with `-D REACTIVESWIFT` it imports ReactiveSwift. `DifferencesTests` runs them here; when the page changes, they are run
// against ReactiveSwift by hand, and the page says which version and when.

import Dispatch
import Foundation

#if REACTIVESWIFT
  import ReactiveSwift
#else
  import Signals
  import SignalsTesting
#endif

struct Difference {
  var name: String
  var here: String
  var there: String
  var run: () -> String
}

/// What a program has seen.
final class Trace: @unchecked Sendable {
  private let lock = NSLock()
  private var words: [String] = []

  func add(_ word: String) { lock.withLock { words.append(word) } }
  var text: String { lock.withLock { words.joined(separator: " ") } }
  var count: Int { lock.withLock { words.count } }
}

private enum Mishap: Error { case first }

/// Notes the timers that are set on it, and runs nothing.
private final class TimerLedger: DateScheduler, @unchecked Sendable {
  #if REACTIVESWIFT
    typealias Work = () -> Void
  #else
    typealias Work = @Sendable () -> Void
  #endif

  let currentDate = Date(timeIntervalSinceReferenceDate: 0)
  let timers = Trace()

  func schedule(_ action: @escaping Work) -> Disposable? { nil }

  func schedule(after date: Date, action: @escaping Work) -> Disposable? {
    timers.add("once")
    return nil
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval, action: @escaping Work
  ) -> Disposable? {
    timers.add("repeats")
    return nil
  }
}

private func short<Value, Error>(_ event: Signal<Value, Error>.Event) -> String {
  switch event {
  case .value(let value): "\(value)"
  case .failed: "#"
  case .completed: "|"
  case .interrupted: "!"
  }
}

/// A lock that is locked again by its own thread ends the program; without assertions, the thread waits for ever.
private let traps = "traps"

let differences: [Difference] = [
  Difference(name: "a value sent from inside a delivery", here: "a0 b0 a1 b1", there: traps) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    signal.observeValues { value in
      trace.add("a\(value)")
      if value == 0 { input.send(value: 1) }
    }
    signal.observeValues { trace.add("b\($0)") }
    input.send(value: 0)
    return trace.text
  },
  Difference(name: "values that wait when the observation is disposed of", here: "0", there: traps) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    let observation = SerialDisposable()
    observation.inner = signal.observeValues { value in
      trace.add("\(value)")
      if value == 0 {
        observation.dispose()
        input.send(value: 1)
      }
    }
    input.send(value: 0)
    return trace.text
  },
  Difference(name: "values that wait when the start is disposed of", here: "0 !", there: traps) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    let start = SerialDisposable()
    start.inner = SignalProducer(signal).start { event in
      trace.add(short(event))
      if event.value == 0 {
        input.send(value: 1)
        start.dispose()
      }
    }
    input.send(value: 0)
    return trace.text
  },
  Difference(name: "an interruption from inside a delivery", here: "0 !", there: traps) {
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    signal.observe { event in
      trace.add(short(event))
      if event.value == 0 {
        input.send(value: 1)
        input.sendInterrupted()
      }
    }
    input.send(value: 0)
    return trace.text
  },
  Difference(name: "a start that is disposed of, materialized", here: "!", there: "INTERRUPTED !") {
    let trace = Trace()
    SignalProducer<Int, Never>.never.materialize().start { event in trace.add(short(event)) }.dispose()
    return trace.text
  },
  Difference(name: "a start handler that keeps nothing", here: "!", there: "") {
    let trace = Trace()
    let start = SignalProducer<Int, Never> { _, _ in }.start { trace.add(short($0)) }
    let text = trace.text
    start.dispose()
    return text
  },
  Difference(name: "a property that is set from its own observer", here: "a1 b1 a2 b2", there: "a1 a2 b2 b1") {
    let property = MutableProperty(0)
    let trace = Trace()
    property.signal.observeValues { value in
      trace.add("a\(value)")
      if value == 1 { property.value = 2 }
    }
    property.signal.observeValues { trace.add("b\($0)") }
    property.value = 1
    return trace.text
  },
  Difference(name: "a property that is set, and its start disposed of, by an observer", here: "1 !", there: "1 2 !") {
    let property = MutableProperty(0)
    let trace = Trace()
    let start = SerialDisposable()
    start.inner = property.producer.skip(first: 1).start { event in
      trace.add(short(event))
      if event.value == 1 {
        property.value = 2
        start.dispose()
      }
    }
    property.value = 1
    return trace.text
  },
  Difference(name: "an interruption in observe(on:)", here: "!", there: "1 !") {
    let scheduler = TestScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    signal.observe(on: scheduler).observe { trace.add(short($0)) }
    input.send(value: 1)
    input.sendInterrupted()
    scheduler.advance()
    return trace.text
  },
  Difference(name: "combineLatest of no producers", here: "[] |", there: "|") {
    let trace = Trace()
    SignalProducer<Int, Never>.combineLatest([SignalProducer<Int, Never>]()).start { trace.add(short($0)) }
    return trace.text
  },
  Difference(name: "combineLatest of no signals", here: "!", there: "!") {
    let trace = Trace()
    Signal<Int, Never>.combineLatest([Signal<Int, Never>]()).observe { trace.add(short($0)) }
    return trace.text
  },
  Difference(name: "take(first: 0) of a producer", here: "|", there: "!") {
    let trace = Trace()
    SignalProducer<Int, Never>([1]).take(first: 0).start { trace.add(short($0)) }
    return trace.text
  },
  Difference(name: "merge with a signal that is interrupted", here: "1 2", there: "1 2") {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (other, otherInput) = Signal<Int, Never>.pipe()
    let trace = Trace()
    Signal.merge([signal, other]).observe { trace.add(short($0)) }
    otherInput.send(value: 1)
    otherInput.sendInterrupted()
    input.send(value: 2)
    return trace.text
  },
  Difference(name: "retry(upTo:interval:on:), started twice", here: "2 2", there: "2 2") {
    let scheduler = TestScheduler()
    let trace = Trace()
    for _ in 0..<2 {
      var starts = 0
      SignalProducer<Int, Mishap> { observer, _ in
        starts += 1
        observer.send(error: .first)
      }
      .retry(upTo: 1, interval: 1, on: scheduler).start()
      scheduler.advance(by: .seconds(5))
      trace.add("\(starts)")
    }
    return trace.text
  },
  Difference(name: "modify that throws", here: "1", there: "2") {
    let property = MutableProperty(1)
    try? property.modify { value in
      value = 2
      throw Mishap.first
    }
    return "\(property.value)"
  },
  Difference(name: "an action applied from the end of its own work", here: "1 2", there: "1 refused") {
    let trace = Trace()
    let action = Action<Int, Int, Never> { SignalProducer(value: $0) }
    action.apply(1).start { event in
      if let value = event.value { trace.add("\(value)") }
      guard event.isCompleted else { return }
      action.apply(2).start { event in
        if let value = event.value { trace.add("\(value)") }
        if event.error != nil { trace.add("refused") }
      }
    }
    return trace.text
  },
  Difference(name: "isExecuting and the end of work", here: "idle |", there: "| idle") {
    let trace = Trace()
    let (work, input) = Signal<Int, Never>.pipe()
    let action = Action<(), Int, Never> { SignalProducer(work) }
    action.isExecuting.signal.observeValues { if !$0 { trace.add("idle") } }
    action.apply().startWithCompleted { trace.add("|") }
    input.sendCompleted()
    return trace.text
  },
  Difference(
    name: "the sentences of an ActionError", here: "The action is disabled. first",
    there: "disabled producerFailed(first)"
  ) {
    let sentences = "\(ActionError<Mishap>.disabled) \(ActionError<Mishap>.producerFailed(.first))"
    return sentences.hasPrefix("disabled producerFailed(") ? "disabled producerFailed(first)" : sentences
  },
  Difference(name: "TestScheduler.advance()", here: "0.0", there: "1e-09") {
    let scheduler = TestScheduler(startDate: Date(timeIntervalSinceReferenceDate: 0))
    scheduler.advance()
    let nanoseconds = (scheduler.currentDate.timeIntervalSinceReferenceDate * 1e9).rounded()
    return nanoseconds == 0 ? "0.0" : "\(nanoseconds / 1e9)"
  },
  Difference(name: "20,000 retries of work that fails at once", here: "20001", there: traps) {
    let starts = Trace()
    let failing = SignalProducer<Int, Mishap> { observer, _ in
      starts.add("")
      observer.send(error: .first)
    }
    failing.retry(upTo: 20_000).start()
    return "\(starts.count)"
  },
  Difference(
    name: "the timer of collect(every:skipEmpty: true) while there is nothing to send", here: "", there: "repeats"
  ) {
    let scheduler = TimerLedger()
    let (signal, input) = Signal<Int, Never>.pipe()
    let windows = signal.collect(every: .seconds(5), on: scheduler, skipEmpty: true, discardWhenCompleted: true)
    return withExtendedLifetime((windows.observeValues { _ in }, input)) { scheduler.timers.text }
  },
  Difference(name: "what an observer of a validated value finds as the result", here: "2 2", there: "2 2") {
    let value = MutableProperty(1)
    let validating = ValidatingProperty<Int, Mishap>(value) { $0 < 3 ? .valid : .invalid(.first) }
    let trace = Trace()
    value.signal.observeValues { trace.add("\($0) \(validating.result.value.value ?? 0)") }
    validating.value = 2
    return trace.text
  },
  Difference(name: "work whose signal lift does not use", here: "", there: "begun") {
    let trace = Trace()
    SignalProducer<Int, Never> { observer, _ in
      trace.add("begun")
      observer.sendCompleted()
    }
    .lift { (_: Signal<Int, Never>) in Signal<Int, Never>.never }.start()
    return trace.text
  },
  Difference(name: "a throttle on a clock that is set back", here: "1 2", there: "1 2") {
    let scheduler = TestScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let trace = Trace()
    signal.throttle(1, on: scheduler).observeValues { trace.add("\($0)") }
    input.send(value: 1)
    scheduler.advance()
    scheduler.rewind(by: .seconds(3_600))
    input.send(value: 2)
    scheduler.advance()
    return trace.text
  },
  Difference(name: "a second during which a TestScheduler is set back", here: "passes", there: "") {
    let scheduler = TestScheduler()
    let trace = Trace()
    scheduler.schedule(after: .seconds(1)) { trace.add("passes") }
    scheduler.rewind(by: .seconds(3_600))
    scheduler.advance(by: .seconds(1))
    return trace.text
  },
  Difference(name: "the urgency of a QueueScheduler's queue", here: "default", there: "unspecified") {
    switch QueueScheduler(name: "queue").queue.qos {
    case .default: "default"
    case .unspecified: "unspecified"
    default: "other"
    }
  },
  Difference(name: "the file that logEvents names", here: "module", there: "path") {
    let trace = Trace()
    SignalProducer<Int, Never>(value: 1)
      .logEvents(logger: { _, _, file, _, _ in trace.add(file.hasPrefix("/") ? "path" : "module") }).start()
    return trace.text.components(separatedBy: " ").first ?? ""
  },
]
