import Foundation
import Signals
import Text

/// All wikis of a server, and when they were fetched.
public struct CachedWikis: Sendable, Hashable {
  public var wikis: [Wiki]
  public var fetched: Date

  public init(_ wikis: [Wiki], fetched: Date) {
    self.wikis = wikis
    self.fetched = fetched
  }
}

/// The cache of the list of all wikis, which rarely changes. Lists of the demonstration are never cached.
///
/// Errors are not reported: an unreadable list is missing.
public protocol WikiCache: Sendable {
  /// Sends the list as it was fetched last; `nil` if it was not. Sends once, on any thread.
  ///
  /// - Parameter server: The address of the server of edits.
  func wikis(of server: SafeText) -> SignalProducer<CachedWikis?, Never>
  /// Replaces the list.
  func keep(_ wikis: CachedWikis, of server: SafeText)
}
