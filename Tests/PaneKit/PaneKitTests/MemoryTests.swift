import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit

@Suite struct MemoryTests {
  private let scheduler = TestScheduler()
  private let store = MemoryStateStore()

  /// Returns a memory, and what its observers learn in order.
  private func memory(in store: (any StateStore)?) -> (memory: Memory, told: MutableProperty<[String]>) {
    let told = MutableProperty<[String]>([])
    let memory = Memory(in: store, on: scheduler)
    memory.isReady.signal.observeValues { isReady in told.modify { $0.append("ready \(isReady)") } }
    memory.recalls.observeValues { state in told.modify { $0.append("recall \(state.dashboard.pane ?? "nothing")") } }
    return (memory, told)
  }

  @Test func everyObserverTakesTheStateBeforeAnythingIsReady() {
    let (memory, told) = memory(in: store)
    memory.start()
    store.arrive(RememberedState(pane: "b"))
    #expect(told.value == [], "the state comes on the interface's scheduler")
    scheduler.advance()
    #expect(told.value == ["recall b", "ready true"])
    #expect(scheduler.scheduledCount == 0, "nothing waits for a store that has answered")
  }

  @Test func aStoreThatDoesNotAnswerIsWaitedForForHalfASecond() {
    let (memory, told) = memory(in: store)
    memory.start()
    scheduler.advance(by: .milliseconds(499))
    #expect(told.value == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(told.value == ["ready true"])
    store.arrive(RememberedState(pane: "b"))
    scheduler.advance()
    #expect(told.value == ["ready true", "recall b"], "what comes late is not lost")
  }

  @Test func whatComesWithEveryKeyIsStoredAfterARest() {
    let (memory, _) = memory(in: store)
    for number in 1...3 {
      scheduler.perform { memory.keep(Place(number: number)) }
      scheduler.advance(by: .milliseconds(400))
    }
    #expect(store.changes(of: Place.self) == [])
    scheduler.advance(by: .seconds(1))
    #expect(store.changes(of: Place.self) == [Place(number: 3)])
    scheduler.advance(by: .seconds(9))
    withExtendedLifetime(memory) {
      #expect(store.changes(of: Place.self).count == 1 && scheduler.scheduledCount == 0)
    }
  }

  @Test func whatWaitsIsStoredBeforeWhatComesNextAndAtTheEnd() {
    let written = MutableProperty<[String]>([])
    store.written.observeValues { change in written.modify { $0.append(change.key?.first ?? "") } }
    let (memory, _) = memory(in: store)
    scheduler.perform {
      memory.keep(Place(number: 1))
      memory.keep(Deed())
      memory.keep(Place(number: 2))
    }
    #expect(written.value == ["place", "deed"])
    scheduler.perform { memory.settle() }
    #expect(written.value == ["place", "deed", "place"])
    #expect(store.changes(of: Place.self) == [Place(number: 1), Place(number: 2)])
  }

  /// A change that may come with every press of a key.
  private struct Place: StateChange {
    var number: Int
    var key: [String]? { ["place"] }
    var waitsForRest: Bool { true }
    func write(to rows: any StateRows) throws {}
  }

  private struct Deed: StateChange {
    var key: [String]? { ["deed"] }
    func write(to rows: any StateRows) throws {}
  }

  @Test func theStateIsReadOnceHoweverOftenItIsStarted() {
    let (memory, told) = memory(in: nil)
    scheduler.advance(by: .seconds(1))
    #expect(told.value == [], "nothing is read before the start")
    memory.start()
    memory.start()
    #expect(scheduler.scheduledCount == 0, "nothing waits where there is no store")
    scheduler.advance(by: .seconds(1))
    #expect(told.value == ["recall nothing", "ready true"])
  }
}
