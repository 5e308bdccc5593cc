import Foundation
import NIOCore

/// What happens on the wikis, told to every listening client over both protocols: all see the same events.
///
/// At ``Station/Pace/real`` the events are invented. While nobody listens nothing runs; the next listener finds the
/// quarter of an hour before it made up, as if the feed had gone on.
public final class WikipediaFeed: Sendable {
  private struct State: Sendable {
    var backlog = Backlog()
    var subscriptions: [Int: FeedSubscription] = [:]
    var nextSubscription = 0
    var inventor: EditInventor?
    /// Invented already, its moment not come yet.
    var upcoming: RecentChange?
    var eventLoop: (any EventLoop)?
    var timer: Scheduled<Void>?
    var identifiers: SeededGenerator
  }

  /// Behind this much lateness stands a machine that slept or a clock that was set; nothing is made up for it.
  private static let tolerance: TimeInterval = 5

  private let state: Watched<State>
  private let pace: Station.Pace
  private let seed: UInt64
  private let now: @Sendable () -> Date

  /// What clients sent, where it is kept.
  let clientFrames: ClientFrames?

  init(
    pace: Station.Pace, seed: UInt64, now: @escaping @Sendable () -> Date, clientFrames: ClientFrames? = nil
  ) {
    self.clientFrames = clientFrames
    self.pace = pace
    self.seed = seed
    self.now = now
    state = Watched(State(identifiers: SeededGenerator(seed: seed)))
  }

  // MARK: By hand

  /// Lets something happen: it enters the backlog and goes to everybody who listens.
  public func emit(_ change: RecentChange) {
    emit([change])
  }

  /// Lets several things happen at once, in this order.
  public func emit(_ changes: [RecentChange]) {
    let date = now()
    let listeners = state.update { state in
      for change in changes { Self.append(change, at: date, to: &state) }
      return Array(state.subscriptions.values)
    }
    for listener in listeners { listener.notify(.news) }
  }

  /// Sends a message to every WebSocket client, past the feed. Not ordered against events emitted meanwhile.
  public func send(_ message: WebSocketMessage) {
    notify(.webSocket, .message(message))
  }

  /// Sends bytes to every event stream, past the feed. Not ordered against events emitted meanwhile.
  public func send(bytes: [UInt8]) {
    notify(.eventStream, .bytes(bytes))
  }

  /// Ends every event stream, or cuts off every WebSocket client without a closing handshake.
  public func disconnect(_ kind: FeedKind) {
    notify(kind, .disconnect)
  }

  /// How many clients listen now.
  public func listenerCount(_ kind: FeedKind) -> Int {
    state.update { Self.count(kind, in: $0) }
  }

  /// Waits until exactly so many clients listen in this way.
  public func listeners(_ kind: FeedKind, count: Int) async throws {
    try await state.wait { Self.count(kind, in: $0) == count ? () : nil }
  }

  // MARK: Listening

  /// Joins the listeners.
  ///
  /// - Parameter resumingFrom: the moment of the last event that the client has seen; `nil` to begin with the next one.
  /// - Returns: a number to leave with, and the place to read from.
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

  /// The recent changes of a wiki, the newest first: also of the time in which nobody listened.
  func changes(of wiki: String) -> [FeedEvent] {
    let date = now()
    return state.update { state in
      if state.subscriptions.isEmpty { self.catchUp(to: date, in: &state) }
      return state.backlog.changes(of: wiki)
    }
  }

  /// The edit of a wiki that made a revision, as long as it is kept.
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

  /// Whether the feed will wake up by itself.
  var isWound: Bool {
    state.update { $0.timer != nil }
  }

  /// Gives the feed a loop to keep time on.
  func attach(to eventLoop: any EventLoop) {
    state.update { $0.eventLoop = eventLoop }
  }

  /// Makes up what happened while nobody listened.
  private func catchUp(to now: Date, in state: inout State) {
    guard case .real = pace else { return }
    let earliest = now.addingTimeInterval(-Double(state.backlog.maximumAge) / 1_000)
    var inventor = state.inventor ?? EditInventor(seed: seed, start: earliest)
    // Too far ahead is what the clock leaves behind when it is set back.
    let plausible = earliest...now.addingTimeInterval(60)
    if !(state.upcoming?.date.map(plausible.contains) ?? false) {
      inventor.skip(to: min(max(earliest, inventor.time), now))
      state.upcoming = inventor.next()
    }
    state.inventor = inventor
    appendDue(by: now, to: &state)
  }

  /// Appends what is due and invents what comes after it. Returns whether anything was appended.
  @discardableResult
  private func appendDue(by now: Date, to state: inout State) -> Bool {
    var appended = false
    while let change = state.upcoming, let date = change.date, date <= now {
      Self.append(change, at: date, to: &state)
      state.upcoming = state.inventor?.next()
      appended = true
    }
    return appended
  }

  /// Sets the timer for the upcoming event. There is one timer, and only while somebody listens.
  private func wind(_ state: inout State) {
    guard state.timer == nil, !state.subscriptions.isEmpty, let eventLoop = state.eventLoop,
      let date = state.upcoming?.date
    else { return }
    let delay = max(0, date.timeIntervalSince(now()))
    state.timer = eventLoop.scheduleTask(in: .microseconds(Int64(delay * 1_000_000))) { [weak self] in self?.tick() }
  }

  private func tick() {
    let date = now()
    let listeners: [FeedSubscription] = state.update { state in
      state.timer = nil
      let lateness = state.upcoming?.date.map(date.timeIntervalSince) ?? 0
      if abs(lateness) > Self.tolerance {
        state.inventor?.skip(to: date)
        state.upcoming = state.inventor?.next()
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

  private static func append(_ change: RecentChange, at date: Date, to state: inout State) {
    var change = change
    let timestamp = Timestamp(change.date ?? date)
    change.date = timestamp.date
    change.id = change.id ?? UUID.random(using: &state.identifiers)
    state.backlog.append(change, at: timestamp)
  }

  private static func count(_ kind: FeedKind, in state: State) -> Int {
    state.subscriptions.values.count { $0.kind == kind }
  }
}

extension UUID {
  /// A random UUID, version 4 of RFC 9562 §5.4.
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
