import Charting
import Foundation
import Model
import Signals

/// The ConAir pane: the latest temperature, and the last 24 h of it.
///
/// ```
/// every 10 s, while active ─┐
/// refresh ──────────────────┴──▶ load ──▶ history ─┬──▶ state
/// gestures on the chart ───────────────────────────┘
/// ```
public final class ConAirViewModel: Sendable {
  /// Seconds from one poll to the next.
  static let pollInterval: TimeInterval = 10

  public let state: Property<ConAirState>
  /// While `true` nothing is asked for; after that, what was missed is.
  public let isSuspended = MutableProperty(false)

  public let refresh: Input<Void>
  public let gestures: Input<ChartGesture>

  private let load: Load<TemperatureAsk, TemperatureHistory>
  private let isStarted = MutableProperty(false)

  /// - Parameter isConfigured: `false` where there is no service to ask; the pane then says so.
  public init(service: any TemperatureService, scheduler: any DateScheduler, isConfigured: Bool = true) {
    refresh = Input(on: scheduler)
    gestures = Input(on: scheduler)

    // Every ten seconds from the newest point on, as long as the program is in the foreground; never two at once.
    load = Load(
      asks: refresh.signal.filter { isConfigured }.map { .refresh },
      repeating: .every(Self.pollInterval, .poll),
      while: isStarted.and(isSuspended.negate()).map { $0 && isConfigured },
      cancelled: isSuspended.signal.filter { $0 }.map { _ in },
      on: scheduler
    ) { ask, held in
      let history = held ?? TemperatureHistory()
      let now = scheduler.currentDate
      let query = history.nextQuery(at: now, isLateWanted: ask == .refresh)
      return service.temperatures(over: query, step: TemperatureHistory.step)
        .map { history.joined(with: $0, over: query, at: now) }
        .flatMap(.concat) { joined in
          service.newestReading(of: joined, if: joined.newestMean != history.newestMean, at: now)
        }
    }

    // The value above the chart and the chart are held together while paused, so both come out of one scan.
    let origin = isConfigured ? service.origin : .live
    let initial = ConAirContent(now: scheduler.currentDate)
    state = Property(
      initial: initial.state(origin, isConfigured: isConfigured),
      then: Signal.merge(
        load.state.signal.map { ConAirContent.Input.load($0, at: scheduler.currentDate) },
        gestures.signal.map(ConAirContent.Input.gesture)
      )
      .scan(into: initial) { $0.take($1) }
      .map { $0.state(origin, isConfigured: isConfigured) }
      .skipRepeats())
  }

  /// Begins to poll.
  public func start() { isStarted.value = true }
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
