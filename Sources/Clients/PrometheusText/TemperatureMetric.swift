import Foundation
import Text

/// Determines from a metric's name, unit, labels and help whether it is a measured temperature, and in which scale.
enum TemperatureMetric {
  /// The types whose samples are not readings.
  private static let otherTypes: Set = ["counter", "histogram", "gaugehistogram", "summary", "info", "stateset"]
  /// Words in the names of temperatures that are not measured: limits, set points, settings of a sensor, colours of light.
  private static let otherWords: Set = [
    "alarm", "color", "colour", "crit", "critical", "desired", "emergency", "fault", "high", "highest", "hyst",
    "hysteresis", "lcrit", "limit", "low", "lowest", "max", "maximum", "min", "minimum", "set", "setpoint", "setting",
    "target", "threshold", "tolerance", "trip",
  ]
  /// Words in the names of differences of temperatures, which have the same units.
  private static let differenceWords: Set = [
    "change", "delta", "deviation", "diff", "difference", "gradient", "offset", "rate", "slope", "spread", "trend",
  ]
  /// Words for a temperature in the names of metrics.
  private static let temperatureWords: Set = ["temp", "temperature"]
  /// Words at the end of a name that say nothing about the quantity.
  private static let fillers: Set = ["current", "reading", "value"]
  /// Units and quantities at the end of a name that are not those of a temperature.
  private static let otherUnits: Set = [
    "amperes", "amps", "bar", "bits", "bytes", "db", "dbm", "days", "grams", "hectopascals", "hertz", "hours", "hpa",
    "humidity", "joules", "kwh", "lux", "meters", "metres", "milliseconds", "minutes", "pascals", "pct", "percent",
    "percentage", "ppb", "ppm", "pressure", "ratio", "rpm", "seconds", "volts", "watts", "wh",
  ]
  /// Words before a single letter that is an ordinal, not a unit.
  private static let letteredWords: Set = [
    "bank", "bus", "channel", "class", "coil", "gate", "grade", "group", "lane", "line", "phase", "pin", "port", "rail",
    "relay", "slot", "switch", "type", "valve", "winding",
  ]
  /// Labels in which exporters report the unit.
  static let unitLabels = ["unit", "unit_of_measurement", "units", "uom"]

  /// What is known about the unit of a metric's samples; `nil` if they are not measured temperatures.
  ///
  /// - Parameters:
  ///   - family: The metadata, if known; a name alone may be enough.
  ///   - labels: The labels of a sample. Some exporters have the unit, or the measured quantity, in a label.
  static func measured(
    _ name: String, _ family: PrometheusText.Family = .init(), labels: [String: String] = [:]
  ) -> StatedUnit? {
    guard !otherTypes.contains(family.type ?? "") else { return nil }
    let words = words(of: name)
    guard otherWords.isDisjoint(with: words), differenceWords.isDisjoint(with: words), !words.contains("total") else {
      return nil
    }
    // The S.M.A.R.T. exporter reports a drive's limits under the same name.
    guard ["", "current"].contains(labels["temperature_type"] ?? "") else { return nil }
    let suffix = suffix(of: words)
    guard suffix.contradiction == nil else { return nil }
    let unit = unit(suffix, family, labels)
    if case .scale = suffix { return unit }
    if family.unit.flatMap(TemperatureScale.init(unit:)) != nil { return unit }
    // A letter alone may be a coulomb or a farad.
    if let label = unitLabel(labels), label.count > 1, TemperatureScale(unit: label) != nil { return unit }
    // The complete word `temperature` is enough. The abbreviation is also used for the settings of fan controllers, so it
    // needs a unit.
    switch words.last(where: { !fillers.contains($0) }) {
    case "temperature": return unit
    case "temp": return unit == .none ? nil : unit
    default: return nil
    }
  }

  /// What the name, labels and metadata of a sample say about its unit.
  ///
  /// - Parameter name: The name that the sample has, and not that of the metric that it was computed from.
  static func unit(
    of name: String, _ family: PrometheusText.Family = .init(), labels: [String: String]
  ) -> StatedUnit {
    let words = words(of: name)
    guard differenceWords.isDisjoint(with: words) else { return .other("its name is that of a difference") }
    return unit(suffix(of: words), family, labels)
  }

  private static func unit(
    _ suffix: StatedUnit, _ family: PrometheusText.Family, _ labels: [String: String]
  ) -> StatedUnit {
    let stated = [StatedUnit(unitLabel(labels)), suffix, StatedUnit(family.unit)].filter { $0 != .none }
    guard let first = stated.first else { return unit(ofHelp: family.help ?? "") }
    if let contradiction = stated.first(where: { $0.contradiction != nil }) { return contradiction }
    return stated.allSatisfy { $0 == first } ? first : .other("its name and its labels say different units")
  }

  private static func unitLabel(_ labels: [String: String]) -> String? {
    unitLabels.lazy.compactMap { labels[$0] }.first { !$0.isEmpty }
  }

  private static func unit(ofHelp help: String) -> StatedUnit {
    let help = help.lowercased()
    let scales: [TemperatureScale] = [
      (["celsius", "°c"], .celsius), (["fahrenheit", "°f"], .fahrenheit), (["kelvin"], .kelvin),
    ].filter { words, _ in words.contains { help.contains($0) } }.map(\.1)
    guard let first = scales.first else { return .none }
    return scales.count == 1 ? .scale(first) : .other("its help has several units")
  }

  /// What the end of a name says about the unit. A single letter counts only as `_c` and `_f`: a `k` could be anything.
  private static func suffix(of words: [String]) -> StatedUnit {
    let words = words.reversed().drop { fillers.contains($0) }
    guard let last = words.first else { return .none }
    if otherUnits.contains(last) { return StatedUnit(last, saidBy: "the unit in its name") }
    guard let scale = TemperatureScale(unit: last) else { return .none }
    if last.count > 1 { return .scale(scale) }
    guard let before = words.dropFirst().first, scale != .kelvin, !letteredWords.contains(before) else { return .none }
    return .scale(scale)
  }

  /// The words of a name in lower case: `esp_temperatureC` has three.
  private static func words(of name: String) -> [String] { spelledWords(of: name).map { $0.lowercased() } }

  private static func spelledWords(of name: String) -> [String] {
    var words: [String] = []
    var former: Character = "_"
    for character in name {
      if character.isLetter || character.isNumber {
        let begins = !(former.isLetter || former.isNumber) || former.isLowercase && character.isUppercase
        if begins { words.append("") }
        words[words.count - 1].append(character)
      }
      former = character
    }
    return words
  }

  /// The name without the words for a temperature and its unit: `outdoor_temperature_celsius` becomes outdoor.
  static func stem(of name: String) -> String {
    let words = spelledWords(of: withoutUnit(name))
    let stem = words.filter { word in
      let word = word.lowercased()
      return !temperatureWords.contains(word) && !(word.count > 1 && TemperatureScale(unit: word) != nil)
    }
    return (stem.isEmpty ? words : stem).joined(separator: " ")
  }

  /// The name without the unit at its end, which is the same for one measurement in two units.
  static func withoutUnit(_ name: String) -> String {
    var words = spelledWords(of: name)
    while words.count > 1, let last = words.last?.lowercased(), fillers.contains(last) { words.removeLast() }
    if words.count > 1, case .scale = suffix(of: words.map { $0.lowercased() }) { words.removeLast() }
    return words.joined(separator: " ")
  }
}
