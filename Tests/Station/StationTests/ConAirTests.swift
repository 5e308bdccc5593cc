import Foundation
import Testing

@testable import Station

@Suite(.timeLimit(.minutes(2))) struct ConAirTests {
  private static func means(_ start: String, _ stop: String, step: Int) -> String {
    "/data/?start=\(start)&stop=\(stop)&step=\(step)"
  }

  @Test func anEmptyDatabaseHasNoReadings() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        let reply = try await running.get(Self.means("2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z", step: 120_000))
        #expect(reply.status == 200)
        #expect(reply.body == "[]")
      }
    }
  }

  @Test func eachPointIsTheMeanOfAStepCountedFromTheStart() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
        $0.retention = 100 * 365 * 86_400
      } _: { running in
        let posted = try await running.post(
          "/data",
          """
          [{"ts": "2012-12-11T21:28:00Z", "temperature": 21},
           {"ts": "2012-12-11T22:29:59.999+01:00", "temperature": 22.5},
           {"ts": "2012-12-11 21:30:00 +0000", "temperature": -3},
           {"ts": "2012-12-11T21:34:00Z", "temperature": 19.25},
           {"ts": "2012-12-11T21:36:00Z", "temperature": 99}]
          """)
        #expect(posted.status == 201)
        let reply = try await running.get(Self.means("2012-12-11T21:28:00Z", "2012-12-11T21:36:00Z", step: 120_000))
        // No point for the gap at 21:32, and none for 21:36, where the range ends.
        #expect(
          try reply.array.map { $0["ts"] as? String } == [
            "2012-12-11 21:28:00 +0000", "2012-12-11 21:30:00 +0000", "2012-12-11 21:34:00 +0000",
          ])
        #expect(try reply.array.map { $0["temperature"] as? Double } == [21.75, -3, 19.25])
        #expect(try reply.array.map { $0["value"] as? Double } == [21.75, -3, 19.25])
        #expect(reply.headers["Content-Type"] == ["application/json; charset=utf-8"])
      }
    }
  }

  @Test func whoAsksFromHisNewestPointOnGetsThatPointAgain() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        _ = try await running.post("/data", #"{"ts": "2026-11-20T11:58:00Z", "temperature": 20}"#)
        let first = try await running.get(Self.means("2026-11-20T11:56:00Z", "2026-11-20T11:59:00Z", step: 120_000))
        #expect(try first.array.map { $0["temperature"] as? Double } == [20])
        _ = try await running.post("/data", #"{"ts": "2026-11-20T11:59:30Z", "temperature": 22}"#)
        let again = try await running.get(Self.means("2026-11-20T11:58:00Z", "2026-11-20T12:00:00Z", step: 120_000))
        #expect(try again.array.map { $0["ts"] as? String } == ["2026-11-20 11:58:00 +0000"])
        #expect(try again.array.map { $0["temperature"] as? Double } == [21])
      }
    }
  }

  @Test(arguments: ["{\"temperature\": 20}", "[{\"temperature\": 20}]"])
  func aByteOrderMarkBeforeAReadingIsSkipped(body: String) async throws {
    try await RunningStation.run { running in
      let posted = try await running.post("/data", "\u{FEFF}\(body)")
      #expect(posted.status == 201)
    }
  }

  @Test func theNewestStepIsToldWholeAsFarAsItHasCome() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        // It is 12:00; whoever asks has a clock that is half a minute behind.
        let readings = [("11:58:30", 20), ("11:59:30", 22), ("11:59:50", 27)].map { time, temperature in
          #"{"ts": "2026-11-20T\#(time)Z", "temperature": \#(temperature)}"#
        }
        _ = try await running.post("/data", "[\(readings.prefix(2).joined(separator: ","))]")
        let newest = Self.means("2026-11-20T11:56:00Z", "2026-11-20T11:59:15Z", step: 120_000)
        #expect(try await running.get(newest).array.map { $0["temperature"] as? Double } == [21])
        _ = try await running.post("/data", readings[2])
        let reply = try await running.get(newest)
        #expect(try reply.array.map { $0["ts"] as? String } == ["2026-11-20 11:58:00 +0000"])
        #expect(try reply.array.map { $0["temperature"] as? Double } == [23])
        // What begins at the end is not asked for.
        let before = try await running.get(Self.means("2026-11-20T11:56:00Z", "2026-11-20T11:58:00Z", step: 120_000))
        #expect(before.body == "[]")
      }
    }
  }

  @Test(arguments: [Int.max, Int.max - 1, 1])
  func noStepIsTooLongOrTooShort(step: Int) async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        _ = try await running.post("/data", #"{"temperature": 20}"#)
        let reply = try await running.get(Self.means("0001-01-01", "9999-12-31", step: step))
        #expect(try reply.array.map { $0["temperature"] as? Double } == [20])
      }
    }
  }

  @Test(arguments: [
    ("application/json", 201), ("application/json; charset=utf-8", 201), ("application/x-www-form-urlencoded", 201),
    ("text/plain", 415), ("Text/Plain;charset=UTF-8", 415), ("multipart/form-data; boundary=x", 415),
    (" text/plain ", 415), (nil, 201),
  ])
  func whatABrowsersFormCanSpellIsNotTaken(type: String?, status: Int) async throws {
    try await RunningStation.run { running in
      let headers = type.map { ["Content-Type": $0] } ?? [:]
      let reply = try await running.send(.POST, "/data", headers: headers, body: #"{"temperature": 20}"#)
      #expect(reply.status == status)
    }
  }

  @Test func aDemonstrationTakesNoReadings() async throws {
    try await RunningStation.run {
      $0.acceptsReadings = false
    } _: { running in
      let reply = try await running.post("/data", #"{"temperature": 20}"#)
      #expect(reply.status == 405)
      #expect(reply.headers["Allow"] == ["GET, HEAD"])
      #expect(try await running.get("/data").status == 200)
      #expect(try await !running.get("/").body.contains("POST"))
    }
  }

  @Test func aReadingWithoutADateIsOfNow() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        #expect(try await running.post("/data/", #"{"temperature": 20.5}"#).status == 201)
        #expect(try await running.post("/data", #"{"ts": null, "temperature": 20.5}"#).status == 201)
        let reply = try await running.get(Self.means("2026-11-20T12:00:00Z", "2026-11-20T12:00:01Z", step: 1_000))
        #expect(try reply.array.map { $0["ts"] as? String } == ["2026-11-20 12:00:00 +0000"])
      }
    }
  }

  @Test func aReadingIsThereAfterTheStationWasGoneWithoutAGoodbye() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        #expect(try await running.post("/data", #"{"temperature": 20.5}"#).status == 201)
        // What a killed process leaves behind is what is in its files at this moment: take them away to another place.
        let copy = path + ".copy"
        for suffix in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try await RunningStation.run {
          $0.database = copy
        } _: { second in
          let reply = try await second.get(Self.means("2026-11-20T12:00:00Z", "2026-11-20T12:01:00Z", step: 60_000))
          #expect(try reply.array.map { $0["temperature"] as? Double } == [20.5])
        }
      }
    }
  }

  @Test func aReadingPostedAgainCountsOnce() async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        let warm = #"{"ts": "2026-11-20T11:00:00Z", "temperature": 30}"#
        let cold = #"{"ts": "2026-11-20T11:00:00Z", "temperature": 10}"#
        for body in [warm, warm, warm, cold] { #expect(try await running.post("/data", body).status == 201) }
        let reply = try await running.get(Self.means("2026-11-20T11:00:00Z", "2026-11-20T12:00:00Z", step: 60_000))
        #expect(try reply.array.map { $0["temperature"] as? Double } == [20])
      }
    }
  }

  @Test(arguments: [
    ("", "The body is not JSON."),
    ("temperature=20", "The body is not JSON."),
    (#"{"temperature": NaN}"#, "The body is not JSON."),
    ("[]", "There is no reading in the array."),
    ("{}", "The reading has no temperature."),
    ("20.5", #"The reading is not an object like {"temperature": 21.5}."#),
    ("[20.5]", #"Reading 1 is not an object like {"temperature": 21.5}."#),
    (#"[{"temp": 1}, {"temp": 2}]"#, "Reading 1 has no temperature.\nReading 2 has no temperature."),
    (#"{"temperature": "20.5"}"#, "The reading has a temperature that is not a number."),
    (#"{"temperature": true}"#, "The reading has a temperature that is not a number."),
    (#"{"temperature": null}"#, "The reading has a temperature that is not a number."),
    (#"{"temperature": 20, "ts": 1795176000}"#, "The reading has a ts that is not a text."),
    (#"{"temperature": 20, "sensor": 5}"#, "The reading has a sensor that is not a text."),
    (#"{"temperature": 70, "unit": "fahrenheit"}"#, "The reading has a unit that is not celsius."),
    (#"{"temperature": 20, "sensor": "a\nb"}"#, "The reading has a sensor whose name holds a control character."),
    (
      #"{"temperature": 20, "ts": "yesterday"}"#,
      "The reading has a ts that is no ISO 8601 date, such as 2026-11-20T12:00:00.000Z."
    ),
    (#"{"temperature": -273.16}"#, "The reading is colder than absolute zero."),
    (#"{"temperature": 1000.5}"#, "The reading is hotter than 1000 °C."),
    (#"[{"temperature": 1e306}]"#, "Reading 1 is hotter than 1000 °C."),
  ])
  func aWrongBodyIsRefusedWithASentenceAndNothingOfItIsKept(body: String, sentence: String) async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        let reply = try await running.post("/data", body)
        #expect(reply.status == 400)
        #expect(reply.body == sentence + "\n")
        #expect(try await running.get(Self.means("0001-01-01", "9999-12-31", step: 60_000)).body == "[]")
      }
    }
  }

  /// One reading of an array that is wrong, whatever is wrong with it.
  @Test(arguments: [
    (#"{"temperature": -274}"#, "Reading 2 is colder than absolute zero."),
    (#"{"temperature": 1e306}"#, "Reading 2 is hotter than 1000 °C."),
    (#"{"temperature": 1e999}"#, "Reading 2 has a number out of range."),
    (#"{"temperature": 70, "unit": "°F"}"#, "Reading 2 has a unit that is not celsius."),
    (#"{"temperature": null}"#, "Reading 2 has a temperature that is not a number."),
    (#"{"temp": 2}"#, "Reading 2 has no temperature."),
    ("null", #"Reading 2 is not an object like {"temperature": 21.5}."#),
    ("7", #"Reading 2 is not an object like {"temperature": 21.5}."#),
    (
      #"{"temperature": 20, "ts": "yesterday"}"#,
      "Reading 2 has a ts that is no ISO 8601 date, such as 2026-11-20T12:00:00.000Z."
    ),
    (
      #"{"temperature": 20, "sensor": "a\nb"}"#, "Reading 2 has a sensor whose name holds a control character."
    ),
  ])
  func aWrongReadingIsRefusedAloneWithItsPlace(reading: String, sentence: String) async throws {
    try await withDatabase { path in
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        let reply = try await running.post(
          "/data", #"[{"temperature": 20, "unit": "°C"}, \#(reading), {"temperature": 22}]"#)
        #expect(reply.status == 201)
        let receipt = try #require(JSONSerialization.jsonObject(with: Data(reply.body.utf8)) as? [String: Any])
        #expect(receipt["stored"] as? Int == 2)
        let refused = try #require(receipt["refused"] as? [[String: Any]])
        #expect(refused.map { $0["reading"] as? Int } == [2])
        #expect(refused.map { $0["reason"] as? String } == [sentence])
        let means = try await running.get(Self.means("2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z", step: 7_200_000))
        #expect(try means.array.map { $0["temperature"] as? Double } == [21])
      }
    }
  }

  /// A byte that UTF-8 does not have, and what JSON does not have in a text, in the place of `?`.
  @Test(arguments: ["\u{FF}", #"\ud800"#, "\u{1}"])
  func aTextThatCannotBeReadIsNamed(broken: String) throws {
    for (reading, predicate) in [
      (#"{"sensor": "a?", "temperature": 20}"#, "a sensor that is no JSON text in UTF-8"),
      (#"{"sensor": "a", "ts": "?", "temperature": 20}"#, "a ts that is no JSON text in UTF-8"),
      (#"{"unit": "?C", "temperature": 20}"#, "a unit that is no JSON text in UTF-8"),
      (#"{"?": "a", "temperature": 20}"#, "a key that is no JSON text in UTF-8"),
    ] {
      // Each scalar as a byte.
      let body = Data(
        "[\(reading.replacing("?", with: broken)), {\"temperature\": 21}]".unicodeScalars.map { UInt8($0.value) })
      let readings = try ReadingFormat.decode(body, now: Timestamp(milliseconds: 0))
      #expect(throws: ReadingFormat.Failure.self) { try readings[0].get() }
      if case .failure(let failure) = readings[0] { #expect(failure.sentence == "Reading 1 has \(predicate).") }
      #expect(try readings[1].get().temperature == 21)
    }
  }

  @Test func manyWrongReadingsAreNotAllTold() async throws {
    try await RunningStation.run { running in
      let body = "[" + [String](repeating: "7", count: 100_000).joined(separator: ",") + "]"
      let reply = try await running.post("/data", body)
      #expect(reply.status == 400 && reply.body.utf8.count < body.utf8.count)
    }
  }

  @Test func aReadingThatIsNoTemperatureInTheDatabaseDoesNotCountAndTheOthersDo() async throws {
    try await withDatabase { path in
      // As an earlier version, or another program, may have written it.
      var configuration = Station.Configuration()
      configuration.database = path
      let store = ReadingStore(configuration: configuration)
      try store.open()
      let noon = Timestamp(milliseconds: 1_795_176_000_000)
      let readings = [20, 1e306, -1e306, .infinity, 22].map { Reading(timestamp: noon, temperature: $0) }
      try await withCheckedThrowingContinuation { stored in
        store.store(readings) { stored.resume(with: $0) }
      }
      store.close()
      try await RunningStation.run {
        $0.database = path
      } _: { running in
        let reply = try await running.get(Self.means("2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z", step: 7_200_000))
        #expect(reply.status == 200)
        #expect(try reply.array.map { $0["temperature"] as? Double } == [21])
      }
    }
  }

  @Test(arguments: [
    "/data", "/data/", "/data/?start=2026-11-19&stop=2026-11-20", "/data/?start=2026-11-19&step=1000",
    "/data/?start=2026-11-19&stop=2026-11-20&step=0", "/data/?start=2026-11-19&stop=2026-11-20&step=x",
    "/data?start=2026-11-20&stop=2026-11-19&step=1000",
  ])
  func aRequestThatAsksForNothingGetsNothing(path: String) async throws {
    try await RunningStation.run { running in
      let reply = try await running.get(path)
      #expect(reply.status == 200)
      #expect(reply.body == "[]")
    }
  }

  @Test func aDateThatCannotBeReadIsAnErrorOfTheServer() async throws {
    try await RunningStation.run { running in
      for date in ["yesterday", "2026-11-31", "2026-11-20T13:00:00+01:00"] {
        let reply = try await running.get(Self.means(date, "2026-11-20", step: 1_000))
        #expect(reply.status == 500)
      }
    }
  }

  @Test func withoutADatabaseThereIsADayAlreadyAndItGoesOn() async throws {
    try await RunningStation.run { running in
      let day = Self.means("2026-11-19T12:00:00Z", "2026-11-20T12:00:00Z", step: 120_000)
      let first = try await running.get(day)
      #expect(try first.array.count == 720)
      #expect(try await running.get(day).body == first.body)

      running.clock.advance(by: 600)
      let later = try await running.get(Self.means("2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z", step: 120_000))
      #expect(try later.array.count == 6)
    }
  }

  @Test func aDatabaseThatCannotBeUsedIsSaidAtTheStart() async throws {
    try await withDatabase { path in
      try Data("this is no database, but long enough to be looked at as one".utf8).write(to: URL(filePath: path))
      for wrong in [path, path + "/below.sqlite"] {
        var configuration = Station.Configuration()
        configuration.database = wrong
        let error = #expect(throws: StationError.self) { try Station(configuration: configuration).start() }
        guard case .databaseUnusable(wrong, _) = error else {
          Issue.record("not about the database: \(String(describing: error))")
          continue
        }
      }
    }
  }
}
