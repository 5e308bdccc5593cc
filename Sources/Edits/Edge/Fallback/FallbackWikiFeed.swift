import Clients
import Edits
import Foundation
import Model
import Signals
import Synchronization
import Text

/// Events from the live feed, or from the demonstration while that cannot be reached; for a feed that is not configured.
public final class FallbackWikiFeed: WikiFeed, DemonstrationFallback {
  private let fallback: Fallback<any WikiFeed>

  /// - Parameters:
  ///   - live: `nil` to use only the demonstration.
  ///   - demo: Creates the demonstration's feed; called when it is first needed, again after it has failed, and never on an
  ///     event loop.
  public init(
    live: (any WikiFeed)?, demo: @escaping @Sendable () throws -> any WikiFeed, clock: any DateScheduler
  ) {
    fallback = Fallback(live: live, demo: demo, clock: clock)
  }

  public var origin: Origin { fallback.origin }
  /// Whether the demonstration stands in for the live feed, which could not be reached.
  public var isStandIn: Property<Bool> { fallback.isStandIn }

  /// Reconnecting from the demonstration tries the live feed first.
  public func updates(reconnecting again: Signal<Void, Never>) -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { observer, lifetime in
      let run = FallbackFeedRun(self.fallback, observer)
      lifetime.observeEnded { run.stop() }
      lifetime += again.observeValues { run.connectAgain() }
      run.connect()
    }
  }
}

extension FallbackWikiFeed {
  public func diff(of edit: WikiRevision, from origin: Origin) -> SignalProducer<EditAnswer, ServiceError> {
    ask(origin) { $0.diff(of: edit, from: origin) }
  }

  public func contributions(
    of user: SafeText, on wiki: String, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    ask(origin) { $0.contributions(of: user, on: wiki, from: origin) }
  }

  public func changes(
    of wikis: [String], since start: Date, from origin: Origin
  ) -> SignalProducer<[WikiEvent], ServiceError> {
    ask(origin) { $0.changes(of: wikis, since: start, from: origin) }
  }

  public func wikis(from origin: Origin) -> SignalProducer<[Wiki], ServiceError> {
    ask(origin) { $0.wikis(from: origin) }
  }

  /// Asks the feed from which an edit came, whichever is in use now.
  private func ask<Value: Sendable>(
    _ origin: Origin, _ request: @escaping @Sendable (any WikiFeed) -> SignalProducer<Value, ServiceError>
  ) -> SignalProducer<Value, ServiceError> {
    if origin == .live, let live = fallback.live { return request(live) }
    return SignalProducer { [fallback] in
      Result { () throws(ServiceError) in try fallback.demo() }
    }
    .start(on: fallback.queue).flatMap(.concat, request)
  }
}

/// One start of the feed, which uses one of the two at a time.
private final class FallbackFeedRun: Sendable {
  private let fallback: Fallback<any WikiFeed>
  private let observer: Signal<WikiFeedUpdate, Never>.Observer

  /// The current feed, attempt or wait. The next round disposes the previous one; additions to a round that is over are
  /// disposed immediately, so late callers do no harm.
  private typealias Round = CompositeDisposable

  private let current = SerialDisposable()
  private let isOnLive = Mutex(false)
  /// The origin of the last update.
  private let shown: Mutex<Origin>
  /// Makes the current feed reconnect.
  private let (reconnects, reconnect) = Signal<Void, Never>.pipe()

  init(_ fallback: Fallback<any WikiFeed>, _ observer: Signal<WikiFeedUpdate, Never>.Observer) {
    self.fallback = fallback
    self.observer = observer
    shown = Mutex(fallback.origin)
  }

  func stop() { current.dispose() }

  private func nextRound() -> Round {
    let round = Round()
    current.inner = round
    return round
  }

  /// Reconnects: a live feed reconnects itself, because it knows its position; from the demonstration, the live one is tried
  /// first.
  func connectAgain() {
    _ = fallback.leaveDemo()
    if case .live = fallback.choice, isOnLive.withLock({ $0 }) {
      reconnect.send(value: ())
    } else {
      connect()
    }
  }

