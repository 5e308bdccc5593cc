import Model
import Text

/// A scale in which services report temperatures.
enum TemperatureScale: Sendable, Hashable {
  case celsius, fahrenheit, kelvin

  /// The scale with a unit such as `°C`, `fahrenheit` or `K`; `nil` for any other text.
  init?(unit: String) {
    switch unit.lowercased().filter({ $0.isLetter || $0.isNumber }) {
    case "c", "cel", "celsius", "centigrade", "degc", "degreecelsius", "degreescelsius": self = .celsius
    case "f", "fahrenheit", "degf", "degreefahrenheit", "degreesfahrenheit": self = .fahrenheit
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

/// What a service says about the unit of a value that is to be shown as a temperature.
enum StatedUnit: Sendable, Hashable {
  /// Nothing, so degrees Celsius are assumed.
  case none
  case scale(TemperatureScale)
  /// That the value is no temperature, as a sentence without a full stop.
  case other(SafeText)

  /// Takes a unit as a service writes it; blank is none.
  ///
  /// - Parameter origin: What says it, for the sentence: `its unit`.
  init(_ unit: String?, saidBy origin: SafeText = "its unit") {
    let unit = SafeText(oneLine: unit ?? "", limit: Self.letters)
    if unit.string.allSatisfy(\.isWhitespace) {
      self = .none
    } else if let scale = TemperatureScale(unit: unit.string) {
      self = .scale(scale)
    } else {
      self = .other("\(origin) is \(unit), which is no temperature")
    }
  }

  /// The greatest length of a unit in a sentence.
  private static let letters = 30

  /// The scale of the values; `nil` if they are no temperatures.
  var scale: TemperatureScale? {
    switch self {
    case .none: .celsius
    case .scale(let scale): scale
    case .other: nil
    }
  }

  /// Why the values are no temperatures; `nil` if they are.
  var contradiction: SafeText? { if case .other(let reason) = self { reason } else { nil } }

  /// The unit that is to be preferred of two in which one measurement is reported has the lower rank.
  var rank: Int {
    switch self {
    case .scale(.celsius): 0
    case .scale(.kelvin): 1
    case .scale(.fahrenheit): 2
    case .none: 3
    case .other: 4
    }
  }
}

extension Array {
  /// Returns the elements without those that repeat the measurement of another one in a second unit. What is no temperature
  /// repeats nothing.
  func oneUnitEach<Measurement: Hashable>(
    of measurement: (Element) -> Measurement, in unit: (Element) -> StatedUnit
  ) -> [Element] {
    let units = map(unit)
    let ranks = Dictionary(zip(map(measurement), units.map(\.rank)), uniquingKeysWith: Swift.min)
    return zip(self, units).filter { $1.contradiction != nil || $1.rank == ranks[measurement($0)] }.map(\.0)
  }
}
