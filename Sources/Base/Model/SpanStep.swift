import Foundation

/// A step to another duration that a chart can show.
public enum SpanStep: Sendable {
  case shorter, longer

  /// The fraction by which two durations may differ and still be the same span.
  private static let tolerance = 0.01

  /// Returns whether two numbers of seconds are the same span.
  public static func isSame(_ shown: TimeInterval, _ span: TimeInterval) -> Bool {
    abs(span - shown) <= shown * tolerance
  }

  /// Returns the nearest span in the direction of the step; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - shown: The number of seconds that are shown.
  ///   - spans: In ascending order.
  public func next<Span>(
    from shown: TimeInterval, among spans: [Span], seconds: (Span) -> TimeInterval
  ) -> Span? {
    switch self {
    case .longer: spans.first { seconds($0) > shown * (1 + Self.tolerance) }
    case .shorter: spans.last { seconds($0) < shown * (1 - Self.tolerance) }
    }
  }
}
