import Foundation
import Model
import PaneKit
import Text

/// Converts a feed's updates and the clock's ticks to the content of the pane: the rate, marks of sign-ups, events for the
/// list.
///
/// It runs where the updates arrive, possibly thousands a second. Each takes constant time, and the state is one window and
/// two offsets.
struct WikipediaIntake: Sendable {
  enum Input: Sendable {
    /// An update, with its arrival by the local clock.
    case update(WikiFeedUpdate, at: Date)
    /// The end of a window of the rate, or when it was noticed, if later.
    case tick(Date)
    /// The edits to watch and to ignore from now on.
    case watch(WatchedEdits)
  }

  private var origin: Origin
  private var era = 0
  private var rate = EditRate()
  private var offset = ClockOffset()
  /// The offset of the clocks from the last connection, in seconds.
  private var formerOffset: TimeInterval?
  private var delay = FeedDelay()
  /// The delay during the last connection, in seconds.
  private var formerDelay: TimeInterval?
  /// Until when the feed may be behind after it was connected again.
  private var catchesUpUntil: Date?
  /// The number of events whose times cannot be true.
  private var oddTimeCount = 0
  private var connection = WikipediaState.Connection.connecting
  private var requests = WikipediaState.Requests()
  /// The first window after a missed time.
  private var resumption: Resumption?
  private var hotPages = HotPages()
  private var eventCount = 0
  /// Whether an edit arrived as it happened.
  private var hasLatestEdit = false
  private var watch = WatchedEdits()

  /// The resumption after a missed time: the program was stopped, or the clock was set.
  private struct Resumption: Sendable {
    /// Earlier events arrived late for that reason, and do not count in the rate.
    var since: Date
    /// Measured since then; replaces the offset that a clock change invalidated, by which all new events would seem to be
    /// old.
    var offset = ClockOffset()
  }

  init(origin: Origin = .live) {
    self.origin = origin
  }

  mutating func reduce(_ input: Input) -> WikipediaBatch {
    var batch = WikipediaBatch()
    switch input {
    case .tick(let date):
      advance(to: date)
      batch.hotPages = hotPages.hottest(at: date)
    case .watch(let watch): self.watch = watch
    case .update(.connecting(let origin), let now): connect(to: origin, at: now)
    case .update(.restarted(let origin), _): begin(with: origin)
    case .update(.connected(let source), let now): connected(to: source, at: now)
    case .update(.selected(let source), let now): select(source, at: now)
    case .update(.disconnected(let error, let retry), let now): disconnected(error, retry: retry, at: now)
    case .update(.event(let event, let isReplay), let now): reduce(event, isReplay: isReplay, at: now, into: &batch)
    case .update(.history(let history), let now): reduce(history, at: now, into: &batch)
    case .update(.annotated(let annotation), let now): reduce(annotation, at: now, into: &batch)
    }
    batch.points = rate.takePoints()
    (batch.oddTimeCount, batch.rate) = (oddTimeCount, rate.counts)
    (batch.connection, batch.requests, batch.origin, batch.era) = (connection, requests, origin, era)
    return batch
  }
}

// MARK: - The connection

extension WikipediaIntake {
  private mutating func connect(to origin: Origin, at now: Date) {
    guard origin == self.origin else { return begin(with: origin) }
    rate.disconnect(at: now)
    connection = .connecting
    requests.connectedAt = nil
  }

  /// Starts again with another origin. Only the numbering of events continues, so that numbers stay unique.
  private mutating func begin(with origin: Origin) {
    let before = self
    self = WikipediaIntake(origin: origin)
    era = before.era + 1
    eventCount = before.eventCount
    watch = before.watch
  }

  /// Starts again with other wikis, keeping the clock offsets and the state of the connection.
  private mutating func select(_ source: WikiSelection, at now: Date) {
    let before = self
    begin(with: origin)
    (offset, formerOffset, resumption) = (before.offset, before.formerOffset, before.resumption)
    (delay, formerDelay, oddTimeCount) = (before.delay, before.formerDelay, before.oddTimeCount)
    (connection, requests) = (before.connection, before.requests)
    requests.historyAt = nil
    guard case .connected = connection else { return }
    rate.connect(at: now, isFlowing: true)
    connection = .connected(source: source)
  }

  private mutating func connected(to source: WikiSelection, at now: Date) {
    rate.connect(at: now)
    // The feed first repeats events from before the connection, which do not show the delay, so the last connection's
    // offset applies to them.
    if let former = offset.smallest { formerOffset = (0...Self.longestWay).contains(former) ? 0 : former }
    offset = ClockOffset()
    if let mean = delay.mean { (formerDelay, catchesUpUntil) = (mean, now + Self.longestCatchingUp) }
    delay = FeedDelay()
    resumption = nil
    connection = .connected(source: source)
    (requests.connectedAt, requests.failure) = (now, nil)
  }

  private mutating func disconnected(_ error: ServiceError, retry: Date?, at now: Date) {
    rate.disconnect(at: now)
    let failure = ServiceFailure(error, since: requests.failure?.since ?? now, failedAt: now, retry: retry)
    connection = .waiting(failure)
    (requests.connectedAt, requests.failure) = (nil, failure)
  }
}

// MARK: - Events

extension WikipediaIntake {
  private mutating func advance(to now: Date) {
    if rate.advance(to: now) {
      resumption = Resumption(since: now)
      (delay, formerDelay, catchesUpUntil) = (FeedDelay(), nil, nil)
    } else if let resumption, now.timeIntervalSince(resumption.since) >= EditRate.window {
      offset = resumption.offset
      self.resumption = nil
    }
  }

