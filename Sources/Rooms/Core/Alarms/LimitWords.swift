import Text

/// A limit as a person writes it: `above 26`, `< 4 °C`, `79 F for 10 min`.
enum LimitWords {
  /// What a text means.
  enum Meaning: Sendable, Hashable {
    case limit(LimitByKey)
    /// Why it is no limit.
    case mistake(SafeText)
  }

  /// - Parameters:
  ///   - unit: The unit of a temperature without one.
  ///   - latest: The latest temperature in °C. A limit without a side is above if it is higher, else below.
  static func meaning(of text: SafeText, in unit: TemperatureUnit, latest: Double?) -> Meaning {
    var words = Self.words(of: text.string)[...]
    guard !words.isEmpty else { return .mistake(example) }
    let mistake = Meaning.mistake("“\(SafeText(label: text.string))” is no limit: \(example)")
    let said = words.first.flatMap { sides[$0] }
    if said != nil { words.removeFirst() }
    guard let degrees = words.popFirst().flatMap(Self.number) else { return mistake }
    let named = words.first.flatMap { temperatures[$0] }
    if named != nil { words.removeFirst() }
    let celsius = (named ?? unit).celsius(of: degrees)
    guard LimitByKey.temperatures.contains(celsius) else { return .mistake(range(in: unit)) }
    var duration = 0.0
    if words.first == "for" {
      guard let seconds = Self.seconds(of: words.dropFirst()) else {
        return .mistake("A time up to 24 h follows “for”: for 10 min")
      }
      duration = seconds
      words = []
    }
    guard words.isEmpty else { return mistake }
    guard let side = said ?? latest.map({ celsius > $0 ? RoomLimit.Side.above : .below }) else {
      return .mistake("The room has no temperature now: write above or below")
    }
    return .limit(LimitByKey(RoomLimit(side, celsius), for: duration))
  }

  private static let example: SafeText = "above 26, < 4, 79 °F, 26 for 10 min"

  private static let sides: [String: RoomLimit.Side] = [
    "above": .above, "over": .above, ">": .above, "below": .below, "under": .below, "<": .below,
  ]
  private static let temperatures: [String: TemperatureUnit] = [
    "c": .celsius, "celsius": .celsius, "f": .fahrenheit, "fahrenheit": .fahrenheit,
  ]
  private static let times: [String: Double] = [
    "s": 1, "sec": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "minutes": 60, "h": 3_600, "hour": 3_600,
    "hours": 3_600,
  ]

  private static func range(in unit: TemperatureUnit) -> SafeText {
    let range = LimitByKey.temperatures
    let (least, greatest) = (unit.degrees(of: range.lowerBound), unit.degrees(of: range.upperBound))
    return "A limit is from \(SafeText(least, decimals: 0)) to \(SafeText(greatest, decimals: 0)) °\(unit.symbol)"
  }

  private static func number(_ word: String) -> Double? {
    // Words such as `nan` and `inf` are numbers to the library.
    word.contains(where: \.isLetter) ? nil : Double(word.replacing(",", with: ".").replacing("−", with: "-"))
  }

  /// Returns the seconds of `10 min` or `1 h 30 min`; `nil` if they are none, or too many.
  private static func seconds(of words: ArraySlice<String>) -> Double? {
    guard !words.isEmpty, words.count.isMultiple(of: 2) else { return nil }
    var (rest, sum) = (words, 0.0)
    while let count = rest.popFirst() {
      guard let amount = Self.number(count), amount >= 0, let unit = rest.popFirst().flatMap({ times[$0] }) else {
        return nil
      }
      sum += amount * unit
    }
    return LimitByKey.durations.contains(sum) ? sum : nil
  }

  // MARK: - Words

  private enum Kind {
    case digits, letters, other

    /// - Returns: `nil` for what only separates.
    init?(_ character: Character) {
      switch character {
      case "0"..."9", ".", ",", "-", "−", "+": self = .digits
      case _ where character.isLetter: self = .letters
      case _ where character.isWhitespace || character == "°": return nil
      default: self = .other
      }
    }
  }

  /// Splits a text into numbers, words and signs, between which there may be spaces: `>26°C` is `>`, `26`, `c`.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var former: Kind?
    for character in text.lowercased() {
      let kind = Kind(character)
      if kind != nil, kind == former, let last = words.indices.last {
        words[last].append(character)
      } else if kind != nil {
        words.append(String(character))
      }
      former = kind
    }
    return words
  }
}
