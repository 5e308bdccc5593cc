import Foundation
import Signals
import SignalsTesting
import Testing

/// What only the main actor may touch.
@MainActor private final class Label {
  var text = ""
  var history: [String] = []

  func show(_ text: String) {
    self.text = text
    history.append(text)
  }
}

@MainActor @Suite struct IsolationTests {
  @Test func anIsolatedClosureIsCalledInTheDeliveryItself() {
    let label = Label()
    let (signal, observer) = Signal<String, Never>.pipe()
    let observation = signal.observeValues(isolatedTo: MainActor.shared) { label.show($0) }
    observer.send(value: "a")
    #expect(label.text == "a")
    observation?.dispose()
    observer.send(value: "b")
    #expect(label.history == ["a"])
  }

  @Test func anIsolatedClosureFollowsAPropertyOfTheActor() {
    let (label, title) = (Label(), MutableProperty("a"))
    let start = title.producer.startWithValues(isolatedTo: MainActor.shared) { label.show($0) }
    title.value = "b"
    #expect(label.history == ["a", "b"])
    start.dispose()
    title.value = "c"
    #expect(label.text == "b")
  }

  @Test func valuesFromElsewhereAreBroughtByTheUIScheduler() async {
    let label = Label()
    let (done, end) = AsyncStream<Void>.makeStream()
    SignalProducer<String, Never>(["a", "b"]).start(on: QueueScheduler()).observe(on: UIScheduler())
      .on(completed: { end.finish() })
      .startWithValues(isolatedTo: MainActor.shared) { label.show($0) }
    for await _ in done {}
    #expect(label.history == ["a", "b"])
  }

  @Test func anActorOfTheProgramIsServedWithoutATask() async {
    let total = await Total().add(upTo: 4)
    #expect(total == 10)
  }

