import Foundation
import Model
import Questions
import Signals
import Text

/// A question service that reports whether it is in trouble, for the log: a tab shows only the outcome of its own requests,
/// and selecting another tab does not mean that the service has recovered.
package final class WatchedQuestionService: QuestionRelay {
  /// Why the last request failed; `nil` if it succeeded.
  package let trouble: Property<ServiceError?>
  private let lastError = MutableProperty<ServiceError?>(nil)
  private let service: any QuestionService & SiteDirectory

  package init(_ service: any QuestionService & SiteDirectory) {
    self.service = service
    trouble = Property(capturing: lastError)
  }

  package var provenance: Provenance { service.provenance }
  package var keyTrouble: SafeText? { service.keyTrouble }
  package var clockLead: TimeInterval { service.clockLead }
  package var changes: Signal<Void, Never> { service.changes }

  package func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> { watched(request(service)) }

  package func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    watched(service.detail(of: id, site: site)) { $0.answersTrouble }
  }

  /// - Parameter failure: Returns the failed part of an answer.
  private func watched<Value>(
    _ request: SignalProducer<Value, ServiceError>,
    failure: @escaping @Sendable (Value) -> ServiceError? = { _ in nil }
  ) -> SignalProducer<Value, ServiceError> {
    let lastError = lastError
    return request.on(
      failed: { error in
        // A service without the thing asked for has answered.
        if case .notFound = error { lastError.value = nil } else { lastError.value = error }
      },
      // At the first value and not at the end, because an observer may dispose the rest.
      value: { lastError.value = failure($0) })
  }
}
