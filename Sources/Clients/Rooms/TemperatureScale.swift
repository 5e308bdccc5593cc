import Model

/// A scale in which services report temperatures.
enum TemperatureScale: Sendable, Hashable {
  case celsius, fahrenheit, kelvin

  /// The scale with a unit such as `°C`, `fahrenheit` or `K`; `nil` for any other text.
  init?(unit: String) {
    switch unit.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "c", "celsius", "degc", "degreescelsius": self = .celsius
    case "f", "fahrenheit", "degf", "degreesfahrenheit": self = .fahrenheit
    case "k", "kelvin", "kelvins": self = .kelvin
    default: return nil
    }
  }

  /// Converts a temperature of this scale to degrees Celsius.
  func celsius(_ degrees: Double) -> Double {
    switch self {
    case .celsius: degrees
    case .fahrenheit: TemperatureUnit.fahrenheit.celsius(of: degrees)
    case .kelvin: degrees - Self.celsiusZero
    }
  }

  /// Returns the same as an expression of PromQL, for a metric of this scale.
  func celsius(ofMetric metric: String) -> String {
    switch self {
    case .celsius: return metric
    case .fahrenheit:
      let (factor, offset) = TemperatureUnit.fahrenheit.conversion
      return "(\(metric) - \(Int(offset))) / \(factor)"
    case .kelvin: return "\(metric) - \(Self.celsiusZero)"
    }
  }

  /// 0 °C in kelvins.
  private static let celsiusZero = 273.15
}
