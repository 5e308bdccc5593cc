import Charting
import Foundation
import Model
import Signals
import Text

/// The ConAir pane: the last 24 h of all rooms on one chart, or another span, and the latest temperature of the selected
/// room.
///
/// ```
///                    sources ──▶ a view model for each ──┐
/// every 10 s, while active ───────▲                      │
/// refresh ────────────────────────┤                      ├──▶ state, and what is stored of it
/// the chart's details ◀───────────┼──────────────────────┤
///          └──────────────────────┘                      │
/// time, while active; unit; gestures; the legend; spans ─┤
/// the remembered state ──────────────────────────────────┘
/// ```
/// Sources are independent: when one is removed, all its data is.
public final class RoomsViewModel: Sendable {
  public let state: Property<RoomsState>
  /// While `true` there are no requests; afterwards, missed data is requested.
  public let isSuspended = MutableProperty(false)
  /// The chart's width in columns, which determines the steps of time that are requested; 0 if it is not on a screen. Must
  /// change on the scheduler.
  public let columns = MutableProperty(0)

  public let refresh: Input<Void>
  public let gestures: Input<ChartGesture>
  /// Selects the room a number of lines below the selected one.
  public let moves: Input<Int>
  public let selections: Input<Room.ID>
  /// Hides or shows the selected room's line.
  public let toggleHidden: Input<Void>
  /// Shows only the selected room, or all rooms.
  public let toggleAlone: Input<Void>
  public let showAll: Input<Void>
  /// Shows a longer, or a shorter span.
  public let lengthenSpan: Input<Void>
  public let shortenSpan: Input<Void>
  /// The legend's filter.
  public let editFilter: Input<Void>
  public let edits: Input<TextEdit>
  public let acceptFilter: Input<Void>
  public let clearFilter: Input<Void>
  /// Sends when a person refreshes, before any request.
  public let refreshes: Signal<Void, Never>
  /// Sends when a room passes a limit, and when it is back.
  public let news: Signal<RoomNews, Never>
  /// Sends the events that begin in this run and that no other program has reported: those that ring the bell.
  public let alarms: Signal<RoomNews, Never>

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
  ///   - store: Remembers the choices about rooms.
  public init(
    sources: Property<[RoomSourceEntry]>, pollPeriod: Property<TimeInterval> = Property(value: 10),
    unit: Property<TemperatureUnit> = Property(value: .celsius),
    store: (any StateStore)? = nil,
    scheduler: any DateScheduler
  ) {
    refresh = Input(on: scheduler)
    gestures = Input(on: scheduler)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    toggleHidden = Input(on: scheduler)
    toggleAlone = Input(on: scheduler)
    showAll = Input(on: scheduler)
    lengthenSpan = Input(on: scheduler)
    shortenSpan = Input(on: scheduler)
    editFilter = Input(on: scheduler)
    edits = Input(on: scheduler)
    acceptFilter = Input(on: scheduler)
    clearFilter = Input(on: scheduler)
    self.refreshes = refresh.signal.map { _ in }

    // A view model for each source, while it is among the sources.
    let (refreshes, isSuspended) = (refresh.signal, isSuspended)
    let isActive = isStarted.and(isSuspended.negate())
    let details = MutableProperty<[RoomSourceEntry.ID: DetailRequest]>([:])
    let members = sources.withMembers(of: \.self, keyedBy: \.id) { entry in
      RoomSourceViewModel(
        entry, detail: details.map { $0[entry.id] }, every: pollPeriod, refreshes: refreshes, isActive: isActive,
        isSuspended: isSuspended, on: scheduler)
    }
    let told = members.producer.flatMap(.latest) { entries, members in
      SignalProducer.combineLatest(members.map(\.state.producer), emptySentinel: [])
        .map { states in
          RoomsModel.Input.told(
            zip(entries, states).map { SourceSnapshot(entry: $0, state: $1) }, at: scheduler.currentDate)
        }
    }
    // The axis moves on, and a clock that was set back is noticed, even without answers.
    let times = pollPeriod.producer.skipRepeats()
      .flatMap(.latest) { period in
        SignalProducer.timer(every: min(period, Self.longestRest), startingAt: .distantPast, on: scheduler)
      }
      .active(while: isActive)

    let filter = FilterField.changes(
      edit: editFilter.signal, edits: edits.signal, accept: acceptFilter.signal, clear: clearFilter.signal,
      on: scheduler)
    let legend = Signal<RoomLegend.Input, Never>.merge(
      moves.signal.map { .move($0) }, selections.signal.map { .select($0) },
      toggleHidden.signal.map(value: .toggleHidden), toggleAlone.signal.map(value: .toggleAlone),
      showAll.signal.map(value: .showAll), filter.map { .filter($0) })
    let recalls = isStarted.producer.filter { $0 }.take(first: 1)
      .flatMap(.latest) { _ in store?.remembered.observe(on: scheduler) ?? SignalProducer(value: RememberedState()) }
      .map { RoomsModel.Input.recall($0.rooms, $0.events) }
    // Without a store there is nothing to look at.
    let lessons =
      store.map { store in
        SignalProducer<Date, Never>.timer(interval: Duration.seconds(60), on: scheduler).active(while: isActive)
          .flatMap(.throttle) { _ in store.roomEvents.observe(on: scheduler) }
          .map(RoomsModel.Input.learn)
      } ?? .empty
    let spans = Signal<RoomsModel.Input, Never>.merge(
      lengthenSpan.signal.map(value: .span(.longer)), shortenSpan.signal.map(value: .span(.shorter)),
      columns.signal.skipRepeats().map { .columns($0) })

    // The value above the chart and the chart are frozen together while paused, and belong to the selected room, so all of it
    // comes out of one scan.
    let initial = RoomsModel(
      origin: sources.value.first?.source.origin, unit: unit.value,
      now: scheduler.currentDate)
    let contents = Property(
      initial: initial,
      then: SignalProducer<RoomsModel.Input, Never>.merge(
        told, times.map(RoomsModel.Input.time), gestures.signal.producer.map(RoomsModel.Input.gesture),
        legend.producer.map(RoomsModel.Input.legend), spans.producer, recalls, lessons,
        unit.producer.skip(first: 1).map { RoomsModel.Input.unit($0, at: scheduler.currentDate) }
      )
      .scan(into: initial) { $0.take($1) })
    state = contents.map(\.state).skipRepeats()
    // The visible data determines the requests, and answers may change the visible data.
    lifetime += contents.signal.map(\.details).skipRepeats().observeValues { details.value = $0 }
    news = contents.signal.map(\.watch.news).flatten()
    // The program that reports an event first stores its beginning.
    alarms = news.filter(\.isAlarm)
      .flatMap(.merge) { news in
        (store?.tellFirst(news.event) ?? SignalProducer(value: true)).filter { $0 }.map { _ in news }
      }
      .observe(on: scheduler)
    if let store {
      lifetime += contents.signal.observeValues { content in
        for change in content.changed + content.watch.changes { store.keep(change) }
      }
    }
  }

  /// Creates the view model of a single thermometer.
  ///
  /// - Parameter isConfigured: `false` if there is no service.
  public convenience init(
    service: any TemperatureService, scheduler: any DateScheduler, isConfigured: Bool = true
  ) {
    let entry = RoomSourceEntry(id: RoomSourceEntry.ID(), kind: .conAir, source: TemperatureRoom(service))
    self.init(sources: Property(value: isConfigured ? [entry] : []), scheduler: scheduler)
  }

  /// Starts polling.
  public func start() { isStarted.value = true }
}
