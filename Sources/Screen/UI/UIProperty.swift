import Signals
import Synchronization

extension BindingTarget {
  /// A target on the interface: `action` gets, just before a frame, the latest of the values that came since the frame
  /// before, and a frame is drawn because of it.
  ///
  /// This is the mailbox through which values reach the interface. However many come, from whatever threads, each target
  /// costs one hand-over a frame; and while no frame is drawn because none can be seen, nothing piles up.
  public init(beforeFramesOf lifetime: Lifetime, action: @escaping @UI @Sendable (Value) -> Void) {
    self.init(frames: UI.frames, lifetime: lifetime) { value in UI.assumeIsolated { action(value) } }
  }

  init(frames: FrameClock, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
    let mailbox = Mailbox<Value>()
    let deliver: @Sendable () -> Void = {
      if let value = mailbox.take(), !lifetime.hasEnded { action(value) }
    }
    self.init(lifetime: lifetime) { value in
      if mailbox.put(value) { frames.beforeNextFrame(deliver) }
    }
  }
}

/// Room for one value: a newer one takes the place of one that has not been fetched.
private final class Mailbox<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// - Returns: whether the mailbox was empty, so that somebody has to be sent to fetch the value.
  func put(_ new: Value) -> Bool {
    // The old value goes outside the lock.
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    return old == nil
  }

  func take() -> Value? {
    value.withLock { value in
      defer { value = nil }
      return value
    }
  }
}

/// What the interface shows of something that changes elsewhere: its value changes only between frames.
///
/// ```swift
/// let rate = UIProperty(EditRate())
/// rate <~ model.rate        // from any thread; a frame is drawn when it changes
/// …
/// draw(rate.value)
/// ```
@UI
public final class UIProperty<Value: Sendable>: BindingTargetProvider {
  /// What is shown. Setting it asks for a frame.
  public var value: Value {
    didSet { UI.frames.mark() }
  }

  private let token: Lifetime.Token
  nonisolated private let lifetime: Lifetime

  public init(_ value: Value) {
    self.value = value
    (lifetime, token) = Lifetime.make()
  }

  public nonisolated var bindingTarget: BindingTarget<Value> {
    BindingTarget(beforeFramesOf: lifetime) { [weak self] in self?.value = $0 }
  }
}
