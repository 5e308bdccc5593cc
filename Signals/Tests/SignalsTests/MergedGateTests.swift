import Dispatch
import Signals
import SignalsTesting
import Testing

/// Who follows a property joins its gate after the first value: from outside, nothing of that may show.
@Suite struct MergedGateTests {
  @Test func whatFollowsAPropertyEndsOnceAndNeverOverlapsWhateverThreadsDo() {
    let property = MutableProperty(0)
    let (overlaps, malformed) = (Counter(), Counter())
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 1...500 {
        if thread < 2 {
          property.value = 2 * round + thread
          continue
        }
        let inside = Occupancy()
        let recorder = EventRecorder<Int, Never>()
        let start = property.producer.map { $0 + 1 }.skipRepeats().start { event in
          if !inside.enter() { overlaps.next() }
          recorder.record(event)
          inside.leave()
        }
        start.dispose()
        if !recorder.isWellFormed || recorder.values.isEmpty { malformed.next() }
      }
    }
    #expect(overlaps.value == 0)
    #expect(malformed.value == 0)
  }

  @Test func anInterruptionFromOutsideReachesWhatFollowsAProperty() {
    let property = MutableProperty(0)
    let recorder = EventRecorder<Int, Never>()
    let start = property.producer.map { $0 * 10 }.start { recorder.record($0) }
    property.value = 1
    property.value = 2
    start.dispose()
    property.value = 3
    #expect(recorder.values == [0, 10, 20])
    #expect(recorder.ending == .interrupted)
  }

  @Test func anInterruptionFromInsideADeliveryComesAfterIt() {
    let property = MutableProperty(0)
    let (recorder, start) = (EventRecorder<Int, Never>(), SerialDisposable())
    start.inner = property.producer.start { event in
      recorder.record(event)
      if case .value(2) = event {
        start.dispose()
        #expect(recorder.ending == nil)
      }
    }
    for value in 1...3 { property.value = value }
    #expect(recorder.values == [0, 1, 2])
    #expect(recorder.ending == .interrupted)
  }

  @Test func setFromInsideItsFirstDeliveryAPropertySendsTheNewValueAfterIt() {
    let property = MutableProperty(0)
    let (recorder, log) = (EventRecorder<Int, Never>(), Log())
    property.producer.start { event in
      recorder.record(event)
      if case .value(let value) = event, value < 3 {
        property.value = value + 1
        log.add("set \(value + 1) during \(recorder.values)")
      }
    }
    #expect(recorder.values == [0, 1, 2, 3])
    #expect(log.lines == ["set 1 during [0]", "set 2 during [0, 1]", "set 3 during [0, 1, 2]"])
    property.value = 7
    #expect(recorder.values.last == 7)
  }

  @Test func theEndOfAPropertyReachesWhatFollowsItInTurn() {
    var property: MutableProperty<Int>? = MutableProperty(0)
    let recorder = property?.producer.map { "\($0)" }.record()
    property?.value = 1
    property = nil
    #expect(recorder?.values == ["0", "1"])
    #expect(recorder?.ending == .completed)
  }

  @Test func nothingIsLeftOfAStartThatIsOverWhileThePropertyLives() {
    let property = MutableProperty(0)
    let survivors = LeakCheck.survivors { check in
      let probe = check.probe("observer")
      let start = property.producer.startWithSignal { signal, interrupter in
        check.watch(signal, "start").observeValues { _ in withExtendedLifetime(probe) {} }
        return interrupter
      }
      property.value = 1
      property.value = 2
      start.dispose()
    }
    #expect(survivors == [])
    property.value = 3
  }
}

/// Properties that are composed while others set what they are made of.
@Suite struct ConcurrentCompositionTests {
  @Test func aPropertyCanBeComposedOfOthersWhileTheyAreSet() {
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let wrong = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for value in 1...20_000 {
        if thread == 0 {
          a.value = value
        } else {
          let sum = Property.combineLatest(a, b).map { $0 + $1 }
          if !(0...20_000).contains(sum.value) { wrong.next() }
        }
      }
    }
    #expect(wrong.value == 0)
    #expect(Property.combineLatest(a, b).map { $0 + $1 }.value == 20_000)
  }
}
