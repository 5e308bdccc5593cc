extension TemperatureUnit {
  /// Returns a temperature in this unit.
  public func degrees(of celsius: Double) -> Double {
    switch self {
    case .celsius: celsius
    case .fahrenheit: celsius * 1.8 + 32
    }
  }

  /// Returns a difference of temperatures in this unit.
  public func difference(of celsius: Double) -> Double {
    switch self {
    case .celsius: celsius
    case .fahrenheit: celsius * 1.8
    }
  }
}
