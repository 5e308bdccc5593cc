/// The work left by those who found a gate taken, in order, for whoever is inside to do before leaving.
struct Backlog<Entry: Sendable>: ~Copyable {
  private let waiting = Locked(Waiting())

  private struct Waiting {
    var entries = ContiguousArray<Entry>()
    /// An empty array whose capacity the next entries take over.
    var spare = ContiguousArray<Entry>()
  }

  /// Either goes into the gate (true) or leaves an entry (false).
  borrowing func enterOrAppend(_ entry: Entry, at gate: Gate) -> Bool {
    waiting.withLock { waiting in
      if gate.enterOrMarkBacklog() { return true }
      waiting.entries.append(entry)
      return false
    }
  }

  /// Runs `body` if nobody is inside the gate, or else leaves an entry.
  borrowing func atRest(of gate: Gate, _ body: () -> Void, orAppend entry: Entry) {
    waiting.withLock { waiting in
      // A sender that comes meanwhile finds the gate taken and waits for the lock to append: then the gate is free.
      if gate.enterOrMarkBacklog() {
        body()
        gate.free()
      } else {
        waiting.entries.append(entry)
      }
    }
  }

  /// Does what has been left, until there is nothing more; then the gate is free.
  borrowing func workOff(at gate: Gate, _ work: (Entry) -> Void) {
    while var entries = takeEntries(at: gate) {
      for entry in entries { work(entry) }
      entries.removeAll(keepingCapacity: true)
      waiting.withLock { $0.spare = entries }
    }
  }

  private borrowing func takeEntries(at gate: Gate) -> ContiguousArray<Entry>? {
    waiting.withLock { waiting in
      if waiting.entries.isEmpty {
        gate.free()
        return nil
      }
      defer {
        waiting.entries = waiting.spare
        waiting.spare = []
      }
      return waiting.entries
    }
  }
}
