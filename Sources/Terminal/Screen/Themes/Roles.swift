/// The styles of the few roles of text.
public struct Roles: Sendable, Hashable {
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case plain, dim, accent, line, alarm, match, badge, good, strong
    case code, keyword, string, number, comment

    /// Whether the role is text to be read. The others surround it: borders, times, tags, a chart's line, comments in code.
    public var isRead: Bool { ![.dim, .accent, .line, .comment].contains(self) }
  }

  public var plain: Style
  public var dim: Style
  public var accent: Style
  public var line: Style
  public var alarm: Style
  // The part that matches a filter keeps the text's own colour. Bold alone would look like a selected title.
  public var match = Style(attributes: [.bold, .underline])
  public var badge: Style
  public var good: Style
  public var strong = Style(attributes: .bold)
  /// Code within a sentence, in the calm colour of a chart's line and italic; without a colour it has backticks instead.
  public var code = Style.plain
  // Parts of a block of code.
  public var keyword = Style(attributes: .bold)
  public var string = Style.plain
  public var number = Style.plain
  public var comment = Style(attributes: .dim)
  /// The second to the sixth line of a chart; the first is ``line``. None is red or yellow, which have meanings.
  public var furtherLines: [Style] = []
  /// The person's colours that a terminal with true colour shows as they are, by the number that styles have for each.
  public private(set) var exact: [UInt8: RGB] = [:]

  public subscript(name: Name) -> Style {
    get { self[keyPath: Self.path(of: name)] }
    set { self[keyPath: Self.path(of: name)] = newValue }
  }

  /// Returns the number that stands for an exact colour: that of the nearest of the 256 that no role has.
  mutating func number(of colour: RGB) -> UInt8 {
    if let known = exact.first(where: { $0.value == colour }) { return known.key }
    let styles = Name.allCases.map { self[$0] } + furtherLines
    let taken = Set(styles.flatMap { [$0.foreground, $0.background].compactMap(\.self) })
    let free = (UInt8(16)...255).filter { !taken.contains($0) }
    let number = TerminalPalette.xterm.nearest(to: colour, among: free)
    exact[number] = colour
    return number
  }

  private static func path(of name: Name) -> WritableKeyPath<Roles, Style> {
    switch name {
    case .plain: \.plain
    case .dim: \.dim
    case .accent: \.accent
    case .line: \.line
    case .alarm: \.alarm
    case .match: \.match
    case .badge: \.badge
    case .good: \.good
    case .strong: \.strong
    case .code: \.code
    case .keyword: \.keyword
    case .string: \.string
    case .number: \.number
    case .comment: \.comment
    }
  }
}

extension Roles {
  /// The roles without colours, told apart by bold, dim, underline and reverse.
  public static let mono = Roles(
    plain: .plain, dim: Style(attributes: .dim), accent: Style(attributes: .bold), line: .plain,
    alarm: Style(attributes: .bold), badge: Style(attributes: [.bold, .reverse]), good: Style(attributes: .bold),
    furtherLines: [
      Style(attributes: .bold), Style(attributes: .dim), .plain, Style(attributes: .bold), Style(attributes: .dim),
    ])

  /// Returns the roles for a terminal whose background is unknown. Each has a contrast of 3 on white and on black.
  ///
  /// Of the first sixteen colours, which differ between terminals, only red and magenta have that nearly everywhere; cyan and
  /// green are too light on white. So trouble is red and the accent magenta. Red is bold, because the red of PCs is too dark
  /// on black and its bold is bright. The colours from 16 on are the same everywhere.
  public static func onUnknownBackground(_ colours: Theme.Colours) -> Roles {
    switch colours {
    case .none: mono
    case .eight, .sixteen: fewOnUnknownBackground
    case .many: manyOnUnknownBackground
    }
  }

  /// Returns the roles of a contrast of 7 for such a terminal. No colour has that on white and on black, so only trouble, the
  /// accent and a chart's line have one.
  static func highOnUnknownBackground(_ colours: Theme.Colours) -> Roles {
    switch colours {
    case .none: mono
    case .eight, .sixteen: signs(trouble: 1, accent: 5)
    case .many: signs(trouble: 160, accent: 30)
    }
  }

  /// Returns the roles in which only trouble, the accent and a chart's line have a colour.
  private static func signs(trouble: UInt8, accent: UInt8) -> Roles {
    var roles = mono
    roles.accent = Style(foreground: accent, attributes: .bold)
    roles.line = Style(foreground: accent)
    roles.alarm = Style(foreground: trouble, attributes: .bold)
    return roles
  }

  private static let fewOnUnknownBackground: Roles = {
    var roles = signs(trouble: 1, accent: 5)
    roles.badge = Style(foreground: 0, background: 6)
    roles.number = Style(foreground: 5)
    roles.furtherLines = [.plain, Style(attributes: .bold), Style(attributes: .dim)]
    return roles
  }()

