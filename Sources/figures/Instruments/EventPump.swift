import Foundation
import Station
import Synchronization

/// Emits events on the wikis at a steady rate, in small batches.
///
/// The number of due events is counted from the start, so a late timer catches up.
final class EventPump {
  private let timer: any DispatchSourceTimer
  private let sent = Mutex(0)

  init(into feed: WikipediaFeed, eventsPerSecond: Int, batchesPerSecond: Int) {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: DispatchQueue(label: "event pump"))
    timer.schedule(deadline: .now(), repeating: 1 / Double(batchesPerSecond), leeway: .nanoseconds(0))
    let begin = ContinuousClock.now
    timer.setEventHandler { [self] in
      let due = Int(begin.duration(to: .now).seconds * Double(eventsPerSecond))
      let batch = sent.withLock { sent in
        defer { sent = due }
        return (sent..<due).map(Self.change)
      }
      feed.emit(batch)
    }
    timer.activate()
  }

  /// Stops; a batch on its way is still emitted.
  func stop() { timer.cancel() }

  /// Returns an event in roughly the proportions of the English Wikipedia: of 200 events one is a sign-up and 140 are edits
  /// of articles.
  private static func change(_ number: Int) -> RecentChange {
    switch number % 200 {
    case 0: .signUp("Newcomer \(number)")
    case 1..<141: .edit("Article \(number % 7_919) of the river Łyna", by: number % 401 - 200)
    case 141..<170:
      RecentChange(.edit(oldLength: 100, newLength: 120), title: "Talk:Article \(number % 7_919)", namespace: 1)
    case 170..<190:
      RecentChange(.edit(oldLength: 100, newLength: 120), title: "User talk:Somebody \(number)", namespace: 3)
    default: RecentChange(.log(type: "move", action: "move"), title: "Article \(number % 7_919)")
    }
  }

  /// The fraction of the events that are edits of articles, which the rate counts.
  static let editShare = 0.7
}
