/// The schedule of frames: at most one per interval, none without a change, and immediately after a key.
///
/// A pure value; ``FrameClock`` has the lock and the drawing.
struct FramePacing {
  typealias Instant = ContinuousClock.Instant

  let interval: Duration
  private var isMarked = false
  private var isUrgent = false
  private var lastFrame: Instant?

  init(interval: Duration) { self.interval = interval }

  /// Returns when the next frame is due; `nil` while nothing has changed. A date in the past means immediately.
  func deadline(now: Instant) -> Instant? {
    guard isMarked else { return nil }
    guard let lastFrame, !isUrgent else { return now }
    return max(now, lastFrame + interval)
  }

  /// Records a change.
  ///
  /// - Returns: whether the loop has to be told.
  mutating func mark(urgent: Bool = false) -> Bool {
    let isNews = !isMarked || (urgent && !isUrgent)
    isMarked = true
    isUrgent = isUrgent || urgent
    return isNews
  }

  /// Begins a frame. Later changes belong to the next one.
  mutating func beginFrame(at now: Instant) {
    isMarked = false
    isUrgent = false
    lastFrame = now
  }
}
