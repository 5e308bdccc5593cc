import Signals
import SignalsTesting
import Testing

/// What waits in an operator is let go of when it is not wanted any more, and not only when its time comes.
@Suite struct WaitingValueTests {
  typealias Probes = Signal<LeakCheck.Probe, Never>

  private func expectLettingGo(
    _ name: String, _ apply: @escaping @Sendable (Probes, TestScheduler) -> Probes
  ) {
    let scheduler = TestScheduler()
    let (signal, input) = Probes.pipe()
    let check = LeakCheck()
    let observation = apply(signal, scheduler).observeValues { _ in }
    scheduler.advance()
    input.send(value: check.probe("first"))
    input.send(value: check.probe("second"))
    #expect(check.survivors.contains("second"), "\(name): nothing waits")
    observation?.dispose()
    #expect(check.survivors == [], "\(name)")
    #expect(scheduler.scheduledCount == 0, "\(name)")
  }

  @Test func aDisposalLetsGoOfWhatWaits() {
    expectLettingGo("lazyMap") { signal, scheduler in signal.lazyMap(on: scheduler) { $0 } }
    expectLettingGo("delay") { signal, scheduler in signal.delay(1, on: scheduler) }
    expectLettingGo("debounce") { signal, scheduler in signal.debounce(1, on: scheduler) }
    expectLettingGo("throttle") { signal, scheduler in signal.throttle(1, on: scheduler) }
    expectLettingGo("observe") { signal, scheduler in signal.observe(on: scheduler) }
  }

  @Test func anInterruptionFromTheFirstOfSeveralDelayedValuesDropsTheOthers() {
    let scheduler = TestScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let delayed = signal.delay(1, on: scheduler)
    let recorder = delayed.record()
    delayed.observeValues { _ in input.sendInterrupted() }
    for value in 1...3 { input.send(value: value) }
    scheduler.advance(by: .seconds(1))
    #expect(recorder.events == [.value(1), .interrupted])
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func aLazyMapThatIsInterruptedDropsWhatWaits() {
    let scheduler = TestScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = signal.lazyMap(on: scheduler) { $0 }.record()
    input.send(value: 1)
    input.sendInterrupted()
    scheduler.advance()
    #expect(recorder.events == [.interrupted])
  }
}
