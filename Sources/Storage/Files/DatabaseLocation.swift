import Foundation
import Model

/// The locations of the databases.
public struct DatabaseLocation: Sendable, Hashable {
  /// The database of what a person did, which cannot be fetched again.
  public var state: URL
  /// The database of fetched data, which may be deleted at any time.
  public var cache: URL
  /// The index of what was fetched, by words. It may be deleted, too.
  public var search: URL

  public init(environment: [String: String]) {
    let folders = PersonalFolders(environment: environment)
    state = folders.state.appending(path: "reactui/state.sqlite")
    cache = folders.cache.appending(path: "reactui/cache.sqlite")
    search = folders.cache.appending(path: "reactui/search.sqlite")
  }
}
