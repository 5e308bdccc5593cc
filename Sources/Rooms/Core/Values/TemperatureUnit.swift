/// The unit in which temperatures are shown.
public enum TemperatureUnit: String, Sendable, Hashable, CaseIterable {
  case celsius, fahrenheit
}

extension TemperatureUnit {
  /// A temperature is `factor` times that in degrees Celsius, and `offset` more. This is the only place that knows Fahrenheit.
  public var conversion: (factor: Double, offset: Double) {
    switch self {
    case .celsius: (1, 0)
    case .fahrenheit: (1.8, 32)
    }
  }

  /// Returns a temperature in this unit.
  public func degrees(of celsius: Double) -> Double { celsius * conversion.factor + conversion.offset }

  /// Returns a difference of temperatures in this unit.
  public func difference(of celsius: Double) -> Double { celsius * conversion.factor }

  /// Returns a temperature in degrees Celsius, given in this unit.
  public func celsius(of degrees: Double) -> Double { (degrees - conversion.offset) / conversion.factor }
}
