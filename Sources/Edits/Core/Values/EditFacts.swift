import Foundation

/// Facts about an edit that a feed reports apart from the edit itself, often only seconds or minutes after it.
public struct EditFacts: Sendable, Hashable {
  /// A prediction in 0...1 of whether the edit will be reverted; `nil` without one. It is not a probability: of edits with a
  /// high value most are kept (docs/manual/wikipedia.md).
  public var risk: Double?
  /// Whether the author is new to the wiki, with fewer than 10 edits or younger than 4 days; `nil` if unknown.
  public var isNewcomer: Bool?
  /// The number of the author's edits on the wiki; `nil` if unknown.
  public var userEdits: Int?
  /// Whether a later edit has reverted this one.
  public var isReverted: Bool
  /// Whether this edit reverts others.
  public var isRevert: Bool

  /// From this risk on, an edit is marked.
  public static let highRisk = 0.9

  public init(
    risk: Double? = nil, isNewcomer: Bool? = nil, userEdits: Int? = nil, isReverted: Bool = false,
    isRevert: Bool = false
  ) {
    self.risk = risk
    self.isNewcomer = isNewcomer
    self.userEdits = userEdits
    self.isReverted = isReverted
    self.isRevert = isRevert
  }

  /// Takes over the facts that `later` knows. A revert is never undone.
  public mutating func merge(_ later: EditFacts) {
    risk = later.risk ?? risk
    isNewcomer = later.isNewcomer ?? isNewcomer
    userEdits = later.userEdits ?? userEdits
    isReverted = isReverted || later.isReverted
    isRevert = isRevert || later.isRevert
  }
}

extension EditFacts {
  /// Returns these facts and those that `later` knows.
  public func merging(_ later: EditFacts) -> EditFacts {
    var merged = self
    merged.merge(later)
    return merged
  }
}

/// Facts about an edit that the feed has sent before.
public struct EditAnnotation: Sendable, Hashable {
  /// Identifies an edit among those of all wikis.
  public struct Key: Sendable, Hashable {
    /// The name of the wiki's database, `enwiki`, because wikis use the same numbers.
    public var wiki: String
    /// ``WikiRevision/new``
    public var revision: Int

    public init(wiki: String, revision: Int) {
      self.wiki = wiki
      self.revision = revision
    }
  }

  public var key: Key
  /// The facts that are new or have changed.
  public var facts: EditFacts

  public init(_ key: Key, _ facts: EditFacts) {
    self.key = key
    self.facts = facts
  }
}

extension WikiEvent {
  /// The key of annotations of this event; `nil` if it is not an edit, or if its revision is unknown.
  public var annotationKey: EditAnnotation.Key? {
    edit?.revision.map { EditAnnotation.Key(wiki: $0.wiki, revision: $0.new) }
  }

  /// Adds the facts of an annotation. Returns whether the annotation is about this event.
  @discardableResult
  public mutating func amend(by annotation: EditAnnotation) -> Bool {
    guard edit?.revision?.new == annotation.key.revision, edit?.revision?.wiki == annotation.key.wiki else {
      return false
    }
    edit?.facts.merge(annotation.facts)
    return true
  }
}
