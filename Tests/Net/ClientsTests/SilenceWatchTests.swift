import Foundation
import Model
import NetTesting
import Signals
import SignalsTesting
import Testing

@testable import Clients

@Suite struct SilenceWatchTests {
  private let clock = TestScheduler(startDate: Date(timeIntervalSince1970: 0))
  private let pipe = Signal<Int, ServiceError>.pipe()
  private let events = Shared<[Signal<Int, ServiceError>.Event]>([])

  private func start() -> any Disposable {
    SignalProducer(pipe.output)
      .failingWhenSilent(opening: 10, seconds: 60, host: "host", on: clock)
      .start { event in events.withLock { $0.append(event) } }
  }

  private var seen: [Signal<Int, ServiceError>.Event] { events.withLock { $0 } }

  @Test func theFirstValueHasToComeSooner() {
    _ = start()
    clock.advance(by: .milliseconds(9_999))
    #expect(seen.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(seen == [.failed(.timedOut(host: "host", seconds: 10))])
  }

  @Test func everyValueGrantsFurtherTime() {
    _ = start()
    for value in 1...5 {
      clock.advance(by: .seconds(value == 1 ? 9 : 59))
      pipe.input.send(value: value)
      #expect(seen == (1...value).map { .value($0) })
    }
    clock.advance(by: .milliseconds(59_999))
    #expect(seen.count == 5)
    clock.advance(by: .milliseconds(1))
    #expect(seen.last == .failed(.timedOut(host: "host", seconds: 60)))
  }

  @Test func thereIsOneTimerHoweverManyValuesCome() {
    _ = start()
    for value in 0..<1000 { pipe.input.send(value: value) }
    #expect(clock.scheduledCount == 1)
  }

  @Test func nothingIsLeftAfterTheEnd() {
    _ = start()
    pipe.input.send(value: 1)
    pipe.input.sendCompleted()
    #expect(seen == [.value(1), .completed])
    #expect(clock.scheduledCount == 0)
  }

  @Test func nothingIsLeftOfADisposedStart() {
    start().dispose()
    #expect(seen == [.interrupted])
    #expect(clock.scheduledCount == 0)
  }
}
