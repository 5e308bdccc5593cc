import Foundation
import Model
import PaneKit
import Signals

/// The pane of the rooms' temperatures: the last 24 h of all rooms on one chart, or another span, and the latest temperature
/// of the selected room.
///
/// ```
///                 sources ──▶ a view model for each ─┐
/// every 10 s, while active ──────▲      ▲            │
/// actions ───────────────────────┼──────┼────────────┼──▶ RoomsModel ──┬──▶ state
/// time, while active; unit ──────┼──────┼────────────┤                 │
/// what is remembered ────────────┼──────┼────────────┘                 ├──▶ what to remember; news, alarms
///                                └──────┴── refresh, details ◀─────────┘
/// ```
/// Sources are independent: when one is removed, all its data is.
///
/// - **Requests** what is new from each source at every poll, while it is started and not suspended; what the chart shows besides
///   the last day when its span, view or width changes; and both when a person refreshes. Polls do not wait for the memory,
///   because nothing remembered changes them.
/// - **Remembers** the hidden rooms, the only one shown, the selected one, the span and whether the day before is behind it,
///   the order of the legend, the limits by key, and the events at limits. The filter is that of this run.
/// - **After a restart** the last day is requested again. Limits are checked once the stored events have been read: events that
///   began before are listed without an alarm.
public final class RoomsViewModel: Sendable {
  /// All that a person can do in the pane.
  public enum Action: Sendable, Hashable {
    /// Asks all sources now.
    case refresh
    /// Moves the chart's view or its cursor, or pauses the pane.
    case gesture(ChartGesture)
    /// Selects the room a number of lines below the selected one.
    case move(Int)
    /// Selects a room.
    case select(Room.ID)
    /// Hides or shows the selected room's line, also after a restart.
    case toggleHidden
    /// Shows only the selected room, or all rooms, also after a restart.
    case toggleAlone
    /// Shows all rooms that are not hidden.
    case showAll
    /// Shows the next longer span of time, also after a restart.
    case lengthenSpan
    /// Shows the next shorter span of time, also after a restart.
    case shortenSpan
    /// Shows a span of time, also after a restart.
    case showSpan(RoomSpan)
    /// Shows the line of an earlier time behind that of the present, or no longer, also after a restart.
    case toggleBackdrop
    /// Sorts the legend, also after a restart.
    case sort(RoomOrder)
    /// Changes the legend's filter.
    case filter(FieldAction)
    /// Sets the limit of a room by key, or ends it, also after a restart.
    case limit(Room.Mark, LimitByKey?)
  }

  public let state: Property<RoomsState>
  /// While `true` there are no automatic requests, and one in progress is cancelled; afterwards, missed data is requested.
  public let isSuspended = MutableProperty(false)
  /// The chart's width in columns, which determines the steps of time that are requested; 0 if it is not on a screen. Must
  /// change on the scheduler.
  public let columns = MutableProperty(0)
  /// Sends when a person refreshes, before any request.
  public let refreshes: Signal<Void, Never>
  /// Sends when a room passes a limit, and when it is back.
  public let news: Signal<AlarmTransition, Never>
  /// Sends the events that begin in this run and that no other program has reported.
  public let alarms: Signal<AlarmTransition, Never>

  /// The terminal's bell.
  public var bells: Signal<Void, Never> { alarms.filter(\.room.limits.ringsBell).map(value: ()) }

  /// Sends when a room passes the limit of a rule, and when it is back.
  public let crossings: Signal<RoomCrossing, Never>

  private let actions: Input<Action>
  private let memory: Memory
  private let isStarted = MutableProperty(false)
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// The longest time in seconds for which the axis does not move.
  private static let longestRest: TimeInterval = 60

