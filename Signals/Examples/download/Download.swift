// A download with progress, which a person may cancel: the work ends where it is, and says so.

import Signals
import SignalsTesting

enum Transfer {
  case progress(Int)
  case done(bytes: Int)
}

@main enum Download {
  static func main() {
    let clock = TestScheduler()
    @Sendable func download(_ name: String) -> SignalProducer<Transfer, Never> {
      SignalProducer.interval(1...4, interval: .seconds(1), on: clock)
        .map { $0 == 4 ? .done(bytes: 4_000) : .progress($0 * 25) }
        .on(interrupted: { print("\(name): cancelled, the connection is closed") })
    }
    @Sendable func show(_ name: String, _ transfer: Transfer) {
      switch transfer {
      case .progress(let percent): print("\(name): \(percent) %")
      case .done(let bytes): print("\(name): \(bytes) bytes")
      }
    }
    download("first").startWithValues { show("first", $0) }
    let second = download("second").startWithValues { show("second", $0) }
    clock.advance(by: 2)
    second.dispose()
    clock.advance(by: 10)
    print("\(clock.scheduledCount) timers are left")
  }
}
