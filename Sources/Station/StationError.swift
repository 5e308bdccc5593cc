/// The reason why a station could not start; `description` is a sentence that a person can act on.
public enum StationError: Error, Sendable, Hashable, CustomStringConvertible {
  case portInUse(host: String, port: Int)
  /// Only the superuser may listen on the port.
  case portForbidden(port: Int)
  case addressUnusable(host: String, reason: String)
  /// Other machines can reach the address, and there is no token to authorise them.
  case tokenMissing(host: String)
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
    case .tokenMissing(let host):
      """
      Other machines can reach \(host), so the station needs a token: write one into a file that only you can read \
      (such as what `openssl rand -hex 32` prints) and name the file with --token-file.
      """
    case .databaseUnusable(let path, let reason):
      "The database \(path) cannot be used: \(reason)."
    case .alreadyStopped:
      "A station that was stopped cannot be started again."
    }
  }
}
