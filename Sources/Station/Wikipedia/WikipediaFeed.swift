import Foundation
import NIOCore

/// The events on the wikis, sent to every client over both protocols: all receive the same events.
///
/// At ``Station/Pace/real`` the events are invented. Nothing runs without listeners; for the next listener the quarter of an
/// hour before it is invented, as if the feed had continued.
public final class WikipediaFeed: Sendable {
  private struct State: Sendable {
    var backlog = Backlog()
    var subscriptions: [Int: FeedSubscription] = [:]
    var nextSubscription = 0
    var inventor: EditInventor?
    /// An event that is already invented, but not due yet.
    var upcoming: RecentChange?
    var notes: NoteInventor
    var eventLoop: (any EventLoop)?
    var timer: Scheduled<Void>?
    var identifiers: SeededGenerator

    /// The time of the next invented event.
    var nextDate: Date? { [upcoming?.date, notes.date].compactMap(\.self).min() }
  }

  /// A greater delay means that the machine slept or the clock was set; the missed events are not invented.
  private static let tolerance: TimeInterval = 5

  private let state: Watched<State>
  private let pace: Station.Pace
  private let seed: UInt64
  private let now: @Sendable () -> Date

  init(pace: Station.Pace, seed: UInt64, now: @escaping @Sendable () -> Date) {
    self.pace = pace
    self.seed = seed
    self.now = now
    state = Watched(State(notes: NoteInventor(seed: seed), identifiers: SeededGenerator(seed: seed)))
  }

  // MARK: By hand

  /// Emits an event: it is added to the backlog and sent to all listeners.
  public func emit(_ change: RecentChange) {
    emit([change])
  }

  /// Returns the revision that an edit creates, by its number among all events of this feed, from 0 on.
  public static func revision(ofEvent number: Int) -> Int { FeedEvent.firstRevision + number }

  /// Emits several events at once, in order.
  public func emit(_ changes: [RecentChange]) {
    let date = now()
    let listeners = state.update { state in
      for change in changes { Self.append(change, at: date, to: &state) }
      return Array(state.subscriptions.values)
    }
    for listener in listeners { listener.notify(.news) }
  }

  /// Sends a message to every WebSocket client, outside the feed. Not ordered relative to events emitted at the same time.
  public func send(_ message: WebSocketMessage) {
    notify(.webSocket, .message(message))
  }

  /// Sends bytes to every event stream, outside the feed. Not ordered relative to events emitted at the same time.
  public func send(bytes: [UInt8]) {
    notify(.eventStream, .bytes(bytes))
  }

  /// Ends every event stream, or closes every WebSocket connection without a closing handshake.
  public func disconnect(_ kind: FeedKind) {
    notify(kind, .disconnect)
  }

  /// Returns the number of current listeners.
  public func listenerCount(_ kind: FeedKind) -> Int {
    state.update { Self.count(kind, in: $0) }
  }

  /// Waits until there are exactly `count` listeners of a kind.
  public func listeners(_ kind: FeedKind, count: Int) async throws {
    try await state.wait { Self.count(kind, in: $0) == count ? () : nil }
  }

  // MARK: Listening

  /// Adds a listener.
  ///
  /// - Parameter resumingFrom: The time of the last event that the client has seen; `nil` to start with the next one.
  /// - Returns: an id to unsubscribe with, and the position to read from.
  func subscribe(_ subscription: FeedSubscription, resumingFrom seen: Timestamp? = nil) -> (id: Int, FeedReader) {
    let date = now()
    return state.update { state in
      if state.subscriptions.isEmpty { self.catchUp(to: date, in: &state) }
      let id = state.nextSubscription
      state.nextSubscription += 1
      state.subscriptions[id] = subscription
      self.wind(&state)
      let position = seen.map { state.backlog.sequence(resumingFrom: $0) } ?? state.backlog.end
      return (id, FeedReader(position: position))
    }
  }

  /// Returns the recent changes of a wiki, the newest first, including the time without listeners.
  func changes(of wiki: String) -> [FeedEvent] {
    let date = now()
    return state.update { state in
      if state.subscriptions.isEmpty { self.catchUp(to: date, in: &state) }
      return state.backlog.changes(of: wiki)
    }
  }

  /// Returns the revisions of a wiki that have been tagged as reverted.
  func reverted(on wiki: String) -> Set<Int> { state.update { $0.backlog.reverted(on: wiki) } }

