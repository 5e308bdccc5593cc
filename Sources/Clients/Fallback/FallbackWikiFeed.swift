import Foundation
import Model
import NIOConcurrencyHelpers
import Signals

/// Events from the live feed, or from the demonstration while that cannot be reached; for a feed that nobody configured.
public final class FallbackWikiFeed: WikiFeed {
  private let fallback: Fallback<any WikiFeed>
  private let again: Signal<Void, Never>
  private let againInput: Signal<Void, Never>.Observer

  /// - Parameters:
  ///   - live: `nil` for the demonstration and nothing else.
  ///   - demo: makes the demonstration's feed; called once, when it is needed first, and on no event loop.
  public init(
    live: (any WikiFeed)?, demo: @escaping @Sendable () throws -> any WikiFeed, clock: any DateScheduler
  ) {
    fallback = Fallback(live: live, demo: demo, clock: clock)
    (again, againInput) = Signal.pipe()
  }

  public var origin: Property<Origin> { fallback.origin }

  public func retryLive() {
    _ = fallback.leaveDemo()
    againInput.send(value: ())
  }

  public func updates() -> SignalProducer<WikiFeedUpdate, Never> {
    SignalProducer { observer, lifetime in
      let run = FallbackFeedRun(self.fallback, observer)
      lifetime.observeEnded { run.stop() }
      lifetime += self.again.observeValues { run.connectAgain() }
      run.connect()
    }
  }
}

/// One start of the feed: at any time on one of the two.
private final class FallbackFeedRun: Sendable {
  private let fallback: Fallback<any WikiFeed>
  private let observer: Signal<WikiFeedUpdate, Never>.Observer
  /// The feed that is on, and what waits for it.
  private let current = SerialDisposable()
  private let currentFeed = NIOLockedValueBox<(any WikiFeed)?>(nil)

  init(_ fallback: Fallback<any WikiFeed>, _ observer: Signal<WikiFeedUpdate, Never>.Observer) {
    self.fallback = fallback
    self.observer = observer
  }

  func stop() { current.dispose() }

  func connect() {
    switch fallback.choice {
    case .live(let live): play(live)
    case .demo: playDemo()
    case .undecided(let live): tryLive(live)
    }
  }

  /// Of a live feed, the feed's own business; from the demonstration, the live one is tried first.
  func connectAgain() {
    let feed = currentFeed.withLockedValue { $0 }
    switch fallback.choice {
    case .live(let live):
      if feed != nil { live.retryLive() } else { play(live) }
    case .demo: feed?.retryLive()
    case .undecided(let live): tryLive(live)
    }
  }

  private func play(_ feed: any WikiFeed) {
    currentFeed.withLockedValue { $0 = feed }
    current.inner = nil
    current.inner = feed.updates().start { event in
      if case .value(let update) = event { self.observer.send(value: update) }
    }
  }

  private func playDemo() {
    current.inner = fallback.queue.schedule {
      do throws(ServiceError) {
        self.play(try self.fallback.demo())
      } catch {
        let retry = self.fallback.clock.currentDate.addingTimeInterval(Self.demoPause)
        self.observer.send(value: .disconnected(error, retry: retry))
        self.current.inner = self.fallback.clock.schedule(after: retry) { self.playDemo() }
      }
    }
  }

  /// Seconds between attempts to start a demonstration that would not.
  private static let demoPause: TimeInterval = 30

  private func tryLive(_ live: any WikiFeed) {
    let decision = Decision()
    let attempt = CompositeDisposable()

    @Sendable func settle(_ outcome: Decision.Outcome) {
      guard !attempt.isDisposed, decision.make(outcome) else { return }
      switch outcome {
      case .live:
        self.fallback.chooseLive()
      case .demo:
        self.fallback.chooseDemo()
        attempt.dispose()
        self.playDemo()
      }
    }

    current.inner = attempt
    currentFeed.withLockedValue { $0 = live }
    let clock = fallback.clock
    let patience = Fallback<any WikiFeed>.patience
    attempt += clock.schedule(after: clock.currentDate.addingTimeInterval(patience)) { settle(.demo) }
    attempt += live.updates().start { event in
      guard case .value(let update) = event else { return }
      switch update {
      case .connected, .event: settle(.live)
      case .disconnected(let error, _): settle(error.isUnreachable ? .demo : .live)
      case .connecting: break
      }
      if decision.outcome != .demo { self.observer.send(value: update) }
    }
  }
}
