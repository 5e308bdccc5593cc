import Synchronization

@testable import Screen

/// A loop of the test's own, on the test's thread, whose time stands still until it is moved on. It has nothing to do with
/// the ``UI`` actor.
final class TestLoop: Sendable {
  let loop: UILoop
  let frames: FrameClock
  private let now: Time

  private final class Time: Sendable {
    let instant = Mutex(ContinuousClock.now)
  }

  init() {
    let now = Time()
    self.now = now
    loop = UILoop(clock: { now.instant.withLock { $0 } })
    frames = FrameClock(loop: loop)
    loop.adoptCurrentThread()
  }

  var instant: ContinuousClock.Instant { now.instant.withLock { $0 } }

  /// One turn, which never sleeps.
  func turn() {
    loop.wake()
    loop.turn(frames)
  }

  func advance(by duration: Duration) {
    now.instant.withLock { $0 += duration }
    turn()
  }
}

/// What happened, in order, from whatever threads.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// What was noted since the last time.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
