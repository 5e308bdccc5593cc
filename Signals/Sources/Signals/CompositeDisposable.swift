/// Disposes of many disposables at once. A disposable that is added after the end is disposed of immediately.
public final class CompositeDisposable: Disposable {
  private let state: Locked<State>

  private struct State {
    /// The disposables by their numbers; nil after the end.
    var disposables: [Int: Disposable]? = [:]
    var nextNumber = 0
  }

  /// An empty composite.
  public init() {
    state = Locked(State())
  }

  /// A composite of some disposables.
  public convenience init<S: Sequence>(_ disposables: S) where S.Element == Disposable {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  /// A composite of the disposables that are not nil.
  public convenience init<S: Sequence>(_ disposables: S) where S.Element == Disposable? {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  public var isDisposed: Bool { state.withLock { $0.disposables == nil } }

  /// Disposes of everything that was added, in that order.
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
  /// - Returns: A disposable that removes the added one without disposing of it; nil if there is nothing to remove.
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
      // Released after the lock, because its release may run any code.
      let removed = self?.state.withLock { $0.disposables?.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }
  }

  /// Adds an action that is called at the end.
  @discardableResult
  public func add(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    add(AnyDisposable(action))
  }

  /// Adds a disposable, as `add` does.
  @discardableResult
  public static func += (composite: CompositeDisposable, disposable: Disposable?) -> Disposable? {
    composite.add(disposable)
  }

  /// Adds an action that is called at the end.
  @discardableResult
  public static func += (composite: CompositeDisposable, action: @escaping @Sendable () -> Void) -> Disposable? {
    composite.add(action)
  }
}
