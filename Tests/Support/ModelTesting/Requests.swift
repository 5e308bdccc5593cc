import Locks
import Model
import Signals

/// Requests that a test answers by hand, in the order it likes.
package final class Requests<Key: Sendable & Equatable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var key: Key
    var input: Signal<Value, ServiceError>.Observer?
  }

  private let entries = LockedState<[Entry]>([])

  package init() {}

  /// What was asked for, from the first request on.
  package var keys: [Key] { entries.withLock { $0.map(\.key) } }

  /// The numbers of the requests that are neither answered nor cancelled.
  package var open: [Int] { entries.withLock { entries in entries.indices.filter { entries[$0].input != nil } } }

  package func producer(for key: Key) -> SignalProducer<Value, ServiceError> {
    SignalProducer { [self] observer, lifetime in
      let index = entries.withLock { entries in
        entries.append(Entry(key: key, input: observer))
        return entries.count - 1
      }
      lifetime.observeEnded { [self] in
        let input = entries.withLock { entries in
          defer { entries[index].input = nil }
          return entries[index].input
        }
        withExtendedLifetime(input) {}
      }
    }
  }

  package func answer(_ index: Int, _ value: Value) {
    let input = entries.withLock { $0[index].input }
    input?.send(value: value)
    input?.sendCompleted()
  }

  package func fail(_ index: Int, _ error: ServiceError) {
    entries.withLock { $0[index].input }?.send(error: error)
  }

  package func complete(_ index: Int) {
    entries.withLock { $0[index].input }?.sendCompleted()
  }
}

/// The failure of a request in tests for which any failure will do.
package let unreachable = ServiceError.unreachable(host: "example.org", reason: "no route")
