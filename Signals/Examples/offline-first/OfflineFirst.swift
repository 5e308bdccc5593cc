// A cache that is offline first: what is kept is shown at once, the network's answer replaces it, and a failure leaves it.

import Signals
import SignalsTesting

struct Offline: Error {}

@main enum OfflineFirst {
  static func main() {
    let clock = TestScheduler()
    let kept = MutableProperty<String?>(nil)
    let isOnline = MutableProperty(true)

    let network = SignalProducer<String, Offline> { () -> Result<String, Offline> in
      isOnline.value
        ? .success("news of second \(Int(clock.currentDate.timeIntervalSinceReferenceDate))") : .failure(Offline())
    }
    .delay(1, on: clock)
    .on(value: { kept.value = $0 })

    @Sendable func page() -> SignalProducer<String, Never> {
      let cached = SignalProducer<String?, Never> { kept.value }.skipNil().map { "\($0) (kept)" }
      return cached.concat(network.flatMapError { _ in .init(value: "no connection") })
    }

    func visit() {
      print("a visit:")
      page().startWithValues { print("  \($0)") }
      clock.advance(by: 10)
    }
    visit()
    visit()
    isOnline.value = false
    visit()
  }
}
