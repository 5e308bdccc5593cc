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
