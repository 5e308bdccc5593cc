import Foundation
import Model

/// The locations of the two databases.
public struct DatabaseLocation: Sendable, Hashable {
  /// The database of what a person did, which cannot be fetched again.
  public var state: URL
  /// The database of fetched data, which may be deleted at any time.
  public var cache: URL

  public init(environment: [String: String]) {
    let folders = PersonalFolders(environment: environment)
    state = folders.state.appending(path: "reactui/state.sqlite")
    cache = folders.cache.appending(path: "reactui/cache.sqlite")
  }
}
