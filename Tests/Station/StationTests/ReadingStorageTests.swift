import Foundation
import GRDB
import Storage
import Testing

@testable import Station

/// How long readings stay, and who may read their file.
@Suite(.timeLimit(.minutes(2))) struct ReadingStorageTests {
  private static let day: TimeInterval = 86_400
  private static let all = "/data/?start=2020-01-01&stop=2030-01-01&step=1"

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "station-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  /// A station with a file that keeps readings for ten days.
  private func withStation(_ body: (RunningStation) async throws -> Void) async throws {
    try await withFolder { folder in
      try await RunningStation.run {
        $0.database = folder.appending(path: "readings").path
        $0.retention = 10 * Self.day
      } _: { running in
        try await body(running)
      }
    }
  }

  private func count(_ running: RunningStation) async throws -> Int {
    try await running.get(Self.all).array.count
  }

  @Test func readingsGoWhenTheirTimeIsOverAndNoneBefore() async throws {
    try await withStation { running in
      for _ in 0..<10 {
        #expect(try await running.post("/data", #"{"temperature": 20}"#).status == 201)
        running.clock.advance(by: Self.day)
      }
      // The first is ten days old now, which is not yet too old.
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await count(running) == 11)
      // Nobody looks again within the hour.
      running.clock.advance(by: 3_599)
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await count(running) == 12)
      running.clock.advance(by: 1)
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await count(running) == 12)
      running.clock.advance(by: 11 * Self.day)
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await count(running) == 1)
    }
  }

  @Test func aClockThatIsSetBackPrunesAllTheSame() async throws {
    try await withStation { running in
      running.clock.advance(by: Self.day)
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      running.clock.advance(by: -Self.day)
      _ = try await running.post("/data", #"{"ts": "2026-11-10T12:00:00Z", "temperature": 20}"#)
      running.clock.advance(by: 3_600)
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await count(running) == 2)
    }
  }

  @Test func aDatabaseThatIsOpenedAfterYearsIsNotEmptiedByThat() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "readings").path
      // Twice without a new reading: what the first of the two did at its start is done when it has stopped.
      for (years, posts) in [(0.0, true), (5, false), (5, false), (5, true)] {
        try await RunningStation.run {
          $0.database = path
          let start = $0.now
          $0.now = { start().addingTimeInterval(years * 365 * Self.day) }
        } _: { running in
          // The time of the old ones is over when there is a new one, and the station looks again. That it looks at its
          // start may be done before the clock moves or after that, so it moves twice.
          for _ in 0..<(posts ? 2 : 0) {
            running.clock.advance(by: 3_600)
            _ = try await running.post("/data", #"{"temperature": 20}"#)
          }
          let reply = try await running.get("/data/?start=2020-01-01&stop=2040-01-01&step=1")
          #expect(try reply.array.count == 2)
        }
      }
    }
  }

  /// As an earlier version took it.
  @Test func aReadingFromTheFutureCostsNoOther() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "readings").path
      try await store([Reading(timestamp: try #require(Timestamp(iso8601: "2029-01-01")), temperature: 20)], in: path)
      try await RunningStation.run {
        $0.database = path
        $0.retention = 10 * Self.day
      } _: { running in
        _ = try await running.post("/data", #"{"temperature": 20}"#)
        running.clock.advance(by: 3_600)
        _ = try await running.post("/data", #"{"temperature": 20}"#)
        #expect(try await count(running) == 3)
      }
    }
  }

  /// After 201 a power failure takes nothing back: each commit is synced.
  @Test func whatIsStoredIsOnTheDisk() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "readings").path
      let database = StoreDatabase(named: path, ReadingSchema.migrations, LockWait(), queue: "test.database")
      try database.open()
      defer { database.close() }
      let synchronous = try await withCheckedThrowingContinuation { read in
        database.write({ try Int.fetchOne($0, sql: "PRAGMA synchronous") }) { read.resume(with: $0) }
      }
      #expect(synchronous == 2, "FULL")
    }
  }

  private func store(_ readings: [Reading], in path: String) async throws {
    var configuration = Station.Configuration()
    configuration.database = path
    let store = ReadingStore(configuration: configuration)
    try store.open()
    try await withCheckedThrowingContinuation { stored in
      store.store(readings) { stored.resume(with: $0) }
    }
    store.close()
  }

  @Test(arguments: [
    (
      #"{"ts": "2026-11-10T11:59:59Z", "temperature": 20}"#,
      "The reading is older than the 10 days that this station keeps."
    ),
    (
      #"{"ts": "2026-11-21T12:00:00.001Z", "temperature": 20}"#,
      "The reading is more than a day ahead of this station's clock, which says 2026-11-20T12:00:00.000Z."
    ),
    (
      #"[{"ts": "2030-01-01", "temperature": 20}, {"ts": "1970-01-01", "temperature": 20}]"#,
      """
      Reading 1 is more than a day ahead of this station's clock, which says 2026-11-20T12:00:00.000Z.
      Reading 2 is older than the 10 days that this station keeps.
      """
    ),
  ])
  func whatWouldNotBeKeptIsRefused(body: String, sentence: String) async throws {
    try await withStation { running in
      let reply = try await running.post("/data", body)
      #expect(reply.status == 400)
      #expect(reply.body == sentence + "\n")
      #expect(try await count(running) == 0)
      #expect(try await running.post("/data", #"{"ts": "2026-11-10T12:00:00Z", "temperature": 20}"#).status == 201)
      #expect(try await running.post("/data", #"{"ts": "2026-11-21T12:00:00Z", "temperature": 20}"#).status == 201)
      #expect(try await count(running) == 2)
    }
  }

  @Test func aReadingThatIsRefusedIsToldWithItsPlaceAndTheOthersAreKept() async throws {
    try await withStation { running in
      let reply = try await running.post(
        "/data",
        """
        [{"temperature": 20}, {"ts": "2030-01-01", "temperature": 21},
         {"ts": "2026-11-20T11:00:00Z", "temperature": 22}, {"ts": "1970-01-01", "temperature": 23}]
        """)
      #expect(reply.status == 201)
      #expect(
        reply.body == """
          {"refused":[{"reading":2,"reason":"Reading 2 is more than a day ahead of this station's clock, which says \
          2026-11-20T12:00:00.000Z."},{"reading":4,"reason":"Reading 4 is older than the 10 days that this station \
          keeps."}],"stored":2}
          """)
      #expect(try await running.get(Self.all).array.map { $0["temperature"] as? Double } == [22, 20])
    }
  }

  @Test func nobodyElseMayReadANewDatabase() async throws {
    try await withFolder { folder in
      let before = try permissions(of: folder.path)
      try await RunningStation.run {
        $0.database = folder.appending(path: "readings").path
      } _: { running in
        _ = try await running.post("/data", #"{"temperature": 20}"#)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["readings", "readings-shm", "readings-wal"])
        for file in files { #expect(try permissions(of: folder.appending(path: file).path) == 0o600, "\(file)") }
        #expect(try permissions(of: folder.path) == before)
      }
    }
  }

  @Test func aDatabaseInMemoryIsAskedForByItsName() async throws {
    try await RunningStation.run {
      $0.database = ":memory:"
    } _: { running in
      _ = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(try await running.get("/metrics").body.contains("} 20.0\n"))
    }
  }

  @Test func aDatabaseThatIsThereKeepsItsPermissions() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "readings").path
      #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o640]))
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        _ = try await running.post("/data", #"{"temperature": 20}"#)
        #expect(try permissions(of: path) == 0o640)
        #expect(try permissions(of: path + "-wal") == 0o640)
      }
    }
  }

  private func permissions(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
