import Model
import Signals
import SignalsTesting
import Testing

@testable import PaneKit

/// A view model that is let go of takes its timers and requests with it, and one that has nothing to do schedules nothing.
@Suite struct LifetimeTests {
  private let scheduler = TestScheduler()

  @Test func aDashboardLeavesNothingBehind() {
    weak var released: Dashboard?
    do {
      let dashboard = Dashboard(panes: ["a", "b"], scheduler: scheduler)
      released = dashboard
      scheduler.perform { dashboard.send(.notice("here for three seconds")) }
      #expect(scheduler.scheduledCount > 0)
    }
    #expect(released == nil)
    scheduler.advance()
    #expect(scheduler.scheduledCount == 0)
  }
}
