/// When the next frame may be drawn: at most one per interval, none without a change, and at once after a key.
///
/// Only arithmetic; ``FrameClock`` has the lock and the drawing.
struct FramePacing {
  typealias Instant = ContinuousClock.Instant

  let interval: Duration
  private var isMarked = false
  private var isUrgent = false
  private var lastFrame: Instant?

  init(interval: Duration) { self.interval = interval }

  /// When the next frame is due; `nil` while nothing has changed. A time that is long past means at once.
  func deadline(now: Instant) -> Instant? {
    guard isMarked else { return nil }
    guard let lastFrame, !isUrgent else { return now }
    return max(now, lastFrame + interval)
  }

  /// Something has changed.
  ///
  /// - Returns: whether that is news, so that the loop has to hear of it.
  mutating func mark(urgent: Bool = false) -> Bool {
    let isNews = !isMarked || (urgent && !isUrgent)
    isMarked = true
    isUrgent = isUrgent || urgent
    return isNews
  }

  /// A frame begins now; what changes from here on belongs to the next.
  mutating func beginFrame(at now: Instant) {
    isMarked = false
    isUrgent = false
    lastFrame = now
  }
}
