import Foundation
import Model
import Signals

/// The source that answers now, and its quota, shared by all tabs, the search and the completion.
///
/// ```
/// answers, another server is asked, ──▶ DayQuota ──┬──▶ provenance
/// what other programs used, midnight               └──▶ quota ──▶ isLow
/// ```
/// The quota of each answer is stored, so that other programs and the next run know it.
final class ServiceStatus: Sendable {
  /// The source of the latest answer, or the expected source of the first one of another server.
  let provenance: Property<Provenance>
  /// The quota, as far as it is known.
  let quota: Property<Quota>
  /// Whether the day's requests run low, as far as is known. The rest is reserved for the person: there are no automatic
  /// renewals, previews or searches.
  let isLow: Property<Bool>
  /// Sends when another server is asked from now on, before ``provenance`` changes. Current requests are invalid.
  let serverChanges: Signal<Void, Never>

  private let store: (any StateStore)?
  private let scheduler: any DateScheduler
  private let answer: Signal<AnswerSource, Never>.Observer
  private let recall: Signal<DayQuota.Step, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// The longest time in seconds for which ``checkIsLow`` waits for the store.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - store: Has the quotas of other programs and earlier runs; `nil` if there is none.
  ///   - starts: Sends when requests begin.
  init(
    of service: any QuestionService, store: (any StateStore)?, starts: Signal<Void, Never>,
    on scheduler: any DateScheduler
  ) {
    (self.store, self.scheduler) = (store, scheduler)
    let (allAnswers, answer) = Signal<AnswerSource, Never>.pipe()
    let (recalls, recall) = Signal<DayQuota.Step, Never>.pipe()
    let (serverChanges, changeServer) = Signal<Void, Never>.pipe()
    let (expectations, expect) = Signal<Provenance, Never>.pipe()
    (self.answer, self.recall, self.serverChanges) = (answer, recall, serverChanges)

    // The server may change while an answer is on its way.
    let answers = allAnswers.filter { !service.hasLeft($0.provenance) }
    // Source and quota agree, so both come out of one scan.
    let source = DayQuota.source(
      initial: service.provenance,
      steps: .merge(
        answers.map { .answer($0, at: scheduler.currentDate) }, expectations.map { .expected($0) }, recalls),
      during: lifetime, on: scheduler)
    let provenance = source.map(\.provenance).skipRepeats()
    self.provenance = provenance
    quota = source.map(\.quota).skipRepeats()
    isLow = quota.map { $0.low != nil }.skipRepeats()

    // In this order, so that requests to the next server are made once.
    lifetime += service.changes.observeValues {
      changeServer.send(value: ())
      expect.send(value: service.provenance)
    }

    guard let store else { return }
    lifetime += starts.flatMap(.latest) { _ in provenance.producer }.compactMap(\.server)
      .flatMap(.latest) { server in
        store.quota(of: server).observe(on: scheduler)
          .map { DayQuota.Step.remembered($0, of: server, now: scheduler.currentDate) }
      }
      .observe(recall)
    lifetime += answers.observeValues { answer in
      guard let server = answer.provenance.server, let remaining = answer.quota.remaining else { return }
      let quota = RememberedQuota(remaining: remaining, max: answer.quota.max, date: scheduler.currentDate)
      store.keep(QuestionChange.quota(quota, of: server))
    }
  }

  /// Takes the source of an answer and its quota.
  func note(_ source: AnswerSource) { answer.send(value: source) }

  /// Rereads the shared quota and sends whether it is low; once, on the scheduler. For use before an automatic request.
  var checkIsLow: SignalProducer<Bool, Never> {
    SignalProducer { [isLow, provenance, store, scheduler, recall] observer, lifetime in
      guard let store, let server = provenance.value.server else {
        observer.send(value: isLow.value)
        return observer.sendCompleted()
      }
      let timeout = SignalProducer.timer(at: scheduler.currentDate + Self.patience, on: scheduler)
      lifetime += store.quota(of: server).observe(on: scheduler).merge(with: timeout.map { _ in nil }).take(first: 1)
        .map { quota in
          recall.send(value: .remembered(quota, of: server, now: scheduler.currentDate))
          return isLow.value
        }
        .start(observer)
    }
  }
}
