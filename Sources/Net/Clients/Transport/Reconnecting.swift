import Foundation
import Model
import Signals
import Synchronization

/// An update of a connection that is made again and again.
package enum ConnectionUpdate<Value: Sendable>: Sendable {
  case connecting
  case value(Value)
  /// It is lost, and will be made again at `retry`; `nil` if that takes a person.
  case lost(ServiceError, retry: Date?)
}

extension ConnectionUpdate: Equatable where Value: Equatable {}

/// The random source of jitter: uniformly distributed in 0..<1.
package typealias Chance = @Sendable () -> Double

extension SignalProducer where Error == ServiceError {
  /// Starts this producer, and again after each end, with the delays of `policy`. A connection is established with its first
  /// value. After an error that needs a person it is started only when `again` sends.
  ///
  /// ```
  /// connection:  ---a-b--x       ---a-|
  /// result:      c--a-b--l·······c--a-l·c--    c: connecting, l: lost
  /// ```
  ///
  /// - Parameters:
  ///   - ended: The error for a normal end.
  ///   - policy: Read again for each start.
  ///   - again: Each value drops the connection or the wait, and connects immediately; during a pause that the server asked
  ///     for, at most once a minute.
  package func reconnecting(
    ended: ServiceError, policy: ReconnectPolicy = ReconnectPolicy(),
    serverPause: @escaping @Sendable () -> TimeInterval,
    chance: @escaping Chance, again: Signal<Void, Never>, on clock: any DateScheduler
  ) -> SignalProducer<ConnectionUpdate<Value>, Never> {
    SignalProducer<ConnectionUpdate<Value>, Never> { observer, lifetime in
      let loop = ReconnectLoop(
        self, ended: ended, policy: policy, serverPause: serverPause, chance: chance, clock: clock, observer: observer)
      lifetime += again.observeValues { loop.overridePause() }
      lifetime.observeEnded { loop.stop() }
      loop.connect()
    }
  }
}

private final class ReconnectLoop<Value: Sendable>: Sendable {
  private let connection: SignalProducer<Value, ServiceError>
  private let ended: ServiceError
  private let serverPause: @Sendable () -> TimeInterval
  private let chance: Chance
  private let clock: any DateScheduler
  private let observer: Signal<ConnectionUpdate<Value>, Never>.Observer
  private let policy: Mutex<ReconnectPolicy>
  /// The server's last pause, counted from the latest attempt; `nil` once a connection is established.
  private let pause = Mutex<Pause?>(nil)

  /// One connection with the wait after it. The next round disposes the previous one; additions to a round that is over are
  /// disposed immediately, so late callers do no harm.
  private typealias Round = CompositeDisposable

  private let current = SerialDisposable()

  init(
    _ connection: SignalProducer<Value, ServiceError>, ended: ServiceError, policy: ReconnectPolicy,
    serverPause: @escaping @Sendable () -> TimeInterval, chance: @escaping Chance, clock: any DateScheduler,
    observer: Signal<ConnectionUpdate<Value>, Never>.Observer
  ) {
    self.connection = connection
    self.ended = ended
    self.serverPause = serverPause
    self.chance = chance
    self.clock = clock
    self.observer = observer
    self.policy = Mutex(policy)
  }

  func stop() { current.dispose() }

  /// Connects on behalf of a person.
  func overridePause() {
    let now = clock.currentDate
    let isRefused = pause.withLock { pause in
      guard pause?.holdsForPerson(at: now) != true else { return true }
      // The next minute begins with this attempt.
      if let end = pause?.end(at: now) { pause = Pause(until: end, heard: now) }
      return false
    }
    if !isRefused { connect() }
  }

  func connect() {
    let round = Round()
    // The old connection is disposed before the new one is made: one at a time.
    current.inner = round
    guard !round.isDisposed else { return }
    observer.send(value: .connecting)
    let openedAt = Mutex<Date?>(nil)
    round += connection.start { event in
      guard !round.isDisposed else { return }
      switch event {
      case .value(let value):
        let isFirst = openedAt.withLock { openedAt in
          defer { openedAt = openedAt ?? self.clock.currentDate }
          return openedAt == nil
        }
        if isFirst { self.pause.withLock { $0 = nil } }
        self.observer.send(value: .value(value))
      case .failed(let error): self.end(round, error, openedAt: openedAt.withLock { $0 })
      case .completed: self.end(round, nil, openedAt: openedAt.withLock { $0 })
      case .interrupted: break
      }
    }
  }

  private func end(_ round: Round, _ error: ServiceError?, openedAt: Date?) {
    let now = clock.currentDate
    let chance = chance()
    let serverPause = serverPause()
    let delay = policy.withLock { policy in
      policy.serverPause = serverPause
      let lasted = openedAt.map { now.timeIntervalSince($0) }
      return policy.pause(after: error, lasted: lasted, at: now, chance: chance)
    }
    let earliest = pause.withLock { pause in
      if let asked = error?.pause { pause = Pause(until: asked.end(at: now), heard: now) }
      // An attempt by a person during a pause does not end it.
      return pause.flatMap { $0.holds(at: now) ? $0.end(at: now) : nil } ?? now
    }
    guard let delay else { return observer.send(value: .lost(error ?? ended, retry: nil)) }
    let retry = max(now.addingTimeInterval(delay), earliest)
    // An observer of the loss may advance the clock immediately, so the timer is set first; but `connecting` comes after
    // `lost`, even if the timer fires before the announcement.
    let isHalfway = Mutex(false)
    let proceed = { @Sendable in
      let isSecond = isHalfway.withLock { isHalfway in
        defer { isHalfway = true }
        return isHalfway
      }
      if isSecond, !round.isDisposed { self.connect() }
    }
    round += clock.schedule(after: retry, action: proceed)
    observer.send(value: .lost(error ?? ended, retry: retry))
    proceed()
  }
}
