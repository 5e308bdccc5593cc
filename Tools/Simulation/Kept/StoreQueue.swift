import Dispatch
import Foundation
import Signals

/// The queue of a database in a simulated world: its actions run one after the other, each as long after its turn has come as the
/// store's mode says.
// Unchecked: all of it runs on the thread that moves the clock.
final class StoreQueue: DateScheduler, @unchecked Sendable {
  // The world owns what waits.
  private unowned let world: World
  private var waiting: [@Sendable () -> Void] = []
  private var number: Int?
  /// The end of the time for which an action has blocked the queue, by the world's own clock.
  private var blockedUntil = Date.distantPast
  /// The number of actions that have run.
  private(set) var count = 0

  init(_ world: World) { self.world = world }

  var isIdle: Bool { waiting.isEmpty }

  /// Records that the current action blocks the queue for a number of seconds.
  func block(_ seconds: TimeInterval) { blockedUntil = max(blockedUntil, world.now).addingTimeInterval(seconds) }

  /// Runs all actions now, as at the end of a program.
  func drain() {
    while !waiting.isEmpty { runFirst() }
    // Also where an action has scheduled another one.
    if let number { world.cancel(number) }
    number = nil
  }

  private func runFirst() {
    let action = waiting.removeFirst()
    count += 1
    action()
  }

  private func wake() {
    guard number == nil, !waiting.isEmpty else { return }
    let delay: Double =
      switch world.mode(of: .store) {
      case .answer(let milliseconds): Double(milliseconds) / 1000
      // A disk that hangs for a while.
      case .fail, .silence: 20
      }
    number = world.later(max(delay, blockedUntil.timeIntervalSince(world.now))) { [self] in
      number = nil
      runFirst()
      wake()
    }
  }

  // MARK: DateScheduler

  var currentDate: Date { world.clock.currentDate }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    waiting.append(action)
    wake()
    return nil
  }

  @discardableResult
  func schedule(after date: Date, action: @escaping @Sendable () -> Void) -> Disposable? {
    world.later(date.timeIntervalSince(currentDate)) { [self] in schedule(action) }
    return nil
  }

  @discardableResult
  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    preconditionFailure("databases do nothing at intervals")
  }
}
