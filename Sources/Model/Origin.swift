/// Where a pane's data comes from.
public enum Origin: Sendable, Hashable {
  /// The service itself, or not decided yet.
  case live
  /// The built-in station, because `--demo` was given or because nothing else could be reached.
  case demo
}
