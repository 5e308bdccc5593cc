import Foundation
import Model
import Text

/// A state of an entity, in a history or by itself: `{"entity_id":"sensor.attic","state":"21.3","attributes":{…},…}`.
///
/// In a short history only the first state of an entity has its id and its attributes.
/// Source: https://developers.home-assistant.io/docs/api/rest/
struct HomeAssistantState: ListedPayload {
  static let plural: SafeText = "states"

  var entity: String?
  /// A number, or `unknown`, `unavailable`, or a word such as `heat`.
  var state: String
  /// When it became this.
  var changedAt: Date?
  var name: String?
  var unit: String?
  var deviceClass: String?
  /// What a thermostat measures; its state says what it does.
  var currentTemperature: Double?

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
    state = try fields.decode(String.self, forKey: .state)
    entity = fields.optional(.entity)
    // A thermostat's attributes change while its state stays.
    let times = [Key.lastUpdated, .lastChanged].compactMap { key in
      fields.optional(key, as: String.self).flatMap(ISO8601.date)
    }
    changedAt = times.max()
    guard let attributes = try? fields.nestedContainer(keyedBy: Attribute.self, forKey: .attributes) else { return }
    name = attributes.optional(.name)
    unit = attributes.optional(.unit)
    deviceClass = attributes.optional(.deviceClass)
    currentTemperature = attributes.optional(.currentTemperature)
  }

  /// The number that is measured, in the entity's unit; `nil` where it is unknown.
  var value: Double? { NumberText.number(state) ?? currentTemperature }

  /// Whether this is an entity that measures a temperature.
  var isTemperature: Bool {
    guard let entity else { return false }
    if entity.hasPrefix("climate.") || entity.hasPrefix("water_heater.") { return currentTemperature != nil }
    return entity.hasPrefix("sensor.") && (deviceClass == "temperature" || scale != nil)
  }

  /// The scale that the unit names. A thermostat tells in the unit of the whole server, which is not in its state.
  var scale: TemperatureScale? { unit.flatMap(TemperatureScale.init) }
}

/// The history of some entities: a list for each that has any state, in no certain order.
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
  /// Temperatures, each until the next. What is `unknown` or `unavailable` is a gap.
  ///
  /// - Parameter scale: Where the states name none.
  func temperatures(in scale: TemperatureScale) -> StepFunction {
    let scale = first.scale ?? scale
    return StepFunction(
      states.compactMap { state in
        state.changedAt.map { StepFunction.Change(time: $0, celsius: state.value.map(scale.celsius)) }
      })
  }

  /// Why nothing is measured now; `nil` where something is.
  var silence: SafeText? {
    guard let last = states.last, last.value == nil else { return nil }
    return switch last.state {
    case "unavailable": "Home Assistant cannot reach it"
    case "unknown": "Home Assistant does not know its state"
    default: "Home Assistant has \u{201C}\(SafeText(oneLine: last.state, limit: 40))\u{201D}, which is no temperature"
    }
  }
}
