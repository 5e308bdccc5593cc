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
    guard let page = event.event.link, origin == .live, let revision = event.revision,
      var parts = URLComponents(url: page, resolvingAgainstBaseURL: false)
    else { return event.event.link }
    (parts.path, parts.query, parts.fragment) = ("/w/index.php", nil, nil)
    parts.queryItems = [URLQueryItem(name: "diff", value: "\(revision.new)")]
    if let old = revision.old { parts.queryItems?.append(URLQueryItem(name: "oldid", value: "\(old)")) }
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
