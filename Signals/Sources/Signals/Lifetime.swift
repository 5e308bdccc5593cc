/// The lifetime of an object: disposables that are added to it are disposed of when it ends.
///
/// An object offers a lifetime by holding a ``Token``; the lifetime ends with the token.
///
/// ```swift
/// final class Panel {
///   let (lifetime, token) = Lifetime.make()
/// }
/// ```
public final class Lifetime: Sendable {
  private let disposables: CompositeDisposable

  init(_ disposables: CompositeDisposable) {
    self.disposables = disposables
  }

  /// The lifetime that ends with `token`.
  public convenience init(_ token: Token) {
    self.init(token.disposables)
  }

  /// Returns a lifetime and the token that it ends with.
  public static func make() -> (lifetime: Lifetime, token: Token) {
    let token = Token()
    return (Lifetime(token), token)
  }

  /// A lifetime that has ended.
  public static let empty: Lifetime = {
    let disposables = CompositeDisposable()
    disposables.dispose()
    return Lifetime(disposables)
  }()

  /// Returns the lifetime of an object that offers one.
  public static func of(_ owner: some LifetimeProviding) -> Lifetime {
    owner.lifetime
  }

  /// Whether it has ended.
  public var hasEnded: Bool { disposables.isDisposed }

  /// Completes when the lifetime ends.
  public var ended: Signal<Never, Never> {
    Signal { observer, lifetime in
      lifetime += observeEnded { observer.sendCompleted() }
    }
  }

  /// Calls `action` when the lifetime ends; immediately if it has ended.
  ///
  /// - Returns: A disposable that removes the action again; nil if the lifetime has ended.
  @discardableResult
  public func observeEnded(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    disposables.add(action)
  }

  /// Disposes of `disposable` when the lifetime ends; immediately if it has ended.
  @discardableResult
  public static func += (lifetime: Lifetime, disposable: Disposable?) -> Disposable? {
    lifetime.disposables.add(disposable)
  }

  /// Ends a lifetime when the token's last reference is released, or when it is disposed of.
  public final class Token: Sendable {
    fileprivate let disposables = CompositeDisposable()

    /// A token with a lifetime of its own.
    public init() {}

    deinit {
      dispose()
    }

    /// Ends the lifetime now.
    public func dispose() {
      disposables.dispose()
    }
  }
}

/// An object that offers its lifetime.
public protocol LifetimeProviding: AnyObject {
  /// Ends with the object.
  var lifetime: Lifetime { get }
}
