import Foundation
import Model
import Signals
import Synchronization
import Text

extension SignalProducer where Error == ServiceError {
  /// Fails after too long a silence: a connection whose other end disappeared gives no error.
  ///
  /// ```
  /// input:   ---a-b-----------
  /// result:  ---a-b-------x
  /// ```
  ///
  /// Only one timer is set at a time, however many values come.
  ///
  /// - Parameters:
  ///   - opening: The seconds until the first value; not more than `seconds`.
  ///   - seconds: The seconds between two values.
  package func failingWhenSilent(
    opening: Int, seconds: Int, host: SafeText, on clock: any DateScheduler
  ) -> SignalProducer<Value, ServiceError> {
    SignalProducer { observer, lifetime in
      let start = clock.currentDate
      let limit = Mutex((date: start.addingTimeInterval(TimeInterval(opening)), seconds: opening))
      let timer = Alarm()
      lifetime += timer

      @Sendable func arm() {
        timer.set {
          clock.schedule(after: limit.withLock { $0.date }) {
            let (date, seconds) = limit.withLock { $0 }
            if clock.currentDate >= date {
              observer.send(error: .timedOut(host: host, seconds: seconds))
            } else {
              arm()
            }
          }
        }
      }

      arm()
      lifetime += self.start { event in
        if case .value = event {
          let next = clock.currentDate.addingTimeInterval(TimeInterval(seconds))
          limit.withLock { $0 = (next, seconds) }
        }
        observer.send(event)
      }
    }
  }
}
