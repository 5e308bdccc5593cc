import Clients
import Edits
import Foundation
import Model
import Signals
import Text

extension MediaWikiClient {
  /// The changes of several wikis since a time up to now, the oldest first, as their pages arrive.
  ///
  /// - Parameter wikis: The names of their databases.
  public func changes(of wikis: [String], since start: Date) -> SignalProducer<[WikiEvent], ServiceError> {
    var apis: [String: (api: API, pages: String)] = [:]
    for wiki in wikis {
      guard let host = WikiDomain.domain(ofDatabase: wiki), let url = address.api(of: host) else {
        return SignalProducer(error: .notFound("the address of \(SafeText(label: wiki))"))
      }
      apis[wiki] = (api(at: url), "https://\(host)/wiki/")
    }
    let begin = MergedChanges(wikis, since: start)
    guard let first = begin.next else { return .empty }
    return SignalProducer { [self, apis] observer, lifetime in
      // An answer decides what is asked next; see Feedback in the documentation of Signals.
      let (asks, ask) = Signal<MergedChanges.Ask, Never>.pipe()
      lifetime += asks.promoteError(ServiceError.self)
        .flatMap(.concat) { ask -> SignalProducer<MergedChanges.Answer, ServiceError> in
          guard let (api, pages) = apis[ask.wiki] else { return .empty }
          return page(of: api, since: ask.start, newestFirst: false, after: ask.continuation) { [clock] in
            MergedChanges.Answer($0, to: ask, pages: pages, at: clock.currentDate)
          }
        }
        .scanMap(into: begin) { merged, answer -> (events: [WikiEvent], next: MergedChanges.Ask?) in
          (merged.take(answer), merged.next)
        }
        .observe { event in
          switch event {
          case .value(let step):
            if !step.events.isEmpty { observer.send(value: step.events) }
            if let next = step.next { ask.send(value: next) } else { observer.sendCompleted() }
          case .failed(let error): observer.send(error: error)
          case .completed, .interrupted: observer.sendCompleted()
          }
        }
      ask.send(value: first)
    }
  }
}

/// Merges the lists of changes of several wikis in order of time, a page at a time.
///
/// An event is sent once no page that is missing can have an earlier one. So the wiki that is the furthest behind is asked
/// next, and of each wiki at most one page is held.
struct MergedChanges: Sendable {
  /// A request for the next page of a wiki.
  struct Ask: Sendable, Hashable {
    var wiki: String
    var start: Date
    var continuation: RecentChangesPage.Continuation?
  }

  struct Answer: Sendable {
    var ask: Ask
    /// The oldest first.
    var events: [WikiEvent]
    var continuation: RecentChangesPage.Continuation?
    /// The server's clock less the local one, in seconds.
    var drift: TimeInterval

    init(_ answer: MediaWikiAnswer<RecentChangesPage>, to ask: Ask, pages: String, at now: Date) {
      self.ask = ask
      events = (answer.content?.rows ?? []).compactMap { WikiEvent($0, of: ask.wiki, pages: pages) }
      continuation = answer.content?.continuation
      drift = answer.serverTime?.timeIntervalSince(now) ?? 0
    }

    init(to ask: Ask, _ events: [WikiEvent], continuation: RecentChangesPage.Continuation?, drift: TimeInterval = 0) {
      (self.ask, self.events, self.continuation, self.drift) = (ask, events, continuation, drift)
    }
  }

  private struct List: Sendable {
    let wiki: String
    var held: [WikiEvent] = []
    /// The time up to which nothing is missing; `nil` before the first page, and the distant future after the last one.
    var end: Date?
    var continuation: RecentChangesPage.Continuation?
  }

  private var start: Date
  /// Whether `start` has been corrected for the server's clock.
  private var isByServerClock = false
  private var lists: [List]

  init(_ wikis: [String], since start: Date) {
    self.start = start
    lists = wikis.map { List(wiki: $0) }
  }

  /// What to ask next; `nil` after the last page of each wiki.
  var next: Ask? {
    guard let list = lists.min(by: { $0.end ?? .distantPast < $1.end ?? .distantPast }), list.end != .distantFuture
    else { return nil }
    return Ask(wiki: list.wiki, start: start, continuation: list.continuation)
  }

  /// - Returns: The events that are complete by now, the oldest first.
  mutating func take(_ answer: Answer) -> [WikiEvent] {
    if !isByServerClock {
      isByServerClock = true
      if abs(answer.drift) > MediaWikiClient.longestDrift {
        // What was asked for began at a wrong time.
        start.addTimeInterval(answer.drift)
        return []
      }
    }
    guard let place = lists.firstIndex(where: { $0.wiki == answer.ask.wiki }) else { return [] }
    lists[place].held += answer.events
    // If the server returns the same continuation, the requests would never end.
    let continuation = answer.continuation == answer.ask.continuation ? nil : answer.continuation
    lists[place].continuation = continuation
    lists[place].end = continuation == nil ? .distantFuture : answer.events.last?.time ?? lists[place].end ?? start
    let end = lists.map { $0.end ?? .distantPast }.min() ?? .distantFuture
    var complete: [WikiEvent] = []
    for place in lists.indices {
      let count = lists[place].held.firstIndex { $0.time ?? .distantPast > end } ?? lists[place].held.count
      complete += lists[place].held.prefix(count)
      lists[place].held.removeFirst(count)
    }
    // Equal times stay in their order.
    return complete.enumerated()
      .sorted { ($0.element.time ?? .distantPast, $0.offset) < ($1.element.time ?? .distantPast, $1.offset) }
      .map(\.element)
  }
}
