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
}

extension AnswerSource {
  init(_ detail: QuestionDetail) {
    self.init(provenance: detail.provenance, quota: Quota(remaining: detail.quotaRemaining, max: detail.quotaMax))
  }
}

/// Who answers, and what is left there of the day's requests by the newest answer, which may be another program's or an earlier
/// run's. The service counts from midnight UTC.
struct DayQuota: Sendable {
  enum Step: Sendable {
    case answer(AnswerSource, at: Date)
    /// Answers are expected from there now.
    case expected(Provenance)
    /// What the store says of a server's requests; `nil` where it says nothing.
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
      ownMax = answer.quota.max ?? ownMax
      // An answer that does not tell of the quota leaves it as it was.
      if answer.quota.remaining != nil { (source.quota, date) = (answer.quota, now) }
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
  /// Who answers, and what is left there of the day's requests.
  ///
  /// - Parameter provenance: Where the first answer is expected from.
  static func source(
    initial provenance: Provenance, steps: Signal<Step, Never>, during lifetime: Lifetime,
    on scheduler: any DateScheduler
  ) -> Property<AnswerSource> {
    let (midnights, midnight) = Signal<Step, Never>.pipe()
    let first = DayQuota(AnswerSource(provenance: provenance, quota: Quota()))
    let source = Property(
      initial: first.source,
      then: Signal.merge(steps, midnights).take(during: lifetime).scan(into: first) { $0.take($1) }.map(\.source)
    ).skipRepeats()
    // A program that has nothing to wait for does not wake up at midnight.
    lifetime += source.producer.map { $0.quota.low != nil }.skipRepeats()
      .flatMap(.latest) { isLow -> SignalProducer<Date, Never> in
        isLow ? SignalProducer.timer(every: day, aligned: true, on: scheduler).take(first: 1) : .empty
      }
      .startWithValues { _ in midnight.send(value: .midnight) }
    return source
  }
}
