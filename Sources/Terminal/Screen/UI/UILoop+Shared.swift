import Signals

extension UILoop {
  /// The state that several threads use, protected by the loop's lock.
  struct Shared {
    var jobs: [Job] = []
    var timers = TimerQueue()
    var watches: [Watch] = []
    var lastWatch: UInt64 = 0
    /// The number of scheduled actions that wait or run. While there are any, the next one is enqueued.
    var scheduledActions = 0
    var isStopped = false
    /// Whether the loop waits or is about to, so that a change must wake it.
    var needsWake = false
  }

  enum Job {
    case actor(UnownedJob)
    case scheduled(ScheduledWork)
  }

  /// A handler of a descriptor's events.
  struct Watch {
    var id: UInt64
    var descriptor: CInt
    var events: PollEvents
    var handler: @Sendable (PollEvents) -> Void
  }
}
