import Foundation
import Model
import Signals

/// How many requests are left today, as the latest answer says.
public struct Quota: Sendable, Hashable {
  /// `nil` where the service did not say.
  public var remaining: Int?
  public var max: Int?

  public init(remaining: Int? = nil, max: Int? = nil) {
    self.remaining = remaining
    self.max = max
  }

  /// What is left, once that is less than a tenth of the day's; a day without a key has 300.
  public var low: Int? { remaining.flatMap { $0 < (max ?? 300) / 10 ? $0 : nil } }
}

/// What an answer says besides its questions: who gave it, and what is left of the day's requests.
struct AnswerSource: Sendable, Hashable {
  var provenance: Provenance
  var quota: Quota

  /// Takes the source of the latest answer. One that does not tell of the quota leaves it, unless it comes from elsewhere.
  mutating func take(_ latest: AnswerSource) {
    if latest.provenance != provenance || latest.quota.remaining != nil { quota = latest.quota }
    provenance = latest.provenance
  }
}

extension AnswerSource {
  init(_ detail: QuestionDetail) {
    self.init(provenance: detail.provenance, quota: Quota(remaining: detail.quotaRemaining, max: detail.quotaMax))
  }
}

/// What is left of the day's requests, by the newest answer, be it one of another program or an earlier run. The service
/// counts from midnight UTC.
struct DayQuota: Sendable {
  enum Step: Sendable {
    case answer(AnswerSource, at: Date)
    /// Answers are expected from there now.
    case expected(Provenance)
    case remembered(RememberedQuota?, of: QuestionServer, now: Date)
    case midnight
  }

  /// Seconds between two midnights UTC.
  static let day: TimeInterval = 86_400

  private(set) var source: AnswerSource
  /// When that was said; `nil` where nothing was.
  private var date: Date?
  /// How many requests a day has, by this program's own answers.
  private var ownMax: Int?

  init(_ source: AnswerSource) { self.source = source }

  mutating func take(_ step: Step) {
    switch step {
    case .answer(let answer, let now):
      expect(answer.provenance)
      if answer.quota.remaining != nil { date = now }
      ownMax = answer.quota.max ?? ownMax
      source.take(answer)
    case .expected(let provenance): expect(provenance)
    case .remembered(let quota?, let server, let now):
      guard source.provenance == .server(server), isOfToday(quota.date, now), isNewer(quota), isOurs(quota) else {
        return
      }
      (source.quota, date) = (Quota(remaining: quota.remaining, max: quota.max), quota.date)
    case .remembered(nil, _, _): break
    case .midnight: (source.quota, date) = (Quota(), nil)
    }
  }

  /// Elsewhere, requests are counted apart.
  private mutating func expect(_ provenance: Provenance) {
    guard provenance != source.provenance else { return }
    (source, date, ownMax) = (AnswerSource(provenance: provenance, quota: Quota()), nil, nil)
  }

  /// A date in the future means that the clock was set back since, by an unknown time.
  private func isOfToday(_ date: Date, _ now: Date) -> Bool {
    func days(_ date: Date) -> Double { (date.timeIntervalSince1970 / Self.day).rounded(.down) }
    // The state keeps milliseconds.
    return days(date) == days(now) && date.timeIntervalSince(now) < 0.001
  }

  private func isNewer(_ quota: RememberedQuota) -> Bool { date.map { quota.date > $0 } ?? true }

  /// Another program may have another key, or none: the service counts its requests apart, and up to another number.
  private func isOurs(_ quota: RememberedQuota) -> Bool {
    guard let ownMax, let max = quota.max else { return true }
    return max == ownMax
  }
}

extension DayQuota {
  /// What is left of the day's requests, answer by answer.
  ///
  /// - Parameters:
  ///   - recalls: What is remembered of an earlier run, or of another program's.
  ///   - provenance: Where answers come from, or are expected from.
  static func property(
    answers: Signal<AnswerSource, Never>, recalls: Signal<RecalledQuota, Never>, from provenance: Property<Provenance>,
    during lifetime: Lifetime, on scheduler: any DateScheduler
  ) -> Property<Quota> {
    let (midnights, midnight) = Signal<Void, Never>.pipe()
    let quota = Property(
      initial: Quota(),
      then: SignalProducer<Step, Never>.merge(
        SignalProducer(answers).map { .answer($0, at: scheduler.currentDate) },
        provenance.producer.skip(first: 1).map { .expected($0) },
        SignalProducer(recalls).map { .remembered($0.quota, of: $0.server, now: scheduler.currentDate) },
        SignalProducer(midnights).map { .midnight }
      )
      .take(during: lifetime)
      .scan(into: DayQuota(AnswerSource(provenance: provenance.value, quota: Quota()))) { $0.take($1) }.map(
        \.source.quota)
    ).skipRepeats()
    // A program that has nothing to wait for does not wake up at midnight.
    lifetime += quota.producer.map { $0.low != nil }.skipRepeats()
      .flatMap(.latest) { isLow -> SignalProducer<Date, Never> in
        isLow ? SignalProducer.timer(every: day, aligned: true, on: scheduler).take(first: 1) : .empty
      }
      .startWithValues { _ in midnight.send(value: ()) }
    return quota
  }
}

/// What the state says of a server's requests.
struct RecalledQuota: Sendable {
  var server: QuestionServer
  /// `nil` where it says nothing.
  var quota: RememberedQuota?
}
