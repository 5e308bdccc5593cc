import Foundation
import NIOCore
import NIOHTTP1

/// ConAir's two requests: reading the means of one sensor, and posting readings.
final class ConAirAPI: Sendable {
  private struct Point: Encodable {
    var ts: String
    var value: Double
    var temperature: Double
  }

  private let readings: ReadingStore
  private let room: InventedRoom?
  private let now: @Sendable () -> Date

  init(readings: ReadingStore, configuration: Station.Configuration) {
    self.readings = readings
    now = configuration.now
    room =
      configuration.database != nil
      ? nil
      : InventedRoom(
        seed: configuration.seed, timeZone: configuration.timeZone,
        start: Timestamp(now().addingTimeInterval(-InventedRoom.kept)))
  }

  func drain() {
    readings.drain()
  }

  /// Lets no request wait for another program any more.
  func endWaits() { readings.endWaits() }

  /// `GET /data/?start=ISO&stop=ISO&step=MILLISECONDS[&sensor=NAME]`: one sensor's mean of each step with readings, labelled
  /// with the beginning of the step. Steps are counted from `start`, so a client that asks again from its newest point on
  /// gets that point again, complete this time.
  ///
  /// The last step is the mean of all its readings so far, even of those after `stop`: the clocks of sensors and clients
  /// differ, and the newest point must not depend on that.
  ///
  /// Without a name it is the sensor that posted first, or the invented room if none has posted; a mean never combines two
  /// sensors. A name that no sensor has gives `[]`.
  ///
  /// As in the original, a missing parameter gives `[]`, and an unreadable date gives 500.
  func means(_ request: StationRequest, reply: @escaping @Sendable (Response) -> Void) {
    guard let startText = request.query["start"], let stopText = request.query["stop"],
      let step = request.query["step"].flatMap({ Int64($0) }), step > 0
    else { return reply(.json(Data("[]".utf8))) }
    guard let start = Timestamp(iso8601: startText), let stop = Timestamp(iso8601: stopText) else {
      return reply(.html(.internalServerError))
    }
    let end = Self.end(ofStepAt: stop, from: start, step: step)
    let now = Timestamp(self.now())
    let invented: @Sendable () -> [Int64: StepSum] = { [room] in
      room?.sums(from: start, to: end, step: step, now: now) ?? [:]
    }
    let name = request.query["sensor"]
    guard room == nil || name != InventedRoom.sensor.text else {
      return reply(Self.response(to: .success(invented()), start: start, step: step))
    }
    let sensor = name.map { try? SensorName($0) }
    // An invalid name belongs to no sensor.
    guard sensor != .some(nil) else { return reply(.json(Data("[]".utf8))) }
    readings.sums(of: sensor ?? nil, from: start, to: end, step: step) { sums in
      let answered = sums.map { $0 ?? (name == nil ? invented() : [:]) }
      reply(Self.response(to: answered, start: start, step: step))
    }
  }

  /// Sends a text that lists the sensors. The first is the one used if none is named.
  func sensors(_ send: @escaping @Sendable (String) -> Void) {
    readings.sensors(limit: Self.longestList) { [room] result in
      do {
        let sensors = try result.get()
        var names = sensors.first.map { ($0.parameter, $0.text.isEmpty ? "(no name)" : $0.text) }
        if room != nil { names.append((InventedRoom.sensor.parameter, "an invented room")) }
        guard !names.isEmpty else { return send("No sensor has posted yet.") }
        let width = names.map(\.0.count).max() ?? 0
        let lines = names.map { "     &" + $0.0.padding(toLength: width + 3, withPad: " ", startingAt: 0) + $0.1 }
        let more = sensors.count - sensors.first.count
        send(
          (["Sensors, of which the first is answered where none is named:", ""] + lines
            + (more > 0 ? ["     and \(more) more"] : [])).joined(separator: "\n"))
      } catch {
        send("The sensors cannot be read: \(error).")
      }
    }
  }

  /// `GET /metrics`: the newest temperature of each sensor, in the order in which they first posted.
  func metrics(_ reply: @escaping @Sendable (Response) -> Void) {
    let now = Timestamp(self.now())
    readings.newest(at: now, limit: Self.mostMetrics) { [room] result in
      do {
        var page = MetricsPage()
        if let newest = room?.newest(at: now) { page.add(newest, of: InventedRoom.sensor, from: .invented, now: now) }
        for newest in try result.get() { page.add(newest, of: newest.reading.sensor, now: now) }
        reply(Response(.ok, type: MetricsPage.contentType, body: ByteBuffer(string: page.text)))
      } catch {
        reply(Self.failure("The readings cannot be read", error))
      }
    }
  }

  /// The most sensors in a scrape.
  private static let mostMetrics = 1_000

