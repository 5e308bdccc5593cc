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
    case .fahrenheit: (degrees - 32) / 1.8
    case .kelvin: degrees - 273.15
    }
  }
}
