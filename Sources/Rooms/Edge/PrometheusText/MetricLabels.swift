/// What the labels of a sample say about its value: its unit, and whether it was measured.
enum MetricLabels {
  /// Labels in which exporters report the unit, without what is no letter.
  private static let units: Set = [
    "measurementunit", "temperatureunit", "tempunit", "unit", "unitofmeasure", "unitofmeasurement", "units", "uom",
  ]
  /// Labels that say the scale of a temperature, or something else, such as a factor's name.
  private static let scales: Set = ["scale", "temperaturescale", "tempscale"]
  /// Labels whose value says what a series is. A mode is none of them: a thermostat has one while it measures.
  private static let kinds: Set = [
    "attribute", "attributevaluetype", "datapoint", "field", "key", "kind", "measurement", "metric", "param",
    "parameter", "property", "quantity", "reading", "role", "stat", "statistic", "temperaturetype", "temptype", "type",
    "valuetype", "variable",
  ]
  /// Labels whose value names a thing, in the words of a program or a person.
  private static let names: Set = ["channel", "entity", "friendlyname", "id", "name", "object", "sensor", "topic"]

  private static func plain(_ name: String) -> String {
    String(String.UnicodeScalarView(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic }))
  }

  /// Whether a label says the unit.
  static func isUnit(_ name: String, _ value: String) -> Bool {
    let name = plain(name)
    if units.contains(name) { return !value.isEmpty }
    // `scale="0.1"` says that degrees are counted in other parts.
    return scales.contains(name) && (TemperatureScale(unit: value) != nil || Double(value) != nil)
  }

  /// Whether a label has the unit of a temperature as more than a letter.
  static func nameTemperature(_ labels: [String: String]) -> Bool {
    labels.contains { name, value in
      isUnit(name, value) && value.count > 1 && TemperatureScale(unit: value) != nil
    }
  }

  /// Everything that the labels say about the unit: `unit="fahrenheit"`, `field="temp_f"`, `name="Yard (°F)"`.
  static func units(_ labels: [String: String]) -> [StatedUnit] {
    labels.sorted { $0.key < $1.key }.flatMap { name, value -> [StatedUnit] in
      if isUnit(name, value) { return [StatedUnit(value)] }
      let (isKind, isName) = (kinds.contains(plain(name)), names.contains(plain(name)))
      if isKind, case .scale(let scale) = TemperatureMetric.suffix(of: TemperatureMetric.words(of: value)) {
        return [.scale(scale)]
      }
      // In a name the word alone may be that of a person: `Kelvin`.
      guard isKind || isName, value.unicodeScalars.contains(where: signs.contains) else { return [] }
      let scales = TemperatureScale.scales(in: value)
      return scales.count == 1 ? scales.map(StatedUnit.scale) : []
    }
  }

  /// The sign for degrees and its look-alikes.
  private static let signs: Set<Unicode.Scalar> = ["°", "\u{BA}", "\u{2DA}", "\u{2103}", "\u{2109}"]

  /// What the labels say that the value is, if it was not measured.
  static func quantity(_ labels: [String: String]) -> StatedQuantity? {
    // Home Assistant has settings of temperatures among its numbers.
    let domain = labels["domain"] ?? labels["entity"].map { String($0.prefix { $0 != "." }) } ?? ""
    if ["input_number", "number"].contains(domain) { return .set }
    return labels.sorted { $0.key < $1.key }.lazy.compactMap { name, value -> StatedQuantity? in
      let name = plain(name)
      if kinds.contains(name) { return quantity(kind: value, name) }
      return names.contains(name) ? StatedQuantity(phrase: value, isMeasurement: true) : nil
    }.first
  }

  private static func quantity(kind value: String, _ name: String) -> StatedQuantity? {
    switch (name, value) {
    // smartctl_exporter has the score of an attribute beside its raw value, and limits beside the current temperature.
    case ("attributevaluetype", "value"): .score
    case ("temperaturetype", _) where value != "current" && !value.isEmpty: .limit
    default: StatedQuantity(kind: value)
    }
  }
}
