import Foundation
import Model

/// One point of the answer to `GET /data/`: `{"ts":"2012-12-11 21:28:00 +0000","value":21.3,"temperature":21.3}`.
struct ConAirPoint: Decodable, Sendable {
  var time: Date?
  var celsius: Double?

  private enum Key: String, CodingKey {
    case ts, value, temperature
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    time = fields.optional(.ts, as: String.self).flatMap(ISO8601.date)
    celsius = Self.number(fields, .temperature) ?? Self.number(fields, .value)
  }

  /// A number, or a text that is one, as some databases hand them out; `nil` for what is no temperature.
  private static func number(_ fields: KeyedDecodingContainer<Key>, _ key: Key) -> Double? {
    let number = fields.optional(key, as: Double.self)
    let value =
      number ?? fields.optional(key, as: String.self).flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
    return value.flatMap { Temperature.credible.contains($0) ? $0 : nil }
  }

  /// The points in the order of time, each time once: of two for one time the later in the answer, for a mean is
  /// measured on until its step is over. A point without a time or a temperature is a gap, not a zero.
  static func temperatures(_ points: [ConAirPoint]) -> [Temperature] {
    var byTime: [Date: Double] = [:]
    for point in points {
      if let time = point.time, let celsius = point.celsius { byTime[time] = celsius }
    }
    return byTime.map { Temperature(time: $0.key, celsius: $0.value) }.sorted { $0.time < $1.time }
  }
}
