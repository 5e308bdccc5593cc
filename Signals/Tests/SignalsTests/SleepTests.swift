import Foundation
import Signals
import SignalsTesting
import Testing

/// Tasks that wait on a scheduler's clock.
@MainActor @Suite(.timeLimit(.minutes(2))) struct SleepTests {
  private let scheduler = TestScheduler()
  private let log = Log()

  @Test func aTaskSleepsFromOneDateToTheNext() async throws {
    let task = Task { @MainActor in
      for number in 1...3 {
        try await scheduler.sleep(for: .seconds(1))
        log.add("\(number) at \(scheduler.currentDate.timeIntervalSinceReferenceDate)")
      }
      try await scheduler.sleep(until: scheduler.currentDate.addingTimeInterval(0.5))
      try await scheduler.sleep(for: 0.25)
      log.add("awake")
    }
    await scheduler.advanceWithTasks(by: .seconds(2))
    #expect(log.lines == ["1 at 1.0", "2 at 2.0"])
    await scheduler.advanceWithTasks(by: 1.7)
    #expect(log.lines == ["1 at 1.0", "2 at 2.0", "3 at 3.0"])
    await scheduler.runWithTasks()
    #expect(log.lines.last == "awake")
    #expect(scheduler.currentDate == .distantFuture && scheduler.scheduledCount == 0)
    try await task.value
  }

  @Test func aTaskMaySetWhatActionsFollow() async {
    let task = Task { @MainActor in
      log.add("task")
      scheduler.schedule(after: .seconds(1)) { [log] in log.add("action") }
    }
    await scheduler.advanceWithTasks(by: .seconds(1))
    #expect(log.lines == ["task", "action"])
    await task.value
  }

  @Test func aTaskThatIsCancelledWakesAtOnceAndLeavesNothingScheduled() async {
    let task = Task { @MainActor in
      do {
        try await scheduler.sleep(for: .seconds(10))
      } catch {
        log.add("\(error)")
      }
    }
    await scheduler.advanceWithTasks()
    #expect(scheduler.scheduledCount == 1)
    task.cancel()
    await task.value
    #expect(log.lines == ["CancellationError()"])
    #expect(scheduler.scheduledCount == 0)
    let late = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await scheduler.sleep(for: .seconds(10)) }
    }
    await late.value
    #expect(scheduler.scheduledCount == 0)
  }

  @Test func aTaskWhoseSchedulerIsGoneWakes() async {
    var forgetful: TestScheduler? = TestScheduler()
    let task = Task { @MainActor [weak forgetful] in
      let date = Date(timeIntervalSinceReferenceDate: 10)
      do { try await forgetful?.sleep(until: date) } catch { log.add("\(error)") }
    }
    await scheduler.advanceWithTasks()
    forgetful = nil
    _ = forgetful
    task.cancel()
    await task.value
    #expect(log.lines == ["CancellationError()"])
  }
}
