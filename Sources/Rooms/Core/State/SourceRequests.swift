import Foundation
import PaneKit
import Text

/// How the requests to a source stand, for the diagnostics.
public struct SourceRequests: Sendable, Equatable {
  /// The name of the source.
  public var source: SafeText
  /// The requests for the last day.
  public var load: LoadState
  public var answeredAt: Date?
  public var trouble: ServiceFailure?
  /// Why visible data besides the last day is missing.
  public var spanTrouble: ServiceFailure?
}
