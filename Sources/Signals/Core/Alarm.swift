import Foundation

/// One piece of scheduled work at a time: setting it again takes the earlier one back.
final class Alarm: Disposable {
  private let state = Locked(State())

  private struct State: Sendable {
    /// Tells a setting that has been overtaken, while its work was being scheduled, by a later one.
    var setting = 0
    var scheduled: Disposable?
    var isDisposed = false
  }

  /// Schedules work in place of the earlier.
  ///
  /// - Parameter schedule: Hands the work to a scheduler. It is not called after the alarm has been disposed of.
  func set(_ schedule: () -> Disposable?) {
    let setting: Int? = state.withLock { state in
      state.setting += 1
      return state.isDisposed ? nil : state.setting
    }
    guard let setting else { return }
    let scheduled = schedule()
    let surplus = state.withLock { state in
      if state.isDisposed || state.setting != setting { return scheduled }
      defer { state.scheduled = scheduled }
      return state.scheduled
    }
    surplus?.dispose()
  }

  /// Schedules work in place of the earlier: for `date`, or in `interval` if that is sooner.
  ///
  /// When the date was reckoned it was no further away than that. A wall clock that was set back since then would put the
  /// work off for as much longer.
  func set(
    for date: Date, within interval: TimeInterval, on scheduler: DateScheduler, _ work: @escaping @Sendable () -> Void
  ) {
    let atTheLatest = scheduler.currentDate.addingTimeInterval(interval)
    set { scheduler.schedule(after: min(date, atTheLatest), action: work) }
  }

  var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Takes the work back, and lets none be scheduled any more.
  func dispose() {
    state.withLock { state in
      defer { state.scheduled = nil }
      state.isDisposed = true
      return state.scheduled
    }?.dispose()
  }
}
