import Foundation

/// Determines from a metric's name, unit and help whether it is a measured temperature, and in which scale.
enum TemperatureMetric {
  /// The types whose samples are not readings.
  private static let otherTypes: Set = ["counter", "histogram", "gaugehistogram", "summary", "info", "stateset"]
  /// Words in the names of temperatures that are not measured: limits, set points, settings of a sensor.
  private static let otherWords: Set = [
    "alarm", "crit", "critical", "emergency", "fault", "high", "highest", "hyst", "hysteresis", "lcrit", "limit", "low",
    "lowest", "max", "maximum", "min", "minimum", "offset", "setpoint", "target", "threshold", "tolerance", "trip",
  ]

  /// The scale of a metric's samples; `nil` if they are not measured temperatures.
  ///
  /// - Parameters:
  ///   - family: The metadata, if known; a name alone may be enough.
  ///   - labels: The labels of a sample. Some exporters have the unit, or the measured quantity, in a label.
  static func scale(
    of name: String, _ family: ExpositionPage.Family = .init(), labels: [String: String] = [:]
  ) -> TemperatureScale? {
    guard !otherTypes.contains(family.type ?? "") else { return nil }
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard otherWords.isDisjoint(with: words), !words.contains("total") else { return nil }
    // The S.M.A.R.T. exporter reports a drive's limits under the same name.
    guard ["", "current"].contains(labels["temperature_type"] ?? "") else { return nil }
    if let scale = words.last.flatMap(scale(ofWord:)) { return scale }
    if let scale = family.unit.flatMap(TemperatureScale.init(unit:)) { return scale }
    if let unit = labels["unit"], unit.contains("°"), let scale = TemperatureScale(unit: unit) { return scale }
    let help = family.help?.lowercased() ?? ""
    if let last = words.last, ["temp", "temperature"].contains(last) {
      if help.contains("fahrenheit") { return .fahrenheit }
      if help.contains("kelvin") { return .kelvin }
      // The complete word `temperature` is enough. The abbreviation is also used for the settings of fan controllers, so it
      // needs a help text that mentions Celsius.
      return last == "temperature" || help.contains("celsius") || help.contains("°c") ? .celsius : nil
    }
    return nil
  }

  /// A unit at the end of a name must be a complete word: a `c` could be anything.
  private static func scale(ofWord word: String) -> TemperatureScale? {
    word.count > 1 ? TemperatureScale(unit: word) : nil
  }

  /// The name without the words for a temperature: `outdoor_temperature_celsius` becomes outdoor.
  static func stem(of name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let stem = words.filter { !["temp", "temperature"].contains($0.lowercased()) && scale(ofWord: $0) == nil }
    return (stem.isEmpty ? words : stem).joined(separator: " ")
  }
}
