import Foundation
import Model
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
  struct State: Sendable {
    var load: Load<TemperatureAsk, SourceReadings>.State
    /// The date of the last answer, if two polls' time has passed since.
    var silentSince: Date?
    /// The state of the requests for the visible data.
    var spans: Load<SpanAsk, RoomLayers>.State
  }

  let entry: RoomSourceEntry
  let state: Property<State>

  /// - Parameters:
  ///   - detail: The visible data of the source's rooms that is not in the last day.
  ///   - isActive: While this is false there are no requests.
  ///   - isSuspended: Cancels the current request when it becomes true.
  init(
    _ entry: RoomSourceEntry, detail: Property<DetailRequest?>, every pollPeriod: Property<TimeInterval>,
    refreshes: Signal<Void, Never>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) {
    self.entry = entry
    let load = Load.rooms(
      of: entry, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended, on: scheduler)
    let spans = Load.spans(
      of: entry.source, detail, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended,
      on: scheduler)
    let initial = State(load: load.state.value, spans: spans.state.value)
    let changes = SignalProducer<Change, Never>.merge(
      load.state.producer.map { state in withExtendedLifetime(load) { Change.load(state) } },
      load.silences(every: pollPeriod, while: isActive, on: scheduler).map { _ in .silence },
      spans.state.signal.producer.map { state in withExtendedLifetime(spans) { Change.spans(state) } })
    state = Property(
      initial: initial,
      then: changes.scan(into: initial) { state, change in
        switch change {
        case .load(let load):
          if load.loadedAt != state.load.loadedAt { state.silentSince = nil }
          state.load = load
        case .silence: state.silentSince = state.load.loadedAt
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
      let book = (held ?? SourceReadings()).asked(at: now)
      let query = book.nextQuery(at: now, isLateWanted: ask == .refresh)
      return entry.source.readings(over: query, step: TemperatureHistory.step)
        .flatMap(.concat) { answer in
          entry.source.newestReadings(
            of: book.joined(with: answer, of: entry.label, over: query, at: now), since: book, answer, at: now)
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
  /// Sends the book with the newest single readings behind its newest means, if the answer has only means; without an answer,
  /// unchanged.
  fileprivate func newestReadings(
    of book: SourceReadings, since former: SourceReadings, _ answer: RoomAnswer, at now: Date
  ) -> SignalProducer<SourceReadings, ServiceError> {
    let untold = answer.rooms.filter { $0.latest == nil && $0.silence == nil }.map(\.key)
    let means = untold.compactMap { key in
      book[key]?.history.newestMean.flatMap { $0 == former[key]?.history.newestMean ? nil : $0 }
    }
    guard let newest = means.map(\.time).max() else { return SignalProducer(value: book) }
    let step = newest...newest.addingTimeInterval(TemperatureHistory.step)
    return readings(over: step, step: TemperatureHistory.readingStep)
      .map { answer in
        answer.rooms.filter { untold.contains($0.key) }.reduce(book) { book, room in
          book.completed(room.key, with: room.readings.map(\.temperature), at: now)
        }
      }
      .flatMapError { _ in SignalProducer(value: book) }
  }
}

enum TemperatureAsk: Sendable, Equatable {
  /// An automatic request, which is not shown.
  case poll
  /// A person's request, which is shown.
  case refresh
}
