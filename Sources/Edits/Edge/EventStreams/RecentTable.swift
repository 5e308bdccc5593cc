import Foundation

/// The values that were set last, by their keys: a dictionary of limited size, which forgets the oldest.
struct RecentTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var date: Date
    /// The number of the entry's place in ``order``.
    var number: Int
  }

  private var entries: [Key: Entry] = [:]
  /// The keys in the order in which they were set. An entry that was removed or set again keeps a place here until the
  /// place is reused.
  private var order: [Key] = []
  /// The number of all places used so far.
  private var end = 0
  private let capacity: Int

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  var count: Int { entries.count }

  /// Sets a value, which is now the latest.
  mutating func set(_ key: Key, _ value: Value, at date: Date) {
    let place = end % capacity
    if order.count < capacity {
      order.append(key)
    } else {
      let oldest = order[place]
      // Unless it has been set again since.
      if entries[oldest]?.number == end - capacity { entries[oldest] = nil }
      order[place] = key
    }
    entries[key] = Entry(value: value, date: date, number: end)
    end += 1
  }

  /// Returns a value unless it is older.
  func value(_ key: Key, notBefore date: Date) -> Value? {
    entries[key].flatMap { $0.date >= date ? $0.value : nil }
  }

  /// Removes a value, and returns it unless it is older.
  mutating func remove(_ key: Key, notBefore date: Date) -> Value? {
    entries.removeValue(forKey: key).flatMap { $0.date >= date ? $0.value : nil }
  }

  /// Changes a value in place, if there is one for the key.
  mutating func change<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    guard let index = entries.index(forKey: key) else { return nil }
    return body(&entries.values[index].value)
  }

  /// Returns the keys of matching entries.
  func keys(where matches: (Key, Value) -> Bool) -> [Key] {
    entries.compactMap { matches($0.key, $0.value.value) ? $0.key : nil }
  }
}
