import Foundation
import Rooms
import Signals

/// The program's own measurements of a source whose history is not stored anywhere else: the last day by the minute in
/// memory, and older ones in the store, if there is one.
///
/// ```
/// the store's last day ──┐
/// measurements ──────────┴──▶ minutes of the last day ──▶ a short window
///      └──▶ store ──────────────────────────────────────▶ a long one
/// ```
final class OwnHistory: Sendable {
  /// The steps that the source supports.
  let steps: RoomSteps

  private let source: String
  private let store: (any ReadingStore)?
  private let minutes: MutableProperty<[RoomKey: MinuteHistory]>
  private let measured: Signal<[OwnReading], Never>.Observer
  /// Whether the store's last day has been requested.
  private let isRecalled: MutableProperty<Bool>
  private let clock: any DateScheduler
  private let (lifetime, lifetimeToken) = Lifetime.make()

  /// The maximum number of rooms. Beyond it, the rooms whose last measurement is oldest are forgotten.
  private static let roomLimit = 100
  /// The number of seconds between two roll-ups.
  private static let rollUpInterval: TimeInterval = 3_600

  /// - Parameter source: Identifies the source in the store, also across restarts.
  init(of source: String, in store: (any ReadingStore)?, clock: any DateScheduler) {
    (self.source, self.store, self.clock) = (source, store, clock)
    steps = RoomSteps(shortest: 60, kept: store == nil ? MinuteHistory.steps.kept : ReadingRetention.hours)
    let minutes = MutableProperty<[RoomKey: MinuteHistory]>([:])
    self.minutes = minutes
    isRecalled = MutableProperty(store == nil)
    let (measurements, measured) = Signal<[OwnReading], Never>.pipe()
    self.measured = measured
    lifetime += measurements.observeValues { readings in
      minutes.modify { minutes in
        for one in readings {
          minutes[one.key, default: MinuteHistory()].add(one.temperature.celsius, at: one.temperature.time)
        }
        if minutes.count > Self.roomLimit {
          let oldest = minutes.sorted { ($0.value.newest ?? 0) < ($1.value.newest ?? 0) }
          for (key, _) in oldest.prefix(minutes.count - Self.roomLimit) { minutes[key] = nil }
        }
      }
    }
    if let store {
      lifetime += measurements.filter { !$0.isEmpty }.observeValues { store.keep($0, of: source) }
      lifetime += measurements.throttle(Self.rollUpInterval, on: clock)
        .observeValues { _ in store.rollUpReadings(at: clock.currentDate) }
    }
  }

  /// Adds measurements, in order of time for each room.
  func take(_ readings: [OwnReading]) { measured.send(value: readings) }

  /// The measurements in a window, by steps.
  func readings(
    over window: ClosedRange<Date>, step: TimeInterval
  ) -> SignalProducer<[RoomKey: [RoomReading]], Never> {
    let now = clock.currentDate
    let isShort = window.lowerBound >= now.addingTimeInterval(-(MinuteHistory.steps.kept ?? 0))
    if let store, !isShort {
      return store.readings(of: source, over: window, step: max(step, 60))
    }
    return recalled(at: now).map { $0.mapValues { $0.readings(over: window, step: step) }.filter { !$0.value.isEmpty } }
  }

  /// The minutes of the last day. The first start adds those in the store.
  private func recalled(at now: Date) -> SignalProducer<[RoomKey: MinuteHistory], Never> {
    SignalProducer { [minutes, isRecalled, store, source] observer, lifetime in
      guard let store, !isRecalled.value else {
        observer.send(value: minutes.value)
        return observer.sendCompleted()
      }
      let window = now.addingTimeInterval(-(MinuteHistory.steps.kept ?? 0))...now
      lifetime += store.readings(of: source, over: window, step: 60)
        .map { kept in
          let isKnown = isRecalled.swap(true)
          return minutes.modify { minutes in
            if isKnown { return minutes }
            for (key, readings) in kept { minutes[key, default: MinuteHistory()].recall(readings) }
            return minutes
          }
        }
        .start(observer)
    }
  }
}
