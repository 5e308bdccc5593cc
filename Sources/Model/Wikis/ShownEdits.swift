/// Which edits are shown, by who made them, on which pages, and whether their authors call them minor.
public struct ShownEdits: Sendable, Hashable {
  /// The kinds of pages, by their namespaces (https://www.mediawiki.org/wiki/Help:Namespaces).
  public enum Pages: String, Sendable, Hashable, CaseIterable {
    case articles
    /// Talk pages, but for those of users.
    case talk
    /// Pages of users, and their talk pages.
    case user
    /// All others, uploads and entries of logs.
    case other
  }

  /// What can be named: a part of one of the groups.
  public enum Word: Sendable, Hashable {
    case editor(WikiEditor)
    case pages(Pages)
    /// Edits that are not minor.
    case major
  }

  /// At least one.
  public private(set) var editors: Set<WikiEditor>
  /// At least one.
  public private(set) var pages: Set<Pages>
  public private(set) var hasMinor: Bool

  public static let all = ShownEdits([])

  /// - Parameter words: Each narrows its group; a group of which nothing is named is whole.
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

  /// The fewest words that say it, in a fixed order.
  public var words: [Word] {
    let editors = editors.count == WikiEditor.allCases.count ? [] : WikiEditor.allCases.filter(self.editors.contains)
    let pages = pages.count == Pages.allCases.count ? [] : Pages.allCases.filter(self.pages.contains)
    return editors.map { .editor($0) } + pages.map { .pages($0) } + (hasMinor ? [] : [.major])
  }

  /// Shows a part that was left out, or leaves it out; the last part of a group stays.
  public mutating func toggle(_ word: Word) {
    switch word {
    case .editor(let editor): editors.toggle(editor)
    case .pages(let kind): pages.toggle(kind)
    case .major: hasMinor.toggle()
    }
  }

  /// Whether a part is shown; of `major`, whether minor edits are left out.
  public func has(_ word: Word) -> Bool {
    switch word {
    case .editor(let editor): editors.contains(editor)
    case .pages(let kind): pages.contains(kind)
    case .major: !hasMinor
    }
  }

  /// Whether an event is shown. A sign-up always is, and so is who made an edit where the feed does not say.
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

  /// The word as settings have it.
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
