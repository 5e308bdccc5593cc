import Signals

extension UILoop {
  /// What several threads touch; it stands behind the loop's lock.
  struct Shared {
    var jobs: [Job] = []
    var timers = TimerQueue()
    var watches: [Watch] = []
    var lastWatch: UInt64 = 0
    /// Scheduled actions that wait or run: while there are any, the next one has to queue behind them.
    var scheduledActions = 0
    var isStopped = false
    /// The loop waits, or is about to: what comes now must wake it.
    var needsWake = false
  }

  enum Job {
    case actor(UnownedJob)
    case scheduled(ScheduledWork)
  }

  /// Somebody's interest in a descriptor.
  struct Watch {
    var id: UInt64
    var descriptor: CInt
    var events: PollEvents
    var handler: @Sendable (PollEvents) -> Void
  }
}
