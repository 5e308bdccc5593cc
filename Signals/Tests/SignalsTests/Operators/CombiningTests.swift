import Signals
import SignalsTesting
import Testing

/// combineLatest, zip, merge, sample, withLatest and what is made of them.
@Suite struct CombiningTests {
  @Test func combineLatestSendsTheNewestOfAllAndCompletesWhenAllHave() {
    expectMarbles("-1-----2-------|", "---<1x>---<2x>---<2y>---|", text: joined) { source, clock in
      source.combineLatest(with: clock.signal("---x-------y---|"))
    }
    expectMarbles("-1|", "---<1x>--<1y>|", text: joined) { source, clock in
      source.combineLatest(with: clock.signal("---x--y|"))
    }
    expectMarbles("-1-----2-------|", "---<1x>--#", text: joined) { source, clock in
      source.combineLatest(with: clock.signal("---x--#"))
    }
    expectMarbles("-1-----2-------|", "---<1x>--!", text: joined) { source, clock in
      source.combineLatest(with: clock.signal("---x--!"))
    }
    expectNothingLeft(endsWithSource: false) { source, _ in source.combineLatest(with: Signal<Int, MarbleError>.never) }
    expectNothingLeft { source, _ in source.combineLatest(with: source.map { $0 }) }
  }

  @Test func anyNumberCanBeCombined() {
    let (a, inputA) = Signal<Int, Never>.pipe()
    let (b, inputB) = Signal<String, Never>.pipe()
    let (c, inputC) = Signal<Bool, Never>.pipe()
    let (d, inputD) = Signal<Double, Never>.pipe()
    let latest = Signal.combineLatest(a, b, c, d).map { "\($0.0) \($0.1) \($0.2) \($0.3)" }.record()
    let zipped = Signal.zip(a, b, c, d).map { "\($0.0) \($0.1) \($0.2) \($0.3)" }.record()
    inputA.send(value: 1)
    inputB.send(value: "b")
    inputC.send(value: true)
    inputD.send(value: 0.5)
    inputA.send(value: 2)
    #expect(latest.values == ["1 b true 0.5", "2 b true 0.5"])
    #expect(zipped.values == ["1 b true 0.5"])
    inputB.sendCompleted()
    #expect(latest.ending == nil)
    #expect(zipped.ending == .completed)
  }

  @Test func aSequenceCanBeCombined() {
    let clock = MarbleClock()
    let latest = clock.record(
      SignalProducer.combineLatest([clock.producer("-1-----2-------|"), clock.producer("---3-------4---|")]))
    let zipped = clock.record(
      SignalProducer.zip([clock.producer("-1--2--3|"), clock.producer("------4-----5-----6-|")]))
    clock.run()
    #expect(latest.diagram(listed) == "---<[13]>---<[23]>---<[24]>---|")
    #expect(zipped.diagram(listed) == "------<[14]>-----<[25]>-----(<[36]>|)")
    #expect(clock.scheduler.scheduledCount == 0)
  }

  @Test func combiningNothingGivesOneEmptyArrayAndCompletes() {
    let none: [SignalProducer<Int, Never>] = []
    #expect(SignalProducer.combineLatest(none).record().events == [.value([]), .completed])
    #expect(SignalProducer<Int, Never>.zip(none).record().events == [.completed])
    #expect(SignalProducer<Int, Never>.merge(none).record().events == [.completed])
    #expect(SignalProducer<Int, Never>.merge().record().events == [.completed])
    let noSignals: [Signal<Int, Never>] = []
    #expect(Signal<Int, Never>.combineLatest(noSignals).record().events == [.interrupted])
  }

  @Test func combiningNothingGivesTheSentinelWhereThereIsOne() {
    let none: [SignalProducer<Int, Never>] = []
    #expect(SignalProducer.combineLatest(none, emptySentinel: [7]).record().events == [.value([7]), .completed])
    #expect(SignalProducer.zip(none, emptySentinel: [7]).record().events == [.value([7]), .completed])
    let some = [SignalProducer<Int, Never>(value: 1), SignalProducer(values: 2, 3)]
    #expect(SignalProducer.combineLatest(some, emptySentinel: [7]).record().values == [[1, 2], [1, 3]])
    #expect(SignalProducer.zip(some, emptySentinel: [7]).record().values == [[1, 2]])
    let noProperties: [Property<Int>] = []
    #expect(Property<Int>.combineLatest(noProperties, emptySentinel: [7]).value == [7])
    #expect(Property<Int>.zip(noProperties, emptySentinel: [7]).value == [7])
    let (a, b) = (MutableProperty(1), MutableProperty(2))
    let combined = Property<Int>.combineLatest([a, b], emptySentinel: [])
    b.value = 3
    #expect(combined.value == [1, 3])
  }

