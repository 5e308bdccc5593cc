import Foundation
import Signals

extension DateScheduler {
  /// One value at a date, and the end: `------x|`
  func moment(_ date: Date) -> SignalProducer<Void, Never> {
    SignalProducer { observer, lifetime in
      lifetime += self.schedule(after: date) {
        observer.send(value: ())
        observer.sendCompleted()
      }
    }
  }
}
