/// The work left by those who found a gate taken, in order, for whoever is inside to do before leaving.
///
/// It stands behind a lock, which is held through each of the calls.
struct Backlog<Entry: Sendable>: Sendable {
  private var entries = ContiguousArray<Entry>()
  /// An empty array whose capacity the next entries take over.
  private var spare = ContiguousArray<Entry>()

  /// Either goes into the gate (true) or leaves an entry (false).
  mutating func enterOrAppend(_ entry: Entry, at gate: Gate) -> Bool {
    if gate.enterOrMarkBacklog() { return true }
    entries.append(entry)
    return false
  }

  /// Runs `body` if nobody is inside the gate, or else leaves an entry.
  mutating func atRest(of gate: Gate, _ body: () -> Void, orAppend entry: Entry) {
    // A sender that comes meanwhile finds the gate taken and waits for the lock to append: then the gate is free.
    if gate.enterOrMarkBacklog() {
      body()
      gate.free()
    } else {
      entries.append(entry)
    }
  }

  /// What has been left; nil after freeing the gate if there was nothing.
  mutating func takeEntries(at gate: Gate) -> ContiguousArray<Entry>? {
    if entries.isEmpty {
      gate.free()
      return nil
    }
    defer {
      entries = spare
      spare = []
    }
    return entries
  }

  /// Gives the memory of what has been worked off to the next entries.
  mutating func recycle(_ emptied: ContiguousArray<Entry>) {
    spare = emptied
  }
}
