/// The theme that a person has chosen.
public enum ThemeChoice: Sendable, Hashable {
  /// Readable on the background that the terminal reports; on a white and a black one where it reports none.
  case auto
  /// For a dark or a light background, whatever the terminal reports.
  case dark, light
  /// Like ``auto``, with a contrast of 7 everywhere and nothing dim.
  case contrast
  /// Without colours.
  case mono
  /// The person's colours for some roles; the others are those of ``auto``.
  case own([Roles.Name: Colour])

  /// The names of the built-in themes.
  public static let names = ["auto", "dark", "light", "contrast", "mono"]

  /// Creates the theme with a name: a built-in one, or one of `own`, which are colours by role. Unknown themes, roles and
  /// colours are ignored, because settings have reported them with their place.
  public init(name: String, own: [String: [String: String]] = [:]) {
    switch name {
    case "dark": self = .dark
    case "light": self = .light
    case "contrast": self = .contrast
    case "mono": self = .mono
    default:
      var colours: [Roles.Name: Colour] = [:]
      for (role, colour) in own[name] ?? [:] {
        if let role = Roles.Name(rawValue: role), let colour = Colour(name: colour) { colours[role] = colour }
      }
      self = colours.isEmpty ? .auto : .own(colours)
    }
  }

  /// The backgrounds of the fixed themes: the lightest of the dark ones, and the darkest of the light ones.
  public static let darkBackground = RGB(0x303030)
  public static let lightBackground = RGB(0xeeeeee)

  /// Returns the styles of the roles on a terminal.
  ///
  /// - Parameters:
  ///   - palette: The terminal's colours, as far as they are known.
  ///   - isExact: Whether the terminal shows the person's colours as they are, and not the nearest that has a number.
  public func roles(on palette: TerminalPalette?, colours: Theme.Colours, isExact: Bool = false) -> Roles {
    guard colours != .none else { return self == .contrast ? Self.withoutDim(.mono) : .mono }
    switch self {
    case .auto: return palette.map { Roles(on: $0, colours: colours) } ?? .onUnknownBackground(colours)
    case .dark: return Roles(on: TerminalPalette(xtermOn: Self.darkBackground), colours: colours, isFixed: true)
    case .light: return Roles(on: TerminalPalette(xtermOn: Self.lightBackground), colours: colours, isFixed: true)
    case .contrast:
      return Self.withoutDim(
        palette.map { Roles(on: $0, colours: colours, need: .high) } ?? .highOnUnknownBackground(colours))
    case .mono: return .mono
    case .own(let own):
      let standard = ThemeChoice.auto.roles(on: palette, colours: colours)
      return Self.roles(standard, replacing: own, colours: colours, isExact: isExact)
    }
  }

  private static func roles(
    _ standard: Roles, replacing own: [Roles.Name: Colour], colours: Theme.Colours, isExact: Bool
  ) -> Roles {
    var roles = standard
    func give(_ name: Roles.Name, _ index: UInt8, _ colour: RGB) {
      // A badge is a word on a background of its colour.
      roles[name] =
        name == .badge
        ? Style(foreground: text(on: colour), background: index)
        : Style(foreground: index, attributes: roles[name].attributes.subtracting(.dim))
    }
    var exact: [(name: Roles.Name, colour: RGB)] = []
    for name in Roles.Name.allCases {
      guard let colour = own[name] else { continue }
      if isExact, case .rgb(let shown) = colour {
        exact.append((name, shown))
      } else {
        let index = colour.index(among: colours)
        give(name, index, TerminalPalette.xterm[index])
      }
    }
    // Last, because an exact colour takes none of the others' numbers.
    for (name, colour) in exact { give(name, roles.number(of: colour), colour) }
    return roles
  }

  private static func withoutDim(_ roles: Roles) -> Roles {
    var roles = roles
    roles.dim = .plain
    roles.comment = .plain
    roles.furtherLines = roles.furtherLines.map { $0.attributes.contains(.dim) ? .plain : $0 }
    return roles
  }

  /// Returns black or white, whichever is more readable on a colour.
  private static func text(on colour: RGB) -> UInt8 {
    colour.contrast(with: .black) >= colour.contrast(with: .white) ? 0 : 15
  }
}
