import Edits
import Foundation
import Model
import Signals
import Text

/// A feed that sends what a test gives it, and whose texts and lists are closures.
public final class ScriptedFeed: WikiFeed {
  public let origin: Origin
  public let input: Signal<WikiFeedUpdate, Never>.Observer
  /// The number of times it was asked to reconnect immediately.
  public let retries = MutableProperty(0)
  private let output: Signal<WikiFeedUpdate, Never>
  private let text: (@Sendable (WikiRevision) -> SignalProducer<EditAnswer, ServiceError>)?
  private let list: (@Sendable () -> SignalProducer<[Wiki], ServiceError>)?

  /// - Parameters:
  ///   - edit: The changes of an edit; `nil` for a feed that has only titles.
  ///   - list: The wikis that can be chosen; `nil` for a feed without a list of them.
  public init(
    origin: Origin = .live, edit: (@Sendable (WikiRevision) -> SignalProducer<EditAnswer, ServiceError>)? = nil,
    list: (@Sendable () -> SignalProducer<[Wiki], ServiceError>)? = nil
  ) {
    (self.origin, text, self.list) = (origin, edit, list)
    (output, input) = Signal<WikiFeedUpdate, Never>.pipe()
  }

  public func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { [self] observer, lifetime in
      lifetime += again.observeValues { [retries] in retries.modify { $0 += 1 } }
      lifetime += SignalProducer(output).start(observer)
    }
  }

  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    text?(edit)
      ?? SignalProducer(error: .notFound("the text of the edit, which this server does not offer"))
  }

  public func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> {
    list?() ?? SignalProducer(error: .notFound("the list of wikis, which this server does not have"))
  }

  /// Sends an update to all subscribers.
  public func send(_ update: WikiFeedUpdate) { input.send(value: update) }

  public func connect() { send(.connected(source: .english)) }

  public func edit(_ title: SafeText = "Page", at time: Date? = nil, isReplay: Bool = false) {
    send(.unspecified, title, at: time, isReplay: isReplay)
  }

  public func send(_ kind: WikiEvent.Kind, _ title: SafeText = "", at time: Date? = nil, isReplay: Bool = false) {
    send(.event(WikiEvent(kind: kind, title: title, time: time), isReplay: isReplay))
  }
}
