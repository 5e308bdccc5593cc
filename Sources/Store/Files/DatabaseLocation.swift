import Foundation

/// Where the two databases are, by the XDG Base Directory Specification
/// (https://specifications.freedesktop.org/basedir-spec/latest/).
public struct DatabaseLocation: Sendable, Hashable {
  /// What cannot be fetched again: what a person did.
  public var state: URL
  /// What was fetched, and may be deleted at any time.
  public var cache: URL

  public init(environment: [String: String], home: URL = FileManager.default.homeDirectoryForCurrentUser) {
    func folder(_ variable: String, else standard: String) -> URL {
      // A relative path is invalid and must be ignored.
      guard let path = environment[variable], path.hasPrefix("/") else { return home.appending(path: standard) }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    state = folder("XDG_STATE_HOME", else: ".local/state").appending(path: "reactui/state.sqlite")
    cache = folder("XDG_CACHE_HOME", else: ".cache").appending(path: "reactui/cache.sqlite")
  }
}