  func connect() {
    let round = nextRound()
    switch fallback.choice {
    case .live(let live):
      isOnLive.withLock { $0 = true }
      play(live, in: round)
    case .demo: playDemo(in: round)
    case .undecided(let live): tryLive(live, in: round)
    }
  }

  private func send(_ update: WikiFeedUpdate) {
    if case .connecting(let origin) = update { shown.withLock { $0 = origin } }
    observer.send(value: update)
  }

  private func play(_ feed: any WikiFeed, in round: Round) {
    round += feed.updates(reconnecting: reconnects).start { event in
      if case .value(let update) = event, !round.isDisposed { self.send(update) }
    }
  }

  /// Announces the demonstration before it is running, because starting it takes time and may fail.
  private func playDemo(in round: Round) {
    isOnLive.withLock { $0 = false }
    send(.connecting(.demo))
    if let live = fallback.live { retry(live, beside: round) }
    round += fallback.queue.schedule {
      do throws(ServiceError) {
        self.play(try self.fallback.demo(), in: round)
      } catch {
        let retry = self.fallback.clock.currentDate.addingTimeInterval(Self.demoPause)
        round += self.fallback.clock.schedule(after: retry) { self.playDemo(in: round) }
        self.send(.disconnected(error, retry: retry))
      }
    }
  }

  /// Tries the live feed after a pause, and again, while the demonstration goes on. At the first sign of the live feed, even an
  /// error, that attempt takes the demonstration's place.
  private func retry(_ live: any WikiFeed, beside demo: Round) {
    let clock = fallback.clock
    let pause = Fallback<any WikiFeed>.retryPause
    demo += clock.schedule(after: clock.currentDate + pause) {
      let attempt = Round()
      let decision = Decision()
      demo += AnyDisposable { if decision.outcome != .live { attempt.dispose() } }

      @Sendable func settle(_ outcome: Decision.Outcome) {
        guard !demo.isDisposed, decision.make(outcome) else { return }
        guard outcome == .live else {
          attempt.dispose()
          return self.retry(live, beside: demo)
        }
        self.isOnLive.withLock { $0 = true }
        self.current.inner = attempt
        self.fallback.chooseLive()
        self.send(.connecting(.live))
      }

      attempt += clock.schedule(after: clock.currentDate + Fallback<any WikiFeed>.patience) { settle(.demo) }
      attempt += live.updates(reconnecting: self.reconnects).start { event in
        guard case .value(let update) = event, !attempt.isDisposed else { return }
        switch update {
        case .connected, .event, .history, .annotated: settle(.live)
        case .disconnected(let error, _): settle(error.isUnreachable ? .demo : .live)
        case .selected, .connecting, .restarted: break
        }
        if decision.outcome == .live, !attempt.isDisposed { self.send(update) }
      }
    }
  }

  /// The seconds between attempts to start the demonstration after a failure.
  private static let demoPause: TimeInterval = 30

  /// Tries the live feed. The previous content, even the demonstration's, stays until there is a sign of the live feed; so
  /// until then the attempt to connect belongs to that content.
  private func tryLive(_ live: any WikiFeed, in round: Round) {
    let decision = Decision()

    @Sendable func settle(_ wanted: Decision.Outcome) {
      guard !round.isDisposed else { return }
      switch self.fallback.decide(decision, wanted) {
      case .live:
        self.isOnLive.withLock { $0 = true }
        self.fallback.chooseLive()
        if self.shown.withLock({ $0 }) == .demo { self.send(.connecting(.live)) }
      case .demo:
        self.playDemo(in: self.nextRound())
      case nil: break
      }
    }

    let clock = fallback.clock
    let patience = Fallback<any WikiFeed>.patience
    round += clock.schedule(after: clock.currentDate.addingTimeInterval(patience)) { settle(.demo) }
    round += live.updates(reconnecting: reconnects).start { event in
      guard case .value(var update) = event, !round.isDisposed else { return }
      switch update {
      case .connected, .event, .history, .annotated: settle(.live)
      case .disconnected(let error, _): settle(error.isUnreachable ? .demo : .live)
      case .selected: break
      case .connecting, .restarted: if decision.outcome == nil { update = .connecting(self.shown.withLock { $0 }) }
      }
      if decision.outcome != .demo { self.send(update) }
    }
  }
}
