import Synchronization

/// One observation of a signal. Disposing of it ends only this observation.
// Unchecked: only the thread that sets `hasLeft` to true reads `core`, which never changes before that; the lock of the
// audience guards `index`.
final class Subscription: Disposable, @unchecked Sendable {
  private let hasLeft = Atomic<Bool>(false)
  private var core: Audience?

  /// The index of the attachment in the audience.
  var index = 0

  #if DEBUG
    /// Where the observation began, for ``living()``.
    let place = CallSite.here
  #endif

  init(_ core: Audience?) {
    self.core = core
  }

  var isDisposed: Bool { hasLeft.load(ordering: .acquiring) }

  func dispose() {
    if let core = detach() { core.remove(self) }
  }

  /// Marks the observation as ended; returns the core to the first caller only.
  func detach() -> Audience? {
    if hasLeft.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    defer { core = nil }
    return core
  }
}

/// An observer together with the token that detaches it.
// Unchecked: the sink is called only from inside the gate of the signal it is attached to.
struct Attachment: @unchecked Sendable {
  let sink: AnySink
  let subscription: Subscription
}
