import Foundation
import Model

/// Where the two databases are.
public struct DatabaseLocation: Sendable, Hashable {
  /// What cannot be fetched again: what a person did.
  public var state: URL
  /// What was fetched, and may be deleted at any time.
  public var cache: URL

  public init(environment: [String: String]) {
    let folders = PersonalFolders(environment: environment)
    state = folders.state.appending(path: "reactui/state.sqlite")
    cache = folders.cache.appending(path: "reactui/cache.sqlite")
  }
}
