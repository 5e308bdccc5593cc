import Foundation
import Model
import Signals
import Text

/// An event on a wiki, in a form common to both feeds.
public struct WikiEvent: Sendable, Hashable {
  /// The seven types of the original WebSocket feed; `unspecified` is a page edit.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case unspecified, newuser, upload, special, talk, user, file

    /// What happened.
    package var word: SafeText {
      switch self {
      case .unspecified: "edit"
      case .newuser: "new user"
      case .upload: "upload"
      case .special: "log entry"
      case .talk: "talk page"
      case .user: "user page"
      case .file: "file page"
      }
    }
  }

  public var kind: Kind
  /// The name of the database of the wiki on which it happened, `enwiki`; `nil` where the feed does not say.
  public var wiki: String?
  /// The title of the edited page; for a sign-up the new user's name where the feed tells it, else empty.
  public var title: SafeText
  /// The time by the server's clock; `nil` if missing or unreadable.
  public var time: Date?
  /// The bytes added (or, negative, removed) by an edit, if the feed says so.
  public var lengthChange: Int?
  /// The address of the page. A text, because creating a `URL` takes longer than the rest of an event, and of a thousand
  /// events perhaps one is opened.
  public var address: String?
  /// Details of an edit; `nil` for other events, and for feeds that have only titles.
  public var edit: WikiEdit?

  public init(
    kind: Kind, title: SafeText, time: Date?, wiki: String? = nil, lengthChange: Int? = nil, address: String? = nil,
    edit: WikiEdit? = nil
  ) {
    self.kind = kind
    self.wiki = wiki
    self.title = title
    self.time = time
    self.lengthChange = lengthChange
    self.address = address
    self.edit = edit
  }

  /// The page, for a browser.
  public var link: URL? { address.flatMap { URL(string: $0) } }
}

/// The events of a period in a server's list of recent changes, as far as the feed has not sent them.
public struct WikiHistory: Sendable, Hashable {
  /// In any order, each with its time. The feed does not repeat any of them.
  public var events: [WikiEvent]
  /// The time by the server's clock from which on no event is missing in this, in earlier updates, and in the feed together.
  public var start: Date
  /// The server's time of its answer; `nil` if unknown.
  public var serverTime: Date?

  public init(events: [WikiEvent], start: Date, serverTime: Date? = nil) {
    self.events = events
    self.start = start
    self.serverTime = serverTime
  }
}

/// An update of a feed: the state of its connection, or an event.
public enum WikiFeedUpdate: Sendable, Hashable {
  /// A connection is being made. All following updates come from this origin, until another one is sent. If it differs from
  /// the one before, earlier updates are invalid.
  case connecting(Origin)
  /// All following updates come from another server, with this expected origin. Earlier updates are invalid.
  case restarted(Origin)
  /// All following updates are of the wikis of `source`.
  case connected(source: WikiSelection)
  /// All following updates are of the other wikis of `source`; earlier updates are invalid. The state of the connection does
  /// not change.
  case selected(source: WikiSelection)
  /// `isReplay`: the server repeats what happened while there was no connection.
  case event(WikiEvent, isReplay: Bool)
  /// Events from before the connection that the feed has not sent yet.
  case history(WikiHistory)
  /// Facts about an edit of an earlier `event` or `history`. Facts that were known before the edit was sent are part of it.
  case annotated(EditAnnotation)
  /// The connection is lost. The feed reconnects at `retry` by the local clock, or, if that is `nil`, when it is told to.
  case disconnected(ServiceError, retry: Date?)
}

/// A feed of wiki events that reconnects automatically, with backoff and jitter, and never sends an event twice. After an
/// error that needs a person (``Outcome/needsPerson``) it waits for a signal.
public protocol WikiFeed: WikiEditSource {
  /// Connects. Each start has at most one connection at a time; disposing it closes the connection.
  ///
  /// - Parameter again: Each value drops the connection, or the wait for the next one, and connects immediately; during a
  ///   pause that the server asked for, at most once a minute.
  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never>

  /// The expected origin of the first update, before updates say it.
  var origin: Origin { get }
}

extension WikiFeed {
  /// The same feed without a signal to reconnect.
  public func updates() -> SignalProducer<WikiFeedUpdate, Never> { updates(reconnecting: .never) }
}

/// A source of details about edits of a feed. Edits of the demonstration are requested from the demonstration.
public protocol WikiEditSource: Sendable {
  /// Sends the changes of an edit.
  ///
  /// - Parameter origin: The origin of the edit.
  func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError>

  /// Sends the latest edits of a user, the newest first; empty for an unknown name.
  ///
  /// - Parameter wiki: The name of its database, `enwiki`.
  func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError>

  /// Sends the events of wikis since a time up to now, from the wikis' lists of recent changes, in parts: the oldest first.
  ///
  /// - Parameter wikis: The names of their databases, `enwiki`.
  func changes(of wikis: [String], since start: Date, from origin: Origin) -> SignalProducer<[WikiEvent], ServiceError>

  /// Sends all wikis that can be chosen, Wikipedias first: neither closed nor private ones. Each start is one request.
  func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError>
}

extension WikiEditSource {
  /// For a feed that has only titles.
  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    SignalProducer(error: .notFound("the text of the edit, which this server does not offer"))
  }

  /// For a feed that has only titles.
  public func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    SignalProducer(error: .notFound("the user's edits, which this server does not offer"))
  }

  /// For a feed without a list of recent changes.
  public func changes(
    of wikis: [String], since start: Date, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    SignalProducer(error: .notFound("the list of recent changes, which this server does not have"))
  }

  /// For a feed of one wiki.
  public func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> {
    SignalProducer(error: .notFound("the list of wikis, which this server does not have"))
  }
}
