import Synchronization

/// When the screen is drawn: after changes, at most sixty times a second, and at once after a key.
///
/// Whatever shows something new calls ``mark()``. Values that come from other threads go through ``UIBinding``, which
/// hands them over here: they wait for the frame, so that a thousand values a second cost sixty hand-overs, not a
/// thousand.
public final class FrameClock: Sendable {
  /// The shortest time between two frames that no key asked for.
  static let interval = Duration.nanoseconds(1_000_000_000 / 60)

  private struct State {
    var pacing = FramePacing(interval: FrameClock.interval)
    var deliveries: [@Sendable () -> Void] = []
    var draw: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let loop: UILoop

  init(loop: UILoop) { self.loop = loop }

  /// What draws a frame. It is called on the interface's thread, after the values that waited have been handed over.
  @UI public func onFrame(_ draw: @escaping @UI @Sendable () -> Void) {
    setDraw { UI.assumeIsolated(draw) }
  }

  func setDraw(_ draw: @escaping @Sendable () -> Void) {
    // The old one goes outside the lock, with whatever it held.
    let old = state.withLock { state in
      defer { state.draw = draw }
      return state.draw
    }
    withExtendedLifetime(old) {}
    mark()
  }

  /// Something that is shown has changed; the next frame shows it. From any thread.
  public func mark() { mark { $0.mark() } }

  /// Someone pressed a key or moved the mouse: the frame at the end of this turn does not wait for its time.
  public func hurry() { mark { $0.mark(urgent: true) } }

  /// Does `delivery` on the interface's thread just before the next frame, and so makes one necessary.
  func beforeNextFrame(_ delivery: @escaping @Sendable () -> Void) {
    let isNews = state.withLock { state in
      state.deliveries.append(delivery)
      return state.pacing.mark()
    }
    if isNews { loop.wakeIfWaiting() }
  }

  private func mark(_ change: (inout FramePacing) -> Bool) {
    if state.withLock({ change(&$0.pacing) }) { loop.wakeIfWaiting() }
  }

  // MARK: - On the loop's thread

  /// When the next frame is due; `nil` while nothing is marked.
  var deadline: ContinuousClock.Instant? {
    let now = loop.clock()
    return state.withLock { $0.pacing.deadline(now: now) }
  }

  func drawIfDue(at now: ContinuousClock.Instant) {
    let isDue = state.withLock { state in state.pacing.deadline(now: now).map { $0 <= now } ?? false }
    if isDue { drawFrame(at: now) }
  }

  /// Hands over what waits and draws, whether a frame is due or not: the first frame, and tests.
  @UI public func drawNow() { drawFrame(at: loop.clock()) }

  private func drawFrame(at now: ContinuousClock.Instant) {
    // Values first: what they mark belongs to this frame already.
    let deliveries = state.withLock { state in
      let deliveries = state.deliveries
      state.deliveries = []
      return deliveries
    }
    for deliver in deliveries { deliver() }
    let draw = state.withLock { state in
      state.pacing.beginFrame(at: now)
      // A delivery may have sent further values. They wait for the next frame, for which nobody else would ask.
      if !state.deliveries.isEmpty { _ = state.pacing.mark() }
      return state.draw
    }
    draw?()
  }
}
