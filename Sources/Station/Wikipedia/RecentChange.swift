import Foundation

/// An event on a wiki, independent of the format of either feed.
public struct RecentChange: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// A page was changed; its size in bytes before and after.
    case edit(oldLength: Int, newLength: Int)
    /// A page was created; its size in bytes.
    case new(length: Int)
    /// Something without a revision of its own, such as `newusers`/`create`.
    case log(type: String, action: String)
    /// A page was added to a category, or removed from it.
    case categorize
    /// A test event of the service itself, without a wiki and a title; clients must ignore it.
    case canary
    /// Information on an edit of the page by the user; only in the stream that carries it.
    case note(EditNote)
  }

  public var kind: Kind
  /// With the namespace's name, as in `Talk:Swift`.
  public var title: String
  /// Source of the numbers: https://www.mediawiki.org/wiki/Help:Namespaces
  public var namespace: Int
  public var user: String
  public var isBot: Bool
  public var isMinor: Bool
  public var comment: String
  /// The wiki's database name, such as `enwiki`.
  public var wiki: String
  /// The time of the event; `nil` for the current time of the station's clock.
  public var date: Date?
  /// The identity of the event; `nil` for one made by the feed.
  public var id: UUID?
  /// The revisions of its page that an edit reverts.
  public var reverts: ClosedRange<Int>?

  public init(
    _ kind: Kind, title: String, namespace: Int = 0, user: String = "Example", isBot: Bool = false,
    isMinor: Bool = false, comment: String = "", wiki: String = "enwiki", date: Date? = nil, id: UUID? = nil
  ) {
    self.kind = kind
    self.title = title
    self.namespace = namespace
    self.user = user
    self.isBot = isBot
    self.isMinor = isMinor
    self.comment = comment
    self.wiki = wiki
    self.date = date
    self.id = id
  }

  /// An edit of an article.
  public static func edit(_ title: String, user: String = "Example", by delta: Int = 1) -> RecentChange {
    RecentChange(.edit(oldLength: 1_000, newLength: 1_000 + delta), title: title, user: user)
  }

  /// A new user's own sign-up.
  public static func signUp(_ name: String) -> RecentChange {
    RecentChange(.log(type: "newusers", action: "create"), title: "User:\(name)", namespace: 2, user: name)
  }

  /// A test event of the service.
  public static let canary = RecentChange(.canary, title: "")
}
