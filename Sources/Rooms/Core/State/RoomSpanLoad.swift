import Foundation
import Model
import PaneKit
import Signals

enum SpanAsk: Sendable, Equatable {
  /// The missing part of the visible data.
  case missing
}

extension Load<SpanAsk, RoomLayers> {
  /// Requests the missing part of the visible data, in the steps that the chart can show: when that changes, at most a
  /// quarter of a second later, and then whenever its newest steps are over.
  ///
  /// ```
  /// the visible data ──▶ throttle ──┬──▶ outdated ──▶ the missing part ──▶ merged with the stored data
  ///                                 └──▶ how long an answer is valid ─┘
  /// ```
  /// Another span cancels the request for the one before. Answers are stored by step, and not requested again.
  static func spans(
    of source: any RoomSource, _ wanted: Signal<DetailRequest?, Never>, every pollPeriod: Property<TimeInterval>,
    refreshes: Signal<Void, Never>, isActive: Property<Bool>, isSuspended: MutableProperty<Bool>,
    on scheduler: any DateScheduler
  ) -> Load {
    let detail = Property<DetailRequest?>(
      initial: nil,
      then: wanted.skip(while: { $0 == nil }).throttle(throttleInterval, on: scheduler))
    // The first request is automatic, so that only a change makes the stored data outdated.
    let isWanted = Property(initial: false, then: detail.signal.producer.map { _ in true }.take(first: 1))
    return Load(
      asks: refreshes.filter { detail.value != nil }.map(value: .missing),
      repeating: .afterFailure(of: .missing, .exponential(initial: 10, maximum: 300)),
      while: isActive.and(isWanted).skipRepeats(),
      cancelled: isSuspended.signal.filter { $0 }.map { _ in }, outdated: detail.signal.skip(first: 1).map { _ in },
      every: detail.combineLatest(with: pollPeriod).map { detail, period in detail?.period(polling: period) },
      on: scheduler
    ) { _, held in
      let now = scheduler.currentDate
      let held = held ?? RoomLayers()
      guard let detail = detail.value else { return SignalProducer(value: held) }
      let layers = held.asked(for: detail, at: now)
      let answers = layers.missing(of: detail, at: now).map { range in
        source.readings(over: detail.dates(of: range, at: now), step: TimeInterval(detail.step)).map { (range, $0) }
      }
      return SignalProducer<SignalProducer<(ClosedRange<Int>, RoomAnswer), ServiceError>, ServiceError>(answers)
        .flatten(.concat)
        .reduce(into: layers) { layers, answer in layers.join(answer.1, over: answer.0, at: now) }
    }
  }

  /// Seconds.
  private static var throttleInterval: TimeInterval { 0.25 }
}

extension DetailRequest {
  /// Returns the time from the beginning of the first step to the end of the last, but not beyond now.
  fileprivate func dates(of range: ClosedRange<Int>, at now: Date) -> ClosedRange<Date> {
    let start = Date(timeIntervalSince1970: Double(range.lowerBound) * Double(step))
    let end = Date(timeIntervalSince1970: Double(range.upperBound + 1) * Double(step))
    return start...max(start, min(end, now))
  }
}