  /// All parameters must change on the scheduler.
  ///
  /// - Parameters:
  ///   - sources: The sources in the order of the screen; empty if nothing is configured, which the pane then says.
  ///   - pollPeriod: The seconds between two polls.
  ///   - unit: The unit of the temperatures shown.
  ///   - ruleLimits: The limits of rules.
  ///   - memory: Remembers the choices about rooms, and the events at their limits; nothing if `nil`.
  public init(
    sources: Property<[RoomSourceEntry]>, pollPeriod: Property<TimeInterval> = Property(value: 10),
    unit: Property<TemperatureUnit> = Property(value: .celsius),
    ruleLimits: Property<[RoomLimit]> = Property(value: []), memory: Memory? = nil,
    scheduler: any DateScheduler
  ) {
    let memory = memory ?? Memory(on: scheduler)
    self.memory = memory
    actions = Input(on: scheduler)
    let isActive = isStarted.and(isSuspended.negate())
    let (refreshes, refresh) = Signal<Void, Never>.pipe()
    let (requests, request) = Signal<RoomsModel.Request, Never>.pipe()
    let (news, tell) = Signal<AlarmTransition, Never>.pipe()
    let (crossings, cross) = Signal<RoomCrossing, Never>.pipe()
    let (begun, ring) = Signal<AlarmTransition, Never>.pipe()
    // The value above the chart and the chart are frozen together while paused, and belong to the selected room, so all of it
    // comes out of one scan.
    let first = RoomsModel(
      origin: sources.value.first?.source.origin, unit: unit.value, now: scheduler.currentDate)
    let (inputs, input) = Signal<RoomsModel.Step, Never>.pipe()
    let steps = Signal.merge(
      actions.signal.map { .action($0) },
      actions.signal.compactMap(\.filter).pacedEdits(on: scheduler).map(value: .applyFilter),
      columns.signal.skipRepeats().map { .columns($0) },
      memory.recalls.map { $0[RoomsMemory.self] }.map { .recall($0.choices, $0.events) }, inputs
    )
    .take(during: lifetime)
    .scanMap(into: first) { model, step in
      let effects = model.reduce(step)
      return (state: model.state, effects: effects)
    }
    state = Property(initial: first.state, then: steps.map(\.state)).skipRepeats()
    (self.refreshes, self.news, self.crossings) = (refreshes, news, crossings)
    // Of several programs, the one that stores the beginning of an event first raises the alarm.
    alarms = begun.flatMap(.merge) { news in
      (memory.store?.tellFirst(news.event) ?? SignalProducer(value: true)).filter { $0 }.map { _ in news }
    }
    .observe(on: scheduler)
    lifetime += steps.map(\.effects).flatten().observeValues { effect in
      switch effect {
      case .overridePauses: refresh.send(value: ())
      case .request(let wanted): request.send(value: wanted)
      case .tell(let news): tell.send(value: news)
      case .ring(let news): ring.send(value: news)
      case .cross(let crossing): cross.send(value: crossing)
      case .keep(let change): memory.keep(change)
      }
    }
    lifetime += SignalProducer.merge(
      Self.followed(
        of: sources, requests, every: pollPeriod, isActive: isActive, isSuspended: isSuspended, on: scheduler),
      Self.times(every: pollPeriod, while: isActive, on: scheduler),
      memory.store?.storedEvents(while: isActive, on: scheduler) ?? .empty,
      unit.producer.skip(first: 1).map { .unit($0, at: scheduler.currentDate) },
      ruleLimits.producer.skipRepeats().map { .limits($0) }
    )
    .start(input)
  }

  /// Reads what is remembered, and starts polling.
  public func start() {
    isStarted.value = true
    memory.start()
  }

  /// Does what a person asks for; ``state`` has changed when this returns. The caller must be on the scheduler.
  public func send(_ action: Action) { actions.send(action) }
}

extension RoomsViewModel {
  /// The state of each source, which a view model asks while the source is among the sources.
  private static func followed(
    of sources: Property<[RoomSourceEntry]>, _ requests: Signal<RoomsModel.Request, Never>,
    every pollPeriod: Property<TimeInterval>, isActive: Property<Bool>, isSuspended: MutableProperty<Bool>,
    on scheduler: any DateScheduler
  ) -> SignalProducer<RoomsModel.Step, Never> {
    sources.withMembers(of: \.self, keyedBy: \.id) { entry in
      RoomSourceViewModel(
        entry, requests, every: pollPeriod, isActive: isActive, isSuspended: isSuspended, on: scheduler)
    }
    .producer
    .flatMap(.latest) { entries, members in
      SignalProducer.combineLatest(members.map(\.state.producer), emptySentinel: []).map { followed in
        // An entry may have another name and other limits than the one that its view model was made with.
        .sources(
          zip(entries, followed).map { entry, source in
            var source = source
            source.entry = entry
            return source
          }, at: scheduler.currentDate)
      }
    }
  }

  /// Moves the axis on, and notices a clock that was set back, even without answers.
  private static func times(
    every pollPeriod: Property<TimeInterval>, while isActive: Property<Bool>, on scheduler: any DateScheduler
  ) -> SignalProducer<RoomsModel.Step, Never> {
    pollPeriod.producer.skipRepeats()
      .flatMap(.latest) { period in
        SignalProducer.timer(every: min(period, longestRest), startingAt: .distantPast, on: scheduler)
      }
      .active(while: isActive).map { .time($0) }
  }
}

extension RoomsViewModel.Action {
  fileprivate var filter: FieldAction? { if case .filter(let action) = self { action } else { nil } }
}

extension StateStore {
  /// Every minute, what other programs that share the state have stored of events at limits.
  fileprivate func storedEvents(
    while isActive: Property<Bool>, on scheduler: any DateScheduler
  ) -> SignalProducer<RoomsModel.Step, Never> {
    SignalProducer<Date, Never>.timer(interval: Duration.seconds(60), on: scheduler).active(while: isActive)
      .flatMap(.throttle) { _ in roomEvents.observe(on: scheduler) }
      .map { .stored($0) }
  }
}
