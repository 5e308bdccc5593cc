import Model
import Text
import ViewModels

/// Decides which alarm's program runs: one at a time for a room, so that a program that hangs delays only its own room. Of
/// the alarms that wait for it, the newest is kept.
struct AlarmQueue: Sendable {
  enum Input: Sendable {
    case alarm(RoomNews)
    /// The program of a room has ended.
    case ended(Room.Mark)
  }

  enum Step: Sendable, Equatable {
    /// A program and its arguments.
    case run([String], RoomNews)
    case tell(SafeText)
  }

  /// The most programs at the same time: a room each of the most that are stored for a source. A source whose rooms change
  /// their names with each answer cannot start more.
  static let limit = 100

  private var running: Set<Room.Mark> = []
  private var waiting: [Room.Mark: RoomNews] = [:]

  mutating func take(_ input: Input) -> [Step] {
    switch input {
    case .alarm(let alarm):
      guard let words = alarm.room.limits.command else { return [] }
      let name = SafeText(oneLine: words.first ?? "", limit: Self.nameLimit)
      let room = SafeText(oneLine: alarm.room.label.string, limit: Self.nameLimit)
      let mark = alarm.event.room
      if running.contains(mark) {
        let isReplaced = waiting.updateValue(alarm, forKey: mark) != nil
        return [.tell("\(room): \(name) still runs; \(isReplaced ? "a newer alarm waits instead" : "the alarm waits")")]
      }
      guard running.count < Self.limit else {
        return [.tell("\(room): \(name) is not run, \(Self.limit) programs of alarms run already")]
      }
      running.insert(mark)
      return [.run(words, alarm)]
    case .ended(let mark):
      running.remove(mark)
      return waiting.removeValue(forKey: mark).map { take(.alarm($0)) } ?? []
    }
  }

  /// The letters of a name in a sentence.
  private static let nameLimit = 20
}
