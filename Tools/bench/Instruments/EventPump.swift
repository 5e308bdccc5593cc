import Foundation
import Station
import Synchronization

/// Emits events on the wikis at a steady rate, in small batches.
///
/// The number of due events is counted from the start, so a late timer catches up.
final class EventPump {
  private let timer: any DispatchSourceTimer
  private let sent = Mutex(0)

  /// - Parameter mix: The events to emit.
  init(
    into feed: WikipediaFeed, eventsPerSecond: Int, batchesPerSecond: Int, mix: EventMix = EventMix()
  ) {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "event pump"))
    timer.schedule(deadline: .now(), repeating: 1 / Double(batchesPerSecond), leeway: .nanoseconds(0))
    let begin = ContinuousClock.now
    timer.setEventHandler { [self] in
      let due = Int(begin.duration(to: .now).seconds * Double(eventsPerSecond))
      let batch = sent.withLock { sent in
        defer { sent = due }
        return sent..<due
      }
      feed.emit(batch.flatMap(mix.events))
    }
    timer.activate()
  }

  /// Stops; a batch on its way is still emitted.
  func stop() { timer.cancel() }
}
