// A rate of events: how many came in each second, and the average of the last three seconds.

import Signals
import SignalsTesting

@main enum Windows {
  static func main() {
    let clock = TestScheduler()
    let (events, input) = Signal<String, Never>.pipe()

    let counts = events.collect(every: .seconds(1), on: clock).map(\.count)
    let averages = counts.scan([Int]()) { ($0 + [$1]).suffix(3) }.map { $0.reduce(0, +) / $0.count }
    counts.zip(with: averages).observeValues { count, average in print("\(count) in this second, \(average) on average")
    }

    for count in [3, 9, 0, 6] {
      for number in 0..<count { input.send(value: "event \(number)") }
      clock.advance(by: 1)
    }
  }
}
