import Foundation
import Text

/// What `reactui state` tells of a database.
public struct StoreSummary: Sendable, Hashable {
  /// Things of one kind, and how many there are.
  public struct Count: Sendable, Hashable {
    /// In the plural: "lists".
    public var name: SafeText
    public var count: Int
  }

  public var file: URL
  public var exists: Bool
  /// The size of the file, of what SQLite keeps beside it, and of what was set aside.
  public var bytes: Int
  /// What is in it; empty where that cannot be read.
  public var counts: [Count]
  /// When the newest of it was fetched.
  public var newest: Date?
  /// The damaged files that were set aside, the oldest first.
  public var setAside: [URL]
  /// Why the file cannot be read.
  public var problem: SafeText?
}
