import Foundation
import Model
import NIOConcurrencyHelpers
import Signals

/// What becomes of a connection that is made again and again.
enum ConnectionUpdate<Value: Sendable>: Sendable {
  case connecting
  case value(Value)
  /// It is gone, and will be made again at `retry`.
  case lost(ServiceError, retry: Date)
}

extension ConnectionUpdate: Equatable where Value: Equatable {}

/// Where pauses get their jitter from: evenly distributed in 0..<1.
typealias Chance = @Sendable () -> Double

extension SignalProducer where Error == ServiceError {
  /// Starts this producer, and again whenever it has ended, with the pauses of `policy`. A connection stands from its
  /// first value on.
  ///
  /// ```
  /// connection:  ---a-b--x       ---a-|
  /// result:      c--a-b--l·······c--a-l·c--    c: connecting, l: lost
  /// ```
  ///
  /// - Parameters:
  ///   - ended: the error for an end in good order.
  ///   - policy: read anew for each start.
  ///   - again: each value drops the connection or the wait, and connects at once.
  func reconnecting(
    ended: ServiceError, policy: ReconnectPolicy = ReconnectPolicy(),
    serverPause: @escaping @Sendable () -> TimeInterval,
    chance: @escaping Chance, again: Signal<Void, Never>, on clock: any DateScheduler
  ) -> SignalProducer<ConnectionUpdate<Value>, Never> {
    SignalProducer<ConnectionUpdate<Value>, Never> { observer, lifetime in
      let loop = ReconnectLoop(
        self, ended: ended, policy: policy, serverPause: serverPause, chance: chance, clock: clock, observer: observer)
      lifetime += again.observeValues { loop.connect() }
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

  /// The connection or the wait for the next, whichever there is.
  private let current = SerialDisposable()

  private struct State: Sendable {
    var policy: ReconnectPolicy
    /// Counts connections, so that the end of an old one is told from that of the current one.
    var number = 0
    var openedAt: Date?
  }

  private let state: NIOLockedValueBox<State>

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
    state = NIOLockedValueBox(State(policy: policy))
  }

  func stop() { current.dispose() }

  func connect() {
    let number = state.withLockedValue { state in
      state.number += 1
      state.openedAt = nil
      return state.number
    }
    // Gone before the new one is there: one connection at a time.
    current.inner = nil
    observer.send(value: .connecting)
    current.inner = connection.start { event in
      switch event {
      case .value(let value): self.receive(value, from: number)
      case .failed(let error): self.end(number, error)
      case .completed: self.end(number, nil)
      case .interrupted: break
      }
    }
  }

  private func receive(_ value: Value, from number: Int) {
    let isCurrent = state.withLockedValue { state in
      guard state.number == number else { return false }
      if state.openedAt == nil { state.openedAt = clock.currentDate }
      return true
    }
    if isCurrent { observer.send(value: .value(value)) }
  }

  private func end(_ number: Int, _ error: ServiceError?) {
    let now = clock.currentDate
    let chance = chance()
    let serverPause = serverPause()
    let pause = state.withLockedValue { state -> TimeInterval? in
      guard state.number == number else { return nil }
      state.policy.serverPause = serverPause
      let lasted = state.openedAt.map { now.timeIntervalSince($0) }
      return state.policy.pause(after: error, lasted: lasted, at: now, chance: chance)
    }
    guard let pause else { return }
    let retry = now.addingTimeInterval(pause)
    observer.send(value: .lost(error ?? ended, retry: retry))
    let wait = clock.schedule(after: retry) {
      if self.state.withLockedValue({ $0.number == number }) { self.connect() }
    }
    // `again` may have connected meanwhile; then the wait is for nothing, and must not displace the connection.
    if state.withLockedValue({ $0.number == number }) { current.inner = wait } else { wait?.dispose() }
  }
}
