import Foundation
import GRDB
import Storage
import Synchronization
import Testing

@testable import Station

/// A database that another program has locked, removed or replaced while the station runs.
@Suite(.timeLimit(.minutes(2))) struct LockedDatabaseTests {
  /// Another program that has begun to write.
  private final class Other {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      configuration.busyMode = .timeout(20)
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws { try queue.inDatabase { try $0.execute(sql: "ROLLBACK") } }
  }

  /// A clock that only waits for locks move.
  private final class Uptime: Sendable {
    private let seconds = Mutex(0.0)

    var now: Double { seconds.withLock { $0 } }
    func pass(_ time: Double) { seconds.withLock { $0 += time } }
    var wait: LockWait { LockWait { self.pass($0) } }
  }

  private func store(
    _ path: String, _ wait: LockWait = LockWait(), telling tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> ReadingStore {
    var configuration = Station.Configuration()
    configuration.database = path
    configuration.databaseWait = wait
    configuration.tell = tell
    let store = ReadingStore(configuration: configuration)
    try store.open()
    // What is done at the start.
    store.drain()
    return store
  }

  private func posted(_ number: Int, to store: ReadingStore) async -> Result<Void, any Error> {
    await withCheckedContinuation { posted in
      let reading = Reading(timestamp: Timestamp(milliseconds: Int64(number) * 1_000), temperature: 20)
      store.store([reading]) { posted.resume(returning: $0) }
    }
  }

  private func count(_ path: String) throws -> Int? {
    var configuration = Configuration()
    configuration.busyMode = .timeout(20)
    return try DatabaseQueue(path: path, configuration: configuration).read {
      try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM reading")
    }
  }

  // MARK: - A lock

  @Test func twentyThatWaitForOneLockWaitTogether() async throws {
    try await withDatabase { path in
      let uptime = Uptime()
      let store = try store(path, uptime.wait)
      let other = try Other(path)
      // Their deadlines are of one moment, as if they had arrived before the first one waits.
      let answered = DispatchGroup()
      let failures = Mutex(0)
      for number in 0..<20 {
        answered.enter()
        let reading = Reading(timestamp: Timestamp(milliseconds: Int64(number)), temperature: 20)
        store.store([reading], until: LockWait().attempts) { result in
          if case .failure(StoringFailure.locked) = result { failures.withLock { $0 += 1 } }
          answered.leave()
        }
      }
      await withCheckedContinuation { all in answered.notify(queue: .global()) { all.resume() } }
      #expect(failures.withLock { $0 } == 20)
      #expect(abs(uptime.now - 5) < 0.02, "\(uptime.now) s")
      try other.release()
      guard case .success = await posted(100, to: store) else { throw StoringFailure.locked }
      #expect(try count(path) == 1)
      store.close()
    }
  }

  @Test func aLockIsAReasonToPostAgain() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
        $0.databaseWait = Uptime().wait
      } _: { running in
        #expect(try await running.post("/data", #"{"temperature": 20}"#).status == 201)
        let other = try Other(path)
        let reply = try await running.post("/data", #"{"temperature": 21}"#)
        #expect(reply.status == 503 && reply.headers.first(name: "Retry-After") == "5")
        #expect(reply.body == "Nothing was stored: another program has locked the database.\n")
        try other.release()
        #expect(try await running.post("/data", #"{"temperature": 21}"#).status == 201)
        #expect(try count(path) == 2)
      }
    }
  }

  @Test func aStationThatEndsWaitsForNoLockAndAnswers() async throws {
    try await withDatabase { path in
      // The lock is waited for until the station ends.
      let waits = DispatchSemaphore(value: 0)
      let isFirst = Mutex(true)
      let wait = LockWait(limit: 1e9) { _ in
        sched_yield()
        if isFirst.withLock({ first in
          defer { first = false }
          return first
        }) {
          waits.signal()
        }
      }
      var other: Other?
      try await RunningStation.run {
        $0.database = path
        $0.databaseWait = wait
      } _: { running in
        _ = try await running.post("/data", #"{"temperature": 19}"#)
        other = try Other(path)
        let replies = await withThrowingTaskGroup(of: Int.self) { group in
          for number in 0..<20 {
            group.addTask { try await running.post("/data", #"{"temperature": \#(number)}"#).status }
          }
          await withCheckedContinuation { begun in
            Thread.detachNewThread {
              waits.wait()
              begun.resume()
            }
          }
          await withCheckedContinuation { stopped in
            Thread.detachNewThread {
              running.station.stop()
              stopped.resume()
            }
          }
          var replies: [Int] = []
          while let reply = await group.nextResult() { replies.append((try? reply.get()) ?? 0) }
          return replies
        }
        // Those that had not arrived find nobody; none is told that it was stored.
        #expect(replies.contains(503) && replies.allSatisfy { $0 == 503 || $0 == 0 }, "\(replies)")
      }
      try other?.release()
      #expect(try count(path) == 1)
    }
  }

  // MARK: - The name

  @Test(arguments: [["", "-wal", "-shm"], [""]])
  func whatIsAcknowledgedIsInTheFileWithTheName(removed: [String]) async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        #expect(try await running.post("/data", #"{"temperature": 20}"#).status == 201)
        for suffix in removed { try FileManager.default.removeItem(atPath: path + suffix) }
        #expect(try await running.post("/data", #"{"temperature": 21}"#).status == 201)
        #expect(try await running.post("/data", #"{"temperature": 22}"#).status == 201)
        #expect(try count(path) == 2)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await running.get("/data/?start=2020-01-01&stop=2030-01-01&step=1").array.count == 1)
      }
      #expect(try count(path) == 2)
    }
  }

  @Test func manyThatFindTheFileRemovedOpenItOnce() async throws {
    try await withDatabase { path in
      let store = try store(path)
      for round in 1...5 {
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
        let stored = await withTaskGroup(of: Bool.self) { group in
          for number in 0..<20 {
            group.addTask {
              if case .success = await posted(number, to: store) { true } else { false }
            }
          }
          return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(stored == 20, "round \(round)")
        #expect(try count(path) == 20, "round \(round)")
      }
      store.close()
    }
  }

  @Test func aFileThatTakesItsPlaceIsUsed() async throws {
    try await withDatabase { path in
      let former = path + "-former"
      let formerStore = try store(former)
      _ = await posted(1, to: formerStore)
      formerStore.close()
      let told = Mutex<[String]>([])
      let store = try store(path) { sentence in told.withLock { $0.append(sentence) } }
      _ = await posted(2, to: store)
      for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
      try FileManager.default.moveItem(atPath: former, toPath: path)
      guard case .success = await posted(3, to: store) else { throw StoringFailure.closed }
      #expect(told.withLock { $0 } == ["readings.sqlite was replaced while it was in use: the new one is used."])
      #expect(try count(path) == 2)
      store.close()
    }
  }

  @Test func withoutAFolderNothingIsAcknowledged() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        #expect(try await running.post("/data", #"{"temperature": 20}"#).status == 201)
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.removeItem(at: folder)
        let reply = try await running.post("/data", #"{"temperature": 21}"#)
        #expect(reply.status == 503)
        #expect(reply.body.hasPrefix("Nothing was stored: the database was removed, and cannot be created: "))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(try await running.post("/data", #"{"temperature": 21}"#).status == 201)
        #expect(try count(path) == 1)
      }
    }
  }
}
