import Foundation
import Model
import NIOCore
import Signals
import Synchronization
import Text

extension SignalProducer where Value == HTTPPart, Error == ServiceError {
  /// Fails if the status is not a success, with the service's message: it waits for the body, with limits on time and size.
  /// For an answer that is read as it arrives.
  ///
  /// ```
  /// input:   -404--body-|
  /// result:  ------------x
  /// ```
  package func refusing(host: SafeText, on clock: any DateScheduler) -> SignalProducer<HTTPPart, ServiceError> {
    SignalProducer { observer, lifetime in
      let refused = Mutex<RefusedAnswer?>(nil)

      @Sendable func refuse(_ answer: RefusedAnswer) {
        observer.send(error: answer.error(host: host, at: clock.currentDate))
      }

      lifetime += self.start { event in
        switch event {
        case .value(.head(let head)) where !(200..<300).contains(head.status):
          let answer = RefusedAnswer(head: head)
          refused.withLock { $0 = answer }
          lifetime += clock.schedule(after: clock.currentDate.addingTimeInterval(RefusedAnswer.patience)) {
            refuse(refused.withLock { $0 } ?? answer)
          }
        case .value(.body(let buffer)):
          let answer = refused.withLock { refused in
            refused?.append(buffer)
            return refused
          }
          guard let answer else { return observer.send(event) }
          if answer.isFull { refuse(answer) }
        case .value(.head), .interrupted: observer.send(event)
        case .failed, .completed:
          if let answer = refused.withLock({ $0 }) { refuse(answer) } else { observer.send(event) }
        }
      }
    }
  }
}

/// An answer whose status is not a success, with the beginning of its body.
private struct RefusedAnswer: Sendable {
  /// The seconds for which it waits for the body.
  static let patience: TimeInterval = 2

  let head: HTTPHead
  private var body: [UInt8] = []

  init(head: HTTPHead) { self.head = head }

  /// Whether enough of the body has come.
  var isFull: Bool { body.count >= ServiceWords.bodyLimit }

  mutating func append(_ buffer: ByteBuffer) {
    body.append(contentsOf: buffer.readableBytesView.prefix(ServiceWords.bodyLimit - body.count))
  }

  func error(host: SafeText, at now: Date) -> ServiceError {
    ServiceError(status: head.status, headers: head.headers, body: body, host: host, at: now)
  }
}
