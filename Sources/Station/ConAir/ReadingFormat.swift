import Foundation

/// The format that sensors post: `{"sensor": name, "ts": ISO 8601, "temperature": °C}`, the first two optional, or an array
/// of these.
enum ReadingFormat {
  /// The mistake in a body, as a sentence for the author of the sensor's program.
  struct Failure: Error {
    let sentence: String
  }

  /// - Parameter now: The time of readings without a time.
  static func decode(_ body: Data, now: Timestamp) throws(Failure) -> [Reading] {
    // A byte-order mark may stand before the JSON, which the decoder skips.
    let isArray = body.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "[")
    let posted: [Posted]
    do {
      let decoder = JSONDecoder()
      posted = isArray ? try decoder.decode([Posted].self, from: body) : [try decoder.decode(Posted.self, from: body)]
    } catch let error as DecodingError {
      throw Failure(sentence: sentence(for: error))
    } catch {
      throw Failure(sentence: "The body cannot be read: \(error).")
    }
    guard !posted.isEmpty else { throw Failure(sentence: "There is no reading in the array.") }

    var readings: [Reading] = []
    for (index, reading) in posted.enumerated() {
      let name = isArray ? "Reading \(index + 1)" : "The reading"
      let timestamp = reading.ts.map(Timestamp.init(iso8601:)) ?? now
      guard let timestamp else {
        throw Failure(sentence: "\(name) has a ts that is no ISO 8601 date, such as \(now.iso8601).")
      }
      guard reading.temperature >= Reading.credible.lowerBound else {
        throw Failure(sentence: "\(name) is colder than absolute zero.")
      }
      guard reading.temperature <= Reading.credible.upperBound else {
        throw Failure(sentence: "\(name) is hotter than \(Int(Reading.credible.upperBound)) °C.")
      }
      do throws(SensorName.Fault) {
        let sensor = try reading.sensor.map(SensorName.init) ?? .none
        readings.append(Reading(sensor: sensor, timestamp: timestamp, temperature: reading.temperature))
      } catch {
        throw Failure(sentence: "\(name) has a sensor whose name \(error.predicate).")
      }
    }
    return readings
  }

  private struct Posted: Decodable {
    var sensor: String?
    var ts: String?
    var temperature: Double
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
