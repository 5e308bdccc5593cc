/// Disposes of many at once. What is added after the end is disposed of at once.
public final class CompositeDisposable: Disposable {
  private let state: Locked<State>

  private struct State {
    /// What was added, by its number, or nil after the end.
    var disposables: [Int: Disposable]? = [:]
    var nextNumber = 0
  }

  /// A composite with nothing to dispose of yet.
  public init() {
    state = Locked(State())
  }

  /// A composite of some disposables.
  public convenience init<S: Sequence>(_ disposables: S) where S.Element == Disposable {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  /// A composite of those disposables that are not nil.
  public convenience init<S: Sequence>(_ disposables: S) where S.Element == Disposable? {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  public var isDisposed: Bool { state.withLock { $0.disposables == nil } }

  /// Ends everything that was added, in the order in which it was.
  public func dispose() {
    let disposables = state.withLock { state in
      defer { state.disposables = nil }
      return state.disposables
    }
    guard let disposables else { return }
    for (_, disposable) in disposables.sorted(by: { $0.key < $1.key }) { disposable.dispose() }
  }

  /// Adds a disposable.
  ///
  /// - Returns: Disposing of it takes the disposable out again, without disposing of it; nil if there is nothing to
  ///   take out.
  @discardableResult
  public func add(_ disposable: Disposable?) -> Disposable? {
    guard let disposable, !disposable.isDisposed else { return nil }
    let number: Int? = state.withLock { state in
      guard state.disposables != nil else { return nil }
      defer { state.nextNumber += 1 }
      state.disposables?[state.nextNumber] = disposable
      return state.nextNumber
    }
    guard let number else {
      disposable.dispose()
      return nil
    }
    return AnyDisposable { [weak self] in
      // Released after the lock, for its release may run anything.
      let removed = self?.state.withLock { $0.disposables?.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Adds an action to be called at the end.
  @discardableResult
  public func add(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    add(AnyDisposable(action))
  }

  /// Adds a disposable, as `add` does.
  @discardableResult
  public static func += (composite: CompositeDisposable, disposable: Disposable?) -> Disposable? {
    composite.add(disposable)
  }

  /// Adds an action to be called at the end.
  @discardableResult
  public static func += (composite: CompositeDisposable, action: @escaping @Sendable () -> Void) -> Disposable? {
    composite.add(action)
  }
}