  private static let manyOnUnknownBackground = Roles(
    plain: .plain, dim: Style(attributes: .dim), accent: Style(foreground: 30, attributes: .bold),
    line: Style(foreground: 30), alarm: Style(foreground: 160), badge: Style(foreground: 231, background: 30),
    good: Style(foreground: 28), code: Style(foreground: 30, attributes: .italic),
    keyword: Style(foreground: 63, attributes: .bold),
    string: Style(foreground: 28), number: Style(foreground: 164),
    furtherLines: [
      Style(foreground: 164), Style(foreground: 28), .plain, Style(foreground: 63), Style(foreground: 130),
    ])
}

// MARK: - Contrast

extension Roles {
  /// The least contrast in a theme, as a ratio of WCAG 2.
  public struct Need: Sendable, Hashable {
    public var read: Double
    public var surrounding: Double
    /// A chart's lines, which are no text.
    public var lines: Double

    /// Level AA.
    public static let readable = Need(read: 4.5, surrounding: 3, lines: 3)
    /// Level AAA, also for what surrounds the text. With a contrast of 7 on light grey, lines could not have six colours.
    public static let high = Need(read: 7, surrounding: 7, lines: 4.5)

    public func ratio(of name: Name) -> Double { name == .line ? lines : name.isRead ? read : surrounding }
  }

  /// Creates roles in colours that can be read on a palette. Each role takes the first of its candidates with enough
  /// contrast, the user's own sixteen colours before those that are the same on all terminals. Where none has enough, the
  /// role is the default foreground with an attribute; but trouble and the accent, with a chart's line, always have a colour
  /// where there are few, the one of the most contrast.
  ///
  /// - Parameter isFixed: Leaves out the sixteen colours where there are 256, because their look is unknown.
  public init(on palette: TerminalPalette, colours: Theme.Colours, need: Need = .readable, isFixed: Bool = false) {
    self = .mono
    /// Returns the candidates that the terminal has.
    func available(_ candidates: [UInt8]) -> [UInt8] {
      candidates.filter { Int($0) < colours.rawValue && !(isFixed && colours == .many && $0 < 16) }
    }
    func fits(_ style: Style, _ name: Name) -> Bool { palette.contrast(of: style) >= need.ratio(of: name) }
    func first(_ candidates: [UInt8], as name: Name, _ styles: [Style.Attributes]) -> Style? {
      available(candidates).lazy
        .flatMap { colour in styles.map { Style(foreground: colour, attributes: $0) } }
        .first { fits($0, name) }
    }
    /// Returns the candidate of the most contrast on a terminal of few colours, in bold.
    func best(_ candidates: [UInt8]) -> Style? {
      guard colours != .many else { return nil }
      return available(candidates).map { Style(foreground: $0, attributes: .bold) }
        .max { palette.contrast(of: $0) < palette.contrast(of: $1) }
    }
    if !fits(dim, .dim) { dim = .plain }
    comment = dim
    keyword = first(Self.blues, as: .keyword, [.bold]) ?? keyword
    string = first(Self.greens, as: .string, [[]]) ?? string
    number = first(Self.magentas, as: .number, [[]]) ?? number
    code = first(Self.cyans, as: .code, [.italic]) ?? code
    accent = first(Self.cyans, as: .accent, [.bold]) ?? best(Self.cyans + [5]) ?? accent
    line = first(Self.cyans, as: .line, [[]]) ?? (colours == .many ? line : Style(foreground: accent.foreground))
    alarm = first(Self.reds, as: .alarm, [[], .bold]) ?? best(Self.reds) ?? alarm
    good = first(Self.greens, as: .good, [[], .bold]) ?? good
    let badges = Self.badges
      .filter { available([$0.foreground, $0.background]).count == 2 }
      .map { Style(foreground: $0.foreground, background: $0.background) }
    badge = badges.first { fits($0, .badge) } ?? badge
    furtherLines = [
      first(Self.magentas, as: .line, [[]]) ?? Style(attributes: .bold), first(Self.greens, as: .line, [[]]) ?? dim,
      .plain, first(Self.blues, as: .line, [[], .bold]) ?? Style(attributes: .bold),
      first(Self.browns, as: .line, [[]]) ?? dim,
    ]
  }

  // Each list begins with the usual colours, followed by those for dark backgrounds, then those for light ones.
  private static let cyans: [UInt8] = [6, 44, 51, 30, 23, 14, 4]
  private static let reds: [UInt8] = [1, 203, 210, 217, 160, 124, 88, 52, 9]
  private static let greens: [UInt8] = [2, 77, 114, 157, 28, 22, 10]
  private static let magentas: [UInt8] = [5, 170, 213, 219, 127, 90, 53, 13]
  private static let blues: [UInt8] = [12, 4, 75, 111, 153, 27, 25, 18]
  private static let browns: [UInt8] = [180, 223, 137, 94, 58]
  private static let badges: [(foreground: UInt8, background: UInt8)] = [
    (0, 6), (0, 14), (15, 4), (16, 44), (231, 23),
  ]
}
