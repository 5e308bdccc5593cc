import Model
import ModelTesting
import Signals
import SignalsTesting
import Testing

@testable import PaneKit
@testable import Rooms

/// A view model that is let go of takes its timers and requests with it, and one that has nothing to do schedules nothing.
@Suite struct LifetimeTests {
  private let scheduler = TestScheduler()

  @Test func aRoomsPaneLeavesNothingBehind() {
    let service = ScriptedThermometer()
    weak var released: RoomsViewModel?
    do {
      let viewModel = RoomsViewModel(service, scheduler: scheduler)
      released = viewModel
      viewModel.start()
      scheduler.advance()
      #expect(scheduler.scheduledCount == 2, "the next poll, and the axis that moves on without an answer")
      #expect(service.requests.open.count == 1)
    }
    #expect(released == nil)
    // An interruption crosses the door like any other event.
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
    #expect(service.requests.open.isEmpty)
  }

  @Test func aSuspendedRoomsPaneSchedulesNothing() {
    let viewModel = RoomsViewModel(ScriptedThermometer(), scheduler: scheduler)
    viewModel.start()
    scheduler.advance()
    scheduler.perform { viewModel.isSuspended.value = true }
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
  }
}
