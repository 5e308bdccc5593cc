import CCurses
import Screen

/// ncurses' colour pairs for the styles that are in use, made when first asked for.
struct ColourPairs {
  private struct Key: Hashable {
    var foreground: UInt8?
    var background: UInt8?
  }

  private let colours: Int
  private let most: Int
  private var numbers: [Key: CInt] = [:]
  /// The style that was asked for last: cells of one style stand together.
  private var latest: (style: Style, number: CInt)?

  /// - Parameters:
  ///   - colours: how many colours the terminal has; 0 for none to be used.
  ///   - most: how many pairs it has, pair 0 among them.
  init(colours: Int, most: Int) {
    self.colours = colours
    self.most = most
  }

  /// The pair for a style's colours; 0, the default colours, when there is none left.
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

  /// The colour itself, or what stands for it: a bright colour is its normal one where there are only eight.
  private func available(_ colour: UInt8?) -> UInt8? {
    guard let colour else { return nil }
    if Int(colour) < colours { return colour }
    return colour < 16 && colours == 8 ? colour - 8 : nil
  }
}
