import Text

/// A colour as settings write it: `red`, `bright-blue`, `208`, `#ff8700`.
public enum Colour: Sendable, Hashable {
  /// One of the terminal's 256 colours.
  case index(UInt8)
  case rgb(RGB)

  /// The names of the first sixteen colours, by number.
  public static let names: [String] = {
    let eight = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return eight + eight.map { "bright-\($0)" }
  }()

  /// Returns `nil` for a name that is not a colour.
  public init?(name: String) {
    let name = name.lowercased()
    if let index = Self.names.firstIndex(of: name) {
      self = .index(UInt8(index))
    } else if let number = UInt8(name) {
      self = .index(number)
    } else if name.begins(with: "#"), name.utf8.count == 7, name.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(name.dropFirst(), radix: 16)
    {
      self = .rgb(RGB(value))
    } else {
      return nil
    }
  }

  /// Returns the colour's number on a terminal with so many colours: its own or the nearest.
  public func index(among colours: Theme.Colours, of palette: TerminalPalette = .xterm) -> UInt8 {
    switch self {
    case .index(let index) where Int(index) < colours.rawValue: index
    case .index(let index): palette.nearest(to: palette[index], among: colours)
    case .rgb(let colour): palette.nearest(to: colour, among: colours)
    }
  }
}
