import Foundation
import Text

/// What `reactui state` prints about a database.
public struct StoreSummary: Sendable, Hashable {
  /// The number of things of one kind.
  public struct Count: Sendable, Hashable {
    /// The plural name: "lists".
    public var name: SafeText
    /// The name of one: "list".
    public var one: SafeText
    public var count: Int

    package init(name: SafeText, one: SafeText, count: Int) {
      self.name = name
      self.one = one
      self.count = count
    }

    /// `1 list`, `2 lists`.
    public var text: SafeText { SafeText(count, one, name) }
  }

  public var file: URL
  public var exists: Bool
  /// The size in bytes of the file, of the files that SQLite keeps beside it, and of those set aside.
  public var bytes: Int
  /// The content; empty if it cannot be read.
  public var counts: [Count]
  /// The date of the newest entry.
  public var newest: Date?
  /// Further information about the content, a line each.
  public var notes: [SafeText] = []
  /// The files set aside: the damaged ones, then those of builds before the first release, each the oldest first.
  public var setAside: [URL]
  /// Why the file cannot be read.
  public var problem: SafeText?
}

/// What `reactui state clear` has removed of a database.
public struct StoreRemoval: Sendable, Hashable {
  public var file: URL
  /// What was removed: "3 lists".
  public var removed: [SafeText] = []
  /// Why the rest was not removed, as a sentence.
  public var failure: SafeText?
}
