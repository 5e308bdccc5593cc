import Testing

@testable import Screen

@Suite struct TimerQueueTests {
  private let start = ContinuousClock.now
  private let journal = Journal()

  @Test func actionsComeOutByTimeAndThenByTheOrderInWhichTheyWereAdded() {
    var queue = TimerQueue()
    // 7 and 37 have no common divisor with 100, so the times are mixed well and each stands twice.
    for number in 0..<200 {
      let time = number * 37 % 100
      _ = queue.add(at: start + .seconds(time)) { [journal] in journal.note("\(time) \(number)") }
    }
    while let action = queue.popDue(at: start + .seconds(100)) { action() }

    let expected = (0..<200).sorted { ($0 * 37 % 100, $0) < ($1 * 37 % 100, $1) }.map { "\($0 * 37 % 100) \($0)" }
    #expect(journal.take() == expected)
  }

  @Test func nothingComesOutBeforeItsTime() {
    var queue = TimerQueue()
    _ = queue.add(at: start + .seconds(1)) {}
    #expect(queue.popDue(at: start + .milliseconds(999)) == nil)
    #expect(queue.popDue(at: start + .seconds(1)) != nil)
    #expect(queue.popDue(at: start + .seconds(9)) == nil)
  }

  @Test func aCancelledActionNeitherRunsNorIsWaitedFor() {
    var queue = TimerQueue()
    let first = queue.add(at: start + .seconds(1)) {}
    let second = queue.add(at: start + .seconds(2)) {}
    _ = queue.add(at: start + .seconds(3)) {}
    #expect(queue.cancel(first) != nil)
    #expect(queue.cancel(second) != nil)
    #expect(queue.cancel(second) == nil)
    #expect(queue.nextDeadline == start + .seconds(3))
    #expect(queue.count == 1)
  }

  @Test func cancellingLetsGoOfWhatTheActionHeld() {
    final class Held: Sendable {}
    var queue = TimerQueue()
    weak var held: Held?
    let timer: TimerQueue.ID
    do {
      let object = Held()
      held = object
      timer = queue.add(at: start) { withExtendedLifetime(object) {} }
    }
    #expect(held != nil)
    _ = queue.cancel(timer)
    #expect(held == nil)
  }
}
