import Foundation
import Model
import Questions
import Signals
import Text

/// A question service that can be replaced while the program runs.
///
/// A request goes to the current service. If that changes before the answer, the request goes to the new one.
package struct SwitchingQuestionService: QuestionRelay {
  private let service: Property<any QuestionService & SiteDirectory>
  package let changes: Signal<Void, Never>

  package init(_ service: Property<any QuestionService & SiteDirectory>) {
    self.service = service
    let (changes, change) = Signal<Void, Never>.pipe()
    self.changes = changes
    service.signal.map { _ in }.observe(change)
    service.producer.flatMap(.latest) { SignalProducer($0.changes) }.start(change)
  }

  package var provenance: Provenance { service.value.provenance }
  package var keyTrouble: SafeText? { service.value.keyTrouble }
  package var clockLead: TimeInterval { service.value.clockLead }

  package func ask<Value: Sendable>(
    _ request: @escaping @Sendable (any QuestionService & SiteDirectory) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    // The end of the request is the end of the stream, although another service may follow.
    service.producer.flatMap(.latest) { request($0).materialize() }.dematerialize()
  }
}
