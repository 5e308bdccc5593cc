import Synchronization

extension Signal {
  /// One observation of a signal; disposing of it ends only that one.
  // Unchecked: `core` is touched only by whoever turns `hasLeft` to true, and before that it does not change.
  final class Subscription: Disposable, @unchecked Sendable {
    private let hasLeft = Atomic<Bool>(false)
    private var core: Core?

    init(_ core: Core) {
      self.core = core
    }

    var isDisposed: Bool { hasLeft.load(ordering: .acquiring) }

    func dispose() {
      if let core = detach() { core.remove(self) }
    }

    /// Marks the observation as ended; returns the core to the first who does so.
    func detach() -> Core? {
      if hasLeft.exchange(true, ordering: .acquiringAndReleasing) { return nil }
      defer { core = nil }
      return core
    }
  }

  /// An observer together with the token that detaches it.
  // Unchecked: the sink is called only from inside the gate of the signal it is attached to.
  struct Attachment: @unchecked Sendable {
    let sink: Sink
    let subscription: Subscription
  }

  /// Whom a core delivers to: a copy of its attachments, laid out so that delivering neither retains nor locks.
  ///
  /// It belongs to the core's gate, and changes only between deliveries.
  struct Audience {
    /// Keeps alive what the slots point to.
    private var attachments = ContiguousArray<Attachment>()
    /// Memory for `capacity` slots, of which the first `count` are in use: each points to the parts of an attachment.
    /// Raw pointers, because a typed array would have to ask for the type of its elements at each access.
    private var slots: UnsafeMutablePointer<Slot>?
    private var capacity = 0
    private(set) var count = 0

    private struct Slot {
      var sink: UnsafeRawPointer
      var subscription: UnsafeRawPointer
    }

    /// Takes over the attachments, and returns those before, for the caller to release where that does no harm.
    mutating func replace(with newAttachments: ContiguousArray<Attachment>) -> ContiguousArray<Attachment> {
      if newAttachments.count > capacity {
        slots?.deallocate()
        capacity = max(newAttachments.count, 2 * capacity)
        slots = .allocate(capacity: capacity)
      }
      count = newAttachments.count
      if let slots {
        for (index, attachment) in newAttachments.enumerated() {
          let sink = UnsafeRawPointer(Unmanaged.passUnretained(attachment.sink).toOpaque())
          let subscription = UnsafeRawPointer(Unmanaged.passUnretained(attachment.subscription).toOpaque())
          (slots + index).initialize(to: Slot(sink: sink, subscription: subscription))
        }
      }
      let earlier = attachments
      attachments = newAttachments
      return earlier
    }

    /// Hands a value to the observer at `index`.
    @inline(__always)
    func deliver(_ value: Value, to index: Int) {
      guard let slots else { return }
      // The sink is alive, for `attachments` holds it.
      Unmanaged<Sink>.fromOpaque(slots[index].sink)._withUnsafeGuaranteedRef { $0.receive(value) }
    }

    /// Whether the observer at `index` has been detached.
    func hasLeft(_ index: Int) -> Bool {
      guard let slots else { return true }
      // The subscription is alive, for `attachments` holds it.
      return Unmanaged<Subscription>.fromOpaque(slots[index].subscription)._withUnsafeGuaranteedRef { $0.isDisposed }
    }

    /// Frees the memory. Nothing may be delivered after it.
    func deallocate() {
      slots?.deallocate()
    }
  }
}
