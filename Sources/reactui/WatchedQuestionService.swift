import Foundation
import Model
import Signals
import Text

/// A question service that remembers whether it is in trouble, for the log: what a tab shows is about the requests of that
/// tab, and to look at another tab makes no service well.
final class WatchedQuestionService: QuestionRelay {
  /// Why the last request failed; `nil` while all is well.
  let trouble: Property<ServiceError?>
  private let lastError = MutableProperty<ServiceError?>(nil)
  private let service: any QuestionService & SiteDirectory

  init(_ service: any QuestionService & SiteDirectory) {
    self.service = service
    trouble = Property(capturing: lastError)
  }

  var provenance: Provenance { service.provenance }
  var keyTrouble: SafeText? { service.keyTrouble }
  var changes: Signal<Void, Never> { service.changes }

  func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> { watched(request(service)) }

  func detail(of id: Question.ID, site: String) -> SignalProducer<QuestionDetail, ServiceError> {
    watched(service.detail(of: id, site: site)) { $0.answersTrouble }
  }

  /// - Parameter failure: What of an answer failed all the same.
  private func watched<Value>(
    _ request: SignalProducer<Value, ServiceError>,
    failure: @escaping @Sendable (Value) -> ServiceError? = { _ in nil }
  ) -> SignalProducer<Value, ServiceError> {
    let lastError = lastError
    return request.on(
      failed: { error in
        // A service that does not have what was asked for has answered.
        if case .notFound = error { lastError.value = nil } else { lastError.value = error }
      },
      // Not the request's end: who has the answer may give up the rest.
      value: { lastError.value = failure($0) })
  }
}
