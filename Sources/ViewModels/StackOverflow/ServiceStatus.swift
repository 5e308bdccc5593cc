import Foundation
import Model
import Signals

/// Who answers, and what is left of the day's requests: what all tabs, the search and the completion share.
///
/// ```
/// answers, another server is asked, ──▶ DayQuota ──┬──▶ provenance
/// what other programs used, midnight               └──▶ quota ──▶ isLow
/// ```
/// Each answer that tells of the quota is remembered in the store, so that other programs and the next run know it.
final class ServiceStatus: Sendable {
  /// Where the latest answer came from, or where the first one of another server is expected from.
  let provenance: Property<Provenance>
  /// What is left of the day's requests, as far as is known.
  let quota: Property<Quota>
  /// The day's requests run low, as far as is known. What is left then belongs to the person: no renewal, preview or search
  /// is asked for automatically.
  let isLow: Property<Bool>
  /// Sends when another server is asked from now on, before ``provenance`` follows. Each request under way is void.
  let serverChanges: Signal<Void, Never>

  private let store: (any StateStore)?
  private let scheduler: any DateScheduler
  private let answer: Signal<AnswerSource, Never>.Observer
  private let recall: Signal<DayQuota.Step, Never>.Observer
  private let (lifetime, token) = Lifetime.make()

  /// Seconds for which ``checkIsLow`` waits for the store at most.
  private static let patience: TimeInterval = 0.5

  /// - Parameters:
  ///   - store: Tells what other programs and the run before have used; `nil` where it is not remembered.
  ///   - starts: Sends when the program begins to ask.
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

    // An answer may be on its way here when its server is exchanged.
    let answers = allAnswers.filter { !service.hasLeft($0.provenance) }
    // Who answers and what is left there agree, so both come out of one scan.
    let source = DayQuota.source(
      initial: service.provenance,
      steps: .merge(
        answers.map { .answer($0, at: scheduler.currentDate) }, expectations.map { .expected($0) }, recalls),
      during: lifetime, on: scheduler)
    let provenance = source.map(\.provenance).skipRepeats()
    self.provenance = provenance
    quota = source.map(\.quota).skipRepeats()
    isLow = quota.map { $0.low != nil }.skipRepeats()

    // In this order, so that what is asked of the next server is asked once.
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
      store.keep(.quota(quota, of: server))
    }
  }

  /// Takes who answered, and what the answer said of the quota.
  func take(_ source: AnswerSource) { answer.send(value: source) }

  /// Reads what other programs have used of the day's requests, and sends whether they run low; once, on the scheduler.
  /// For the moment before something is asked automatically.
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
