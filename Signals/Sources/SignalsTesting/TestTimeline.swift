#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of a ``TestScheduler`` and its waiting actions.
struct TestTimeline: Sendable {
  /// A point in time in whole nanoseconds from the start, so that steps of a tenth of a second add up to a second; in
  /// 128 bits, so that it reaches the distant future.
  struct Moment: Sendable, Equatable {
    var nanoseconds: Int128
    /// The requested date, if there was one, because computing it from the nanoseconds may differ by a rounding.
    var date: Date?
  }

  private struct Action: Sendable {
    var due: Moment
    /// Actions that are due together run in the order in which they were scheduled.
    var order: Int
    let interval: Int128?
    let run: @Sendable () -> Void
  }

  /// The position of an action among the waiting ones.
  private struct Turn: Comparable {
    let due: Int128
    let order: Int
    let id: Int

    static func < (a: Turn, b: Turn) -> Bool { (a.due, a.order) < (b.due, b.order) }
  }

  private(set) var now = Moment(nanoseconds: 0)
  private let start: Date
  /// The actions by their numbers.
  private var actions: [Int: Action] = [:]
  /// A binary heap: no turn comes before the one at half its index. The turns of removed actions stay until they come
  /// up, or until they are more than the others.
  private var turns: [Turn] = []
  private var nextNumber = 0

  init(start: Date) {
    self.start = start
    now.date = start
  }

  /// The number of waiting actions.
  var count: Int { actions.count }

  // MARK: Dates

  var currentDate: Date { now.date ?? date(now.nanoseconds) }

  func moment(_ date: Date) -> Moment {
    Moment(nanoseconds: date.timeIntervalSince(start).nanoseconds, date: date)
  }

  func moment(in interval: Int128) -> Moment {
    interval == 0 ? now : Moment(nanoseconds: now.nanoseconds + interval)
  }

  mutating func advance(to moment: Moment) {
    if moment.nanoseconds > now.nanoseconds { now = moment }
  }

  /// Sets the clock back, and with it the dates of what waits, which has as long to wait as before.
  mutating func rewind(by interval: Int128) {
    func earlier(_ moment: Moment) -> Moment { Moment(nanoseconds: moment.nanoseconds - interval) }
    now = earlier(now)
    actions = actions.mapValues { action in
      var action = action
      action.due = earlier(action.due)
      return action
    }
    // The order stays.
    turns = turns.map { Turn(due: $0.due - interval, order: $0.order, id: $0.id) }
  }

  private func date(_ nanoseconds: Int128) -> Date {
    // Converting 128 bits takes hundreds of times as long, and is needed only for distant dates.
    let inDouble = Int64(exactly: nanoseconds).map { TimeInterval($0) } ?? TimeInterval(nanoseconds)
    return start.addingTimeInterval(inDouble / 1e9)
  }

  // MARK: Actions

  /// Adds an action and returns its number.
  mutating func insert(at due: Moment, interval: Int128? = nil, _ run: @escaping @Sendable () -> Void) -> Int {
    nextNumber += 1
    insert(Action(due: due, order: nextNumber, interval: interval, run: run), id: nextNumber)
    return nextNumber
  }

  /// Removes an action and returns it, so that the caller releases it.
  mutating func remove(_ id: Int) -> (@Sendable () -> Void)? {
    let removed = actions.removeValue(forKey: id)
    if turns.count > 2 * actions.count + 64 {
      turns = actions.map { Turn(due: $1.due.nanoseconds, order: $1.order, id: $0) }.sorted()
    }
    return removed?.run
  }

  /// Steps to the next action that is due by `deadline` and returns its closure.
  mutating func takeNext(until deadline: Moment) -> (@Sendable () -> Void)? {
    while let turn = turns.first, turn.due <= deadline.nanoseconds {
      removeFirstTurn()
      guard var action = actions.removeValue(forKey: turn.id) else { continue }
      let run = action.run
      advance(to: action.due)
      if let interval = action.interval {
        nextNumber += 1
        action.due = Moment(nanoseconds: action.due.nanoseconds + interval)
        action.order = nextNumber
        insert(action, id: turn.id)
      }
      return run
    }
    return nil
  }

  private mutating func insert(_ action: Action, id: Int) {
    actions[id] = action
    var index = turns.count
    turns.append(Turn(due: action.due.nanoseconds, order: action.order, id: id))
    while index > 0, turns[index] < turns[(index - 1) / 2] {
      turns.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func removeFirstTurn() {
    turns.swapAt(0, turns.count - 1)
    turns.removeLast()
    var index = 0
    while case let child = 2 * index + 1, child < turns.count {
      let earlier = child + 1 < turns.count && turns[child + 1] < turns[child] ? child + 1 : child
      if turns[index] < turns[earlier] { return }
      turns.swapAt(index, earlier)
      index = earlier
    }
  }
}
