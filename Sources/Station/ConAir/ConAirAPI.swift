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
  /// As with the original, a parameter too few gives `[]`, and a date that cannot be read gives 500.
  func means(_ request: StationRequest, reply: @escaping @Sendable (Response) -> Void) {
    guard let startText = request.query["start"], let stopText = request.query["stop"],
      let step = request.query["step"].flatMap({ Int64($0) }), step > 0
    else { return reply(.json(Data("[]".utf8))) }
    guard let start = Timestamp(iso8601: startText), let stop = Timestamp(iso8601: stopText) else {
      return reply(.html(.internalServerError))
    }
    let now = Timestamp(self.now())
    readings.sums(from: start, to: stop, step: step) { [room] result in
      reply(
        Self.response(
          to: result.map { posted in
            let invented = room?.sums(from: start, to: stop, step: step, now: now) ?? [:]
            return posted.merging(invented) { StepSum(count: $0.count + $1.count, sum: $0.sum + $1.sum) }
          }, start: start, step: step))
    }
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
  func store(_ body: ByteBuffer, reply: @escaping @Sendable (Response) -> Void) {
    let received: [Reading]
    do {
      received = try ReadingFormat.decode(Data(body.readableBytesView), now: Timestamp(now()))
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
