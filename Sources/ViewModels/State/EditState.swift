import Foundation
import Model
import Text

/// The edit that is open, as the list knows it.
public struct OpenedEdit: Sendable, Equatable {
  public var event: RecentEvent
  /// Where it was heard from, and so who is asked for its text.
  public var origin: Origin
  /// The list has another one below, or above.
  public var hasNext = false
  public var hasPrevious = false
  /// What is searched for in its text.
  public var search = FilterState()
  /// A person steps from edit to edit and has not come to rest yet.
  var isPassing = false

  public init(_ event: RecentEvent, from origin: Origin = .live) {
    self.event = event
    self.origin = origin
  }

  /// What its text is known by.
  struct Key: Sendable, Hashable {
    var revision: WikiRevision
    var origin: Origin
  }

  var key: Key? { event.revision.map { Key(revision: $0, origin: origin) } }

  /// The difference in the browser. The demonstration's revisions are other edits there, so for these it is the page.
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

/// An open edit with its text.
public struct EditState: Sendable, Equatable {
  public var opened: OpenedEdit
  /// `nil` before the wiki has answered.
  public var answer: EditAnswer?
  public var load: LoadState
  public var trouble: Trouble?

  public init(_ opened: OpenedEdit, answer: EditAnswer? = nil, load: LoadState = .idle, trouble: Trouble? = nil) {
    self.opened = opened
    self.answer = answer
    self.load = load
    self.trouble = trouble
  }
}

extension RecentEvent {
  /// The revisions that it lies between, if it is an edit whose text can be asked for.
  public var revision: WikiRevision? { event.edit?.revision }
}
