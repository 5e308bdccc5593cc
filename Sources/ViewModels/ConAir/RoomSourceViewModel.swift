import Foundation
import Model
import Signals

/// One source of rooms: its requests, what they brought, and whether it still answers.
///
/// ```
/// every 10 s, while active ──┐
/// refresh ───────────────────┴──▶ load ──┬───────────────────────────▶ state
///                                        └──▶ two polls' silence ────────┤
/// what the chart shows beside the last day ──▶ throttle ──▶ spans ────────┘
/// ```
final class RoomSourceViewModel: Sendable {
  struct State: Sendable {
    var load: Load<TemperatureAsk, RoomBook>.State
    /// When the last answer came, where two polls' time has passed since.
    var silentSince: Date?
    /// What was asked for because the chart shows it.
    var spans: Load<SpanAsk, RoomLayers>.State
  }

  let entry: RoomSourceEntry
  let state: Property<State>

  /// - Parameters:
  ///   - detail: What the chart shows of the source's rooms that the last day does not have.
  ///   - isActive: While this is false nothing is asked.
  ///   - isSuspended: Cancels the request under way when it becomes true.
  init(
    _ entry: RoomSourceEntry, detail: Property<RoomDetail?>, every pollPeriod: Property<TimeInterval>,
    refreshes: Signal<Void, Never>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) {
    self.entry = entry
    let load = Load.rooms(
      of: entry.source, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended,
      on: scheduler)
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
    case load(Load<TemperatureAsk, RoomBook>.State)
    case silence
    case spans(Load<SpanAsk, RoomLayers>.State)
  }
}

extension Load<TemperatureAsk, RoomBook> {
  /// Asks from the newest point on, time and again as long as the program is in the foreground; never twice at once.
  fileprivate static func rooms(
    of source: any RoomSource, every period: Property<TimeInterval>, refreshes: Signal<Void, Never>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) -> Load {
    Load(
      asks: refreshes.map { .refresh }, repeating: .every(period, .poll), while: isActive,
      cancelled: isSuspended.signal.filter { $0 }.map { _ in }, on: scheduler
    ) { ask, held in
      let now = scheduler.currentDate
      let book = (held ?? RoomBook()).asked(at: now)
      let query = book.nextQuery(at: now, isLateWanted: ask == .refresh)
      return source.readings(over: query, step: TemperatureHistory.step)
        .flatMap(.concat) { answer in
          source.newestReadings(of: book.joined(with: answer, over: query, at: now), since: book, answer, at: now)
        }
    }
  }
}

extension Load {
  /// Sends when two polls' time has passed since the last answer, or since the period changed; a request that is under way
  /// puts that off no more than one that failed.
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
  /// The book with the newest of the readings that its newest points are the means of, where the answer has only means;
  /// without an answer, as it is.
  fileprivate func newestReadings(
    of book: RoomBook, since former: RoomBook, _ answer: RoomAnswer, at now: Date
  ) -> SignalProducer<RoomBook, ServiceError> {
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
  /// It is time for what is new; nobody has to be told.
  case poll
  /// A person wants it now, and is shown that it loads.
  case refresh
}
