import Foundation
import Signals
import Text

/// Something that happened on a wiki, in the one form that both feeds are brought to.
public struct WikiEvent: Sendable, Hashable {
  /// The seven types of the original WebSocket feed, which are complete; `unspecified` is a page edit.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case unspecified, newuser, upload, special, talk, user, file
  }

  public var kind: Kind
  /// The name of the database of the wiki on which it happened, `enwiki`; `nil` where the feed does not say.
  public var wiki: String?
  /// The title of the edited page; for a sign-up the new user's name where the feed tells it, else empty.
  public var title: SafeText
  /// When it happened, by the server's clock; `nil` where the feed's time was missing or unreadable.
  public var time: Date?
  /// Bytes added (or, negative, removed) by an edit, where the feed says so.
  public var lengthChange: Int?
  /// The address of the page. Text, since a `URL` takes longer to make than all the rest of an event, and of a thousand
  /// events perhaps one is opened.
  public var address: String?
  /// What is told of an edit beside its page; `nil` for other events, and where the feed tells only titles.
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

  /// The page, for the browser.
  public var link: URL? { address.flatMap { URL(string: $0) } }
}

/// What a server's list of recent changes tells of a stretch of time, as far as the feed has not told it.
public struct WikiHistory: Sendable, Hashable {
  /// In any order, each with its time. The feed tells none of them a second time.
  public var events: [WikiEvent]
  /// From this time on, by the server's clock, nothing is missing: neither here and in what was told before, nor in the feed.
  public var start: Date
  /// The server's time when it answered; `nil` where it does not say.
  public var serverTime: Date?

  public init(events: [WikiEvent], start: Date, serverTime: Date? = nil) {
    self.events = events
    self.start = start
    self.serverTime = serverTime
  }
}

/// What a feed tells: its connection's state, and the events.
public enum WikiFeedUpdate: Sendable, Hashable {
  /// A connection is being made. All that follows comes from this origin, until another one is told; where it differs from
  /// the one before, what came from there is void.
  case connecting(Origin)
  /// All that follows comes from another server, expected from this origin; what came before is void.
  case restarted(Origin)
  /// `source` names what the events are about, for the pane's border (`enwiki`).
  case connected(source: SafeText)
  /// All that follows is of other wikis, which `source` names; what came before is void. The connection stands, or does not,
  /// as before.
  case selected(source: SafeText)
  /// `isReplay`: the server repeats what happened while there was no connection.
  case event(WikiEvent, isReplay: Bool)
  /// What happened before the connection stood, and what the feed has not told yet.
  case history(WikiHistory)
  /// The connection is gone; the feed connects again by itself at `retry`, local clock, or when it is told to where that is
  /// `nil`.
  case disconnected(ServiceError, retry: Date?)
}

/// A feed of wiki events that reconnects by itself, with backoff and jitter, and never delivers an event twice. After an error
/// that needs a person (``Outcome/needsPerson``) it waits to be told.
public protocol WikiFeed: WikiEditSource {
  /// One start is one connection at a time; a disposed start closes it.
  ///
  /// - Parameter again: Each value drops the connection, or the wait for the next one, and connects at once; while the server
  ///   wants to be left alone, that has an effect once a minute.
  func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never>

  /// Where the first update is expected to come from, before the updates themselves say it.
  var origin: Origin { get }
}

extension WikiFeed {
  /// The same feed, without a signal that makes it reconnect.
  public func updates() -> SignalProducer<WikiFeedUpdate, Never> { updates(reconnecting: .never) }
}

/// Tells more of edits that a feed has told of. What came from the demonstration is asked of the demonstration.
public protocol WikiEditSource: Sendable {
  /// What an edit changed.
  ///
  /// - Parameter origin: where the edit was heard from.
  func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError>

  /// The latest edits of a user, the newest first; empty for a name that the wiki does not know.
  ///
  /// - Parameter wiki: the name of its database, `enwiki`.
  func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError>
}

extension WikiEditSource {
  /// For a feed that tells nothing but titles.
  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    SignalProducer(error: .notFound("the text of the edit, which this server does not tell"))
  }

  /// For a feed that tells nothing but titles.
  public func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    SignalProducer(error: .notFound("the user's edits, which this server does not tell"))
  }
}