  /// Returns the edit of a wiki that created a revision, while it is stored.
  func change(toRevision revision: Int, of wiki: String) -> FeedEvent? {
    state.update { $0.backlog.event(makingRevision: revision, of: wiki) }
  }

  func unsubscribe(_ id: Int) {
    state.update { state in
      state.subscriptions[id] = nil
      guard state.subscriptions.isEmpty else { return }
      state.timer?.cancel()
      state.timer = nil
    }
  }

  func step(_ reader: FeedReader, isWritable: Bool) -> (FeedReader, FeedReader.Step) {
    state.update { state in
      var reader = reader
      let step = reader.step(state.backlog, isWritable: isWritable)
      return (reader, step)
    }
  }

  // MARK: Invention

  /// Whether a timer is set.
  var isWound: Bool {
    state.update { $0.timer != nil }
  }

  /// Gives the feed an event loop for its timer.
  func attach(to eventLoop: any EventLoop) {
    state.update { $0.eventLoop = eventLoop }
  }

  /// Invents the events of the time without listeners.
  private func catchUp(to now: Date, in state: inout State) {
    guard case .real = pace else { return }
    let earliest = now.addingTimeInterval(-Double(state.backlog.maximumAge) / 1_000)
    var inventor = state.inventor ?? EditInventor(seed: seed, start: earliest)
    // A date too far ahead remains after the clock was set back.
    let plausible = earliest...now.addingTimeInterval(60)
    if !(state.upcoming?.date.map(plausible.contains) ?? false) {
      inventor.skip(to: min(max(earliest, inventor.time), now))
      state.upcoming = inventor.next()
    }
    state.notes.skip(to: earliest)
    state.inventor = inventor
    appendDue(by: now, to: &state)
  }

  /// Appends due events and invents the next one. Returns whether anything was appended.
  @discardableResult
  private func appendDue(by now: Date, to state: inout State) -> Bool {
    var appended = false
    while let date = state.nextDate, date <= now {
      let isNote = state.notes.date == date
      guard let change = isNote ? state.notes.next() : state.upcoming else { break }
      if !isNote { state.upcoming = state.inventor?.next() }
      if let event = Self.append(change, at: date, to: &state) { state.notes.follow(event) }
      appended = true
    }
    return appended
  }

  /// Sets the timer for the upcoming event. There is one timer, and only while there are listeners.
  private func wind(_ state: inout State) {
    guard state.timer == nil, !state.subscriptions.isEmpty, let eventLoop = state.eventLoop,
      let date = state.nextDate
    else { return }
    let delay = max(0, date.timeIntervalSince(now()))
    state.timer = eventLoop.scheduleTask(in: .microseconds(Int64(delay * 1_000_000))) { [weak self] in self?.tick() }
  }

  private func tick() {
    let date = now()
    let listeners: [FeedSubscription] = state.update { state in
      state.timer = nil
      let lateness = state.nextDate.map(date.timeIntervalSince) ?? 0
      if abs(lateness) > Self.tolerance {
        state.inventor?.skip(to: date)
        state.upcoming = state.inventor?.next()
        state.notes.skip(to: date)
      }
      let appended = self.appendDue(by: date, to: &state)
      self.wind(&state)
      return appended ? Array(state.subscriptions.values) : []
    }
    for listener in listeners { listener.notify(.news) }
  }

  private func notify(_ kind: FeedKind, _ notice: FeedNotice) {
    let listeners = state.update { $0.subscriptions.values.filter { $0.kind == kind } }
    for listener in listeners { listener.notify(notice) }
  }

  @discardableResult
  private static func append(_ change: RecentChange, at date: Date, to state: inout State) -> FeedEvent? {
    var change = change
    let timestamp = Timestamp(change.date ?? date)
    change.date = timestamp.date
    change.id = change.id ?? UUID.random(using: &state.identifiers)
    state.backlog.append(change, at: timestamp)
    return state.backlog.last
  }

  private static func count(_ kind: FeedKind, in state: State) -> Int {
    state.subscriptions.values.count { $0.kind == kind }
  }
}

extension UUID {
  /// Returns a random UUID, version 4 of RFC 9562 §5.4.
  static func random(using generator: inout some RandomNumberGenerator) -> UUID {
    let high = generator.next() & ~0xF000 | 0x4000
    let low = generator.next() & ~(0b11 << 62) | 0b10 << 62
    let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
