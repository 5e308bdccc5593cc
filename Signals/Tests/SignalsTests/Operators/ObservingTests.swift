import Dispatch
import Observation
import Signals
import SignalsTesting
import Testing

/// Streams of what `@Observable` objects hold.
@MainActor @Suite struct ObservingTests {
  @Observable @MainActor final class Model {
    var title = "a"
    var count = 0
    var unread = 0
  }

  /// Returns when what is waiting for the main queue is done.
  private func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  @Test func allChangesOfATurnMakeOneValue() async {
    let model = Model()
    let recorder = SignalProducer.observing { "\(model.title)\(model.count)" }.record()
    #expect(recorder.values == ["a0"], "at the start, at once")
    model.title = "b"
    model.count = 1
    #expect(recorder.values == ["a0"])
    await turn()
    #expect(recorder.values == ["a0", "b1"])
    model.unread = 1
    await turn()
    #expect(recorder.values == ["a0", "b1"], "what is not read does not count")
    model.count = 2
    await turn()
    #expect(recorder.values == ["a0", "b1", "b2"])
  }

  @Test func whatIsReadIsDecidedEachTime() async {
    let model = Model()
    let recorder = SignalProducer.observing { model.count == 0 ? "none" : model.title }.record()
    model.title = "b"
    await turn()
    #expect(recorder.values == ["none"])
    model.count = 1
    await turn()
    model.title = "c"
    await turn()
    #expect(recorder.values == ["none", "b", "c"])
  }

  @Test func aPropertyFollows() async {
    let model = Model()
    let title = Property(following: SignalProducer.observing { model.title })
    #expect(title.value == "a")
    model.title = "b"
    await turn()
    #expect(title.value == "b")
  }

  @Test func aStartElsewhereIsReadOnTheMainQueue() async {
    let model = Model()
    let titles = SignalProducer.observing { model.title }.start(on: QueueScheduler())
    #expect(await titles.first() == .success("a"))
  }

  @Test func nothingIsReadAfterTheEnd() async {
    let model = Model()
    let check = LeakCheck()
    let reads = Counter()
    func start() -> Disposable {
      let probe = check.probe("closure")
      return SignalProducer.observing {
        withExtendedLifetime(probe) { _ = reads.next() }
        return model.title
      }.start()
    }
    var starts = [start(), start()]
    starts[0].dispose()
    model.title = "b"
    starts[1].dispose()
    starts = []
    await turn()
    #expect(reads.value == 2)
    #expect(check.survivors == [], "the model keeps nothing")
  }

  @Test func aTrackedPropertyTellsOfItsChanges() async {
    let title = MutableProperty("a")
    let tracked = title.tracked()
    let changes = Counter()
    let read = withObservationTracking {
      tracked.value
    } onChange: {
      changes.next()
    }
    #expect(read == "a" && changes.value == 0)
    title.value = "b"
    #expect(tracked.value == "b" && changes.value == 1, "on the main queue, at once")
    title.value = "c"
    #expect(changes.value == 1, "who was told reads again")
    let recorder = SignalProducer.observing { tracked.value }.record()
    title.value = "d"
    await turn()
    #expect(recorder.values == ["c", "d"])
  }

  @Test func aTrackedPropertyThatIsSetElsewhereChangesOnTheMainQueue() async {
    let count = MutableProperty(0)
    let tracked = count.map { $0 * 2 }.tracked()
    let values = SignalProducer.observing { tracked.value }.values
    await onThreads(1) { _ in count.value = 4 }
    for await value in values where value == 8 { break }
    #expect(tracked.value == 8)
  }

  @Test func nothingKeepsATrackedProperty() {
    let check = LeakCheck()
    let title = MutableProperty("a")
    func track() { _ = withObservationTracking({ check.watch(title.tracked(), "tracked").value }, onChange: {}) }
    track()
    #expect(check.survivors == [])
    title.value = "b"
  }

  @Observable final class Total {
    var sum = 0
  }

  actor Ledger {
    private let total = Total()

    func add(_ amounts: Int...) {
      for amount in amounts { total.sum += amount }
    }

    var sums: SignalProducer<Int, Never> { .observing(isolatedTo: self) { $0.total.sum } }
  }

  @Test func whatAnActorHoldsIsRead() async {
    let ledger = Ledger()
    var seen: [Int] = []
    for await sum in await ledger.sums.values {
      seen.append(sum)
      if sum == 0 { await ledger.add(1, 2) }
      if sum == 3 { break }
    }
    #expect(seen == [0, 3])
  }
}
