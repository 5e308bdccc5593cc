/// Where a pane's data comes from.
public enum Origin: Sendable, Hashable {
  /// The service itself, or not yet known.
  case live
  /// The built-in station, because of `--demo` or because no service could be reached.
  case demo
}
