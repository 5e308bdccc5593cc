import Clients
import Foundation
import Rooms
import Text

/// The answer to `GET /data/`.
///
/// Decoding fails if no reading can be read, and if none has a temperature, not even `null`: a server that names it otherwise, or
/// sends something else, would have nothing but gaps.
struct ConAirAnswer: Decodable {
  let points: ReadableList<ConAirPoint>

  init(from decoder: any Decoder) throws {
    points = try ReadableList(from: decoder)
    guard points.elements.isEmpty || points.elements.contains(where: \.isStated) else {
      throw UnreadableAnswer(complaint: "readings without a temperature")
    }
  }
}

/// One point of the answer to `GET /data/`: `{"ts":"2012-12-11 21:28:00 +0000","value":21.3,"temperature":21.3}`.
///
/// Decoding fails if the time is missing or invalid, if the temperature is invalid, or if it may be in a field of another name.
struct ConAirPoint: ListedPayload {
  static let plural: SafeText = "readings"

  var time: Date
  /// `nil` in a gap: temperature and value are null, or there is nothing beside the time.
  var celsius: Double?
  /// Whether there is a temperature, be it null.
  var isStated: Bool

  private enum Key: String, CodingKey {
    case ts, value, temperature, unit, sensor
  }

  /// The name of any field.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    guard let time = Self.time(fields) else {
      throw DecodingError.dataCorruptedError(forKey: .ts, in: fields, debugDescription: "no time")
    }
    self.time = time
    let scale = StatedUnit(fields.text(.unit, .unit)).scale
    celsius = scale.flatMap { Self.celsius(fields, .temperature, in: $0) ?? Self.celsius(fields, .value, in: $0) }
    if celsius == nil, let key = [Key.temperature, .value].first(where: { Self.hasValue(fields, $0) }) {
      throw DecodingError.dataCorruptedError(forKey: key, in: fields, debugDescription: "no temperature")
    }
    isStated = fields.contains(.temperature) || fields.contains(.value)
    // A server that has given the field another name would have nothing but gaps.
    if !isStated,
      try decoder.container(keyedBy: AnyKey.self).allKeys.contains(where: { Key(rawValue: $0.stringValue) == nil })
    {
      throw DecodingError.dataCorruptedError(forKey: .temperature, in: fields, debugDescription: "no temperature")
    }
  }

  /// The point's time: ISO 8601, in UTC if there is no zone, or a number of seconds or milliseconds since 1970.
  private static func time(_ fields: KeyedDecodingContainer<Key>) -> Date? {
    if let text = fields.text(.ts, .number),
      let date = ISO8601.date(text.trimmingCharacters(in: .whitespaces), assumingUTC: true)
    {
      return date
    }
    guard let count = fields.optional(.ts, as: Double.self) else { return nil }
    let seconds = count.magnitude < leastMilliseconds ? count : count / 1000
    return possibleSeconds.contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
  }

  /// Numbers from here on are milliseconds: as milliseconds this is in 1973, as seconds it would be in the year 5138.
  private static let leastMilliseconds = 1e11
  /// Up to the year 9999, the last that ISO 8601 can represent with four digits.
  private static let possibleSeconds = -62_000_000_000.0...253_000_000_000

  /// `nil` for an invalid temperature.
  private static func celsius(
    _ fields: KeyedDecodingContainer<Key>, _ key: Key, in scale: TemperatureScale
  ) -> Double? {
    fields.optional(key, as: Double.self).map(scale.celsius).flatMap { Temperature.credible.contains($0) ? $0 : nil }
  }

  private static func hasValue(_ fields: KeyedDecodingContainer<Key>, _ key: Key) -> Bool {
    fields.contains(key) && (try? fields.decodeNil(forKey: key)) == false
  }

  /// The points in order of time, each time once. Of two points for one time, the later in the answer is used, because a mean
  /// is updated until its step is over. A point without a temperature is a gap, not zero.
  static func readings(_ points: [ConAirPoint]) -> [RoomReading] {
    var byTime: [Date: Double] = [:]
    for point in points {
      if let celsius = point.celsius { byTime[point.time] = celsius }
    }
    return byTime.map { RoomReading(Temperature(time: $0.key, celsius: $0.value)) }.sorted { $0.time < $1.time }
  }
}
