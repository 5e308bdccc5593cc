import Dispatch
import Foundation
import GRDB
import Locks
import Signals
import Text

/// A database that is opened at its first use, on a queue of its own. A file that is removed while it is used is begun again.
///
/// One of the program's own never fails for its caller, and tells the person what is lost. One that a person names tells each
/// caller why it fails, and is tried again at the next use.
///
/// Reads and writes are passed on in order once it is open. Writes run one after the other, and reads concurrently with them:
/// a read sees all writes before it.
package final class StoreDatabase: Sendable {
  /// Sends messages to the person.
  package let notices: Signal<SafeText, Never>
  private let notify: Signal<SafeText, Never>.Observer

  private let opening: StoreOpening
  /// The scheduler on which the database is opened and errors are handled, and whose clock is used.
  package let scheduler: any DateScheduler
  private let waits: LockWaits
  private let state = LockedState(State())
  /// The writes that have not finished.
  private let unwritten = DispatchGroup()
  /// The reads that have not finished.
  private let unread = DispatchGroup()

  private struct State: Sendable {
    var door = Door.closed
    /// The messages sent so far; each is sent once.
    var told: Set<SafeText> = []
  }

  private enum Door: Sendable {
    case closed
    case open(OpenedStore)
    /// It cannot be used in this run.
    case locked(any Error)
  }

  package init(_ opening: StoreOpening, on scheduler: any DateScheduler) {
    self.opening = opening
    self.scheduler = scheduler
    let (notices, notify) = Signal<SafeText, Never>.pipe()
    (self.notices, self.notify) = (notices, notify)
    let sentence = opening.wait.sentence(opening.file.name, "this one goes on without it")
    waits = LockWaits(opening.wait) { if opening.kind == .own { notify.send(value: sentence) } }
  }

  /// Creates a database that a person names.
  ///
  /// - Parameters:
  ///   - path: The file; `nil` for memory.
  ///   - wait: The wait for another program that has locked the file.
  ///   - name: The name of the queue on which the file is opened.
  package convenience init(named path: String?, _ migrations: DatabaseMigrator, _ wait: LockWait, queue name: String) {
    let schema = StoreSchema(
      applicationID: 0, migrations: migrations, unreleased: [], isCheckedWhole: false, damagedFilesKept: 0,
      newer: .goWithout, loss: "Nothing is stored")
    let file = StoreFile(url: URL(filePath: path ?? "memory"))
    self.init(
      StoreOpening(file: file, schema: schema, kind: path == nil ? .inMemory : .named, wait: wait),
      on: QueueScheduler(name: name))
  }

  /// Opens the database on the caller's thread, before its first use.
  package func open() throws(StoreError) { _ = try open(damaged: nil) }

  /// Waits for current reads and writes, and closes the file. Later ones fail with ``StoreEnded``.
  package func close() {
    unwritten.enter()
    scheduler.schedule { [self] in
      if case .open(let store) = state.withLock({ $0.door }) { store.close() }
      state.withLock { $0.door = .locked(StoreEnded()) }
      unwritten.leave()
    }
    drain()
  }

  /// Lets nothing wait for other programs any more: what waits fails.
  package func endWaits() { waits.end() }

  /// The deadline of what arrives now, for waits for other programs.
  package var deadline: Int { waits.deadline }

  /// Sends the result of `work` once; `nil` if it cannot be read. A start that is disposed before its turn reads nothing.
  package func read<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value?
  ) -> SignalProducer<Value?, Never> {
    SignalProducer { [self] observer, lifetime in
      read(unless: { lifetime.hasEnded }, work) { result in
        observer.send(value: try? result.get())
        observer.sendCompleted()
      }
    }
  }

  /// Calls `completion` with the result of `work`, or with the error.
  ///
  /// - Parameter isUnwanted: Asked before the work; if `true`, there is neither work nor result.
  package func read<Value: Sendable>(
    unless isUnwanted: @escaping @Sendable () -> Bool = { false },
    _ work: @escaping @Sendable (Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    unread.enter()
    scheduler.schedule { [self] in
      guard !isUnwanted() else { return unread.leave() }
      do {
        let store = try opened()
        store.read { [self] database in
          defer { unread.leave() }
          guard !isUnwanted() else { return }
          let result = Result { try work(database.get()) }
          if case .failure(let error) = result { scheduler.schedule { _ = self.recover(from: error, of: store) } }
          completion(result)
        }
      } catch {
        completion(.failure(error))
        unread.leave()
      }
    }
  }

  /// Runs `work` asynchronously after all earlier writes. It begins outside a transaction.
  package func write(_ work: @escaping @Sendable (Database) throws -> Void) { write(work) { _ in } }

  /// Runs `work` like ``write(_:)``, and sends its result once; `nil` if nothing can be written.
  package func change<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value
  ) -> SignalProducer<Value?, Never> {
    SignalProducer { [self] observer, _ in
      write(work) { result in
        observer.send(value: try? result.get())
        observer.sendCompleted()
      }
    }
  }

  /// Runs `work` like ``write(_:)``, and calls `completion` with its result when that is in the file with the name, or with the
  /// error.
  ///
  /// - Parameter deadline: The end of its waits for other programs; `nil` for the longest wait from its turn on.
  package func write<Value: Sendable>(
    until deadline: Int? = nil, _ work: @escaping @Sendable (Database) throws -> Value,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    unwritten.enter()
    let timed: @Sendable (Database) throws -> Value = { [waits] database in
      guard let deadline else { return try work(database) }
      return try waits.together(until: deadline) { try work(database) }
    }
    scheduler.schedule { [self] in
      write(timed, mayRepeat: true) { [unwritten] result in
        completion(result)
        unwritten.leave()
      }
    }
  }

  private func write<Value: Sendable>(
    _ work: @escaping @Sendable (Database) throws -> Value, mayRepeat: Bool,
    _ completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    do {
      let store = try opened()
      guard let writer = store.writer else { throw StoreError("\(store.file.name) cannot be written") }
      store.write(with: writer) { [self] connection in
        let result = Result { try work(connection) }
        if case .success = result, store.name == .kept { return completion(result) }
        scheduler.schedule { [self] in
          do {
            _ = try result.get()
            // What was written into a file without a name is lost.
            guard mayRepeat else { throw StoreError("it was removed again") }
          } catch {
            guard recover(from: error, of: store), mayRepeat else { return completion(.failure(error)) }
          }
          write(work, mayRepeat: false, completion)
        }
      }
    } catch {
      completion(.failure(error))
    }
  }

  /// Waits until all writes have finished, at most `seconds`.
  ///
  /// - Returns: whether they have.
  package func flush(within seconds: TimeInterval) -> Bool {
    unwritten.wait(timeout: .now() + seconds) == .success
  }

  /// Waits until all reads and writes have finished.
  package func drain() {
    unwritten.wait()
    unread.wait()
  }

  // MARK: - On the scheduler

  private func opened() throws -> OpenedStore {
    switch state.withLock({ $0.door }) {
    case .open(let store): try current(store)
    case .locked(let error): throw error
    case .closed: try open(damaged: nil)
    }
  }

  /// Returns a store, or a new one if another program has removed or replaced the file.
  private func current(_ store: OpenedStore) throws -> OpenedStore {
    switch store.name {
    case .kept: return store
    // Each time, because each time something is lost.
    case .removed: notify.send(value: "\(store.file.name) was removed while it was in use: a new one is begun.")
    case .given: notify.send(value: "\(store.file.name) was replaced while it was in use: the new one is used.")
    }
    store.close()
    return try open(damaged: nil)
  }

  private func open(damaged: StoreFile.Identity?) throws(StoreError) -> OpenedStore {
    do {
      let store = try opening.open(at: scheduler.currentDate, damaged: damaged, waits)
      state.withLock { $0.door = .open(store) }
      for notice in store.notices { tell(notice) }
      return store
    } catch {
      state.withLock { $0.door = opening.kind == .own ? .locked(error) : .closed }
      tellLoss(error.sentence)
      throw error
    }
  }

  /// Handles an error of a read or a write.
  ///
  /// - Returns: whether there is another file now, with which it may be repeated.
  private func recover(from error: any Error, of store: OpenedStore) -> Bool {
    guard case .open(let current) = state.withLock({ $0.door }) else { return false }
    guard current === store else { return true }
    guard StoreError.isDamage(error), opening.kind == .own else {
      tellLoss("\(opening.file.name) cannot be used: \(opening.file.reason(error))")
      return false
    }
    store.close()
    return (try? open(damaged: store.identity)) != nil
  }

  private func tellLoss(_ reason: SafeText) {
    if opening.kind == .own { tell("\(opening.schema.loss): \(reason).") }
  }

  private func tell(_ notice: SafeText) {
    if state.withLock({ $0.told.insert(notice).inserted }) { notify.send(value: notice) }
  }
}
