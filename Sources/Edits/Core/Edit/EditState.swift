import Foundation
import Model
import PaneKit

/// The open edit in the list's version.
public struct OpenedEdit: Sendable, Equatable {
  public var event: RecentEvent
  /// The origin of the edit, from which its text is requested.
  public var origin: Origin
  /// Whether there is a next, or a previous edit in the list.
  public var hasNext = false
  public var hasPrevious = false
  /// The search in its text.
  public var search = FilterState()
  /// Whether a person is stepping from edit to edit.
  var isPassing = false
  /// Whether it is not open but selected, and shown beside its list.
  public internal(set) var isPreview = false

  public init(_ event: RecentEvent, from origin: Origin = .live) {
    self.event = event
    self.origin = origin
  }

  /// Identifies its text.
  struct Key: Sendable, Hashable {
    var revision: WikiRevision
    var origin: Origin
  }

  /// The seconds that the edit must rest on the screen before its text is requested.
  var rest: TimeInterval { isPreview ? 0.4 : isPassing ? 0.15 : 0 }

  var key: Key? { event.revision.map { Key(revision: $0, origin: origin) } }

  /// The difference in the browser. On the live wiki the demonstration's revisions are other edits, so for these it is the
  /// page.
  public var link: URL? {
    guard let revision = event.revision else { return event.event.link }
    var query = [("diff", "\(revision.new)")]
    if let old = revision.old { query.append(("oldid", "\(old)")) }
    return index(query) ?? event.event.link
  }

  /// Returns the address of the wiki's `index.php`; `nil` for the demonstration, and if the wiki's address is unknown.
  ///
  /// - Parameter query: Names and values, which may be text from outside.
  func index(_ query: [(String, String)]) -> URL? {
    guard origin == .live, let page = event.event.link,
      var parts = URLComponents(url: page, resolvingAgainstBaseURL: false)
    else { return nil }
    (parts.path, parts.query, parts.fragment) = ("/w/index.php", nil, nil)
    parts.queryItems = query.map { name, value in URLQueryItem(name: name, value: value) }
    // Servers read a plus as a space.
    parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%2B")
    return parts.url
  }
}

/// The state of an open edit with its text.
public struct EditState: Sendable, Equatable {
  public var opened: OpenedEdit
  /// `nil` before the wiki has answered.
  public var answer: EditAnswer?
  public var load: LoadState
  public var trouble: ServiceFailure?

  public init(_ opened: OpenedEdit, answer: EditAnswer? = nil, load: LoadState = .idle, trouble: ServiceFailure? = nil)
  {
    self.opened = opened
    self.answer = answer
    self.load = load
    self.trouble = trouble
  }

  /// Whether nothing is known of its text, which is being loaded.
  public var isTextAwaited: Bool { answer == nil && load.isUnderWay }
}

extension RecentEvent {
  /// Its revisions, if it is an edit whose text can be requested.
  public var revision: WikiRevision? { event.edit?.revision }
}
