/// A scale in which services tell temperatures.
enum TemperatureScale: Sendable, Hashable {
  case celsius, fahrenheit, kelvin

  /// The scale that a unit names, such as `°C`, `fahrenheit` or `K`; `nil` where it names none.
  init?(unit: String) {
    switch unit.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "c", "celsius", "degc", "degreescelsius": self = .celsius
    case "f", "fahrenheit", "degf", "degreesfahrenheit": self = .fahrenheit
    case "k", "kelvin", "kelvins": self = .kelvin
    default: return nil
    }
  }

  /// A temperature of this scale in degrees Celsius.
  func celsius(_ degrees: Double) -> Double {
    switch self {
    case .celsius: degrees
    case .fahrenheit: (degrees - 32) / 1.8
    case .kelvin: degrees - 273.15
    }
  }
}