  /// The most refused readings of one body that are told.
  private static let mostRefusals = 1_000

  /// The most sensors in a list.
  private static let longestList = 100

  /// Returns the end of the last step that begins before `stop`.
  private static func end(ofStepAt stop: Timestamp, from start: Timestamp, step: Int64) -> Timestamp {
    let length = stop.milliseconds - start.milliseconds
    guard length > 0 else { return stop }
    let (whole, overflow) = ((length - 1) / step + 1).multipliedReportingOverflow(by: step)
    let (end, tooLate) = start.milliseconds.addingReportingOverflow(whole)
    return Timestamp(milliseconds: overflow || tooLate ? .max : end)
  }

  private static func response(
    to sums: Result<[Int64: StepSum], any Error>, start: Timestamp, step: Int64
  ) -> Response {
    do {
      let points = try sums.get().sorted { $0.key < $1.key }.map { number, total in
        let timestamp = Timestamp(milliseconds: start.milliseconds + number * step)
        // A thousandth of a degree is finer than any sensor here.
        // Zero is added because the minus of a negative zero would be written.
        let mean = (total.sum / Double(total.count) * 1_000).rounded() / 1_000 + 0
        return Point(ts: timestamp.conAir, value: mean, temperature: mean)
      }
      return .json(try Self.encoder.encode(points))
    } catch {
      return failure("The readings cannot be read", error)
    }
  }

  /// Answers a request that the database has refused: what may work in a moment has status 503.
  private static func failure(_ sentence: String, _ error: any Error) -> Response {
    guard error is StoringFailure else { return .text(.internalServerError, "\(sentence): \(error).") }
    return .text(.serviceUnavailable, "\(sentence): \(error).", headers: ["Retry-After": "5"])
  }

  /// `POST /data`: one reading or an array of them.
  ///
  /// Two of the three content types that a browser sends to another origin without asking are refused: a form can spell JSON
  /// in them, and an old browser sends a form without `Origin`. The third, `application/x-www-form-urlencoded`, is accepted,
  /// because `curl -d` sends it; a form encodes every brace in it, so its fields are never JSON.
  func store(_ request: StationRequest, _ body: ByteBuffer, reply: @escaping @Sendable (Response) -> Void) {
    let types = request.headers.filter { $0.name.lowercased() == "content-type" }
    guard types.allSatisfy({ !["text/plain", "multipart/form-data"].contains(MediaType.essence(of: $0.value)) }) else {
      return reply(.text(.unsupportedMediaType, "Readings are taken as application/json."))
    }
    let now = Timestamp(self.now())
    let received: [Result<Reading, ReadingFormat.Failure>]
    do {
      received = try ReadingFormat.decode(Data(body.readableBytesView), now: now)
    } catch {
      return reply(.text(.badRequest, error.sentence))
    }
    var accepted: [Reading] = []
    var refused: [Refusal] = []
    for (index, result) in received.enumerated() {
      do throws(ReadingFormat.Failure) {
        let reading = try result.get()
        guard let refusal = refusal(of: reading, at: now) else {
          accepted.append(reading)
          continue
        }
        let name = received.count == 1 ? "The reading" : "Reading \(index + 1)"
        refused.append(Refusal(reading: index + 1, reason: "\(name) \(refusal)."))
      } catch {
        refused.append(Refusal(reading: index + 1, reason: error.sentence))
      }
    }
    // A body of two bytes a reading must not give an answer of a hundred.
    refused = Array(refused.prefix(Self.mostRefusals))
    guard !accepted.isEmpty else {
      return reply(.text(.badRequest, refused.map(\.reason).joined(separator: "\n")))
    }
    let receipt = Receipt(stored: accepted.count, refused: refused.isEmpty ? nil : refused)
    readings.store(accepted) { result in
      do {
        try result.get()
        reply(.json(try Self.encoder.encode(receipt), .created))
      } catch {
        reply(Self.failure("Nothing was stored", error))
      }
    }
  }

  /// The result of posting readings. Refused readings do not affect the others.
  private struct Receipt: Encodable {
    var stored: Int
    var refused: [Refusal]?
  }

  private struct Refusal: Encodable {
    /// The index of the reading in the array, counted from 1.
    var reading: Int
    var reason: String
  }

  /// Returns why a reading is not stored, as the end of a sentence; `nil` if it is stored.
  private func refusal(of reading: Reading, at now: Timestamp) -> String? {
    if room != nil, reading.sensor == InventedRoom.sensor {
      return "has the sensor \(InventedRoom.sensor.text), which is this station's invented room"
    }
    return readings.refusal(of: reading, at: now)
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

private enum MediaType {
  /// `text/plain` of `Text/Plain; charset=utf-8`. Source: RFC 9110 §8.3.1.
  static func essence(of value: String) -> String {
    value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }
}
