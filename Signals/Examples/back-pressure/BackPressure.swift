// Back-pressure by policy: ten values come in a second, and the receiver gets at most two. What may be lost?

import Signals
import SignalsTesting

@main enum BackPressure {
  static func main() {
    let clock = TestScheduler()
    let numbers = SignalProducer<Int, Never>.interval(1...20, interval: .milliseconds(100), on: clock)
    let half = SignalProducer.timer(interval: .milliseconds(500), on: clock).map { _ in }

    let policies: [(String, SignalProducer<String, Never>)] = [
      ("throttle: the newest", numbers.throttle(0.5, on: clock, discardWhenCompleted: false).map { "\($0)" }),
      ("sample: the newest at ticks of my own", numbers.sample(on: half).map { "\($0)" }),
      (
        "debounce: the last, when it is quiet",
        numbers.debounce(0.5, on: clock, discardWhenCompleted: false).map { "\($0)" }
      ),
      ("conflate: a summary of all", numbers.conflate(every: 0.5, into: 0, on: clock) { $0 += $1 }.map { "\($0)" }),
      (
        "collect: all, in batches",
        numbers.collect(every: .milliseconds(500), on: clock, skipEmpty: true, discardWhenCompleted: false).map {
          "\($0.count)"
        }
      ),
    ]
    let recorders = policies.map { name, values in (name, values.record()) }
    clock.advance(by: 2.5)
    for (name, recorder) in recorders { print("\(name): \(recorder.values.joined(separator: " "))") }
  }
}
