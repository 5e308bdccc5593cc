import Text

/// A feed's information on an edit besides its page: its author, its summary, and its revisions.
public struct WikiEdit: Sendable, Hashable {
  /// `nil` if the feed does not say, so that the edit's text cannot be requested.
  public var revision: WikiRevision?
  /// The number of the page's namespace; `nil` where the feed does not say.
  public var namespace: Int?
  /// The account's name, a temporary account's or an IP address; `nil` where the wiki hides it.
  public var user: SafeText?
  /// Empty without a summary; `nil` if the wiki hides it.
  public var comment: SafeText?
  /// Whether the edit created the page.
  public var isNew: Bool
  /// Whether the author marked it as minor.
  public var isMinor: Bool
  public var isBot: Bool
  /// The size of the page in bytes after the edit.
  public var length: Int?
  /// Facts that the feed reports apart from the edit. An ``EditAnnotation`` adds those that arrive later.
  public var facts: EditFacts

  public init(
    revision: WikiRevision? = nil, namespace: Int? = nil, user: SafeText? = nil, comment: SafeText? = nil,
    isNew: Bool = false,
    isMinor: Bool = false, isBot: Bool = false, length: Int? = nil, facts: EditFacts = EditFacts()
  ) {
    self.revision = revision
    self.namespace = namespace
    self.user = user
    self.comment = comment
    self.isNew = isNew
    self.isMinor = isMinor
    self.isBot = isBot
    self.length = length
    self.facts = facts
  }
}

/// The revisions before and after an edit. They never change, so information on them stays valid.
public struct WikiRevision: Sendable, Hashable {
  /// The name of the wiki's database, `enwiki`, because wikis use the same numbers.
  public var wiki: String
  /// `nil` if the edit created the page.
  public var old: Int?
  public var new: Int

  /// - Parameter old: 0, as in lists, if there is none.
  public init(wiki: String, old: Int?, new: Int) {
    self.wiki = wiki
    self.old = old.flatMap { $0 > 0 ? $0 : nil }
    self.new = new
  }
}

/// The answer of a wiki to a request for the text of an edit.
public enum EditAnswer: Sendable, Hashable {
  case diff(EditDiff)
  case absent(Absence)

  /// The reason why there is no text, as the wiki gives it.
  public enum Absence: Sendable, Hashable {
    /// Hidden by the wiki's administrators.
    case hidden
    /// The page or the revision does not exist any more.
    case deleted
    /// The content is not text, such as a Wikidata item.
    case noText
  }
}
