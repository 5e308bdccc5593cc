import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct MutablePropertyTests {
  @Test func theValueCanBeReadBeforeItsEventGoesOut() {
    let property = MutableProperty(0)
    let log = Log()
    property.signal.observeValues { log.add("event \($0), value \(property.value)") }
    property.value = 1
    property.modify { $0 += 1 }
    #expect(property.swap(5) == 2)
    #expect(log.lines == ["event 1, value 1", "event 2, value 2", "event 5, value 5"])
  }

  @Test func settingFromAnObserverStoresAtOnceAndSendsAfterTheCurrentEvent() {
    let property = MutableProperty(0)
    let log = Log()
    property.signal.observeValues { value in
      if value == 1 {
        property.value = 2
        log.add("stored \(property.value)")
      }
      log.add("a\(value)")
    }
    property.signal.observeValues { log.add("b\($0)") }
    property.value = 1
    #expect(log.lines == ["stored 2", "a1", "b1", "a2", "b2"])
  }

  @Test func aProducerSendsTheValueThatStandsAndThenEachChange() {
    let property = MutableProperty(1)
    let recorder = property.producer.record()
    property.value = 2
    #expect(recorder.events == [.value(1), .value(2)])
    #expect(property.signal.record().events == [])
  }

  @Test func aProducerStartedFromInsideADeliveryNeitherMissesNorRepeats() {
    let property = MutableProperty(0)
    let late = EventRecorder<Int, Never>()
    property.signal.observeValues { value in
      guard value == 1 else { return }
      property.value = 2
      property.producer.start(late.record)
      property.value = 3
    }
    property.value = 1
    #expect(late.values == [2, 3])
  }

  @Test func itCompletesWhenTheLastReferenceToItGoes() {
    var property: MutableProperty<Int>? = MutableProperty(1)
    let recorder = property?.producer.record()
    let changes = property?.signal.record()
    let late = property?.producer
    let lifetime = property?.lifetime
    property = nil
    #expect(recorder?.events == [.value(1), .completed])
    #expect(changes?.events == [.completed])
    #expect(late?.record().events == [.value(1), .completed])
    #expect(lifetime?.hasEnded == true)
  }

  @Test func aModificationThatThrowsChangesNothing() {
    let property = MutableProperty([1])
    let recorder = property.signal.record()
    #expect(throws: MarbleError.self) {
      try property.modify { value in
        value.append(2)
        throw MarbleError()
      }
    }
    #expect(property.value == [1])
    #expect(recorder.events == [])
    property.modify { $0.append(3) }
    #expect(recorder.values == [[1, 3]])
  }

  /// From inside an observer, as from another thread, a value that is set is delivered later.
  @Test func whatReadsItsSourcesIsNotBehindThemWhileADeliveryIsUnderWay() {
    let source = MutableProperty(0)
    let log = Log()
    source.signal.observeValues { if $0 == 1 { source.value = 2 } }
    let following = source.map { $0 * 10 }
    let reading = Property(reading: { source.value * 10 }, following: source.producer.map { $0 * 10 })
    following.signal.observeValues { log.add("following: event \($0), values \(following.value) \(reading.value)") }
    reading.producer.startWithValues { log.add("reading: event \($0), value \(reading.value)") }
    source.value = 1
    #expect(
      log.lines == [
        "reading: event 0, value 0", "following: event 10, values 10 20", "reading: event 10, value 20",
        "following: event 20, values 20 20", "reading: event 20, value 20",
      ])
  }

  @Test func aModificationMayReadTheProperty() {
    let property = MutableProperty(1)
    property.modify { $0 += property.value + property.withValue { $0 } }
    #expect(property.value == 3)
  }

  @Test func whoeverReadsOrObservesDoesNotWaitForAClosureThatModifies() {
    let property = MutableProperty(1)
    let seen = MutableProperty<[Int]>([])
    let outcome = property.modify { value in
      value = 2
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let read = property.value
        property.producer.startWithValues { observed in seen.modify { $0 += [read, observed] } }
        isDone.signal()
      }
      return isDone.wait(timeout: .now() + 10)
    }
    #expect(outcome == .success)
    #expect(seen.value == [1, 1, 1, 2], "the old value until the closure has returned, then the event")
  }

  @Test func nothingIsLeftOfAPropertyAndItsObservers() {
    let survivors = LeakCheck.survivors { check in
      let property = check.watch(MutableProperty(0), "property")
      check.watch(property.signal, "signal")
      let probe = check.probe("observer")
      let composed = check.watch(property.map { $0 + 1 }.skipRepeats(), "composed")
      composed.producer.startWithValues { _ in withExtendedLifetime(probe) {} }
      property.producer.startWithValues { _ in withExtendedLifetime(probe) {} }
      property.value = 1
    }
    #expect(survivors == [])
  }

  @Test func aWrappedPropertyReadsLikeAVariable() {
    final class Panel {
      @MutableProperty var title = "a"
    }
    let panel = Panel()
    let recorder = panel.$title.producer.record()
    panel.title = "b"
    #expect(recorder.values == ["a", "b"])
  }
}

