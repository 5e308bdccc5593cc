import Foundation
import Model
import PaneKit
import Signals
import Text

extension TabContext {
  /// Requests what is missing of the questions that are kept.
  func completions(
    of effects: Signal<StackOverflowModel.Effect, Never>
  ) -> Signal<StackOverflowModel.Step, Never> {
    let drops = effects.compactMap { if case .keep(.drop(let key)) = $0 { key } else { nil } }
    return effects.compactMap { if case .complete(let question, let known) = $0 { (question, known) } else { nil } }
      .flatMap(.merge) { question, known in
        whole(question, known: known).observe(on: scheduler).materializeResults()
          .map { StackOverflowModel.Step.whole(question.key, $0) }
          // One that is not kept any more needs no answer; it may be kept and dropped for as long as a key is held down.
          .take(until: drops.filter { $0 == question.key }.map { _ in })
      }
  }

  /// Sends a question with all its answers: the loaded one, or else the answer to a request.
  private func whole(
    _ question: ListedQuestion, known: LoadedQuestion?
  ) -> SignalProducer<CachedDetail, ServiceError> {
    let (key, service, now) = (question.key, service, scheduler.currentDate)
    if let known, known.detail.hasAllAnswers { return SignalProducer(value: known.cached) }
    let cached = cache?.detail(of: key) ?? SignalProducer(value: nil)
    return cached.promoteError(ServiceError.self).flatMap(.concat) {
      cached -> SignalProducer<CachedDetail, ServiceError> in
      if let cached, cached.detail.hasAllAnswers { return SignalProducer(value: cached) }
      return service.detail(of: key.id, site: key.site).take(first: 1).attemptMap { detail in
        detail.hasAllAnswers
          ? .success(CachedDetail(detail: detail, fetched: now))
          : .failure(detail.answersTrouble ?? .notFound("the answers"))
      }
    }
  }
}
