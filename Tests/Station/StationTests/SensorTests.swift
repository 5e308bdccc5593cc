import Foundation
import GRDB
import Testing

@testable import Station

/// Several sensors post to one station, and each is answered by itself.
@Suite(.timeLimit(.minutes(2))) struct SensorTests {
  /// One step of two hours around noon, for all sensors or for one.
  private static func noon(_ sensor: String? = nil) -> String {
    let sensor = sensor.map { "&sensor=\($0)" } ?? ""
    return "/data/?start=2026-11-20T11:00:00Z&stop=2026-11-20T13:00:00Z&step=7200000\(sensor)"
  }

  private func withStation(_ body: (RunningStation) async throws -> Void) async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
        $0.retention = 10 * 86_400
      } _: { running in
        try await body(running)
      }
    }
  }

  private func temperatures(_ running: RunningStation, _ sensor: String? = nil) async throws -> [Double?] {
    try await running.get(Self.noon(sensor)).array.map { $0["temperature"] as? Double }
  }

  @Test func aMeanNeverMixesTwoSensors() async throws {
    try await withStation { running in
      for (sensor, time, temperature) in [
        ("rack", "12:00:00", 40), ("office", "12:00:10", 20), ("rack", "12:00:20", 42),
      ] {
        let body = #"{"sensor": "\#(sensor)", "ts": "2026-11-20T\#(time)Z", "temperature": \#(temperature)}"#
        let reply = try await running.post("/data", body)
        #expect(reply.status == 201)
      }
      #expect(try await temperatures(running, "rack") == [41])
      #expect(try await temperatures(running, "office") == [20])
      #expect(try await temperatures(running) == [41], "the one that posted first")
      #expect(try await temperatures(running, "cellar") == [])
      #expect(try await temperatures(running, "") == [], "none has posted without a name")
    }
  }

  @Test func theOneThatIsAnsweredIsTheOneThatPostedFirstWhateverItsTimesSay() async throws {
    try await withStation { running in
      _ = try await running.post(
        "/data",
        """
        [{"sensor": "b", "ts": "2026-11-20T12:30:00Z", "temperature": 1},
         {"sensor": "a", "ts": "2026-11-20T11:30:00Z", "temperature": 2}]
        """)
      _ = try await running.post("/data", #"{"temperature": 3}"#)
      #expect(try await temperatures(running) == [1])
      #expect(try await temperatures(running, "") == [3])
    }
  }

  @Test func twoSensorsMayReadTheSameAtTheSameMoment() async throws {
    try await withStation { running in
      for sensor in ["a", "b", "a"] {
        _ = try await running.post("/data", #"{"sensor": "\#(sensor)", "temperature": 20}"#)
      }
      #expect(try await temperatures(running, "a") == [20])
      #expect(try await temperatures(running, "b") == [20])
    }
  }

  @Test func aNameIsTheSameHoweverItsAccentsAreSpelt() async throws {
    try await withStation { running in
      _ = try await running.post("/data", #"{"sensor": "Su\u0308d / 1", "temperature": 20}"#)
      _ = try await running.post("/data", #"{"sensor": "S\u00FCd / 1", "temperature": 22}"#)
      #expect(try await temperatures(running, "S%C3%BCd%20/+1") == [21])
      #expect(try await temperatures(running, "Su%CC%88d%20%2F%201") == [21])
      #expect(try await running.get("/").body.contains("     &sensor=S%C3%BCd%20%2F%201   Süd / 1\n"))
    }
  }

  @Test func aNameHasAnEnd() async throws {
    try await withStation { running in
      let longest = String(repeating: "ü", count: 100)
      #expect(try await running.post("/data", #"{"sensor": "\#(longest)", "temperature": 20}"#).status == 201)
      let reply = try await running.post("/data", #"{"sensor": "\#(longest)!", "temperature": 20}"#)
      #expect(reply.body == "The reading has a sensor whose name is longer than 100 characters.\n")
      #expect(try await temperatures(running, longest + "!") == [])
    }
  }

  @Test func theFirstPageListsThem() async throws {
    try await withStation { running in
      #expect(try await running.get("/").body.hasSuffix("\n\nNo sensor has posted yet.\n"))
      for sensor in [#""sensor": "server rack", "#, "", #""sensor": "a", "#] {
        _ = try await running.post("/data", #"{\#(sensor)"temperature": 20}"#)
      }
      #expect(
        try await running.get("/").body.hasSuffix(
          """


          Sensors, of which the first is answered where none is named:

               &sensor=server%20rack   server rack
               &sensor=                (no name)
               &sensor=a               a

          """))
      let many = (0..<99).map { #"{"sensor": "s\#($0)", "temperature": 20}"# }
      _ = try await running.post("/data", "[\(many.joined(separator: ","))]")
      #expect(try await running.get("/").body.hasSuffix("   s96\n     and 2 more\n"))
    }
  }

  @Test func aSensorThatIsGoneForLongerThanReadingsAreKeptIsNotTheFirst() async throws {
    try await withStation { running in
      _ = try await running.post("/data", #"{"sensor": "old", "temperature": 1}"#)
      running.clock.advance(by: 11 * 86_400)
      _ = try await running.post("/data", #"{"sensor": "new", "temperature": 2}"#)
      running.clock.advance(by: 3_600)
      _ = try await running.post("/data", #"{"sensor": "new", "temperature": 2}"#)
      let means = "/data/?start=2026-11-01&stop=2026-12-31&step=\(100 * 86_400_000 as Int64)"
      #expect(try await running.get(means).array.map { $0["temperature"] as? Double } == [2])
      #expect(try await !running.get("/").body.contains("&sensor=old"))
    }
  }

  @Test func whatIsPostedIsNeverAveragedWithTheInventedRoom() async throws {
    try await RunningStation.run { running in
      let invented = try await temperatures(running)
      #expect(invented.count == 1)
      #expect(try await temperatures(running, "invented") == invented)
      #expect(try await running.get("/").body.hasSuffix("\n     &sensor=invented   an invented room\n"))

      #expect(try await running.post("/data", #"{"temperature": 50}"#).status == 201)
      #expect(try await temperatures(running) == [50])
      #expect(try await temperatures(running, "") == [50])
      #expect(try await temperatures(running, "invented") == invented)
      let list = "     &sensor=           (no name)\n     &sensor=invented   an invented room\n"
      #expect(try await running.get("/").body.hasSuffix(list))

      let reply = try await running.post("/data", #"[{"sensor": "invented", "temperature": 5}, {"temperature": 52}]"#)
      #expect(
        reply.body == """
          {"refused":[{"reading":1,"reason":"Reading 1 has the sensor invented, which is this station's invented \
          room."}],"stored":1}
          """)
      #expect(try await temperatures(running) == [51])
      #expect(try await temperatures(running, "invented") == invented)
    }
  }

  @Test func whereNothingIsInventedASensorMayHaveThatName() async throws {
    try await withStation { running in
      let reply = try await running.post("/data", #"{"sensor": "invented", "temperature": 5}"#)
      #expect(reply.status == 201)
      #expect(try await temperatures(running, "invented") == [5])
    }
  }

  // MARK: - Files of earlier versions

  /// A file as the version before sensors had names made it.
  private static let formerFile = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('readings');
    CREATE TABLE reading (
      timestamp INTEGER NOT NULL,  -- milliseconds since 1970-01-01 00:00 UTC
      temperature REAL NOT NULL,   -- degrees Celsius
      PRIMARY KEY (timestamp, temperature)
    ) WITHOUT ROWID;
    INSERT INTO reading VALUES (1795176000000, 20.5), (1795176000000, 21.5), (1795176060000, -3.25);
    """

  @Test(arguments: [true, false])
  func aFileOfTheVersionBeforeIsTakenOver(hasReadings: Bool) async throws {
    try await withDatabase { path in
      let queue = try DatabaseQueue(path: path)
      try await queue.write { try $0.execute(sql: Self.formerFile) }
      if !hasReadings { try await queue.write { try $0.execute(sql: "DELETE FROM reading") } }
      try queue.close()
      // Twice: what a first start has taken over is there for the next.
      for _ in 0..<2 {
        try await RunningStation.run {
          $0.database = path
        } _: { running in
          _ = try await running.post("/data", #"{"sensor": "rack", "temperature": 40}"#)
          let minutes = "/data/?start=2026-11-20T12:00:00Z&stop=2026-11-20T12:02:00Z&step=60000"
          let means = try await running.get(minutes).array.map { $0["temperature"] as? Double }
          #expect(means == (hasReadings ? [21, -3.25] : [40]))
          #expect(try await running.get(minutes + "&sensor=").array.count == (hasReadings ? 2 : 0))
          #expect(try await running.get(minutes + "&sensor=rack").array.count == 1)
        }
      }
    }
  }
}
