import Charting
import Foundation
import Model
import Text

/// Where a feed's updates are counted as they come in, thousands a second if need be, until the next ``Batch`` of them is
/// taken over into what is shown.
///
/// An update costs the same whatever has come before, and what is kept is bounded: a few windows, the latest events,
/// the latest sign-ups.
struct WikipediaIntake: Sendable {
  /// What came since the last batch.
  struct Batch: Sendable {
    /// Points of the rate, in the order of time.
    var points: [Series.Point] = []
    /// Times of sign-ups on the local clock.
    var signUps: [Double] = []
    /// Rows for the list, the oldest first.
    var events: [RecentEvent] = []
    /// The latest edited article.
    var latestEdit: SafeText?
    /// The rate and the connection as they stand now.
    var rate: Double?
    var connection = WikipediaState.Connection.connecting
    /// Where all this comes from; what came from elsewhere is void.
    var origin = Origin.live
  }

  private let origin: Origin
  private var rate = EditRate()
  private var offset = ClockOffset()
  private var connection = WikipediaState.Connection.connecting
  /// When the run of failures began that has not ended yet.
  private var troubleSince: Date?
  /// The first window after a stretch through which nobody listened.
  private var resumption: Resumption?
  private var eventCount = 0
  private var batch = Batch()
  /// Whether somebody has been told to take the batch.
  private var isAnnounced = false

  /// Nobody had listened: the program was stopped, or the clock was set.
  private struct Resumption: Sendable {
    /// Events that happened earlier arrived late for that reason, and do not belong to the rate.
    var since: Date
    /// Learnt since then, it takes the place of the older one, which a clock that was set belies: by that, all that
    /// happens from now on would seem to have happened before.
    var offset = ClockOffset()
  }

  static let signUpLimit = 10_000

  init(origin: Origin = .live) {
    self.origin = origin
  }
}

// MARK: - Input

extension WikipediaIntake {
  /// - Returns: whether windows began anew or ended, so that ``nextTick(after:)`` is another one.
  mutating func receive(_ update: WikiFeedUpdate, at now: Date) -> Bool {
    switch update {
    case .connecting:
      rate.disconnect(at: now)
      connection = .connecting
    case .connected(let source):
      rate.connect(at: now)
      offset = ClockOffset()
      resumption = nil
      troubleSince = nil
      connection = .connected(source: source)
    case .disconnected(let error, let retry):
      rate.disconnect(at: now)
      troubleSince = troubleSince ?? now
      connection = .waiting(Trouble(error, since: troubleSince ?? now, retry: retry))
    case .event(let event, let isReplay):
      let isAnew = advance(to: now)
      receive(event, isReplay: isReplay, at: now)
      return isAnew
    }
    return true
  }

  /// What comes from now on comes from elsewhere. What was counted and not taken yet is let go of, and the next batch
  /// tells.
  ///
  /// - Returns: whether they came from elsewhere before.
  mutating func change(to origin: Origin) -> Bool {
    guard origin != self.origin else { return false }
    let before = self
    self = WikipediaIntake(origin: origin)
    eventCount = before.eventCount
    isAnnounced = before.isAnnounced
    return true
  }

  /// Closes the windows of the rate that ended.
  ///
  /// - Returns: whether windows began anew, because nobody had listened.
  @discardableResult
  mutating func advance(to now: Date) -> Bool {
    let isAnew = rate.advance(to: now)
    if isAnew {
      resumption = Resumption(since: now)
    } else if let resumption, now.timeIntervalSince(resumption.since) >= EditRate.window {
      offset = resumption.offset
      self.resumption = nil
    }
    return isAnew
  }

  /// The end of a window that was waited for has come.
  ///
  /// - Parameter date: what was waited for. It counts even where the clock is a little behind the timer, or else the
  ///   window would stay open. A clock that is a whole window behind was set back, and the windows go with it.
  /// - Returns: ``nextTick(after:)``.
  mutating func tick(awaited date: Date, at now: Date) -> Date {
    let isClockSetBack = date.timeIntervalSince(now) >= EditRate.window
    let now = isClockSetBack ? now : max(date, now)
    advance(to: now)
    return nextTick(after: now)
  }

  /// When ``advance(to:)`` is due: at the end of the window, and as often without a connection, since a gap grows too.
  func nextTick(after now: Date) -> Date {
    rate.windowEnd ?? now.addingTimeInterval(EditRate.window)
  }

  private mutating func receive(_ event: WikiEvent, isReplay: Bool, at now: Date) {
    // A replayed event tells nothing about the way: it arrives late by as long as the connection was away.
    if let time = event.time, !isReplay {
      offset.observe(time, arrival: now)
      resumption?.offset.observe(time, arrival: now)
    }
    let time = event.time.map { min(offset.localTime(of: $0), now) } ?? now

    switch event.kind {
    case .unspecified:
      if !isReplay, time >= resumption?.since ?? .distantPast { rate.count(at: now) }
      batch.latestEdit = event.title
    case .newuser:
      batch.signUps.append(time.timeIntervalSince1970)
      Self.bound(&batch.signUps, to: Self.signUpLimit)
    default:
      break
    }
    // The other kinds have no title in the original's feed: nothing that a row could show.
    if event.kind == .newuser || !event.title.isEmpty {
      batch.events.append(RecentEvent(id: eventCount, event: event, time: time))
      Self.bound(&batch.events, to: WikipediaState.recentLimit)
      eventCount += 1
    }
  }

  /// Keeps the last elements. Only when there are twice as many, so that it costs next to nothing for each.
  private static func bound<Element>(_ elements: inout [Element], to limit: Int) {
    if elements.count >= 2 * limit { elements.removeFirst(elements.count - limit) }
  }
}

// MARK: - Output

extension WikipediaIntake {
  /// To be called after each input.
  ///
  /// - Returns: whether somebody has to be told that there is something to take; for each batch once.
  mutating func announce() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }

  /// Hands over what came since the last time.
  mutating func takeBatch() -> Batch {
    defer { batch = Batch() }
    isAnnounced = false
    batch.points = rate.takePoints()
    batch.rate = rate.current
    batch.connection = connection
    batch.origin = origin
    return batch
  }
}
