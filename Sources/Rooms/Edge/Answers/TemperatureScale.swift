import Rooms
import Text

/// A scale in which services report temperatures.
enum TemperatureScale: Sendable, Hashable {
  case celsius, fahrenheit, kelvin

  /// The scale with a unit such as `°C`, `fahrenheit` or `K`; `nil` for any other text.
  init?(unit: String) {
    // The sign for degrees has look-alikes, of which one is a letter; two units are single characters.
    let plain = unit.lowercased().replacing("\u{2103}", with: "c").replacing("\u{2109}", with: "f")
      .replacing("\u{BA}", with: "")
    let letters = String(String.UnicodeScalarView(plain.unicodeScalars.filter { $0.properties.isAlphabetic }))
    guard plain.unicodeScalars.allSatisfy({ $0.properties.numericType == nil }) else { return nil }
    switch letters.trimmingPrefix(/degrees?|deg/) {
    case "c", "cel", "celcius", "celsius", "centigrade": self = .celsius
    case "f", "fahrenheit", "farenheit": self = .fahrenheit
    case "k", "kelvin", "kelvins": self = .kelvin
    default: return nil
    }
  }

  /// The scales that a text names, such as a help.
  static func scales(in text: String) -> Set<TemperatureScale> {
    let text = text.lowercased().replacing("\u{BA}", with: "°").replacing("\u{2DA}", with: "°")
    var scales: Set<TemperatureScale> = []
    for (sign, scale) in [
      ("°c", TemperatureScale.celsius), ("\u{2103}", .celsius), ("(c)", .celsius), ("°f", .fahrenheit),
      ("\u{2109}", .fahrenheit), ("(f)", .fahrenheit), ("(k)", .kelvin),
    ] where text.contains(sign) {
      scales.insert(scale)
    }
    let words = text.spelledWords
    for (index, word) in words.enumerated() {
      let isUnit = word.count > 1 || index > 0 && ["deg", "degree", "degrees"].contains(words[index - 1])
      if isUnit, let scale = TemperatureScale(unit: word) { scales.insert(scale) }
    }
    return scales
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
  /// That the value is no temperature, or of which unit cannot be known, as a sentence without a full stop.
  case other(SafeText)
  /// That the value has the unit of a temperature and was not measured, as a sentence without a full stop.
  case unmeasured(SafeText)
  /// Something that does not suffice, so degrees Celsius are assumed, and a person is told so by this sentence.
  case assumed(SafeText)

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
    case .none, .assumed: .celsius
    case .scale(let scale): scale
    case .other, .unmeasured: nil
    }
  }

  /// Why the values are no temperatures of a room; `nil` if they are.
  var contradiction: SafeText? {
    switch self {
    case .other(let reason), .unmeasured(let reason): reason
    case .none, .scale, .assumed: nil
    }
  }

  /// What a person should know of the values although they are shown.
  var remark: SafeText? { if case .assumed(let remark) = self { remark } else { nil } }

  /// What several statements about one value say together. One that says nothing agrees with all.
  static func agreed(_ stated: [StatedUnit], else disagreement: SafeText) -> StatedUnit {
    let stated = stated.filter { $0 != .none }
    guard let first = stated.first else { return .none }
    if let contradiction = stated.first(where: { $0.contradiction != nil }) { return contradiction }
    return stated.allSatisfy { $0 == first } ? first : .other(disagreement)
  }

  /// The unit that is to be preferred of two in which one measurement is reported has the lower rank.
  var rank: Int {
    switch self {
    case .scale(.celsius): 0
    case .scale(.kelvin): 1
    case .scale(.fahrenheit): 2
    case .none, .assumed: 3
    case .other, .unmeasured: 4
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
