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
  var origin: Origin
  var quota: Quota

  /// Takes the source of the latest answer. One that does not tell of the quota leaves it, unless it comes from elsewhere.
  mutating func take(_ latest: AnswerSource) {
    if latest.origin != origin || latest.quota.remaining != nil { quota = latest.quota }
    origin = latest.origin
  }
}

extension AnswerSource {
  init(_ detail: QuestionDetail) {
    self.init(origin: detail.origin, quota: Quota(remaining: detail.quotaRemaining, max: detail.quotaMax))
  }
}

/// What is left of the day's requests, by the latest answer, be it one of another program or an earlier run. The
/// service counts from midnight UTC.
struct DayQuota: Sendable {
  enum Step: Sendable {
    case answer(AnswerSource)
    case remembered(RememberedQuota?, now: Date)
    case midnight
  }

  /// Seconds between two midnights UTC.
  static let day: TimeInterval = 86_400

  private(set) var source: AnswerSource
  private var isAnswered = false

  init(_ source: AnswerSource) { self.source = source }

  mutating func take(_ step: Step) {
    switch step {
    case .answer(let answer):
      source.take(answer)
      isAnswered = isAnswered || source.quota.remaining != nil
    case .remembered(let quota?, let now):
      let isToday =
        (quota.date.timeIntervalSince1970 / Self.day).rounded(.down)
        == (now.timeIntervalSince1970 / Self.day).rounded(.down)
      guard isToday, !isAnswered, source.origin == .live else { return }
      source.quota = Quota(remaining: quota.remaining, max: quota.max)
    case .remembered(nil, _): break
    case .midnight: source.quota = Quota()
    }
  }
}

extension DayQuota {
  /// What is left of the day's requests, answer by answer.
  ///
  /// - Parameter recalls: What is remembered of an earlier run, or known of another program's.
  static func property(
    answers: Signal<AnswerSource, Never>, recalls: Signal<RememberedQuota?, Never>, from origin: Origin,
    during lifetime: Lifetime, on scheduler: any DateScheduler
  ) -> Property<Quota> {
    // A program that has nothing to wait for does not wake up at midnight.
    let midnights = Signal<Quota?, Never>.merge(
      answers.map(\.quota), recalls.map { $0.map { Quota(remaining: $0.remaining, max: $0.max) } }
    )
    .flatMap(.latest) { quota -> SignalProducer<Date, Never> in
      guard quota?.low != nil else { return .empty }
      return SignalProducer.timer(every: day, aligned: true, on: scheduler).take(first: 1)
    }
    return Property(
      initial: Quota(),
      then: SignalProducer<Step, Never>.merge(
        SignalProducer(answers).map { .answer($0) },
        SignalProducer(recalls).map { .remembered($0, now: scheduler.currentDate) },
        SignalProducer(midnights).map { _ in .midnight }
      )
      .take(during: lifetime)
      .scan(into: DayQuota(AnswerSource(origin: origin, quota: Quota()))) { $0.take($1) }.map(\.source.quota)
    ).skipRepeats()
  }
}
