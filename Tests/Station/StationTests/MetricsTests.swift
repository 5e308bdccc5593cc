import Foundation
import Testing

@testable import Station

/// The page for Prometheus. `make test-peers` shows it to a real one.
@Suite(.timeLimit(.minutes(2))) struct MetricsTests {
  /// A station that keeps readings, and so invents none.
  private func withStation(_ body: (RunningStation) async throws -> Void) async throws {
    try await withDatabase { path in
      try await RunningStation.run({ $0.database = path }, body)
    }
  }

  /// The samples of a page, without what describes them.
  private func samples(_ running: RunningStation) async throws -> [String] {
    let reply = try await running.get("/metrics")
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == ["text/plain; version=0.0.4; charset=utf-8"])
    #expect(reply.body.hasSuffix("\n") && !reply.body.contains("\r"))
    return reply.body.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  @Test func eachSensorsNewestReadingIsTold() async throws {
    try await withStation { running in
      _ = try await running.post(
        "/data",
        """
        [{"sensor": "kitchen", "ts": "2026-11-20T11:59:00Z", "temperature": 21},
         {"sensor": "Süd \\"rack\\" 1\\\\2", "ts": "2026-11-20T11:59:30.250Z", "temperature": -0.0625},
         {"sensor": "kitchen", "ts": "2026-11-20T11:58:00Z", "temperature": 19}, {"temperature": 20.5}]
        """)
      #expect(
        try await running.get("/metrics").body == """
          # HELP reactui_room_temperature_celsius Newest reading of a sensor that still measures.
          # TYPE reactui_room_temperature_celsius gauge
          reactui_room_temperature_celsius{room="kitchen",source="station"} 21.0
          reactui_room_temperature_celsius{room="Süd \\"rack\\" 1\\\\2",source="station"} -0.0625
          reactui_room_temperature_celsius{room="",source="station"} 20.5
          # HELP reactui_room_reading_timestamp_seconds Unix time of a sensor's newest reading.
          # TYPE reactui_room_reading_timestamp_seconds gauge
          reactui_room_reading_timestamp_seconds{room="kitchen",source="station"} 1795175940
          reactui_room_reading_timestamp_seconds{room="Süd \\"rack\\" 1\\\\2",source="station"} 1795175970.25
          reactui_room_reading_timestamp_seconds{room="",source="station"} 1795176000

          """)
    }
  }

  /// A sensor that has stopped has no temperature, and when it measured last is told.
  @Test func aSensorThatHasStoppedHasNoTemperature() async throws {
    try await withStation { running in
      _ = try await running.post(
        "/data",
        """
        [{"sensor": "hourly", "ts": "2026-11-20T11:00:00Z", "temperature": 4}, {"sensor": "hourly", "temperature": 5},
         {"sensor": "often", "ts": "2026-11-20T11:59:50Z", "temperature": 20}, {"sensor": "often", "temperature": 21},
         {"sensor": "once", "temperature": 30}]
        """)
      func measuring() async throws -> [String] {
        try await samples(running).filter { $0.contains("temperature") }.compactMap {
          $0.split(separator: "\"").dropFirst().first.map(String.init)
        }
      }
      #expect(try await measuring() == ["hourly", "often", "once"])
      running.clock.advance(by: 300)
      #expect(try await measuring() == ["hourly", "often", "once"])
      running.clock.advance(by: 1)
      #expect(try await measuring() == ["hourly"])
      running.clock.advance(by: 3 * 3_600 - 301)
      #expect(try await measuring() == ["hourly"])
      running.clock.advance(by: 1)
      #expect(
        try await samples(running).map { $0.hasPrefix("reactui_room_reading_timestamp_seconds") } == [true, true, true])
    }
  }

  @Test func aReadingOfTheFutureIsNotTheNewest() async throws {
    try await withStation { running in
      _ = try await running.post(
        "/data",
        """
        [{"sensor": "fast", "ts": "2026-11-20T12:10:00Z", "temperature": 50}, {"sensor": "fast", "temperature": 20}]
        """)
      #expect(try await samples(running).first?.hasSuffix(" 20.0") == true)
    }
  }

  @Test func theInventedRoomSaysThatItIsInvented() async throws {
    try await RunningStation.run { running in
      let samples = try await samples(running)
      #expect(samples.count == 2)
      #expect(samples[0].hasPrefix("reactui_room_temperature_celsius{room=\"invented\",source=\"invented\"} "))
      #expect(samples[1].hasSuffix(" 1795176000"))
    }
  }

  @Test func aStationWithoutReadingsHasAPageAllTheSame() async throws {
    try await withStation { running in
      #expect(try await samples(running) == [])
      let reply = try await running.post("/metrics", "{}")
      #expect(reply.status == 405)
    }
  }
}
