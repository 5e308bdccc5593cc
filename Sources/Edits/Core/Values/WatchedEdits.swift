import Text

/// A page or a user of a wiki that a person watches or ignores by key.
///
/// Unlike an ``EditWatch`` of the settings it means that wiki alone: other wikis have pages and users of the same name.
public struct WatchedSubject: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case page, user
  }

  public var kind: Kind
  /// The title with the namespace, or the user's name.
  public var name: SafeText
  /// The name of the wiki's database, `enwiki`.
  public var wiki: String

  public init(_ kind: Kind, _ name: SafeText, on wiki: String) {
    (self.kind, self.name, self.wiki) = (kind, name, wiki)
  }

  /// The page that an event is about, or the user who made the edit.
  ///
  /// - Returns: `nil` if that or the wiki is unknown, and for an event that is no edit.
  public init?(_ kind: Kind, of event: WikiEvent) {
    guard event.isEdit, let wiki = event.edit?.revision?.wiki ?? event.wiki else { return nil }
    switch kind {
    case .page: self.init(kind, event.title, on: wiki)
    case .user:
      guard let user = event.edit?.user else { return nil }
      self.init(kind, user, on: wiki)
    }
    if name.isEmpty { return nil }
  }
}

/// The edits that are watched: those that the settings name, and those of pages and users that a person chose by key; and those
/// that are ignored.
public struct WatchedEdits: Sendable, Hashable {
  /// A watched page or user, or words.
  public enum Entry: Sendable, Hashable {
    case setting(EditWatch)
    case byHand(WatchedSubject)
  }

  public var settings: [EditWatch]
  public var byHand: Set<WatchedSubject>
  /// The pages and users whose edits are left out, unless they are watched.
  public var ignored: Set<WatchedSubject>

  public init(
    settings: [EditWatch] = [], byHand: Set<WatchedSubject> = [], ignored: Set<WatchedSubject> = []
  ) {
    (self.settings, self.byHand, self.ignored) = (settings, byHand, ignored)
  }

  /// All that is watched: the settings' in their order, then pages and users in alphabetical order.
  public var entries: [Entry] { settings.map(Entry.setting) + byHand.inOrder.map(Entry.byHand) }

  /// Whether an edit is watched.
  public func matches(_ event: WikiEvent) -> Bool {
    settings.matches(event) || byHand.contains(subjectOf: event)
  }

  /// Whether an edit is left out. What is watched never is.
  public func ignores(_ event: WikiEvent) -> Bool { ignored.contains(subjectOf: event) && !matches(event) }

  /// Whether the bell rings for an edit. Only the settings ask for that.
  public func ringBell(for event: WikiEvent) -> Bool { settings.ringBell(for: event) }

  /// Whether the settings watch a page or a user by its name.
  public func hasSetting(for subject: WatchedSubject) -> Bool { settings.contains { $0.names(subject) } }
}

extension Set<WatchedSubject> {
  /// In alphabetical order.
  var inOrder: [WatchedSubject] {
    sorted { ($0.kind.rawValue, $0.name.string, $0.wiki) < ($1.kind.rawValue, $1.name.string, $1.wiki) }
  }

  /// Whether the page or the user of an edit is among them.
  fileprivate func contains(subjectOf event: WikiEvent) -> Bool {
    !isEmpty && WatchedSubject.Kind.allCases.contains { WatchedSubject($0, of: event).map { contains($0) } ?? false }
  }
}
