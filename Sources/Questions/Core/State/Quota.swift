import Foundation
import Signals

/// The number of requests left today, according to the latest answer.
public struct Quota: Sendable, Hashable {
  /// `nil` if the service did not say.
  public var remaining: Int?
  public var max: Int?

  public init(remaining: Int? = nil, max: Int? = nil) {
    self.remaining = remaining
    self.max = max
  }

  /// The number left, if it is less than a tenth of the day's; a day without a key has 300.
  public var low: Int? { remaining.flatMap { $0 < (max ?? 300) / 10 ? $0 : nil } }
}

/// The source of an answer, and its quota.
struct AnswerSource: Sendable, Hashable {
  var provenance: Provenance
  var quota: Quota
}

extension AnswerSource {
  init(_ detail: QuestionDetail) {
    self.init(provenance: detail.provenance, quota: Quota(remaining: detail.quotaRemaining, max: detail.quotaMax))
  }
}

/// The source that answers now, and its quota by the newest answer, which may be another program's or an earlier run's. The
/// service counts from midnight UTC.
struct DayQuota: Sendable {
  enum Step: Sendable {
    case answer(AnswerSource, at: Date)
    /// Answers are expected from there now.
    case expected(Provenance)
    /// The store's information on a server's quota; `nil` if there is none.
    case remembered(RememberedQuota?, of: QuestionServer, now: Date)
    case midnight
  }

  /// Seconds between two midnights UTC.
  static let day: TimeInterval = 86_400

  private(set) var source: AnswerSource
  /// The date of the quota; `nil` if it is unknown.
  private var date: Date?
  /// The requests per day by this program's own answers.
  private var ownMax: Int?

  init(_ source: AnswerSource) { self.source = source }

  mutating func reduce(_ step: Step) {
    switch step {
    case .answer(let answer, let now):
      expect(answer.provenance)
      ownMax = answer.quota.max ?? ownMax
      // An answer without a quota does not change it.
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

  /// Each source has a quota of its own.
  private mutating func expect(_ provenance: Provenance) {
    guard provenance != source.provenance else { return }
    (source, date, ownMax) = (AnswerSource(provenance: provenance, quota: Quota()), nil, nil)
  }

  /// A date in the future means that the clock was set back by an unknown time.
  private func isOfToday(_ date: Date, _ now: Date) -> Bool {
    func days(_ date: Date) -> Double { (date.timeIntervalSince1970 / Self.day).rounded(.down) }
    // The store keeps milliseconds.
    return days(date) == days(now) && date.timeIntervalSince(now) < 0.001
  }

  private func isNewer(_ quota: RememberedQuota) -> Bool { date.map { quota.date > $0 } ?? true }

  /// Another program may have another key, or none: the service counts its requests separately, with another maximum.
  private func isOurs(_ quota: RememberedQuota) -> Bool {
    guard let ownMax, let max = quota.max else { return true }
    return max == ownMax
  }
}

extension DayQuota {
  /// Returns the source that answers now, and its quota.
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
      then: Signal.merge(steps, midnights).take(during: lifetime).scan(into: first) { $0.reduce($1) }.map(\.source)
    ).skipRepeats()
    // The timer is set only while requests run low, so that the program does not wake up at midnight for nothing.
    lifetime += source.producer.map { $0.quota.low != nil }.skipRepeats()
      .flatMap(.latest) { isLow -> SignalProducer<Date, Never> in
        isLow ? SignalProducer.timer(every: day, aligned: true, on: scheduler).take(first: 1) : .empty
      }
      .startWithValues { _ in midnight.send(value: .midnight) }
    return source
  }
}