  @Test func eventsAndResultsOfStreamsThatFailAreIsolatedToo() {
    let label = Label()
    let (signal, observer) = Signal<String, MarbleError>.pipe()
    signal.observe(isolatedTo: MainActor.shared) { label.show("event \($0)") }
    signal.observeResult(isolatedTo: MainActor.shared) { label.show("result \((try? $0.get()) ?? "failed")") }
    SignalProducer(signal).start(isolatedTo: MainActor.shared) { label.show("start \($0)") }
    SignalProducer(signal).startWithResult(isolatedTo: MainActor.shared) {
      label.show("start result \((try? $0.get()) ?? "failed")")
    }
    observer.send(value: "a")
    observer.send(error: MarbleError())
    #expect(
      label.history == [
        "event VALUE a", "result a", "start VALUE a", "start result a",
        "event FAILED MarbleError()", "result failed", "start FAILED MarbleError()", "start result failed",
      ])
  }

  @Test func whatWatchesAStreamMayBeIsolated() {
    let label = Label()
    let (signal, observer) = Signal<String, MarbleError>.pipe()
    let watched = signal.on(
      isolatedTo: MainActor.shared, failed: { label.show("\($0)") }, terminated: { label.show("terminated") },
      value: { label.show($0) })
    let recorder = watched.record()
    SignalProducer<String, Never>(value: "start").on(
      isolatedTo: MainActor.shared, event: { label.show("\($0)") }, completed: { label.show("completed") }
    ).start()
    observer.send(value: "a")
    observer.send(error: MarbleError())
    #expect(
      label.history == ["VALUE start", "COMPLETED", "completed", "a", "MarbleError()", "terminated"])
    #expect(recorder.events == [.value("a"), .failed(MarbleError())])
  }

  @Test func aPropertyOfAMainActorsClassIsATarget() {
    let (lifetime, token) = Lifetime.make()
    let (label, title) = (Label(), MutableProperty("a"))
    BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime, object: label, keyPath: \.text) <~ title
    BindingTarget(isolatedTo: MainActor.shared, lifetime: lifetime) { [weak label] in label?.show("shown \($0)") }
      <~ SignalProducer(value: "b")
    #expect(label.text == "shown b")
    title.value = "c"
    #expect(label.text == "c")
    token.dispose()
    title.value = "d"
    #expect(label.text == "c")
  }

  @Test func aTargetOfTheMainActorIsReachedFromElsewhere() async {
    let (lifetime, token) = Lifetime.make()
    let label = Label()
    let (shown, show) = AsyncStream<Void>.makeStream()
    BindingTarget<String>(isolatedTo: MainActor.shared, lifetime: lifetime) { [weak label] text in
      label?.show(text)
      show.finish()
    } <~ SignalProducer(value: "a").start(on: QueueScheduler())
    for await _ in shown {}
    #expect(label.text == "a")
    token.dispose()
  }

  @Test func anActorOfTheProgramIsATarget() async {
    #expect(await Total().follow([1, 2, 3]) == 6)
  }

  @Test func anActorWithoutAnExecutorOfItsOwnIsBroughtWhatItObserves() async {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let (done, end) = AsyncStream<Void>.makeStream()
    let ledger = Ledger()
    await ledger.observe(signal, end)
    for value in 1...5_000 { observer.send(value: value) }
    observer.sendCompleted()
    for await _ in done {}
    #expect(await ledger.values == Array(1...5_000))
  }

  @Test func anActorWithoutAnExecutorOfItsOwnIsATarget() async {
    let (done, end) = AsyncStream<Void>.makeStream()
    let (lifetime, token) = Lifetime.make()
    let ledger = Ledger(expecting: 3, end)
    await ledger.bind(SignalProducer([1, 2, 3]), lifetime)
    for await _ in done {}
    #expect(await ledger.values == [1, 2, 3])
    token.dispose()
  }

  @Test func anActorsSchedulerTakesTheTimeFromAClock() async {
    let clock = TestScheduler()
    let (done, end) = AsyncStream<Void>.makeStream()
    let ledger = Ledger(expecting: 1, end)
    let scheduler = ActorScheduler(ledger, clock: clock)
    let repeated = await ledger.note(7, every: 2, on: scheduler)
    let disposed = scheduler.schedule(after: clock.currentDate + 1) { Issue.record("was disposed of") }
    disposed?.dispose()
    clock.advance(by: 1.9)
    #expect(scheduler.currentDate == clock.currentDate)
    #expect(await ledger.values == [])
    clock.advance(by: 0.1)
    for await _ in done {}
    #expect(await ledger.values == [7])
    repeated?.dispose()
    #expect(clock.scheduledCount == 0)
  }

  @Test func aSchedulerKeepsNoActorAlive() async {
    let check = LeakCheck()
    var ledger: Ledger? = ledger(watchedBy: check)
    let scheduler = ledger.map { ActorScheduler($0) }
    ledger = nil
    let probe = Locked<LeakCheck.Probe?>(check.probe("work"))
    if let probe = probe.withLock({ $0.take() }) { scheduler?.schedule { withExtendedLifetime(probe) {} } }
    #expect(check.survivors == [])
  }

  private func ledger(watchedBy check: LeakCheck) -> Ledger {
    check.watch(Ledger(), "actor")
  }

  private actor Ledger {
    private(set) var values: [Int] = []
    private let expectedCount: Int?
    private let end: AsyncStream<Void>.Continuation?

    init(expecting count: Int? = nil, _ end: AsyncStream<Void>.Continuation? = nil) {
      (expectedCount, self.end) = (count, end)
    }

    private func add(_ value: Int) {
      values.append(value)
      if values.count == expectedCount { end?.finish() }
    }

    func observe(_ numbers: Signal<Int, Never>, _ end: AsyncStream<Void>.Continuation) {
      numbers.observe(on: self).observe(isolatedTo: self) { ledger, event in
        if let value = event.value { ledger.add(value) } else { end.finish() }
      }
    }

    func bind(_ numbers: SignalProducer<Int, Never>, _ lifetime: Lifetime) {
      BindingTarget(isolatedTo: self, lifetime: lifetime) { ledger, value in ledger.add(value) } <~ numbers
    }

    func note(_ value: Int, every interval: TimeInterval, on scheduler: ActorScheduler) -> Disposable? {
      scheduler.schedule(
        after: scheduler.currentDate + interval, interval: .seconds(Int(interval)), leeway: .seconds(0)
      ) { self.assumeIsolated { $0.add(value) } }
    }
  }

  private actor Total {
    func follow(_ values: [Int]) -> Int {
      let (lifetime, token) = Lifetime.make()
      BindingTarget(isolatedTo: self, on: ImmediateScheduler(), lifetime: lifetime) { total, value in
        total.sum += value
      } <~ SignalProducer(values)
      let (signal, observer) = Signal<Int, MarbleError>.pipe()
      signal.on(isolatedTo: self, value: { total, value in total.sum += value })
        .observe(isolatedTo: self) { total, event in total.sum -= event.value ?? 0 }
      signal.observeResult(isolatedTo: self) { total, _ in total.sum += 0 }
      SignalProducer(signal).start(isolatedTo: self) { total, _ in total.sum += 0 }
      SignalProducer(signal).startWithResult(isolatedTo: self) { total, _ in total.sum += 0 }
      observer.send(value: 100)
      token.dispose()
      return sum
    }

    private var sum = 0

    func add(upTo last: Int) -> Int {
      let (signal, observer) = Signal<Int, Never>.pipe()
      signal.observeValues(isolatedTo: self) { total, value in total.sum += value }
      for value in 1...last { observer.send(value: value) }
      return sum
    }
  }
}
