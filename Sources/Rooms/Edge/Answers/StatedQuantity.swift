import Text

/// What a number is, besides a temperature that was measured, by the words with which a source describes it: the names of a
/// metric and of its labels' values, its help, the text of a query, and the names of an entity.
///
/// All of them have the unit of a temperature, which alone therefore makes no room.
enum StatedQuantity: Sendable, Hashable {
  /// A temperature that someone or a program has set.
  case set
  /// A temperature at which something happens.
  case limit
  /// The highest or lowest temperature of a time, or one that is possible.
  case extreme
  /// What is added to a measurement, or how far it may stray.
  case calibration
  case difference
  /// A grade without a unit, as the "value" of a drive's S.M.A.R.T. attribute is.
  case score
  /// A colour of light, which is measured in kelvins.
  case colour

  /// Words that mean the same wherever they stand.
  private static let certain: [String: StatedQuantity] = index([
    .set: [
      "consigne", "desired", "goal", "set", "setpoint", "setting", "soll", "solltemperatur", "sollwert", "target",
      "wanted", "zieltemperatur",
    ],
    .limit: [
      "alarm", "crit", "critical", "emergency", "fault", "lcrit", "limit", "shutdown", "thresh", "threshold", "trip",
      "warning",
    ],
    .extreme: ["high", "highest", "low", "lowest", "max", "maximum", "min", "minimum"],
    .calibration: [
      "adjustment", "calibration", "compensation", "correction", "deadband", "deadzone", "hyst", "hysteresis", "offset",
      "tolerance",
    ],
    .difference: [
      "change", "delta", "deviation", "diff", "difference", "differential", "gradient", "rate", "slope", "spread",
      "stddev", "stdvar", "trend", "variance",
    ],
    .score: ["normalised", "normalized", "score", "worst"],
    .colour: ["color", "colour"],
  ])
  /// Words for what is set, which are names of places, too. In a text that a person may have written they count only beside
  /// the word temperature.
  private static let uncertain: Set = [
    "away", "boost", "comfort", "demand", "eco", "economy", "frost", "holiday", "preset", "programmed", "protection",
    "reduced", "requested", "saving", "schedule", "scheduled", "setback", "vacation", "window",
  ]
  /// Words that may stand between one of those and the word temperature.
  private static let between: Set = ["cool", "cooling", "heat", "heating", "high", "low", "mode", "open", "opened"]
  private static let temperatures: Set = ["temp", "temperature", "temperatures"]
  /// Words that say nothing about what a number is.
  private static let fillers: Set = [
    "air", "c", "celsius", "f", "fahrenheit", "k", "kelvin", "mode", "open", "room", "value",
  ]
  /// Words for what is measured.
  private static let measured: Set = ["actual", "ambient", "current", "measured", "raw"]

  private static func index(_ words: [StatedQuantity: [String]]) -> [String: StatedQuantity] {
    Dictionary(words.flatMap { quantity, words in words.map { ($0, quantity) } }) { first, _ in first }
  }

  private static func quantity(of word: String) -> StatedQuantity? {
    certain[word] ?? (uncertain.contains(word) ? .set : nil)
  }

  /// Words of two: `set point`, `dead zone`.
  private static func quantity(of word: String, before next: String) -> StatedQuantity? {
    switch (word, next) {
    case ("set", "point"): .set
    case ("dead", "zone"), ("dead", "band"): .calibration
    default: nil
    }
  }

  /// Reads the words of an identifier that a program's author chose, such as a metric's name. Each counts, wherever it stands.
  init?(identifier words: [String]) {
    // A rule's name ends in an operation with its time, such as `delta5m`.
    let words = words.map { String($0.prefix { !$0.isNumber }) }
    let pairs = Array(zip(words, words.dropFirst() + [""]))
    let found = pairs.lazy.compactMap(Self.quantity(of:before:)).first
    let single = pairs.compactMap { word, next in ["contact", "sensor"].contains(next) ? nil : Self.quantity(of: word) }
    guard let quantity = found ?? Self.strongest(single) else { return nil }
    self = quantity
  }

  /// Of several, the one that says most: a `target_temperature_high` is set, and a `max_delta` is a difference.
  private static func strongest(_ quantities: [StatedQuantity]) -> StatedQuantity? {
    [.difference, .calibration, .colour, .score, .set, .limit, .extreme].first(where: quantities.contains)
  }

  /// Reads the value of a label that says what its series is, such as `type="comfort"`.
  init?(kind text: String) {
    let words = text.lowercasedWords
    let telling = words.filter { !Self.temperatures.contains($0) && !Self.fillers.contains($0) }
    let isAlone =
      !telling.isEmpty
      && telling.allSatisfy { Self.quantity(of: $0) != nil || ["band", "dead", "point", "zone"].contains($0) }
    if isAlone || words.last.map({ Self.certain[$0] != nil }) ?? false, let quantity = StatedQuantity(identifier: words)
    {
      self = quantity
    } else {
      self.init(phrase: text)
    }
  }

  /// Reads a name that a person may have written, such as that of an entity: `Hall target temperature` is one that is set,
  /// `Holiday home temperature` is not.
  ///
  /// - Parameter isMeasurement: Whether something else says that it is measured. Then a window is a place.
  init?(phrase text: String, isMeasurement: Bool = false) {
    let words = text.lowercasedWords.filter { !isMeasurement || $0 != "window" }
    let pair = zip(words, words.dropFirst()).lazy.compactMap(Self.quantity(of:before:)).first
    let quantity = pair ?? words.last.flatMap { Self.certain[$0] } ?? Self.besideTemperature(words)
    guard let quantity, quantity != .extreme else { return nil }
    self = quantity
  }

  /// Reads a help text, a sentence in which other quantities may occur: those beside the word temperature count, and one with
  /// which it begins. A help of both what is measured and what is set says neither.
  init?(help text: String) {
    let words = text.lowercasedWords
    guard Self.measured.isDisjoint(with: words) else { return nil }
    let first = words.first { !["a", "an", "the"].contains($0) }.flatMap { Self.certain[$0] }
    guard let quantity = Self.besideTemperature(words) ?? first, quantity != .extreme else { return nil }
    self = quantity
  }

  private static func besideTemperature(_ words: [String]) -> StatedQuantity? {
    let found = words.indices.filter { temperatures.contains(words[$0]) }.flatMap { index -> [StatedQuantity] in
      let (before, second) = (index > 0 ? words[index - 1] : "", index > 1 ? words[index - 2] : "")
      let after = index + 1 < words.count ? words[index + 1] : ""
      // `temperature offset corrected` has been measured.
      let isApplied =
        index + 2 < words.count && ["adjusted", "applied", "compensated", "corrected"].contains(words[index + 2])
      return [
        quantity(of: before), between.contains(before) ? quantity(of: second) : certain[second],
        isApplied || after == "window" ? nil : quantity(of: after),
      ].compactMap { $0 }
    }
    return strongest(found)
  }

  /// Why the number is no room, as a sentence without a full stop.
  ///
  /// - Parameter origin: What says it: `its name`.
  func objection(_ origin: SafeText) -> SafeText {
    switch self {
    case .set: "\(origin) says that it is set, not measured"
    case .limit: "\(origin) is that of a limit"
    case .extreme: "\(origin) is that of a highest or lowest value"
    case .calibration: "\(origin) is that of a calibration"
    case .difference: "\(origin) is that of a difference"
    case .score: "\(origin) is that of a score, not of degrees"
    case .colour: "\(origin) is that of a colour"
    }
  }
}
