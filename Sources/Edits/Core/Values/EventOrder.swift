/// The order of the list of recent events.
public enum EventOrder: String, Sendable, Hashable, CaseIterable {
  /// The newest first.
  case time
  /// The edits with the largest changes first.
  case size
  /// The edits with the highest risk first, and those without one at the end.
  case risk
}
