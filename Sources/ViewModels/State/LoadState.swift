import Foundation
import Model
import Text

/// Where a load stands. Content that was there stays while it is loaded again.
public enum LoadState: Sendable, Hashable {
  /// Nothing asked for yet.
  case idle
  /// For the first time: nothing to show yet.
  case loading
  /// Again: the old content stays.
  case reloading
  /// Loaded at this time, local clock.
  case loaded(at: Date)

  /// Something was asked for, and has not been answered.
  public var isUnderWay: Bool { self == .loading || self == .reloading }
}

/// A failure that stands until the next success: what, since when, and when it tries again by itself.
public struct Trouble: Sendable, Hashable {
  public var error: ServiceError
  public var since: Date
  public var retry: Date?

  public init(_ error: ServiceError, since: Date, retry: Date? = nil) {
    self.error = error
    self.since = since
    self.retry = retry
  }
}
