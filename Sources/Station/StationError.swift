/// Why a station could not start; `description` is a sentence that a person can act on.
public enum StationError: Error, Sendable, Hashable, CustomStringConvertible {
  case portInUse(host: String, port: Int)
  /// The port is one that only the superuser may listen on.
  case portForbidden(port: Int)
  case addressUnusable(host: String, reason: String)
  case databaseUnusable(path: String, reason: String)
  case alreadyStopped

  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Another program already listens on \(host), port \(port); choose another port, or 0 for any that is free."
    case .portForbidden(let port):
      "Listening on port \(port) is not permitted; choose one above 1023."
    case .addressUnusable(let host, let reason):
      "Cannot listen on \(host): \(reason)."
    case .databaseUnusable(let path, let reason):
      "The database \(path) cannot be used: \(reason)."
    case .alreadyStopped:
      "A station that was stopped cannot be started again."
    }
  }
}
