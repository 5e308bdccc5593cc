import Clients
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
  /// `measurement` for a value of now.
  var stateClass: String?
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
    case stateClass = "state_class"
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
    stateClass = attributes.text(.stateClass, .word)
    currentTemperature = attributes.optional(.currentTemperature)
    hasCurrentTemperature = attributes.contains(.currentTemperature)
  }

  /// The measured number in the entity's unit; `nil` if unknown.
  var value: Double? { NumberText.number(state) ?? currentTemperature }

  /// Whether the entity measures a temperature. A class decides before a unit, because differences of temperatures and
  /// temperatures of colours have the same units; so have settings and corrections, whose names tell. A unit alone is not
  /// enough: without a class of its own, the state must be one that is measured.
  var isTemperature: Bool {
    guard let entity else { return false }
    if isThermostat { return hasCurrentTemperature }
    guard entity.begins(with: "sensor."), quantity == nil else { return false }
    return deviceClass.map { $0 == Self.temperatureClass } ?? (isMeasurement && ["°C", "°F"].contains(unit))
  }

  private static let temperatureClass = "temperature"

  private var isMeasurement: Bool { stateClass == "measurement" }

  var isThermostat: Bool {
    entity.map { $0.begins(with: "climate.") || $0.begins(with: "water_heater.") } ?? false
  }

  /// What the number is by the entity's names, if it was not measured.
  private var quantity: StatedQuantity? {
    guard let entity, !isThermostat else { return nil }
    let parts = entity.split(separator: ".", maxSplits: 1)
    if ["input_number", "number"].contains(parts.first) { return .set }
    return [name, parts.last.map(String.init)].lazy.compactMap { $0 }
      .compactMap { StatedQuantity(phrase: $0, isMeasurement: isMeasurement) }.first
  }

  /// What the state says about its unit. A thermostat has no unit in its state; it uses the server's.
  var statedUnit: StatedUnit {
    if let deviceClass, deviceClass != Self.temperatureClass, !isThermostat {
      return .other("its class is \(SafeText(oneLine: deviceClass, limit: 30)), which is no temperature")
    }
    return quantity.map { .unmeasured($0.objection("its name")) } ?? StatedUnit(unit)
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

  /// An empty history.
  init() {}

  init(from decoder: any Decoder) throws {
    for attempt in try [Attempt<[Attempt<HomeAssistantState>]>](from: decoder) {
      let states = attempt.value?.compactMap(\.value) ?? []
      if let first = states.first(where: { $0.entity != nil }), let entity = first.entity {
        series[entity] = Series(first: first, states: states)
      }
    }
  }
}

extension HomeAssistantHistory {
  /// Returns the history with the entities of another one in the place of its own.
  func merging(_ other: HomeAssistantHistory) -> HomeAssistantHistory {
    var history = self
    history.series.merge(other.series) { $1 }
    return history
  }
}

extension HomeAssistantHistory.Series {
  /// The units of all states that have one, and of the present state, without repeats.
  private func units(before present: HomeAssistantState) -> [StatedUnit] {
    (states + [present]).map { StatedUnit($0.unit) }.filter { $0 != .none }.uniqued { $0 }
  }

  /// Whether the unit has changed, and some states have none.
  func isAmbiguous(before present: HomeAssistantState) -> Bool {
    units(before: present).count > 1 && states.contains { StatedUnit($0.unit) == .none }
  }

  /// That the unit has changed, as a sentence without a full stop; `nil` if it has not.
  func remark(before present: HomeAssistantState) -> SafeText? {
    guard units(before: present).count > 1 else { return nil }
    return isAmbiguous(before: present)
      ? "its unit has changed, and values of which the unit is not known are left out" : "its unit has changed"
  }

  /// Temperatures, each valid until the next, and at last the present state. The states `unknown` and `unavailable` are gaps;
  /// if the unit has changed, so are those without one.
  ///
  /// - Parameter scale: That of the present state.
  func temperatures(before present: HomeAssistantState, in scale: TemperatureScale) -> StepFunction {
    let hasChanged = units(before: present).count > 1
    let changes = (states + [present]).compactMap { state -> StepFunction.Change? in
      let stated = StatedUnit(state.unit)
      let own = stated == .none ? (hasChanged ? nil : scale) : stated.scale
      return state.changedAt.map { time in
        StepFunction.Change(time: time, celsius: own.flatMap { state.value.map($0.celsius) })
      }
    }
    return StepFunction(changes)
  }
}
