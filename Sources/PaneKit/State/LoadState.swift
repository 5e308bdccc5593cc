import Foundation
import Model
import Text

/// The state of a load. Content stays while it is reloaded.
public enum LoadState: Sendable, Hashable {
  /// There was no request yet.
  case idle
  /// Loading for the first time, without content.
  case loading
  /// Reloading; the old content stays.
  case reloading
  /// Loaded at this time, local clock.
  case loaded(at: Date)

  /// Whether a request is in progress.
  public var isUnderWay: Bool { self == .loading || self == .reloading }
}

/// The failures since the last success: the latest error, the dates of the first and the latest failure, and the next
/// automatic attempt.
public struct ServiceFailure: Sendable, Hashable {
  public var error: ServiceError
  public var since: Date
  public var failedAt: Date
  public var retry: Date?
  /// The sites that failed, where a list joins them with others; empty where everything failed.
  public var sites: [SafeText] = []

  /// - Parameter failedAt: `since` if `nil`.
  public init(_ error: ServiceError, since: Date, failedAt: Date? = nil, retry: Date? = nil) {
    self.error = error
    self.since = since
    self.failedAt = failedAt ?? since
    self.retry = retry
  }
}