@Suite struct ComposedPropertyTests {
  @Test func aConstantCompletesAfterItsValue() {
    let property = Property(value: 1)
    #expect(property.value == 1)
    #expect(property.producer.record().events == [.value(1), .completed])
  }

  @Test func aComposedPropertyFollowsItsSourceWithoutOwningIt() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    let composed = source?.map { $0 * 10 }
    let recorder = composed?.producer.record()
    source?.value = 2
    #expect(composed?.value == 20)
    source = nil
    #expect(composed?.value == 20)
    #expect(recorder?.events == [.value(10), .value(20), .completed])
  }

  @Test func theStreamsOfAComposedPropertyOutliveIt() {
    let source = MutableProperty(1)
    let changes = source.map { $0 * 10 }.signal.record()
    let values = source.map { $0 * 100 }.producer.record()
    source.value = 2
    #expect(changes.events == [.value(20)])
    #expect(values.events == [.value(100), .value(200)])
  }

  @Test func lettingGoOfAComposedPropertyLeavesItsSourceAlone() {
    let source = MutableProperty(1)
    let recorder = source.signal.record()
    let survivors = LeakCheck.survivors { check in
      let composed = check.watch(source.map { $0 }.filter(initial: 0) { $0 > 1 }, "composed")
      check.watch(composed.signal, "signal")
      #expect(composed.value == 0)
    }
    #expect(survivors == [])
    source.value = 2
    #expect(recorder.events == [.value(2)])
  }

  @Test func aCapturedPropertyIsKeptAlive() {
    var source: MutableProperty<Int>? = MutableProperty(1)
    let captured = source.map { Property(capturing: $0) }
    let followed = source.map { Property($0) }
    let (kept, released) = (captured?.producer.record(), followed?.producer.record())
    source = nil
    #expect(kept?.events == [.value(1)])
    #expect(released?.events == [.value(1)])
    withExtendedLifetime(captured) {}
  }

  @Test func aPropertyCanBeMadeOfAStream() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let recorder = property.producer.record()
    observer.send(value: 1)
    observer.sendCompleted()
    #expect(property.value == 1)
    #expect(recorder.events == [.value(0), .value(1), .completed])
    #expect(Property(initial: 0, then: SignalProducer<Int, Never>([1, 2])).value == 2)
  }

  @Test func theWorkBehindAPropertyIsInterruptedWithIt() {
    let work = AnyDisposable()
    var property: Property<Int>? = Property(
      initial: 0,
      then: SignalProducer<Int, Never> { observer, lifetime in
        lifetime += work
        lifetime.observeEnded { _ = observer }
      })
    #expect(property?.value == 0)
    #expect(!work.isDisposed)
    property = nil
    #expect(work.isDisposed)
  }

  @Test func propertiesCanBeCombinedAndZipped() {
    let (a, b, c) = (MutableProperty(1), MutableProperty("x"), MutableProperty(true))
    let latest = Property<Int>.combineLatest(a, b, c)
    let zipped = a.zip(with: b)
    let all = Property<Int>.combineLatest([a, MutableProperty(5)])
    a.value = 2
    #expect(latest.value == (2, "x", true))
    #expect(zipped.value == (1, "x"))
    b.value = "y"
    #expect(zipped.value == (2, "y"))
    #expect(all?.value == [2, 5])
    #expect(Property<Int>.combineLatest([MutableProperty<Int>]()) == nil)
  }

  @Test func aPropertyOfPropertiesCanBeFlattened() {
    let (first, second) = (MutableProperty(1), MutableProperty(10))
    let selection = MutableProperty(first)
    let flat = selection.flatten(.latest)
    let mapped = selection.flatMap(.latest) { $0.map { -$0 } }
    #expect((flat.value, mapped.value) == (1, -1))
    first.value = 2
    #expect((flat.value, mapped.value) == (2, -2))
    selection.value = second
    first.value = 3
    #expect((flat.value, mapped.value) == (10, -10))
  }

  @Test func repeatsPreviousAndUniqueValuesAreKnownToPropertiesToo() {
    let source = MutableProperty(1)
    let distinct = source.skipRepeats().producer.record()
    let pairs = source.combinePrevious(0)
    let unique = source.uniqueValues().producer.record()
    for value in [1, 2, 1] { source.value = value }
    #expect(distinct.values == [1, 2, 1])
    #expect(pairs.value == (2, 1))
    #expect(unique.values == [1, 2])
  }

  @Test func theEndOfAPropertyWaitsForTheDeliveryOfTheFirstValue() {
    let (signal, observer) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let log = Log()
    property.producer.start { event in
      log.add("begin \(event)")
      if event.value != nil { observer.sendCompleted() }
      log.add("end \(event)")
    }
    #expect(log.lines == ["begin VALUE 0", "end VALUE 0", "begin COMPLETED", "end COMPLETED"])
  }
}
