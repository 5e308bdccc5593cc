import Foundation
import Signals
import SignalsTesting
import Testing

@Suite struct ActiveWhileTests {
  private func active(_ work: String, while condition: String, columns: Int = 30) -> String {
    let clock = MarbleClock()
    let isWanted = clock.signal(condition) { $0 == "t" }.flatMapError { _ in SignalProducer<Bool, Never>.empty }
    let result = clock.record(clock.producer(work).active(while: isWanted))
    clock.run(columns: columns)
    result.dispose()
    #expect(clock.scheduler.scheduledCount == 0, "work goes on")
    #expect(result.recorder.isWellFormed)
    return String(result.diagram.prefix { $0 != "!" })
  }

  @Test func workIsDoneWhileTheConditionIsTrue() {
    #expect(active("-1-2-3-4--", while: "-t-----f--t---f", columns: 16) == "--1-2-3----1-2--")
    #expect(active("-1-2-3-4--", while: "f---", columns: 16) == "----------------")
    #expect(active("-1-2-3-4--", while: "t-t-t", columns: 6) == "-1-2-3")
  }

  @Test func theEndOfTheWorkIsTheEnd() {
    #expect(active("-1|", while: "-t----f--t") == "--1|")
    #expect(active("-1#", while: "-t----f--t") == "--1#")
    #expect(active("-1---|", while: "t--f-t") == "-1----1---|")
  }

  @Test func theEndOfTheConditionEndsWhatIsNotActive() {
    #expect(active("-1-2|", while: "t-f---|") == "-1----|")
    #expect(active("-1-2|", while: "t-|") == "-1-2|")
  }

  @Test func eachStartHasItsOwnWork() {
    let isWanted = MutableProperty(true)
    let (begun, ended) = (Counter(), Counter())
    let work = SignalProducer<Int, MarbleError> { observer, lifetime in
      observer.send(value: begun.next())
      lifetime.observeEnded { withExtendedLifetime(observer) { _ = ended.next() } }
    }
    let recorders = (0..<2).map { _ in work.active(while: isWanted).record() }
    isWanted.value = false
    #expect((begun.value, ended.value) == (2, 2))
    isWanted.value = true
    #expect(recorders.map(\.values) == [[1, 3], [2, 4]])
    for recorder in recorders { recorder.dispose() }
    #expect((begun.value, ended.value) == (4, 4))
  }

  @Test func theWorkMayEndItsOwnTurn() {
    let isWanted = MutableProperty(true)
    let (signal, observer) = Signal<Int, Never>.pipe()
    let recorder = SignalProducer(signal).on(value: { if $0 == 2 { isWanted.value = false } })
      .active(while: isWanted).record()
    for value in 1...3 { observer.send(value: value) }
    isWanted.value = true
    observer.send(value: 4)
    #expect(recorder.events == [.value(1), .value(4)])
  }

  @Test func nothingIsLeftBehind() {
    expectNothingLeftByWork { work, scheduler in
      work.active(
        while: SignalProducer.timer(every: 0.4, on: scheduler).take(first: 4).map { _ in false }
          .prefix(value: true).scan(false) { isWanted, _ in !isWanted })
    }
    expectNothingLeftByWork { work, _ in work.active(while: MutableProperty(true)) }
  }
}
