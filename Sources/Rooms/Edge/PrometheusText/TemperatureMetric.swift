import Foundation
import Text

/// Determines from a metric's name, unit, labels and help whether it is a measured temperature, and in which scale.
enum TemperatureMetric {
  /// The types whose samples are not readings.
  private static let otherTypes: Set = ["counter", "histogram", "gaugehistogram", "summary", "info", "stateset"]
  /// Words for a temperature in the names of metrics.
  private static let temperatureWords: Set = ["temp", "temperature"]
  /// Words at the end of a name that say nothing about the quantity.
  private static let fillers: Set = [
    "actual", "average", "avg", "current", "last", "latest", "mean", "measured", "median", "raw", "reading", "value",
  ]
  /// Units and quantities at the end of a name that are not those of a temperature.
  private static let otherUnits: Set = [
    "amperes", "amps", "bar", "bits", "bytes", "centicelsius", "db", "dbm", "decicelsius", "decidegrees", "days",
    "grams", "hectopascals", "hertz", "hours", "hpa", "humidity", "joules", "kwh", "lux", "meters", "metres",
    "millicelsius", "millidegrees", "millikelvin", "milliseconds", "minutes", "pascals", "pct", "percent",
    "percentage", "ppb", "ppm", "pressure", "ratio", "rpm", "seconds", "volts", "watts", "wh",
  ]
  /// Words for parts of a degree in a help text.
  private static let partWords: Set = [
    "centidegree", "centidegrees", "decicelsius", "decidegree", "decidegrees", "hundredths", "millicelsius",
    "millidegree", "millidegrees", "tenths", "thousandths",
  ]
  /// Words before a single letter that is an ordinal, not a unit.
  private static let letteredWords: Set = [
    "bank", "bus", "channel", "class", "coil", "gate", "grade", "group", "lane", "line", "phase", "pin", "port", "rail",
    "relay", "slot", "switch", "type", "valve", "winding",
  ]

  /// What is known about the unit of a metric's samples; `nil` if they are not measured temperatures.
  ///
  /// - Parameters:
  ///   - family: The metadata, if known; a name alone may be enough.
  ///   - labels: The labels of a sample. Some exporters have the unit, or the measured quantity, in a label.
  ///   - siblings: The names that stand beside it, as one that ends in `_raw_value` stands beside a score.
  static func measured(
    _ name: String, _ family: PrometheusText.Family = .init(), labels: [String: String] = [:],
    among siblings: Set<String> = []
  ) -> StatedUnit? {
    guard !otherTypes.contains(family.type ?? "") else { return nil }
    let words = words(of: name)
    // What Home Assistant calls so has a unit and no class: a setting, a difference, or a measurement.
    guard words.dropLast().suffix(2) != ["sensor", "unit"], !words.contains("total"),
      StatedQuantity(identifier: words) == nil,
      objection(to: name, family, labels, among: siblings) == nil
    else { return nil }
    let suffix = suffix(of: words)
    guard suffix.contradiction == nil else { return nil }
    let unit = stated(suffix, family, labels)
    if case .scale = suffix { return unit }
    if family.unit.flatMap(TemperatureScale.init(unit:)) != nil { return unit }
    // A letter alone may be a coulomb or a farad.
    if MetricLabels.nameTemperature(labels) { return unit }
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
  /// - Parameter name: The name that the sample has, or that of the metric that it was computed from without a change of the
  ///   unit.
  static func unit(
    of name: String, _ family: PrometheusText.Family = .init(), labels: [String: String]
  ) -> StatedUnit {
    let words = words(of: name)
    // Who asks for a limit by its name, or for the highest value, wants to see it.
    if let quantity = StatedQuantity(identifier: words), quantity != .limit, quantity != .extreme {
      return .unmeasured(quantity.objection("its name"))
    }
    if let objection = objection(to: name, family, labels) { return .unmeasured(objection) }
    let suffix = suffix(of: words)
    return stated(suffix == .none ? inner(of: words) : suffix, family, labels)
  }

  /// Why a sample was not measured, by everything but the words of its name.
  private static func objection(
    to name: String, _ family: PrometheusText.Family, _ labels: [String: String], among siblings: Set<String> = []
  ) -> SafeText? {
    if isScore(name, labels, among: siblings) { return StatedQuantity.score.objection("its name") }
    if let quantity = MetricLabels.quantity(labels) { return quantity.objection("a label") }
    return family.help.flatMap(StatedQuantity.init(help:)).map { $0.objection("its help") }
  }

  /// Whether a value is the score of a drive's attribute. The value as it was measured is called raw.
  private static func isScore(_ name: String, _ labels: [String: String], among siblings: Set<String>) -> Bool {
    let words = words(of: name)
    guard words.last == "value", words.dropLast().last != "raw" else { return false }
    let stem = name.dropLast("value".count)
    return labels["smart_id"] != nil || !Set(words).isDisjoint(with: ["smart", "smartctl", "smartmon"])
      || siblings.contains("\(stem)raw_value") || siblings.contains("\(stem)worst")
  }

  private static func stated(
    _ name: StatedUnit, _ family: PrometheusText.Family, _ labels: [String: String]
  ) -> StatedUnit {
    let stated = StatedUnit.agreed(
      MetricLabels.units(labels) + [name, StatedUnit(family.unit)], else: "its name and its labels say different units")
    guard let help = family.help else { return stated }
    let scales = TemperatureScale.scales(in: help)
    switch stated {
    case .none: return unit(ofHelp: help, scales)
    case .scale(let scale) where scales.count == 1 && scales != [scale]:
      return .other("its name and its help say different units")
    default: return stated
    }
  }

  private static func unit(ofHelp help: String, _ scales: Set<TemperatureScale>) -> StatedUnit {
    guard partWords.isDisjoint(with: help.lowercasedWords) else { return .other("its help says parts of a degree") }
    guard let first = scales.first else { return .none }
    return scales.count == 1 ? .scale(first) : .other("its help has several units")
  }

  /// What the end of a name says about the unit. A single letter counts only as `_c` and `_f`, since a `k` could be anything,
  /// but for one after the word temperature.
  static func suffix(of words: [String]) -> StatedUnit {
    let words = words.reversed().drop { fillers.contains($0) }
    guard let last = words.first else { return .none }
    if otherUnits.contains(last) { return StatedUnit(last, saidBy: "the unit in its name") }
    guard let scale = TemperatureScale(unit: last) else { return .none }
    if last.count > 1 { return .scale(scale) }
    guard let before = words.dropFirst().first, !letteredWords.contains(before) else { return .none }
    return scale != .kelvin || temperatureWords.contains(before) ? .scale(scale) : .none
  }

  /// What the words within a name say about the unit, as in `temperature_fahrenheit_indoors`.
  private static func inner(of words: [String]) -> StatedUnit {
    .agreed(
      words.filter { $0.count > 1 }.compactMap(TemperatureScale.init(unit:)).map(StatedUnit.scale),
      else: "its name has several units")
  }

  /// The words of a name in lower case.
  static func words(of name: String) -> [String] { spelledWords(of: name).map { $0.lowercased() } }

  /// Weather stations have `tempf`, `tempinf` and `temp1f` for a temperature in degrees Fahrenheit.
  private static func spelledWords(of name: String) -> [String] {
    name.spelledWords.flatMap { word -> [String] in
      guard let match = word.wholeMatch(of: /(?i)(temp|temperature)(in|out)?([0-9]*)([cfk])/) else { return [word] }
      return [match.1, match.2 ?? "", match.3, match.4].filter { !$0.isEmpty }.map(String.init)
    }
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
