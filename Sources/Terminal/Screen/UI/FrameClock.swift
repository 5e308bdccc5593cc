import Locks

/// Decides when the screen is drawn: after changes, at most sixty times a second, and immediately after a key.
///
/// Every change of something visible calls ``mark()``, which is cheap. A frame reads the current values when it is drawn, so
/// a thousand changes a second cost sixty frames.
public final class FrameClock: Sendable {
  /// The shortest time between two frames that were not caused by a key.
  static let interval = Duration.nanoseconds(1_000_000_000 / 60)

  private struct State {
    var pacing = FramePacing(interval: FrameClock.interval)
    var draw: (@Sendable () -> Void)?
  }

  private let state = LockedState(State())
  private let loop: UILoop

  init(loop: UILoop) { self.loop = loop }

  /// Sets the function that draws a frame. It is called on the interface's thread.
  @UI public func onFrame(_ draw: @escaping @UI @Sendable () -> Void) {
    setDraw { UI.assumeIsolated(draw) }
  }

  func setDraw(_ draw: @escaping @Sendable () -> Void) {
    // The old function is released outside the lock, with everything it captured.
    let old = state.withLock { state in
      defer { state.draw = draw }
      return state.draw
    }
    withExtendedLifetime(old) {}
    mark()
  }

  /// Marks that something visible has changed, so that the next frame shows it. Callable from any thread.
  public func mark() { mark { $0.mark() } }

  /// Reports a key or a mouse event: the frame at the end of this turn is drawn without delay.
  public func hurry() { mark { $0.mark(urgent: true) } }

  private func mark(_ change: (inout FramePacing) -> Bool) {
    if state.withLock({ change(&$0.pacing) }) { loop.wakeIfWaiting() }
  }

  // MARK: - On the loop's thread

  /// Whether something visible has changed since the last frame, for callers that draw frames themselves.
  @UI public var isMarked: Bool { deadline != nil }

  /// When the next frame is due; `nil` while nothing is marked.
  var deadline: ContinuousClock.Instant? {
    let now = loop.clock()
    return state.withLock { $0.pacing.deadline(now: now) }
  }

  func drawIfDue(at now: ContinuousClock.Instant) {
    let isDue = state.withLock { state in state.pacing.deadline(now: now).map { $0 <= now } ?? false }
    if isDue { drawFrame(at: now) }
  }

  /// Draws a frame, whether one is due or not: the first frame, and tests.
  @UI public func drawNow() { drawFrame(at: loop.clock()) }

  private func drawFrame(at now: ContinuousClock.Instant) {
    let draw = state.withLock { state in
      state.pacing.beginFrame(at: now)
      return state.draw
    }
    draw?()
  }
}
