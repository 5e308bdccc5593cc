import Text

/// Edits that a person wants to notice: those of a page, of a user, or with words in them.
public struct EditWatch: Sendable, Hashable {
  public enum Subject: Sendable, Hashable {
    /// A page, by its title with the namespace.
    case title(String)
    case user(String)
    /// Words that occur in the title, the user or the comment, as in the list's filter.
    case matches(String)
  }

  public let subject: Subject
  /// Whether the terminal's bell rings, once for each edit.
  public let ringsBell: Bool

  /// The titles or users that are meant: as given, and as wikis write them, with spaces and a capital.
  private let names: Set<String>
  private let words: FilterWords

  public init(_ subject: Subject, ringsBell: Bool = false) {
    self.subject = subject
    self.ringsBell = ringsBell
    switch subject {
    case .title(let name), .user(let name):
      let spaced = name.replacing("_", with: " ")
      names = [spaced, spaced.prefix(1).uppercased() + spaced.dropFirst()]
      words = FilterWords("")
    case .matches(let text):
      names = []
      words = FilterWords(SafeText(label: text))
    }
  }

  /// Whether an edit is meant. Other events are not watched.
  public func matches(_ event: WikiEvent) -> Bool {
    guard event.isEdit else { return false }
    switch subject {
    case .title: return names.contains(event.title.string)
    case .user: return event.edit?.user.map { names.contains($0.string) } ?? false
    case .matches:
      let texts = [event.title] + [event.edit?.user, event.edit?.comment].compactMap(\.self)
      return !words.isEmpty && words.matches(FoldedText(texts))
    }
  }

  /// Whether it means a page or a user by its name, on any wiki.
  func names(_ subject: WatchedSubject) -> Bool {
    switch (self.subject, subject.kind) {
    case (.title, .page), (.user, .user): names.contains(subject.name.string)
    default: false
    }
  }
}

extension WikiEvent {
  /// Whether it is an edit, which can be watched.
  var isEdit: Bool { kind != .newuser && kind != .special }
}

extension [EditWatch] {
  /// Whether any of them means the edit.
  public func matches(_ event: WikiEvent) -> Bool { contains { $0.matches(event) } }

  /// Whether any of those with a bell means the edit.
  public func ringBell(for event: WikiEvent) -> Bool { contains { $0.ringsBell && $0.matches(event) } }
}