  private mutating func reduce(_ event: WikiEvent, isReplay: Bool, at now: Date, into batch: inout WikipediaBatch) {
    advance(to: now)
    let time = localTime(of: event, isReplay: isReplay, arrival: now)
    rate(hears: event, isReplay: isReplay, at: now)
    switch event.kind {
    case .unspecified:
      if time < resumption?.since ?? .distantPast {
        // Of before the missed time, or judged by a clock that was set since: a window that leaves it out is not counted whole.
        rate.restart(at: now)
      } else if !isReplay {
        rate.count(at: now, by: event.edit?.editor, isRevert: event.edit?.facts.isRevert ?? false)
      }
      // What is ignored is counted and not shown.
      if !watch.ignores(event) { (batch.latestEdit, hasLatestEdit) = (event.title, true) }
    case .newuser: batch.signUps = [SignUp(event, at: time)]
    default: break
    }
    if let row = row(of: event, at: time) { batch.events = [row] }
    // A bell for what happened during an interruption would come late, and perhaps a hundred times.
    batch.ringsBell = !isReplay && watch.ringBell(for: event)
    if !isReplay, batch.events.first?.isWatched == true { batch.watched = DesktopNotice(.watched, event.title) }
  }

  /// Lets the rate know that the feed sends, and when it does: what comes while it is behind is no measure.
  private mutating func rate(hears event: WikiEvent, isReplay: Bool, at now: Date) {
    rate.hear(at: now)
    let age = event.time.map { now.timeIntervalSince($0) }
    if let end = catchesUpUntil {
      let isBehind = age.map { $0 - (formerDelay ?? $0) > 2 * EditRate.moment } ?? false
      if now < end, isReplay || isBehind { return rate.restart(at: now) }
      if !isReplay { catchesUpUntil = nil }
    }
    guard !isReplay, !delay.isFixed, let age, let least = offset.smallest else { return }
    delay.observe(age, least: least)
    if let mean = delay.mean { rate.delay(by: mean) }
    if delay.isFixed { rate.fixDelay() }
  }

  private mutating func reduce(_ annotation: EditAnnotation, at now: Date, into batch: inout WikipediaBatch) {
    // A revert is reported within seconds, so it counts when it is.
    if annotation.facts.isRevert { rate.countRevert(at: now) }
    batch.annotations = [annotation]
  }

  /// Takes the server's time, which tells old events and a clock that was set apart: measures that do not fit it are
  /// forgotten.
  private mutating func note(serverTime: Date, at now: Date) {
    offset.observe(serverTime, arrival: now)
    guard let least = offset.smallest else { return }
    delay.beginAgain(unlessPlausibleFor: least)
    if let former = formerDelay, !FeedDelay.isPlausible(former, least: least) { formerDelay = nil }
  }

  /// Takes past events by the server's clock: edits are counted when they happened.
  private mutating func reduce(_ history: WikiHistory, at now: Date, into batch: inout WikipediaBatch) {
    advance(to: now)
    requests.historyAt = now
    if let serverTime = history.serverTime { note(serverTime: serverTime, at: now) }
    var edits: [(time: Date, counts: EditCounts)] = []
    for event in history.events {
      guard let serverTime = event.time else { continue }
      if event.kind == .unspecified {
        let counts = EditCounts(by: event.edit?.editor, isRevert: event.edit?.facts.isRevert ?? false)
        edits.append((serverTime + Self.middle(of: serverTime), counts))
      }
      if let row = row(of: event, at: min(localTime(of: serverTime), now)) { batch.past.append(row) }
    }
    batch.hotPages = hotPages.hottest(at: now)
    let mean = delay.mean ?? formerDelay ?? offset.smallest ?? formerOffset ?? 0
    rate.delay(by: mean)
    rate.add(edits, from: history.start, to: history.serverTime ?? now - mean)
    if !hasLatestEdit {
      let shown = batch.past.filter { $0.event.kind == .unspecified && !watch.ignores($0.event) }
      let latest = shown.max { $0.time < $1.time }
      batch.latestEdit = latest?.event.title
    }
  }

  /// Returns the row of an event, and counts its page's editors. The other kinds have no title in the original's feed, so
  /// there is nothing to show.
  private mutating func row(of event: WikiEvent, at time: Date) -> RecentEvent? {
    guard event.kind == .newuser || !event.title.isEmpty else { return nil }
    let row = RecentEvent(
      id: eventCount, event: event, time: time, isWatched: watch.matches(event))
    eventCount += 1
    hotPages.count(row)
    return row
  }

  /// Returns the time of an event by the local clock, not later than its arrival; its arrival if it has no time.
  private mutating func localTime(of event: WikiEvent, isReplay: Bool, arrival now: Date) -> Date {
    guard let time = event.time else { return now }
    // A replayed event does not show the delay: it was delayed by the missing connection.
    if !isReplay {
      if !offset.observe(time, arrival: now) { oddTimeCount += 1 }
      resumption?.offset.observe(time, arrival: now)
    }
    return min(localTime(of: time), now)
  }

  /// Returns a server's time by the local clock, as far as the offset is known.
  private func localTime(of time: Date) -> Date {
    time.addingTimeInterval(offset.smallest ?? formerOffset ?? 0)
  }

  /// Returns the seconds to the middle of the second in which an event of the list happened, whose time has no fraction.
  private static func middle(of time: Date) -> TimeInterval {
    time.timeIntervalSince1970 == time.timeIntervalSince1970.rounded() ? 0.5 : 0
  }

  /// The longest time in seconds for which a feed may be behind after it was connected again.
  private static let longestCatchingUp: TimeInterval = 60

  /// The longest delay of an event in seconds: a smaller offset is not significant.
  private static let longestWay: TimeInterval = 5
}
