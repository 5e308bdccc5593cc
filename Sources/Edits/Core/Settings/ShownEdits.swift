/// The edits that are shown: by kind of editor, kind of page, and whether their authors marked them as minor.
public struct ShownEdits: Sendable, Hashable {
  /// The kinds of pages, by namespace (https://www.mediawiki.org/wiki/Help:Namespaces).
  public enum Pages: String, Sendable, Hashable, CaseIterable {
    case articles
    /// Talk pages, except those of users.
    case talk
    /// Users' pages and their talk pages.
    case user
    /// All other pages, uploads, and log entries.
    case other
  }

  /// A member of one of the groups.
  public enum Word: Sendable, Hashable {
    case editor(WikiEditor)
    case pages(Pages)
    /// Edits that are not minor.
    case major
  }

  /// Never empty.
  public private(set) var editors: Set<WikiEditor>
  /// Never empty.
  public private(set) var pages: Set<Pages>
  public private(set) var hasMinor: Bool

  public static let all = ShownEdits([])

  /// - Parameter words: Each restricts its group. A group without any word is shown completely.
  public init(_ words: [Word]) {
    var (editors, pages) = (Set<WikiEditor>(), Set<Pages>())
    hasMinor = true
    for word in words {
      switch word {
      case .editor(let editor): editors.insert(editor)
      case .pages(let kind): pages.insert(kind)
      case .major: hasMinor = false
      }
    }
    self.editors = editors.isEmpty ? Set(WikiEditor.allCases) : editors
    self.pages = pages.isEmpty ? Set(Pages.allCases) : pages
  }

  /// The minimal list of words for this selection, in a fixed order.
  public var words: [Word] {
    let editors = editors.count == WikiEditor.allCases.count ? [] : WikiEditor.allCases.filter(self.editors.contains)
    let pages = pages.count == Pages.allCases.count ? [] : Pages.allCases.filter(self.pages.contains)
    return editors.map { .editor($0) } + pages.map { .pages($0) } + (hasMinor ? [] : [.major])
  }

  /// Shows a part that is hidden, or hides it; the last part of a group cannot be hidden.
  public mutating func toggle(_ word: Word) {
    switch word {
    case .editor(let editor): editors.toggle(editor)
    case .pages(let kind): pages.toggle(kind)
    case .major: hasMinor.toggle()
    }
  }

  /// Whether a part is shown; for `major`, whether minor edits are hidden.
  public func has(_ word: Word) -> Bool {
    switch word {
    case .editor(let editor): editors.contains(editor)
    case .pages(let kind): pages.contains(kind)
    case .major: !hasMinor
    }
  }

  /// Whether an event is shown. Sign-ups are always shown, and edits whose editor is unknown are not hidden because of it.
  public func contains(_ event: WikiEvent) -> Bool {
    guard self != .all, event.kind != .newuser else { return true }
    guard pages.contains(Pages(event)) else { return false }
    guard let edit = event.edit else { return true }
    return editors.contains(edit.editor) && (hasMinor || !edit.isMinor)
  }
}

extension Set {
  fileprivate mutating func toggle(_ element: Element) {
    if !contains(element) { insert(element) } else if count > 1 { remove(element) }
  }
}

extension ShownEdits.Pages {
  fileprivate init(_ event: WikiEvent) {
    switch (event.kind, event.edit?.namespace) {
    case (_, 2?), (.user, _): self = .user
    case (.talk, _): self = .talk
    case (.special, _), (.upload, _), (.newuser, _): self = .other
    case (.unspecified, nil), (.unspecified, 0?): self = .articles
    case (_, let namespace?): self = namespace > 0 && namespace % 2 == 1 ? .talk : .other
    case (.file, nil): self = .other
    }
  }
}

extension ShownEdits.Word {
  public static let allCases: [ShownEdits.Word] =
    WikiEditor.allCases.map { .editor($0) } + ShownEdits.Pages.allCases.map { .pages($0) } + [.major]

  /// The word in the settings.
  public var name: String {
    switch self {
    case .editor(let editor): editor.rawValue
    case .pages(let kind): kind.rawValue
    case .major: "major"
    }
  }

  public init?(name: String) {
    guard let word = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = word
  }
}
