import Charting
import Foundation
import Model
import Signals
import Text

/// The ConAir pane: the latest temperature, and the last 24 h of it.
///
/// ```
///                    source ──▶ a load of its own ──▶ history ─────────┐
/// every 10 s, while active ───────▲        │                           │
/// refresh ────────────────────────┘        └──▶ two polls' silence ────┼──▶ state
/// time, while active ──────────────────────────────────────────────────┤
/// unit, gestures ──────────────────────────────────────────────────────┘
/// ```
/// What one source has told says nothing of another: with the source goes all that is held of it.
public final class ConAirViewModel: Sendable {
  public let state: Property<ConAirState>
  /// While `true` nothing is asked for; after that, what was missed is.
  public let isSuspended = MutableProperty(false)

  public let refresh: Input<Void>
  public let gestures: Input<ChartGesture>
  /// Sends when a person refreshes, before anything is asked for.
  public let refreshes: Signal<Void, Never>

  private let isStarted = MutableProperty(false)

  /// Seconds for which the axis may stand still.
  private static let longestRest: TimeInterval = 60

  /// All parameters must change on the scheduler.
  ///
  /// - Parameters:
  ///   - source: The service that is asked; `nil` where none is configured, which the pane then says.
  ///   - pollPeriod: Seconds from one poll to the next.
  ///   - unit: What temperatures are shown in.
  ///   - unreadRooms: The names of rooms in the settings that the program does not read yet.
  public init(
    source: Property<(any TemperatureService)?>, pollPeriod: Property<TimeInterval> = Property(value: 10),
    unit: Property<TemperatureUnit> = Property(value: .celsius),
    unreadRooms: Property<[SafeText]> = Property(value: []), scheduler: any DateScheduler
  ) {
    refresh = Input(on: scheduler)
    gestures = Input(on: scheduler)
    self.refreshes = refresh.signal.map { _ in }

    // A load for each source, as long as that is asked. Its state begins with what tells the content of the change.
    let (refreshes, isSuspended) = (refresh.signal, isSuspended)
    let isActive = isStarted.and(isSuspended.negate())
    let loads = source.producer.flatMap(.latest) { service -> SignalProducer<ConAirContent.Input, Never> in
      let begin = SignalProducer<ConAirContent.Input, Never> {
        ConAirContent.Input.source(service?.origin, at: scheduler.currentDate)
      }
      guard let service else { return begin }
      let load = Load.temperatures(
        of: service, every: pollPeriod, refreshes: refreshes, isActive: isActive, isSuspended: isSuspended,
        on: scheduler)
      // The load lives as long as it is followed.
      let states = load.state.producer.map { state in
        withExtendedLifetime(load) { ConAirContent.Input.load(state, at: scheduler.currentDate) }
      }
      let silences = load.silences(every: pollPeriod, while: isActive, on: scheduler)
      return begin.concat(states.merge(with: silences.map { _ in .silence }))
    }
    // The axis moves on, and a clock that is set back is noticed, whether anything is answered or not.
    let times = pollPeriod.producer.skipRepeats()
      .flatMap(.latest) { period in
        SignalProducer.timer(every: min(period, Self.longestRest), startingAt: .distantPast, on: scheduler)
      }
      .active(while: isActive)

    // The value above the chart and the chart are held together while paused, so both come out of one scan.
    let initial = ConAirContent(
      origin: source.value?.origin, unit: unit.value, unreadRooms: unreadRooms.value, now: scheduler.currentDate)
    state = Property(
      initial: initial.state,
      then: SignalProducer<ConAirContent.Input, Never>.merge(
        loads, times.map(ConAirContent.Input.time), gestures.signal.map(ConAirContent.Input.gesture),
        unit.producer.skip(first: 1).map { ConAirContent.Input.unit($0, at: scheduler.currentDate) },
        unreadRooms.producer.skip(first: 1).map(ConAirContent.Input.unreadRooms)
      )
      .scan(into: initial) { $0.take($1) }
      .map(\.state)
      .skipRepeats())
  }

  /// - Parameter isConfigured: `false` where there is no service to ask.
  public convenience init(
    service: any TemperatureService, scheduler: any DateScheduler, isConfigured: Bool = true
  ) {
    self.init(source: Property(value: isConfigured ? service : nil), scheduler: scheduler)
  }

  /// Begins to poll.
  public func start() { isStarted.value = true }
}

extension Load<TemperatureAsk, TemperatureHistory> {
  /// Asks from the newest point on, time and again as long as the program is in the foreground; never twice at once.
  fileprivate static func temperatures(
    of service: any TemperatureService, every period: Property<TimeInterval>, refreshes: Signal<Void, Never>,
    isActive: Property<Bool>, isSuspended: MutableProperty<Bool>, on scheduler: any DateScheduler
  ) -> Load {
    Load(
      asks: refreshes.map { .refresh }, repeating: .every(period, .poll), while: isActive,
      cancelled: isSuspended.signal.filter { $0 }.map { _ in }, on: scheduler
    ) { ask, held in
      let now = scheduler.currentDate
      let history = (held ?? TemperatureHistory()).asked(at: now)
      let query = history.nextQuery(at: now, isLateWanted: ask == .refresh)
      return service.temperatures(over: query, step: TemperatureHistory.step)
        .map { history.joined(with: $0, over: query, at: now) }
        .flatMap(.concat) { joined in
          service.newestReading(of: joined, if: joined.newestMean != history.newestMean, at: now)
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

extension TemperatureService {
  fileprivate func temperatures(
    over range: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[Temperature], ServiceError> {
    temperatures(from: range.lowerBound, to: range.upperBound, step: step)
  }

  /// The history with the newest of the readings that its newest point is the mean of; without an answer, as it is.
  fileprivate func newestReading(
    of history: TemperatureHistory, if isNew: Bool, at now: Date
  ) -> SignalProducer<TemperatureHistory, ServiceError> {
    guard isNew, let mean = history.newestMean else { return SignalProducer(value: history) }
    let step = mean.time...mean.time.addingTimeInterval(TemperatureHistory.step)
    return temperatures(over: step, step: TemperatureHistory.readingStep)
      .map { history.completed(with: $0, at: now) }
      .flatMapError { _ in SignalProducer(value: history) }
  }
}

enum TemperatureAsk: Sendable, Equatable {
  /// It is time for what is new; nobody has to be told.
  case poll
  /// A person wants it now, and is shown that it loads.
  case refresh
}
