import Foundation

/// The format that sensors post: `{"sensor": name, "ts": ISO 8601, "temperature": °C}`, the first two optional, or an array
/// of these.
enum ReadingFormat {
  /// The mistake in a body, as a sentence for the author of the sensor's program.
  struct Failure: Error {
    let sentence: String
  }

  /// Returns the readings of a body in their order, each one decoded or with its mistake.
  ///
  /// - Parameter now: The time of readings without a time.
  /// - Throws: The mistake of a body that is not JSON, or contains no reading.
  static func decode(_ body: Data, now: Timestamp) throws(Failure) -> [Result<Reading, Failure>] {
    // A byte-order mark may stand before the JSON, which the decoder skips.
    let isArray = body.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
    let posted: [Attempt]
    do {
      let decoder = JSONDecoder()
      posted = isArray ? try decoder.decode([Attempt].self, from: body) : [try decoder.decode(Attempt.self, from: body)]
    } catch let error as DecodingError {
      throw Failure(sentence: sentence(for: error))
    } catch {
      throw Failure(sentence: "The body cannot be read: \(error).")
    }
    guard !posted.isEmpty else { throw Failure(sentence: "There is no reading in the array.") }
    return posted.enumerated().map { index, attempt in
      Result { () throws(Failure) in
        try reading(attempt.result.get(), named: isArray ? "Reading \(index + 1)" : "The reading", now: now)
      }
    }
  }

  private static func reading(_ posted: Posted, named name: String, now: Timestamp) throws(Failure) -> Reading {
    let timestamp = posted.ts.map(Timestamp.init(iso8601:)) ?? now
    guard let timestamp else {
      throw Failure(sentence: "\(name) has a ts that is no ISO 8601 date, such as \(now.iso8601).")
    }
    guard celsius.contains(posted.unit?.lowercased() ?? "celsius") else {
      throw Failure(sentence: "\(name) has a unit that is not celsius.")
    }
    guard posted.temperature >= Reading.credible.lowerBound else {
      throw Failure(sentence: "\(name) is colder than absolute zero.")
    }
    guard posted.temperature <= Reading.credible.upperBound else {
      throw Failure(sentence: "\(name) is hotter than \(Int(Reading.credible.upperBound)) °C.")
    }
    do throws(SensorName.Fault) {
      let sensor = try posted.sensor.map(SensorName.init) ?? .none
      return Reading(sensor: sensor, timestamp: timestamp, temperature: posted.temperature)
    } catch {
      throw Failure(sentence: "\(name) has a sensor whose name \(error.predicate).")
    }
  }

  /// The spellings of the only unit, in lower case.
  private static let celsius: Set = ["celsius", "°c", "c"]

  private struct Posted: Decodable {
    var sensor: String?
    var ts: String?
    /// Not part of the format, but a reading in another unit must not count as one in degrees Celsius.
    var unit: String?
    var temperature: Double

    enum CodingKeys: String, CodingKey { case sensor, ts, unit, temperature }

    /// Returns the first text that cannot be read; an empty name for the reading's own names.
    static func unreadableText(in decoder: any Decoder) -> String? {
      guard let fields = try? decoder.container(keyedBy: CodingKeys.self) else { return "" }
      return [CodingKeys.sensor, .ts, .unit].first { field in
        // An absent text is readable, and `try?` would not tell it from one that is not.
        do { _ = try fields.decodeIfPresent(String.self, forKey: field) } catch { return true }
        return false
      }?.stringValue
    }
  }

  /// A reading, or the mistake in it, which must not affect its neighbours.
  private struct Attempt: Decodable {
    var result: Result<Posted, Failure>

    init(from decoder: any Decoder) {
      do {
        result = .success(try Posted(from: decoder))
      } catch let error as DecodingError {
        result = .failure(Failure(sentence: ReadingFormat.sentence(for: error)))
      } catch {
        // Foundation makes a `DecodingError` of a number that no `Double` holds, and of a text that is not UTF-8, only after
        // it has left all types.
        let name = decoder.codingPath.first?.intValue.map { "Reading \($0 + 1)" } ?? "The reading"
        let predicate =
          switch Posted.unreadableText(in: decoder) {
          case nil: "has a number out of range"
          case "": "has a key that is no JSON text in UTF-8"
          case let field?: "has a \(field) that is no JSON text in UTF-8"
          }
        result = .failure(Failure(sentence: "\(name) \(predicate)."))
      }
    }
  }

  private static func sentence(for error: DecodingError) -> String {
    func reading(_ path: [any CodingKey]) -> String {
      path.first?.intValue.map { "Reading \($0 + 1)" } ?? "The reading"
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "\(reading(context.codingPath)) has no \(key.stringValue)."
    case .valueNotFound(_, let context), .typeMismatch(_, let context):
      guard let field = context.codingPath.last, field.intValue == nil else {
        return "\(reading(context.codingPath)) is not an object like {\"temperature\": 21.5}."
      }
      let type = field.stringValue == "temperature" ? "a number" : "a text"
      return "\(reading(context.codingPath)) has a \(field.stringValue) that is not \(type)."
    case .dataCorrupted(let context) where !context.codingPath.isEmpty:
      return "\(reading(context.codingPath)) has a number out of range."
    default:
      return "The body is not JSON."
    }
  }
}
