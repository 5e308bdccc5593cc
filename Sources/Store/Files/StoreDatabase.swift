import Dispatch
import Foundation
import GRDB
import Locks
import Signals
import Text

/// A database that is opened at its first use, on a queue of its own, and that never fails for its caller. A file that is
/// removed while it is used is begun again.
///
/// Reads and writes are passed on in order once it is open. Writes run one after the other, and reads concurrently with them:
/// a read sees all writes before it.
final class StoreDatabase: Sendable {
  /// Sends messages to the person.
  let notices: Signal<SafeText, Never>
  private let notify: Signal<SafeText, Never>.Observer

  private let opening: StoreOpening
  /// The scheduler on which the database is opened and errors are handled, and whose clock is used.
  let scheduler: any DateScheduler
  private let state = LockedState(State())
  /// The writes that have not finished.
  private let unwritten = DispatchGroup()

  private struct State: Sendable {
    var door = Door.closed
    /// The messages sent so far; each is sent once.
    var told: Set<SafeText> = []
  }

  private enum Door: Sendable {
    case closed
    case open(OpenedStore)
    /// It cannot be used in this run.
    case locked
  }

  init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    self.opening = opening
    self.scheduler = scheduler
    (notices, notify) = Signal.pipe()
  }

  /// Sends the result of `work` once; `nil` if it cannot be read. A start that is disposed before its turn reads nothing.
  func read<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value?
  ) -> SignalProducer<Value?, Never> {
    SignalProducer { [self] observer, lifetime in
      scheduler.schedule { [self] in
        guard !lifetime.hasEnded else { return }
        @Sendable func answer(_ value: Value?) {
          observer.send(value: value)
          observer.sendCompleted()
        }
        guard let store = opened() else { return answer(nil) }
        store.read { [self] database in
          guard !lifetime.hasEnded else { return }
          do {
            answer(try work(database.get()))
          } catch {
            scheduler.schedule { _ = self.recover(from: error, of: store) }
            answer(nil)
          }
        }
      }
    }
  }

  /// Runs `work` asynchronously after all earlier writes. It begins outside a transaction.
  func write(_ work: @escaping @Sendable (Database) throws -> Void) {
    unwritten.enter()
    scheduler.schedule { [self] in write(work, mayRepeat: true) }
  }

  /// Runs `work` like ``write(_:)``, and sends its result once; `nil` if nothing can be written.
  func change<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) -> SignalProducer<Value?, Never> {
    SignalProducer { [self] observer, _ in
      @Sendable func answer(_ value: Value?) {
        observer.send(value: value)
        observer.sendCompleted()
      }
      unwritten.enter()
      scheduler.schedule { [self] in
        write({ answer(try work($0)) }, mayRepeat: true, orElse: { answer(nil) })
      }
    }
  }

  /// - Parameter failed: Called if nothing can be written.
  private func write(
    _ work: @escaping @Sendable (Database) throws -> Void, mayRepeat: Bool,
    orElse failed: @escaping @Sendable () -> Void = {}
  ) {
    guard let writer = opened(), let database = writer.writer else {
      unwritten.leave()
      return failed()
    }
    writer.write(with: database) { [self] connection in
      do {
        try work(connection)
        // What was written into a file without a name is lost.
        guard mayRepeat, writer.name != .kept else { return unwritten.leave() }
        scheduler.schedule { [self] in write(work, mayRepeat: false, orElse: failed) }
      } catch {
        scheduler.schedule { [self] in
          if recover(from: error, of: writer), mayRepeat {
            write(work, mayRepeat: false, orElse: failed)
          } else {
            unwritten.leave()
            failed()
          }
        }
      }
    }
  }

  /// Waits until all writes have finished, at most `seconds`.
  ///
  /// - Returns: whether they have.
  func flush(within seconds: TimeInterval) -> Bool {
    unwritten.wait(timeout: .now() + seconds) == .success
  }

  // MARK: - On the scheduler

  private func opened() -> OpenedStore? {
    switch state.withLock({ $0.door }) {
    case .open(let store): current(store)
    case .locked: nil
    case .closed: open(damaged: nil)
    }
  }

  /// Returns a store, or a new one if another program has removed or replaced the file.
  private func current(_ store: OpenedStore) -> OpenedStore? {
    switch store.name {
    case .kept: return store
    // Each time, because each time something is lost.
    case .removed: notify.send(value: "\(store.file.name) was removed while it was in use: a new one is begun.")
    case .given: notify.send(value: "\(store.file.name) was replaced while it was in use: the new one is used.")
    }
    store.close()
    return open(damaged: nil)
  }

  private func open(damaged: StoreFile.Identity?) -> OpenedStore? {
    do {
      let store = try opening.open(at: scheduler.currentDate, damaged: damaged) { [notify] in notify.send(value: $0) }
      state.withLock { $0.door = .open(store) }
      for notice in store.notices { tell(notice) }
      return store
    } catch {
      state.withLock { $0.door = .locked }
      tell(error.sentence)
      return nil
    }
  }

  /// Handles an error of a read or a write.
  ///
  /// - Returns: whether there is another file now, with which it may be repeated.
  private func recover(from error: any Error, of store: OpenedStore) -> Bool {
    guard case .open(let current) = state.withLock({ $0.door }) else { return false }
    guard current === store else { return true }
    guard StoreError.isDamage(error) else {
      tell("\(opening.schema.loss): \(opening.file.name) cannot be used: \(opening.file.reason(error)).")
      return false
    }
    store.close()
    return open(damaged: store.identity) != nil
  }

  private func tell(_ notice: SafeText) {
    if state.withLock({ $0.told.insert(notice).inserted }) { notify.send(value: notice) }
  }
}