  @Test func zipPairsInOrderAndCompletesWhenOneIsDrained() {
    expectMarbles("-1--2--3-------|", "------<1x>-----<2y>-----(<3z>|)", text: joined) { source, clock in
      source.zip(with: clock.signal("------x-----y-----z-|"))
    }
    expectMarbles("-1|", "--|", text: joined) { source, clock in
      source.map { $0 }.filter { _ in false }.zip(with: clock.signal("---x"))
    }
    expectMarbles("-1--2", "---<1x>-|", text: joined) { source, clock in source.zip(with: clock.signal("---x-|")) }
    expectMarbles("-1--2", "---<1x>-#", text: joined) { source, clock in source.zip(with: clock.signal("---x-#")) }
    expectNothingLeft(endsWithSource: false) { source, _ in source.zip(with: Signal<Int, MarbleError>.never) }
    expectNothingLeft { source, _ in source.zip(with: source.map { $0 }) }
  }

  @Test func mergeSendsAllAsTheyComeAndCompletesWhenAllHave() {
    expectMarbles("-1-----2--|", "-1-3---2---4--|") { source, clock in
      source.merge(with: clock.signal("---3-------4--|"))
    }
    expectMarbles("-1-----2--|", "-1-3-#") { source, clock in source.merge(with: clock.signal("---3-#")) }
    expectNothingLeft(endsWithSource: false) { source, _ in source.merge(with: .never) }
    expectNothingLeft { source, _ in Signal.merge(source, source.map { $0 }) }
  }

  @Test func whatHasEndedBeforeItIsMergedCountsAsComplete() {
    let (changing, constant) = (MutableProperty(1), Property(value: 9))
    let signals = Signal.merge(changing.signal, constant.signal).record()
    let properties = changing.merge(with: constant)
    changing.value = 2
    #expect(signals.events == [.value(2)])
    #expect(properties.value == 2)
    #expect(Signal.merge(constant.signal, constant.signal).record().events == [.interrupted])
    #expect(SignalProducer.merge(changing.signal.producer, constant.signal.producer).record().events == [])
  }

