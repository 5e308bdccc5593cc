import Synchronization

/// Something that can be ended: an observation, a piece of scheduled work, a start of a producer.
public protocol Disposable: AnyObject, Sendable {
  /// Whether it has ended.
  var isDisposed: Bool { get }

  /// Ends it. Any thread may call this; only the first call has an effect.
  func dispose()
}

/// Calls an action once, when it is disposed of.
public final class AnyDisposable: Disposable {
  private let action: Locked<(@Sendable () -> Void)?>
  private let hasEnded = Atomic<Bool>(false)

  /// A disposable that calls `action` and then releases it.
  public init(_ action: @escaping @Sendable () -> Void) {
    self.action = Locked(action)
  }

  /// A disposable that only knows whether it was disposed of.
  public init() {
    action = Locked(nil)
  }

  /// A disposable that disposes of another.
  public convenience init(_ disposable: Disposable) {
    self.init { disposable.dispose() }
  }

  public var isDisposed: Bool { hasEnded.load(ordering: .acquiring) }

  public func dispose() {
    if hasEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }
}

/// Holds one disposable, and disposes of it when another replaces it.
public final class SerialDisposable: Disposable {
  private let state: Locked<State>

  private struct State {
    var inner: Disposable?
    var isDisposed = false
  }

  /// A disposable that holds another, or none yet.
  public init(_ disposable: Disposable? = nil) {
    state = Locked(State(inner: disposable))
  }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// The held disposable. A disposable that is set after the end is disposed of immediately.
  public var inner: Disposable? {
    get { state.withLock { $0.inner } }
    set {
      let surplus = state.withLock { state in
        if state.isDisposed { return newValue }
        defer { state.inner = newValue }
        return state.inner
      }
      if surplus !== newValue || isDisposed { surplus?.dispose() }
    }
  }

  public func dispose() {
    state.withLock { state in
      defer {
        state.inner = nil
        state.isDisposed = true
      }
      return state.inner
    }?.dispose()
  }
}

/// Disposes of the disposable that it holds when the last reference to itself is released.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
  /// The held disposable.
  public let inner: Inner

  /// Holds a disposable.
  public init(_ disposable: Inner) {
    inner = disposable
  }

  deinit {
    dispose()
  }

  public var isDisposed: Bool { inner.isDisposed }

  public func dispose() {
    inner.dispose()
  }
}

extension ScopedDisposable where Inner == AnyDisposable {
  /// Holds a disposable of any kind.
  public convenience init(_ disposable: Disposable) {
    self.init(AnyDisposable(disposable))
  }
}

extension ScopedDisposable where Inner == SerialDisposable {
  /// What the held serial disposable holds.
  public var inner: Disposable? {
    get { (inner as SerialDisposable).inner }
    set { (inner as SerialDisposable).inner = newValue }
  }
}

extension ScopedDisposable where Inner == CompositeDisposable {
  /// Adds a disposable to the composite.
  @discardableResult
  public static func += (scope: ScopedDisposable<CompositeDisposable>, disposable: Disposable?) -> Disposable? {
    scope.inner.add(disposable)
  }

  /// Adds an action to the composite.
  @discardableResult
  public static func += (
    scope: ScopedDisposable<CompositeDisposable>, action: @escaping @Sendable () -> Void
  ) -> Disposable? {
    scope.inner.add(action)
  }
}
