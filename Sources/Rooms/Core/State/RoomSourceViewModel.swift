import Foundation
import Model
import PaneKit
import Signals

/// A source of rooms: its requests, their results, and whether it still answers.
///
/// ```
/// every 10 s, while active ──┐
/// refresh ───────────────────┴──▶ load ──┬───────────────────────────▶ state
///                                        └──▶ two polls' silence ────────┤
/// the chart's detail besides the last day ──▶ throttle ──▶ spans ─────────┘
/// ```
final class RoomSourceViewModel: Sendable {
  let state: Property<FollowedSource>

  /// - Parameters:
  ///   - requests: The requests to all sources, on the scheduler.
  ///   - isActive: While this is false there are no requests.
  ///   - isSuspended: Cancels the current request when it becomes true.
  init(
    _ entry: RoomSourceEntry, _ requests: Signal<RoomsModel.Request, Never>, every pollPeriod: Property<TimeInterval>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) {
    let refreshes = requests.filter { $0 == .refresh }.map { _ in }
    let details: Signal<DetailRequest?, Never> = requests.compactMap { $0.detail(of: entry.id) }
    let load = Load.rooms(
      of: entry, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended, on: scheduler)
    let spans = Load.spans(
      of: entry.source, details, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended,
      on: scheduler)
    let initial = FollowedSource(entry: entry, lastDay: load.state.value, spans: spans.state.value)
    let changes = SignalProducer<Change, Never>.merge(
      load.state.producer.map { state in withExtendedLifetime(load) { Change.load(state) } },
      load.silences(every: pollPeriod, while: isActive, on: scheduler).map { _ in .silence },
      spans.state.signal.producer.map { state in withExtendedLifetime(spans) { Change.spans(state) } })
    state = Property(
      initial: initial,
      then: changes.scan(into: initial) { state, change in
        switch change {
        case .load(let load):
          if load.loadedAt != state.lastDay.loadedAt { state.unansweredSince = nil }
          state.lastDay = load
        case .silence: state.unansweredSince = state.lastDay.loadedAt
        case .spans(let spans): state.spans = spans
        }
      })
  }

  private enum Change: Sendable {
    case load(Load<TemperatureAsk, SourceReadings>.State)
    case silence
    case spans(Load<SpanAsk, RoomLayers>.State)
  }
}

extension RoomsModel.Request {
  /// The details requested from a source; `nil` for another request.
  fileprivate func detail(of source: RoomSourceEntry.ID) -> DetailRequest?? {
    if case .detail(let detail, of: source) = self { .some(detail) } else { nil }
  }
}

extension Load<TemperatureAsk, SourceReadings> {
  /// Requests data from the newest point on, repeatedly while the program is in the foreground; never twice at once.
  fileprivate static func rooms(
    of entry: RoomSourceEntry, every period: Property<TimeInterval>, refreshes: Signal<Void, Never>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) -> Load {
    Load(
      asks: refreshes.map { .refresh }, repeating: .every(period, .poll), while: isActive,
      cancelled: isSuspended.signal.filter { $0 }.map { _ in }, on: scheduler
    ) { ask, held in
      let now = scheduler.currentDate
      let held = (held ?? SourceReadings()).asked(at: now)
      let query = held.nextQuery(at: now, isLateWanted: ask == .refresh)
      return entry.source.readings(over: query, step: TemperatureHistory.step)
        .flatMap(.concat) { answer in
          entry.source.newestReadings(
            of: held.joined(with: answer, of: entry.label, over: query, at: now), since: held, answer, at: now)
        }
    }
  }
}

extension Load {
  /// Sends when two polls' time has passed since the last answer, or since the period changed; a request in progress does not
  /// postpone it, nor does a failed one.
  fileprivate func silences(
    every period: Property<TimeInterval>, while isActive: Property<Bool>, on scheduler: any DateScheduler
  ) -> SignalProducer<Date, Never> {
    state.producer.map { $0.loadedAt }.skipRepeats()
      .combineLatest(with: period.producer.skipRepeats())
      .flatMap(.latest) { loadedAt, period -> SignalProducer<Date, Never> in
        guard loadedAt != nil else { return .empty }
        return .timer(at: scheduler.currentDate.addingTimeInterval(2 * period), on: scheduler)
      }
      .active(while: isActive)
  }
}

extension RoomSource {
  /// Sends the readings with the newest single ones behind their newest means, if the answer has only means; without an
  /// answer, unchanged.
  fileprivate func newestReadings(
    of joined: SourceReadings, since former: SourceReadings, _ answer: RoomAnswer, at now: Date
  ) -> SignalProducer<SourceReadings, ServiceError> {
    let untold = answer.rooms.filter { $0.latest == nil && $0.silence == nil }.map(\.key)
    let means = untold.compactMap { key in
      joined[key]?.newestMean.flatMap { $0 == former[key]?.newestMean ? nil : $0 }
    }
    guard let newest = means.map(\.time).max() else { return SignalProducer(value: joined) }
    let step = newest...newest.addingTimeInterval(TemperatureHistory.step)
    return readings(over: step, step: TemperatureHistory.readingStep)
      .map { answer in
        answer.rooms.filter { untold.contains($0.key) }.reduce(joined) { joined, room in
          joined.completed(room.key, with: room.readings.map(\.temperature), at: now)
        }
      }
      .flatMapError { _ in SignalProducer(value: joined) }
  }
}

enum TemperatureAsk: Sendable, Equatable {
  /// An automatic request, which is not shown.
  case poll
  /// A person's request, which is shown.
  case refresh
}
