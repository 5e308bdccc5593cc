import Foundation
import NIOCore
import NIOHTTP1

/// ConAir's two requests: means from here, readings to here.
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
        start: Timestamp(now().addingTimeInterval(-48 * 3_600)))
  }

  func drain() {
    readings.drain()
  }

  /// `GET /data/?start=ISO&stop=ISO&step=MILLISECONDS`: the mean of each step that has readings, named after the moment
  /// with which the step begins. Steps are counted from `start`, so who asks again from his newest point on gets that
  /// point again, complete this time.
  ///
  /// The last step is the mean of all its readings so far, also of those after `stop`: the clocks of sensors and clients
  /// differ, and what the newest point tells must not depend on that.
  ///
  /// As with the original, a parameter too few gives `[]`, and a date that cannot be read gives 500.
  func means(_ request: StationRequest, reply: @escaping @Sendable (Response) -> Void) {
    guard let startText = request.query["start"], let stopText = request.query["stop"],
      let step = request.query["step"].flatMap({ Int64($0) }), step > 0
    else { return reply(.json(Data("[]".utf8))) }
    guard let start = Timestamp(iso8601: startText), let stop = Timestamp(iso8601: stopText) else {
      return reply(.html(.internalServerError))
    }
    let end = Self.end(ofStepAt: stop, from: start, step: step)
    let now = Timestamp(self.now())
    readings.sums(from: start, to: end, step: step) { [room] result in
      reply(
        Self.response(
          to: result.map { posted in
            let invented = room?.sums(from: start, to: end, step: step, now: now) ?? [:]
            return posted.merging(invented) { StepSum(count: $0.count + $1.count, sum: $0.sum + $1.sum) }
          }, start: start, step: step))
    }
  }

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
        let mean = (total.sum / Double(total.count) * 1_000).rounded() / 1_000
        return Point(ts: timestamp.conAir, value: mean, temperature: mean)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return .json(try encoder.encode(points))
    } catch {
      return .text(.internalServerError, "The readings cannot be read: \(error).")
    }
  }

  /// `POST /data`: one reading or an array of them.
  ///
  /// Two of the three content types that a browser sends to another origin without asking are refused: a form can spell JSON
  /// in them, and an old browser sends a form without `Origin`. The third, `application/x-www-form-urlencoded`, is taken,
  /// since `curl -d` sends it; a form encodes every brace in it, so that its fields are never JSON.
  func store(_ request: StationRequest, _ body: ByteBuffer, reply: @escaping @Sendable (Response) -> Void) {
    let types = request.headers.filter { $0.name.lowercased() == "content-type" }
    guard types.allSatisfy({ !["text/plain", "multipart/form-data"].contains(MediaType.essence(of: $0.value)) }) else {
      return reply(.text(.unsupportedMediaType, "Readings are taken as application/json."))
    }
    let received: [Reading]
    do {
      let now = Timestamp(self.now())
      received = try ReadingFormat.decode(Data(body.readableBytesView), now: now)
      try readings.checkAge(of: received, at: now)
    } catch {
      return reply(.text(.badRequest, error.sentence))
    }
    readings.store(received) { result in
      switch result {
      case .success: reply(.json(Data(#"{"stored":\#(received.count)}"#.utf8), .created))
      case .failure(let error): reply(.text(.internalServerError, "Nothing was stored: \(error)."))
      }
    }
  }
}

private enum MediaType {
  /// `text/plain` of `Text/Plain; charset=utf-8`. Source: RFC 9110 §8.3.1.
  static func essence(of value: String) -> String {
    value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }
}
