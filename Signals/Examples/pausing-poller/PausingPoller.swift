// A poller that pauses: a thermometer is asked every five seconds, but only while somebody looks.

import Signals
import SignalsTesting

@main enum PausingPoller {
  static func main() {
    let clock = TestScheduler()
    let isShown = MutableProperty(true)
    let asked = MutableProperty(0)
    let thermometer = SignalProducer<Int, Never> {
      asked.modify { count in
        count += 1
        return 20 + count
      }
    }

    SignalProducer.timer(every: 5, startingAt: clock.currentDate, on: clock)
      .flatMap(.latest) { _ in thermometer }
      .active(while: isShown)
      .startWithValues { print("\(clock.currentDate.timeIntervalSinceReferenceDate) s: \($0) degrees") }

    clock.advance(by: 6)
    isShown.value = false
    clock.advance(by: 60)
    isShown.value = true
    clock.advance(by: 6)
    print("asked \(asked.value) times in \(clock.currentDate.timeIntervalSinceReferenceDate) s")
  }
}
