import Foundation
import Signals

/// The processor's time that the interface's thread takes for a turn, by the clock of the thread, so that a busy machine does
/// not matter.
enum TurnTime {
  /// The longest that a turn may take. A build for debugging takes some twenty times as long.
  static let limit: Double = {
    var isDebug = false
    // Evaluated in builds for debugging only.
    assert(
      {
        isDebug = true
        return true
      }())
    return isDebug ? 1 : 0.05
  }()

  /// Seconds of the thread's own clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The scheduler of the threads that read answers in the program: in a simulation the same thread, whose time is counted
/// apart.
// Unchecked: all of it runs on the thread that moves the clock.
final class TimedReading: Scheduler, @unchecked Sendable {
  private let clock: any Scheduler
  /// The processor's time of all readings, in seconds.
  private(set) var seconds = 0.0

  init(_ clock: any Scheduler) { self.clock = clock }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    clock.schedule { [self] in
      let begin = TurnTime.now
      action()
      seconds += TurnTime.now - begin
    }
  }
}
