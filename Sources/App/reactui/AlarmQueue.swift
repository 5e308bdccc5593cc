import Model
import PaneKit
import Rooms
import Text

/// Decides which alarm's program runs: one at a time for a room, so that a program that hangs delays only its own room. Of
/// the alarms that wait for it, the newest is kept. No alarm is left without its program because others run.
struct AlarmQueue: Sendable {
  enum Input: Sendable {
    case alarm(AlarmTransition)
    /// The program of a room has ended.
    case ended(Room.Mark)
  }

  enum Step: Sendable, Equatable {
    /// A program and its arguments.
    case run([String], AlarmTransition)
    case tell(SafeText)
  }

  /// The most programs at the same time: a room each of the most that are stored for a source. A source whose rooms change
  /// their names with each answer cannot start more.
  static let limit = 100
  /// The most rooms whose alarms wait.
  static let waitingLimit = 1_000

  private var running: Set<Room.Mark> = []
  private var waiting: [Room.Mark: AlarmTransition] = [:]
  /// The rooms of ``waiting``, the one that has waited longest first.
  private var order: [Room.Mark] = []

  mutating func take(_ input: Input) -> [Step] {
    switch input {
    case .alarm(let alarm):
      guard let words = alarm.room.limits.command else { return [] }
      let name = SafeText(oneLine: words.first ?? "", limit: Self.nameLimit)
      let room = SafeText(oneLine: alarm.room.label.string, limit: Self.nameLimit)
      let mark = alarm.event.room
      if !running.contains(mark), running.count < Self.limit {
        running.insert(mark)
        return [.run(words, alarm)]
      }
      let reason: SafeText =
        running.contains(mark) ? "\(name) still runs" : "\(Self.limit) programs of alarms run already"
      let isReplaced = waiting[mark] != nil
      guard isReplaced || waiting.count < Self.waitingLimit else {
        return [.tell("\(room): \(name) is not run: \(waiting.count) alarms wait already")]
      }
      waiting[mark] = alarm
      if !isReplaced { order.append(mark) }
      return [.tell("\(room): \(reason); \(isReplaced ? "a newer alarm waits instead" : "the alarm waits")")]
    case .ended(let mark):
      running.remove(mark)
      guard let place = order.firstIndex(where: { !running.contains($0) }) else { return [] }
      return waiting.removeValue(forKey: order.remove(at: place)).map { take(.alarm($0)) } ?? []
    }
  }

  /// The letters of a name in a sentence.
  private static let nameLimit = 20
}
