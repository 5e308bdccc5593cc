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
    ) { _, held in
      let history = held ?? TemperatureHistory()
      let now = scheduler.currentDate
      let range = history.nextQuery(at: now)
      return
        service
        .temperatures(from: range.lowerBound, to: range.upperBound, step: TemperatureHistory.step)
        .map { history.joined(with: $0, at: now) }
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

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    if command == .refresh { refresh.send() }
    if let gesture = ChartGesture(command) { gestures.send(gesture) }
  }
}

enum TemperatureAsk: Sendable, Equatable {
  /// It is time for what is new; nobody has to be told.
  case poll
  /// A person wants it now, and is shown that it loads.
  case refresh
}
