import Signals
import SignalsTesting
import Testing

@Suite struct MarbleDiagramTests {
  @Test(arguments: ["", "-a--b|", "ab#", "a-(bc)--(d|)", "-<long>-(<x y>!)", "<->--<|>"])
  func aDiagramIsWrittenAsItWasRead(text: String) {
    #expect(MarbleDiagram(text).description == text)
  }

  @Test func spacesOnlyLineDiagramsUp() {
    #expect(MarbleDiagram("a   - (b  c) |") == MarbleDiagram("a-(bc)|"))
  }

  @Test func aGroupCountsAsOneColumn() {
    #expect(MarbleDiagram("a(bc)|").steps == [[.value("a")], [.value("b"), .value("c")], [.completed]])
  }

  @Test func whatIsPlayedIsWhatIsRecorded() {
    let clock = MarbleClock()
    let diagrams = ["-a--b|", "ab#", "a-(bc)--(d|)", "-a!", "--", "a"]
    let recordings = diagrams.map { clock.record(clock.producer($0)) }
    clock.run()
    #expect(recordings.map(\.diagram) == ["-a--b|", "ab#", "a-(bc)--(d|)", "-a!", "", "a"])
  }
}

@Suite struct LeakCheckTests {
  @Test func whatStaysAliveIsNamed() {
    let held = Log()
    var keep: [AnyObject] = []
    let survivors = LeakCheck.survivors { check in
      keep.append(check.probe("kept"))
      _ = check.probe("gone")
      check.watch(held, "log")
    }
    #expect(survivors == ["kept", "log"])
    withExtendedLifetime(keep) {}
  }

  @Test func anObserverThatHoldsItsOwnSignalIsFound() {
    let survivors = LeakCheck.survivors { check in
      let (signal, observer) = Signal<Int, Never>.pipe()
      check.watch(signal, "signal")
      signal.observeValues { _ in withExtendedLifetime(observer) {} }
    }
    #expect(survivors == ["signal"])
  }
}

@Suite struct EventRecorderTests {
  @Test func itTellsBrokenGrammarFromKept() {
    let recorder = EventRecorder<Int, MarbleError>()
    recorder.record(.value(1))
    recorder.record(.completed)
    #expect(recorder.isWellFormed)
    recorder.record(.value(2))
    #expect(!recorder.isWellFormed)
    #expect(recorder.values == [1, 2])
    #expect(recorder.ending == .completed)
  }
}
