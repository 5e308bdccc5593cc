import Signals
import SignalsTesting
import Testing

@Suite struct BindingTests {
  @Test func aPropertyTakesWhatIsBoundToIt() {
    let (target, source) = (MutableProperty(0), MutableProperty(1))
    let (signal, observer) = Signal<Int, Never>.pipe()
    let binding = target <~ source
    #expect(target.value == 1)
    source.value = 2
    #expect(target.value == 2)
    binding?.dispose()
    source.value = 3
    #expect(target.value == 2)
    target <~ signal
    observer.send(value: 7)
    target <~ SignalProducer<Int, Never>(value: 8)
    #expect(target.value == 8)
  }

  @Test func aTargetThatTakesOptionalsTakesValues() {
    let target = MutableProperty<Int?>(nil)
    target <~ MutableProperty(1)
    #expect(target.value == 1)
  }

  @Test func anObserverTakesValuesWhileSomebodyHoldsIt() {
    let source = MutableProperty(1)
    var pipe: (output: Signal<Int, MarbleError>, input: Signal<Int, MarbleError>.Observer)? = Signal.pipe()
    let recorder = pipe?.output.record()
    if let pipe { pipe.input <~ source.map { $0 * 10 }.signal }
    source.value = 2
    let binding = pipe.map { $0.input <~ source }
    source.value = 3
    binding??.dispose()
    pipe = nil
    #expect(recorder?.events == [.value(20), .value(2), .value(30), .value(3), .interrupted])
  }

  @Test func aBindingKeepsNeitherSideAlive() {
    let survivors = LeakCheck.survivors { check in
      let target = check.watch(MutableProperty(0), "target")
      let source = check.watch(MutableProperty(1), "source")
      target <~ source.map { $0 + 1 }
      #expect(target.value == 2)
    }
    #expect(survivors == [])
  }

  @Test func aTargetOnASchedulerTakesValuesThereAndNoneAfterItsLifetime() {
    let scheduler = TestScheduler()
    let log = Log()
    let (lifetime, token) = Lifetime.make()
    let target = BindingTarget<Int>(on: scheduler, lifetime: lifetime) { log.add("\($0)") }
    let source = MutableProperty(1)
    let binding = target <~ source
    #expect(log.lines == [])
    scheduler.advance()
    source.value = 2
    source.value = 3
    scheduler.advance()
    #expect(log.lines == ["1", "2", "3"])
    source.value = 4
    binding?.dispose()
    scheduler.advance()
    target.action(5)
    token.dispose()
    scheduler.advance()
    #expect(log.lines == ["1", "2", "3"])
    #expect((target <~ source) == nil)
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func anObjectsPropertyCanBeATarget() {
    let panel = Panel()
    let target = BindingTarget(lifetime: panel.lifetime, object: panel, keyPath: \.title)
    target <~ SignalProducer<String, Never>(value: "new")
    #expect(panel.title == "new")
    #expect(Lifetime.of(panel) === panel.lifetime)
  }

  // Unchecked: used by one test on one thread.
  private final class Panel: LifetimeProviding, @unchecked Sendable {
    let (lifetime, token) = Lifetime.make()
    var title = "old"
  }
}

@Suite struct LifetimeTests {
  @Test func itEndsWithItsToken() {
    let log = Log()
    var pair: (lifetime: Lifetime, token: Lifetime.Token)? = Lifetime.make()
    let lifetime = pair?.lifetime
    let ended = lifetime?.ended.record()
    lifetime?.observeEnded { log.add("closure") }
    let added = AnyDisposable()
    if let lifetime { lifetime += added }
    let taken = lifetime?.observeEnded { log.add("taken out") }
    taken?.dispose()
    #expect(lifetime?.hasEnded == false)
    pair = nil
    #expect(lifetime?.hasEnded == true)
    #expect(added.isDisposed)
    #expect(ended?.events == [.completed])
    #expect(log.lines == ["closure"])
  }

  @Test func whatIsAddedAfterTheEndIsDoneAtOnce() {
    let log = Log()
    #expect(Lifetime.empty.observeEnded { log.add("closure") } == nil)
    let late = AnyDisposable()
    Lifetime.empty += late
    #expect(late.isDisposed)
    #expect(log.lines == ["closure"])
  }
}

@Suite struct DisposableTests {
  @Test func anActionRunsOnceAndIsLetGoOf() {
    let counter = Counter()
    let check = LeakCheck()
    func make() -> AnyDisposable {
      let probe = check.probe("action")
      return AnyDisposable { withExtendedLifetime(probe) { _ = counter.next() } }
    }
    let disposable = make()
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(counter.value == 1)
    #expect(disposable.isDisposed)
    #expect(check.survivors == [])
  }

  @Test func aCompositeDisposesInOrderAndOfLateComersAtOnce() {
    let log = Log()
    let composite = CompositeDisposable([AnyDisposable { log.add("1") }, AnyDisposable { log.add("2") }])
    composite += { log.add("3") }
    let handle = composite.add { log.add("taken out") }
    handle?.dispose()
    composite.dispose()
    composite += { log.add("late") }
    #expect(log.lines == ["1", "2", "3", "late"])
    #expect(composite.isDisposed)
  }

  @Test func aSerialDisposesOfWhatItReplaces() {
    let (first, second, late) = (AnyDisposable(), AnyDisposable(), AnyDisposable())
    let serial = SerialDisposable(first)
    serial.inner = second
    #expect(first.isDisposed && !second.isDisposed)
    serial.dispose()
    #expect(second.isDisposed)
    serial.inner = late
    #expect(late.isDisposed)
  }

  @Test func aScopeDisposesWhenItGoes() {
    let inner = AnyDisposable()
    let log = Log()
    var scope: ScopedDisposable<AnyDisposable>? = ScopedDisposable(inner)
    var composite: ScopedDisposable<CompositeDisposable>? = ScopedDisposable(CompositeDisposable())
    if let composite { composite += { log.add("composite") } }
    #expect(scope?.isDisposed == false)
    (scope, composite) = (nil, nil)
    #expect(inner.isDisposed)
    #expect(log.lines == ["composite"])
  }
}
