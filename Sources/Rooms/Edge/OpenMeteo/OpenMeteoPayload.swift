import Clients
import Foundation
import Rooms
import Text

/// The weather of each requested place, in the order of the request: an array, or an object for a single place.
struct OpenMeteoAnswer: Decodable, Sendable {
  /// `nil` for a place whose part cannot be read.
  var places: [OpenMeteoWeather?]

  init(from decoder: any Decoder) throws {
    if let list = try? [Attempt<OpenMeteoWeather>](from: decoder) {
      places = list.map(\.value)
      if places.allSatisfy({ $0 == nil }) { throw UnreadableAnswer(complaint: "weather of no place") }
    } else {
      places = [try OpenMeteoWeather(from: decoder)]
    }
  }
}

/// The weather of one place: `{"hourly_units":{…},"hourly":{"time":[…],"temperature_2m":[…]},"current":{…},…}`.
///
/// Times are texts without a zone, to be combined with `utc_offset_seconds`, or seconds since 1970 in UTC.
/// Source: https://open-meteo.com/en/docs
struct OpenMeteoWeather: Decodable, Sendable {
  /// Temperatures at regular times, each valid until the next; `nil` in a gap.
  var temperatures: StepFunction
  /// The temperature of the last quarter of an hour, with its own time.
  var current: Temperature?
  /// Why the values are no temperatures; `nil` if they are.
  var contradiction: SafeText?

  private enum Key: String, CodingKey {
    case offset = "utc_offset_seconds"
    case hourly
    case quarters = "minutely_15"
    case current
    case hourlyUnits = "hourly_units"
    case quarterUnits = "minutely_15_units"
    case currentUnits = "current_units"
  }

  private struct Series: Decodable {
    var time: [Attempt<Time>]
    var temperatures: [Attempt<Double>]

    private enum CodingKeys: String, CodingKey {
      case time
      case temperatures = "temperature_2m"
    }
  }

  private struct Moment: Decodable {
    var time: Time
    var temperature: Double?

    private enum CodingKeys: String, CodingKey {
      case time
      case temperature = "temperature_2m"
    }
  }

  private struct Units: Decodable {
    var temperature: String?

    private enum Key: String, CodingKey {
      case temperature = "temperature_2m"
    }

    init(from decoder: any Decoder) throws {
      temperature = try decoder.container(keyedBy: Key.self).text(.temperature, .unit)
    }
  }

  /// `1795301100` or `2026-11-21T17:45`.
  private enum Time: Decodable {
    case instant(Date)
    /// The local time of the place, represented as if it were UTC.
    case local(Date)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let seconds = try? value.decode(Double.self), abs(seconds) < 253_000_000_000 {
        self = .instant(Date(timeIntervalSince1970: seconds))
      } else if let text = TextLimit.number.limited(try value.decode(String.self)),
        let date = ISO8601.date(text + ":00Z")
      {
        self = .local(date)
      } else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no time")
      }
    }

    func date(offset: Double) -> Date {
      switch self {
      case .instant(let date): date
      case .local(let date): date.addingTimeInterval(-offset)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let told = fields.optional(.offset, as: Double.self) ?? 0
    let offset = abs(told) <= 86_400 ? told : 0
    func unit(_ key: Key) -> StatedUnit { StatedUnit(fields.optional(key, as: Units.self)?.temperature) }
    func samples(_ key: Key, _ units: Key) -> [StepFunction.Change] {
      guard let series = fields.optional(key, as: Series.self), let scale = unit(units).scale else { return [] }
      return zip(series.time, series.temperatures).compactMap { time, value in
        time.value.map { StepFunction.Change(time: $0.date(offset: offset), celsius: value.value.map(scale.celsius)) }
      }
    }
    guard [Key.hourly, .quarters, .current].contains(where: { fields.contains($0) }) else {
      throw UnreadableAnswer(complaint: "no weather")
    }
    let quarters = samples(.quarters, .quarterUnits)
    temperatures =
      quarters.contains { $0.celsius != nil }
      ? StepFunction(samples: quarters, interval: 900)
      : StepFunction(samples: samples(.hourly, .hourlyUnits), interval: 3_600)
    contradiction = [Key.quarterUnits, .hourlyUnits, .currentUnits].lazy.compactMap { unit($0).contradiction }.first
    let scale = unit(.currentUnits).scale
    current = fields.optional(.current, as: Moment.self).flatMap { moment in
      moment.temperature.flatMap { scale?.celsius($0) }.flatMap { celsius in
        Temperature.credible.contains(celsius)
          ? Temperature(time: moment.time.date(offset: offset), celsius: celsius) : nil
      }
    }
  }
}
