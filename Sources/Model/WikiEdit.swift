import Text

/// What a feed tells of an edit beside its page: who made it and why, and between which revisions it lies.
public struct WikiEdit: Sendable, Hashable {
  /// `nil` where the feed does not say, so that the edit's text cannot be asked for.
  public var revision: WikiRevision?
  /// The number of the page's namespace; `nil` where the feed does not say.
  public var namespace: Int?
  /// The account's name, a temporary account's or an IP address; `nil` where the wiki hides it.
  public var user: SafeText?
  /// Empty where nothing was written; `nil` where the wiki hides it.
  public var comment: SafeText?
  /// The edit made the page.
  public var isNew: Bool
  /// The author calls it minor.
  public var isMinor: Bool
  public var isBot: Bool
  /// Bytes of the page after the edit.
  public var length: Int?

  public init(
    revision: WikiRevision? = nil, namespace: Int? = nil, user: SafeText? = nil, comment: SafeText? = nil,
    isNew: Bool = false,
    isMinor: Bool = false, isBot: Bool = false, length: Int? = nil
  ) {
    self.revision = revision
    self.namespace = namespace
    self.user = user
    self.comment = comment
    self.isNew = isNew
    self.isMinor = isMinor
    self.isBot = isBot
    self.length = length
  }
}

/// The revisions between which an edit lies. They never change, so what was learnt of them holds.
public struct WikiRevision: Sendable, Hashable {
  /// The name of the wiki's database, `enwiki`: wikis share their numbers.
  public var wiki: String
  /// `nil` where the edit made the page.
  public var old: Int?
  public var new: Int

  /// - Parameter old: 0, as lists have it, means that there is none.
  public init(wiki: String, old: Int?, new: Int) {
    self.wiki = wiki
    self.old = old.flatMap { $0 > 0 ? $0 : nil }
    self.new = new
  }
}

/// What a wiki answers when it is asked for the text of an edit.
public enum EditAnswer: Sendable, Hashable {
  case diff(EditDiff)
  case absent(Absence)

  /// Why there is no text, as the wiki says it.
  public enum Absence: Sendable, Hashable {
    /// The wiki's administrators have hidden it.
    case hidden
    /// The page, or the revision, is no longer there.
    case deleted
    /// The content is no text, such as a Wikidata item.
    case noText
  }
}