  @Test func aMergeTakesAnInterruptionForTheEndOfOneSource() {
    expectMarbles("-1-----2--|", "-1-3---2--|") { source, clock in source.merge(with: clock.signal("---3-!")) }
    expectMarbles("-1-!", "-1-3----|") { source, clock in source.merge(with: clock.signal("---3----|")) }
    expectMarbles("-1-!", "-1-3-|") { source, clock in source.merge(with: clock.signal("---3-!")) }
    let (signal, input) = Signal<Int, Never>.pipe()
    let (others, otherInput) = Signal<Int, Never>.pipe()
    let property = MutableProperty(0)
    let recorders = [
      Signal.merge([signal, others]).record(), SignalProducer.merge(SignalProducer(signal), others.producer).record(),
      SignalProducer([signal, others]).flatten(.merge).record(),
    ]
    let merged = property.merge(with: others)
    otherInput.sendInterrupted()
    input.send(value: 1)
    property.value = 2
    for recorder in recorders { #expect(recorder.events == [.value(1)]) }
    #expect(merged.value == 2)
    let late = property.merge(with: others)
    property.value = 3
    #expect((merged.value, late.value) == (3, 3))
  }

  @Test func whatFollowsAMergeHearsOfADisposalAsAnInterruption() {
    let log = Log()
    let (signal, input) = Signal<Int, Never>.pipe()
    let starts = [
      SignalProducer.merge(SignalProducer(signal), .never),
      SignalProducer(signal).lift { $0.merge(with: .never) },
      SignalProducer(signal).lift { Signal.merge($0, $0.map { -$0 }) },
    ].map { $0.on(completed: { log.add("completed") }, interrupted: { log.add("interrupted") }).start() }
    for start in starts { start.dispose() }
    #expect(log.lines == Array(repeating: "interrupted", count: 3))
    withExtendedLifetime(input) {}
  }

  @Test func mixedKindsOfStreamsCanBeCombined() {
    let property = MutableProperty(1)
    let (signal, observer) = Signal<String, Never>.pipe()
    let combined = SignalProducer.combineLatest(property, signal).record()
    observer.send(value: "a")
    property.value = 2
    #expect(combined.values.map { joined($0) } == ["1a", "2a"])
    let three = SignalProducer.combineLatest(property, signal, SignalProducer<Bool, Never>(value: true)).record()
    observer.send(value: "b")
    #expect(three.values.map { "\($0)" } == [#"(2, "b", true)"#])
  }

  @Test func sampleSendsTheNewestAtEachTick() {
    expectMarbles("-a--b-----c---|", "--<a1>----<b2><b3>--------|", text: joined) { source, clock in
      source.sample(with: clock.signal("--1----23--------|").flatMapError { _ in .empty })
    }
    expectMarbles("-a--b-----c---|", "--a----bb--------|") { source, clock in
      source.sample(on: clock.trigger("--x----xx--------|"))
    }
    expectMarbles("-a--b#", "--a--#") { source, clock in source.sample(on: clock.trigger("--x----x")) }
    expectMarbles("-a--b---|", "--a--!") { source, clock in source.sample(on: clock.trigger("--x--!")) }
    expectNothingLeft(endsWithSource: false) { source, _ in source.sample(on: .never) }
  }

  @Test func withLatestAddsTheNewestOfAnother() {
    expectMarbles("-1--2---3--4|", "----<2a>---<3a>--<4b>|", text: joined) { source, clock in
      source.withLatest(from: clock.signal("--a------b-|").flatMapError { _ in .empty })
    }
    expectMarbles("-1--2---3--4|", "----<2a>---<3a>--<4b>|", text: joined) { source, clock in
      source.withLatest(from: clock.producer("--a------b-|").flatMapError { _ in .empty })
    }
    expectMarbles("-1--2---3--4|", "----<2a>---<3a>--<4a>|", text: joined) { source, clock in
      source.withLatest(from: clock.signal("--a--!").flatMapError { _ in .empty })
    }
    expectNothingLeft { source, _ in source.withLatest(from: Signal<Int, Never>.never) }
  }

  @Test func truthsCanBeCombined() {
    let (a, b) = (MutableProperty(true), MutableProperty(false))
    let (and, or, not) = (a.and(b), a.or(b), a.negate())
    let (all, any) = (Property<Bool>.all([a, b]), Property<Bool>.any([a, b]))
    #expect((and.value, or.value, not.value, all.value, any.value) == (false, true, false, false, true))
    b.value = true
    #expect((and.value, or.value, not.value, all.value, any.value) == (true, true, false, true, true))
    a.value = false
    #expect((and.value, or.value, not.value, all.value, any.value) == (false, true, true, false, true))
  }

  @Test func truthsThatAreNamedOneByOneCanBeCombined() {
    let (a, inputA) = Signal<Bool, Never>.pipe()
    let (b, inputB) = Signal<Bool, Never>.pipe()
    let (all, any) = (Signal.all(a, b).record(), Signal.any(a, b).record())
    let starts = (
      SignalProducer.all(a.producer, b.producer).record(), SignalProducer.any(a.producer, b.producer).record()
    )
    let (c, d) = (MutableProperty(true), MutableProperty(false))
    let (both, either) = (Property<Bool>.all(c, d), Property<Bool>.any(c, d))
    inputA.send(value: true)
    inputB.send(value: false)
    inputB.send(value: true)
    #expect(all.values == [false, true] && any.values == [true, true])
    #expect(starts.0.values == all.values && starts.1.values == any.values)
    #expect((both.value, either.value) == (false, true))
    c.value = false
    #expect((both.value, either.value) == (false, false))
    #expect(SignalProducer<Bool, Never>.all().record().values == [true])
    #expect(SignalProducer<Bool, Never>.any().record().values == [false])
  }
}

@Suite struct PropertyCombiningTests {
  @Test func aSampledPropertyChangesWhenTheSamplerSends() {
    let source = MutableProperty(1)
    let (settle, settled) = Signal<(), Never>.pipe()
    let sampled = source.sample(on: settle)
    let recorder = sampled.signal.record()
    source.value = 2
    #expect(sampled.value == 1)
    settled.send(value: ())
    #expect(sampled.value == 2)
    settled.send(value: ())
    source.value = 3
    settled.send(value: ())
    settled.sendCompleted()
    #expect(recorder.events == [.value(2), .value(2), .value(3)])
  }

  @Test func aMergedPropertyTakesOverTheChangesOfBoth() {
    let (a, b) = (MutableProperty(1), MutableProperty(9))
    let (keys, press) = Signal<Int, Never>.pipe()
    let (merged, typed) = (a.merge(with: b), a.merge(with: keys))
    let recorder = merged.producer.record()
    a.value = 2
    b.value = 3
    a.value = 4
    press.send(value: 5)
    #expect(recorder.values == [1, 2, 3, 4])
    #expect((merged.value, typed.value) == (4, 5))
  }

  @Test func propertiesMadeOfOthersDoNotKeepThem() {
    let (settle, settled) = Signal<(), Never>.pipe()
    var merged: Property<Int>?
    let survivors = LeakCheck.survivors { check in
      let (a, b) = (MutableProperty(1), MutableProperty(2))
      for property in [a, b] { check.watch(property, "source") }
      merged = a.merge(with: b)
      let sampled = check.watch(a.sample(on: settle), "sampled")
      settled.send(value: ())
      #expect(sampled.value == 1)
    }
    #expect(survivors == [])
    let ending = merged?.signal.record().events
    #expect(merged?.value == 1)
    #expect(ending == [.interrupted], "the merged property is not over")
  }
}
