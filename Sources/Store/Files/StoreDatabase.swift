import Dispatch
import Foundation
import GRDB
import Signals
import Text

/// A database that is opened when it is first needed, on a queue of its own, and that never fails for its caller.
///
/// Reads and writes are handed on in their order once it is open. Writes run one after the other, and reads beside them: a
/// read sees what was written before it began.
final class StoreDatabase: Sendable {
  /// What a person should be told.
  let notices: Signal<SafeText, Never>
  private let notify: Signal<SafeText, Never>.Observer

  private let opening: StoreOpening
  /// Where the database is opened and what went wrong is dealt with, and which tells the time.
  let scheduler: any DateScheduler
  private let state = Locked(State())
  /// What is to be written and is not yet.
  private let unwritten = DispatchGroup()

  private struct State: Sendable {
    var door = Door.closed
    /// What a person has been told; once is enough.
    var told: Set<SafeText> = []
  }

  private enum Door: Sendable {
    case closed
    case open(OpenedStore)
    /// It cannot be used while this program runs.
    case locked
  }

  init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    self.opening = opening
    self.scheduler = scheduler
    (notices, notify) = Signal.pipe()
  }

  /// What `work` finds, sent once; `nil` where it cannot be read. A start that is disposed of before its turn reads nothing.
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
        store.reader.asyncRead { [self] database in
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

  /// Does `work`, soon and after what was to be written before. It begins outside of a transaction.
  func write(_ work: @escaping @Sendable (Database) throws -> Void) {
    unwritten.enter()
    scheduler.schedule { [self] in write(work, mayRepeat: true) }
  }

  /// Does `work` as ``write(_:)`` does, and sends what it returns, once; `nil` where nothing can be written.
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

  /// - Parameter failed: Called where nothing can be written.
  private func write(
    _ work: @escaping @Sendable (Database) throws -> Void, mayRepeat: Bool,
    orElse failed: @escaping @Sendable () -> Void = {}
  ) {
    guard let writer = opened(), let database = writer.writer else {
      unwritten.leave()
      return failed()
    }
    database.asyncWriteWithoutTransaction { [self] connection in
      do {
        try work(connection)
        unwritten.leave()
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

  /// Waits until all is written that is to be, `seconds` at most.
  ///
  /// - Returns: Whether it is.
  func flush(within seconds: TimeInterval) -> Bool {
    unwritten.wait(timeout: .now() + seconds) == .success
  }

  // MARK: - On the scheduler

  private func opened() -> OpenedStore? {
    switch state.withLock({ $0.door }) {
    case .open(let store): store
    case .locked: nil
    case .closed: open(damaged: nil)
    }
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

  /// Deals with an error that a read or a write has met.
  ///
  /// - Returns: Whether there is another file now, with which it may be tried again.
  private func recover(from error: any Error, of store: OpenedStore) -> Bool {
    guard case .open(let current) = state.withLock({ $0.door }) else { return false }
    guard current === store else { return true }
    guard StoreError.isDamage(error) else {
      tell("\(opening.schema.loss): \(opening.file.name) cannot be used: \(StoreError.reason(error)).")
      return false
    }
    store.close()
    return open(damaged: store.identity) != nil
  }

  private func tell(_ notice: SafeText) {
    if state.withLock({ $0.told.insert(notice).inserted }) { notify.send(value: notice) }
  }
}
