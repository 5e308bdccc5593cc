import CCurses
import Screen

/// ncurses' colour pairs of the styles in use, allocated at first use.
struct ColourPairs {
  private struct Key: Hashable {
    var foreground: UInt8?
    var background: UInt8?
  }

  private let colours: Int
  private let most: Int
  private var numbers: [Key: CInt] = [:]
  /// The latest result: neighbouring cells mostly have one style.
  private var latest: (style: Style, number: CInt)?

  /// - Parameters:
  ///   - colours: The number of the terminal's colours; 0 to use none.
  ///   - most: The number of pairs, pair 0 included.
  init(colours: Int, most: Int) {
    self.colours = colours
    self.most = most
  }

  /// Returns the pair of a style's colours; 0, the default colours, if there is no pair left.
  mutating func number(for style: Style) -> CInt {
    if let latest, latest.style == style { return latest.number }
    let number = find(style)
    latest = (style, number)
    return number
  }

  private mutating func find(_ style: Style) -> CInt {
    let key = Key(foreground: available(style.foreground), background: available(style.background))
    guard key.foreground != nil || key.background != nil else { return 0 }
    if let number = numbers[key] { return number }
    let number = CInt(numbers.count + 1)
    let isMade =
      number < most && screen_set_pair(number, key.foreground.map(CInt.init) ?? -1, key.background.map(CInt.init) ?? -1)
    guard isMade else { return 0 }
    numbers[key] = number
    return number
  }

  /// Returns the colour or its replacement: on a terminal with eight colours a bright colour becomes the normal one.
  private func available(_ colour: UInt8?) -> UInt8? {
    guard let colour else { return nil }
    if Int(colour) < colours { return colour }
    return colour < 16 && colours == 8 ? colour - 8 : nil
  }
}
