import Synchronization

/// One observation of a signal; disposing of it ends only that one.
// Unchecked: `core` is touched only by the thread that turns `hasLeft` to true, and before that it does not change; `index`
// is guarded by the lock of the audience.
final class Subscription: Disposable, @unchecked Sendable {
  private let hasLeft = Atomic<Bool>(false)
  private var core: Audience?

  /// Where the attachment is among those of the audience.
  var index = 0

  init(_ core: Audience?) {
    self.core = core
  }

  var isDisposed: Bool { hasLeft.load(ordering: .acquiring) }

  func dispose() {
    if let core = detach() { core.remove(self) }
  }

  /// Marks the observation as ended; returns the core to the first who does so.
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
