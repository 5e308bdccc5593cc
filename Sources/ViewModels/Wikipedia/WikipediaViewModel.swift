import Foundation
import Model
import Signals

/// The Wikipedia pane: the edit rate as it happens, sign-ups marked, the latest events listed.
///
/// ```
/// feed ──▶ intake (counts) ──▶ throttle 1/30 s ──▶ model ──▶ state
///             ▲                                      ▲
///     end of a window of 5 s                      command
/// ```
/// Updates are counted where they arrive; only the first of a batch goes any further. What is shown is brought up to
/// date at most thirty times a second, and only when something came. A change of the feed's origin takes the same way, so
/// that what is shown as live is.
public final class WikipediaViewModel: Sendable {
  /// Seconds between two updates of what is shown.
  static let updateInterval: TimeInterval = 1.0 / 30

  public let state: Property<WikipediaState>
  /// Told by the pane: events that fit on the screen.
  public let visibleRows = MutableProperty(10)

  /// The page of the selected event, else that of the newest that has one.
  public let link: Property<URL?>
  /// Connects again.
  public let refresh: Input<Void>
  /// Moves the selection in the list of events.
  public let moves: Input<Motion>
  /// Selects an event by its number.
  public let selections: Input<Int>
  /// Lets the list follow the newest event, and takes the chart's mark away.
  public let followNewest: Input<Void>
  public let gestures: Input<ChartGesture>

  private let feed: any WikiFeed
  private let scheduler: any DateScheduler
  private let model: MutableProperty<WikipediaModel>
  private let (reconnects, reconnect) = Signal<Void, Never>.pipe()
  private let lifetime: Lifetime
  private let token: Lifetime.Token

  public init(feed: any WikiFeed, scheduler: any DateScheduler) {
    let model = MutableProperty(WikipediaModel(origin: feed.origin.value, now: scheduler.currentDate))
    self.feed = feed
    self.scheduler = scheduler
    self.model = model
    (lifetime, token) = Lifetime.make()
    state = Property(following: model.producer.map(\.state).skipRepeats())
    link = Property(reading: { [weak model] in model?.value.link }, following: model.producer.map(\.link).skipRepeats())
    refresh = Input(on: scheduler)
    moves = Input(on: scheduler)
    selections = Input(on: scheduler)
    followNewest = Input(on: scheduler)
    gestures = Input(on: scheduler)

    take(refresh) { .refresh }
    take(moves) { .move($0) }
    take(selections) { .selectEvent($0) }
    take(followNewest) { .back }
    take(gestures, Command.init)
  }

  private func take<Value>(_ input: Input<Value>, _ command: @escaping @Sendable (Value) -> Command) {
    input.signal.observeValues { [weak self] in self?.perform(command($0)) }
  }

  /// Connects. To be called once.
  public func start() {
    let intake = Intake(origin: feed.origin.value)
    let scheduler = scheduler
    let (changes, change) = Signal<Void, Never>.pipe()
    let nextTick = MutableProperty(scheduler.currentDate.addingTimeInterval(EditRate.window))

    changes
      .throttle(Self.updateInterval, on: scheduler)
      .take(during: lifetime)
      .observeValues { [model] in
        let batch = intake.state.withLock { $0.takeBatch() }
        model.modify { $0.absorb(batch, at: scheduler.currentDate) }
      }

    // The end of a window sets the next one.
    nextTick.producer
      .skipRepeats()
      .flatMap(.latest) { date in scheduler.moment(date).map { date } }
      .take(during: lifetime)
      .startWithValues { [weak nextTick] date in
        let now = scheduler.currentDate
        let (tick, isNews) = intake.state.withLock { ($0.tick(awaited: date, at: now), $0.announce()) }
        nextTick?.value = tick
        if isNews { change.send(value: ()) }
      }

    // Before the updates: the feed's origin changes before the first of them that comes from there.
    feed.origin.producer
      .skipRepeats()
      .take(during: lifetime)
      .startWithValues { origin in
        let isNews = intake.state.withLock { $0.change(to: origin) && $0.announce() }
        if isNews { change.send(value: ()) }
      }

    feed.updates(reconnecting: reconnects)
      .take(during: lifetime)
      .startWithValues { update in
        let now = scheduler.currentDate
        let (tick, isNews) = intake.state.withLock {
          ($0.receive(update, at: now) ? $0.nextTick(after: now) : nil, $0.announce())
        }
        if let tick { nextTick.value = tick }
        if isNews { change.send(value: ()) }
      }
  }

  /// Does what a command means here; nothing, where it means nothing.
  public func perform(_ command: Command) {
    switch command {
    case .refresh: reconnect.send(value: ())
    default:
      let rows = visibleRows.value
      model.modify { $0.perform(command, visibleRows: rows) }
    }
  }

  /// The intake behind its lock: the feed and the timer reach it from different threads.
  private final class Intake: Sendable {
    let state: Locked<WikipediaIntake>

    init(origin: Origin) { state = Locked(WikipediaIntake(origin: origin)) }
  }
}
