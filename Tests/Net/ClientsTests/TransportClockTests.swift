import Foundation
import NIOPosix
import Signals
import Testing

@testable import Clients

@Suite(.timeLimit(.minutes(2))) struct TransportClockTests {
  private let transport = Transport(version: "0", projectURL: "https://example.com")
  private var clock: TransportClock { TransportClock(transport) }

  /// Schedules with `schedule` and waits for so many runs.
  private func runs(_ count: Int, _ schedule: (@escaping @Sendable () -> Void) -> Disposable?) async -> Disposable? {
    let (runs, run) = AsyncStream.makeStream(of: Void.self)
    let disposable = schedule { run.yield() }
    var left = count
    for await _ in runs {
      left -= 1
      if left == 0 { break }
    }
    return disposable
  }

  @Test func workRunsOnTheEventLoop() async {
    let (places, place) = AsyncStream.makeStream(of: [Bool].self)
    let clock = clock
    #expect(!clock.isCurrent)
    clock.schedule { place.yield([clock.isCurrent, MultiThreadedEventLoopGroup.currentEventLoop != nil]) }
    for await found in places {
      #expect(found == [true, true])
      break
    }
  }

  @Test func workRunsAtItsDateAndNotBefore() async {
    let start = Date()
    let disposable = await runs(1) { clock.schedule(after: start.addingTimeInterval(0.02), action: $0) }
    #expect(Date().timeIntervalSince(start) >= 0.02)
    #expect(disposable?.isDisposed == true)
  }

  @Test func workThatIsDisposedOfNeverRuns() async {
    let hasRun = MutableProperty(false)
    let early = clock.schedule(after: Date().addingTimeInterval(0.01)) { hasRun.value = true }
    early?.dispose()
    #expect(early?.isDisposed == true)
    _ = await runs(1) { clock.schedule(after: Date().addingTimeInterval(0.02), action: $0) }
    #expect(!hasRun.value)
  }

  @Test func repeatedWorkRunsUntilItIsDisposedOf() async {
    let start = Date()
    let disposable = await runs(3) {
      clock.schedule(after: start, interval: .milliseconds(10), leeway: .nanoseconds(0), action: $0)
    }
    #expect(Date().timeIntervalSince(start) >= 0.02)
    disposable?.dispose()
    #expect(disposable?.isDisposed == true)
  }

  /// The first run, which is due, meets the thread that is still at scheduling it.
  @Test func repeatedWorkThatIsDueAtOnceGoesOn() async {
    let schedules = CompositeDisposable()
    _ = await withTaskGroup(of: Disposable?.self) { group in
      for _ in 0..<500 {
        group.addTask {
          await runs(3) {
            clock.schedule(after: Date(), interval: .milliseconds(1), leeway: .nanoseconds(0), action: $0)
          }
        }
      }
      for await schedule in group { schedules += schedule }
    }
    schedules.dispose()
  }

  @Test func whatIsDisposedOfLeavesNothingBehind() async {
    weak var left: MutableProperty<Int>?
    do {
      let kept = MutableProperty(0)
      left = kept
      clock.schedule(after: .distantFuture) { _ = kept }?.dispose()
    }
    // What was cancelled is let go of on the loop.
    _ = await runs(1) { clock.schedule($0) }
    #expect(left == nil)
  }

  @Test func nothingIsScheduledAfterTheEnd() {
    transport.shutdown()
    #expect(clock.schedule {} == nil)
    #expect(clock.schedule(after: Date()) {} == nil)
    #expect(clock.schedule(after: Date(), interval: .seconds(1), leeway: .seconds(0)) {} == nil)
  }
}
