import Foundation
import Model
import Text

/// The state of an entity, alone or in a history: `{"entity_id":"sensor.attic","state":"21.3","attributes":{…},…}`.
///
/// In a minimal history, only the first state of an entity has its id and attributes.
/// Source: https://developers.home-assistant.io/docs/api/rest/
struct HomeAssistantState: ListedPayload {
  static let plural: SafeText = "states"

  var entity: String?
  /// A number, `unknown`, `unavailable`, or a word such as `heat`.
  var state: String
  /// The time of the change to this state.
  var changedAt: Date?
  var name: String?
  var unit: String?
  var deviceClass: String?
  /// The temperature measured by a thermostat, whose state is its mode.
  var currentTemperature: Double?
  /// Whether the state has a field for that temperature, which may be empty.
  private var hasCurrentTemperature = false

  private enum Key: String, CodingKey {
    case entity = "entity_id"
    case state, attributes
    case lastChanged = "last_changed"
    case lastUpdated = "last_updated"
  }

  private enum Attribute: String, CodingKey {
    case name = "friendly_name"
    case unit = "unit_of_measurement"
    case deviceClass = "device_class"
    case currentTemperature = "current_temperature"
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    state = try fields.required(.state, .word)
    entity = fields.text(.entity, .id)
    // A thermostat's attributes can change while its state stays the same.
    let times = [Key.lastUpdated, .lastChanged].compactMap { key in
      fields.text(key, .number).flatMap(ISO8601.date)
    }
    changedAt = times.max()
    guard let attributes = try? fields.nestedContainer(keyedBy: Attribute.self, forKey: .attributes) else { return }
    name = attributes.text(.name, .name)
    unit = attributes.text(.unit, .unit)
    deviceClass = attributes.text(.deviceClass, .word)
    currentTemperature = attributes.optional(.currentTemperature)
    hasCurrentTemperature = attributes.contains(.currentTemperature)
  }

  /// The measured number in the entity's unit; `nil` if unknown.
  var value: Double? { NumberText.number(state) ?? currentTemperature }

  /// Whether the entity measures a temperature. A class decides before a unit, because differences of temperatures and
  /// temperatures of colours have the same units; without a class, only a unit that can be no other is enough.
  var isTemperature: Bool {
    guard let entity else { return false }
    if isThermostat { return hasCurrentTemperature }
    guard entity.begins(with: "sensor.") else { return false }
    return deviceClass.map { $0 == Self.temperatureClass } ?? ["°C", "°F"].contains(unit)
  }

  private static let temperatureClass = "temperature"

  var isThermostat: Bool {
    entity.map { $0.begins(with: "climate.") || $0.begins(with: "water_heater.") } ?? false
  }

  /// What the state says about its unit. A thermostat has no unit in its state; it uses the server's.
  var statedUnit: StatedUnit {
    if let deviceClass, deviceClass != Self.temperatureClass, !isThermostat {
      return .other("its class is \(SafeText(oneLine: deviceClass, limit: 30)), which is no temperature")
    }
    return StatedUnit(unit)
  }

  /// Why the state has no temperature; `nil` if it has.
  var silence: SafeText? {
    guard value == nil else { return nil }
    return switch state {
    case "unavailable": "Home Assistant cannot reach it"
    case "unknown": "Home Assistant does not know its state"
    default:
      isThermostat
        ? "Home Assistant does not know what it measures"
        : "Home Assistant has \u{201C}\(SafeText(oneLine: state, limit: 40))\u{201D}, which is no temperature"
    }
  }
}

/// The history of several entities: a list for each entity that has any state, in no particular order.
struct HomeAssistantHistory: Decodable, Sendable {
  struct Series: Sendable {
    var first: HomeAssistantState
    var states: [HomeAssistantState]
  }

  /// By the entity's id.
  var series: [String: Series] = [:]

  init(from decoder: any Decoder) throws {
    for attempt in try [Attempt<[Attempt<HomeAssistantState>]>](from: decoder) {
      let states = attempt.value?.compactMap(\.value) ?? []
      if let first = states.first(where: { $0.entity != nil }), let entity = first.entity {
        series[entity] = Series(first: first, states: states)
      }
    }
  }
}

extension HomeAssistantHistory.Series {
  /// Temperatures, each valid until the next. The states `unknown` and `unavailable` are gaps.
  func temperatures(in scale: TemperatureScale) -> StepFunction {
    StepFunction(
      states.compactMap { state in
        state.changedAt.map { StepFunction.Change(time: $0, celsius: state.value.map(scale.celsius)) }
      })
  }

  /// The reason why nothing is being measured now; `nil` if something is.
  var silence: SafeText? {
    guard var last = states.last else { return nil }
    // Only the first state of a minimal history has the id.
    last.entity = last.entity ?? first.entity
    return last.silence
  }
}
