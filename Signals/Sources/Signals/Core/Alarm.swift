#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One piece of scheduled work at a time: setting it again cancels the earlier work.
///
/// For authors of operators and of objects that wait:
///
/// ```swift
/// private let patience = Alarm()
///
/// func heartbeat() {
///   patience.set { scheduler.schedule(after: .seconds(30)) { [weak self] in self?.giveUp() } }
/// }
/// ```
///
/// An operator decides with a lock held to set its alarm, and sets it without the lock, so another thread may come in
/// between. The terminal event must not be lost and is therefore set with ``setLast(_:)``: after that call, an earlier
/// decision no longer has an effect.
///
/// Work that sets the alarm again may finish before the call that scheduled it returns. The newest setting counts.
public final class Alarm: Disposable {
  private let state = Locked(State())

  private struct State: Sendable {
    /// Identifies the newest setting, so that a setting that was overtaken while it was being scheduled is recognized.
    var setting = 0
    var scheduled: Disposable?
    /// Whether the last work has been set.
    var isLastSet = false
    var isDisposed = false
  }

  /// An alarm that is not set.
  public init() {}

  /// Schedules work in place of the earlier work, unless the last work has been set.
  ///
  /// - Parameter schedule: Hands the work to a scheduler. It is not called after the alarm has been disposed of.
  public func set(_ schedule: () -> Disposable?) {
    set(isLast: false, schedule)
  }

  /// Schedules work in place of the earlier work, for good: only another call of this method replaces it.
  ///
  /// - Parameter schedule: Hands the work to a scheduler. It is not called after the alarm has been disposed of.
  public func setLast(_ schedule: () -> Disposable?) {
    set(isLast: true, schedule)
  }

  private func set(isLast: Bool, _ schedule: () -> Disposable?) {
    let setting: Int? = state.withLock { state in
      if state.isDisposed || (state.isLastSet && !isLast) { return nil }
      state.isLastSet = isLast
      state.setting += 1
      return state.setting
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

  /// Schedules work in place of the earlier work: for `date`, or in `interval` if that is sooner.
  ///
  /// The date was at most `interval` away when it was computed. A wall clock that was set back since then would delay
  /// the work by as much.
  public func set(
    for date: Date, within interval: TimeInterval, on scheduler: DateScheduler, _ work: @escaping @Sendable () -> Void
  ) {
    let atTheLatest = scheduler.currentDate.addingTimeInterval(interval)
    set { scheduler.schedule(after: min(date, atTheLatest), action: work) }
  }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Cancels the work. No work can be scheduled after this.
  public func dispose() {
    state.withLock { state in
      defer { state.scheduled = nil }
      state.isDisposed = true
      return state.scheduled
    }?.dispose()
  }
}
