import Testing

@testable import Screen

@Suite struct ContrastTests {
  /// Ratios as WebAIM's and the W3C's calculators tell them.
  @Test(
    arguments: [
      (0xffffff, 0x000000, 21.0), (0x777777, 0xffffff, 4.48), (0x767676, 0xffffff, 4.54), (0xff0000, 0xffffff, 4.0),
      (0x0000ff, 0xffffff, 8.59), (0x00cdcd, 0xffffff, 1.98), (0xcd0000, 0x000000, 3.60), (0x839496, 0x002b36, 4.75),
      (0x123456, 0x123456, 1.0),
    ] as [(UInt32, UInt32, Double)])
  func theContrastIsThatOfWCAG(one: UInt32, other: UInt32, ratio: Double) {
    let (one, other) = (RGB(one), RGB(other))
    #expect(abs(one.contrast(with: other) - ratio) < 0.01, "\(one.contrast(with: other))")
    #expect(one.contrast(with: other) == other.contrast(with: one))
  }

  @Test(
    arguments: [
      (16, 0x000000), (21, 0x0000ff), (196, 0xff0000), (67, 0x5f87af), (231, 0xffffff), (232, 0x080808),
      (255, 0xeeeeee),
      (1, 0xcd0000), (14, 0x00ffff),
    ] as [(UInt8, UInt32)])
  func theColoursOfThe256AreThoseOfXterm(index: UInt8, colour: UInt32) {
    #expect(TerminalPalette.xterm[index] == RGB(colour))
  }

  @Test func aStylesContrastIsThatOfWhatIsSeen() {
    let palette = TerminalPalette.xterm
    #expect(palette.contrast(of: .plain) == 21)
    #expect(palette.contrast(of: Style(attributes: .reverse)) == 21)
    #expect(palette.contrast(of: Style(attributes: .dim)) < 6)
    #expect(palette.contrast(of: Style(foreground: 0)) == 1)
    #expect(palette.contrast(of: Style(foreground: 0, background: 15)) == 21)
    #expect(palette.contrast(of: Style(foreground: 1, attributes: .bold)) == palette.contrast(of: Style(foreground: 1)))
    // The Linux console's bold characters are bright ones.
    let console = TerminalPalette.linuxConsole
    #expect(console.contrast(of: Style(foreground: 1)) < 3)
    #expect(console.contrast(of: Style(foreground: 1, attributes: .bold)) > 6)
    #expect(console.contrast(of: Style(attributes: .bold)) == 21)
  }
}

@Suite struct ThemeTests {
  /// The default colours and the sixteen of terminals that people have.
  private static let palettes: [(name: String, palette: TerminalPalette)] = [
    ("xterm", .xterm), ("Linux console", .linuxConsole),
    (
      "GNOME, dark",
      palette(
        0xd0cfcc, 0x171421, 0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc, 0x5e5c64,
        0xf66151, 0x33d17a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff)
    ),
    (
      "GNOME, light",
      palette(
        0x171421, 0xffffff, 0x171421, 0xc01c28, 0x26a269, 0xa2734c, 0x12488b, 0xa347ba, 0x2aa1b3, 0xd0cfcc, 0x5e5c64,
        0xf66151, 0x33d17a, 0xe9ad0c, 0x2a7bde, 0xc061cb, 0x33c7de, 0xffffff)
    ),
    (
      "Tango",
      palette(
        0xd3d7cf, 0x2e3436, 0x2e3436, 0xcc0000, 0x4e9a06, 0xc4a000, 0x3465a4, 0x75507b, 0x06989a, 0xd3d7cf, 0x555753,
        0xef2929, 0x8ae234, 0xfce94f, 0x729fcf, 0xad7fa8, 0x34e2e2, 0xeeeeec)
    ),
    ("Solarized, dark", solarized(0x839496, 0x002b36)), ("Solarized, light", solarized(0x657b83, 0xfdf6e3)),
    ("xterm, black on white", TerminalPalette(xtermOn: .white)),
    (
      "macOS, Basic",
      palette(
        0x000000, 0xffffff, 0x000000, 0x990000, 0x00a600, 0x999900, 0x0000b2, 0xb200b2, 0x00a6b2, 0xbfbfbf, 0x666666,
        0xe50000, 0x00d900, 0xe5e500, 0x0000ff, 0xe500e5, 0x00e5e5, 0xe5e5e5)
    ),
  ]

  private static func palette(_ foreground: UInt32, _ background: UInt32, _ sixteen: UInt32...) -> TerminalPalette {
    TerminalPalette(foreground: RGB(foreground), background: RGB(background), sixteen: sixteen.map { RGB($0) })
  }

  private static func solarized(_ foreground: UInt32, _ background: UInt32) -> TerminalPalette {
    palette(
      foreground, background, 0x073642, 0xdc322f, 0x859900, 0xb58900, 0x268bd2, 0xd33682, 0x2aa198, 0xeee8d5, 0x002b36,
      0xcb4b16, 0x586e75, 0x657b83, 0x839496, 0x6c71c4, 0x93a1a1, 0xfdf6e3)
  }

  /// What nothing can be read better than: the default colours without dim.
  private static func isFallback(_ style: Style) -> Bool {
    style.foreground == nil && style.background == nil && !style.attributes.contains(.dim)
  }

  private static let withColours: [Theme.Colours] = [.eight, .sixteen, .many]

  /// Where colours are few, trouble, the accent and a chart's line have one, although none may have the contrast.
  private static func mayBeFainter(_ role: Roles.Name, _ colours: Theme.Colours) -> Bool {
    colours != .many && [.alarm, .accent, .line].contains(role)
  }

  @Test(arguments: palettes.indices, withColours)
  func everyRoleCanBeReadOnThePalettesThatPeopleHave(index: Int, colours: Theme.Colours) {
    let (name, palette) = Self.palettes[index]
    for (choice, need) in [(ThemeChoice.auto, Roles.Need.readable), (.contrast, .high)] {
      let roles = choice.roles(on: palette, colours: colours)
      for role in Roles.Name.allCases where !Self.isFallback(roles[role]) && !Self.mayBeFainter(role, colours) {
        let contrast = palette.contrast(of: roles[role])
        #expect(contrast >= need.ratio(of: role), "\(role) of \(choice) on \(name): \(contrast)")
      }
    }
  }

  /// Any background between those that a fixed theme is made for and the darkest or the lightest.
  @Test(arguments: withColours) func everyRoleOfTheFixedThemesCanBeRead(colours: Theme.Colours) {
    for (choice, backgrounds) in [
      (ThemeChoice.dark, [0x000000, 0x171421, 0x002b36, 0x1e1e2e, 0x303030]),
      (.light, [0xffffff, 0xfdf6e3, 0xeeeeee]),
    ] as [(ThemeChoice, [UInt32])] {
      let roles = choice.roles(on: nil, colours: colours)
      for background in backgrounds {
        let palette = TerminalPalette(xtermOn: RGB(background))
        for role in Roles.Name.allCases where !Self.isFallback(roles[role]) && !Self.mayBeFainter(role, colours) {
          let contrast = palette.contrast(of: roles[role])
          let need = Roles.Need.readable.ratio(of: role)
          #expect(contrast >= need, "\(role) of \(choice) on \(background): \(contrast)")
        }
      }
    }
  }

  /// With 256 colours the fixed themes and the answered background leave no role without its colour.
  @Test func noRoleLosesItsColourWhereThereAreEnough() {
    for background in [0x000000, 0x002b36, 0x303030, 0xeeeeee, 0xfdf6e3, 0xffffff] as [UInt32] {
      let roles = ThemeChoice.auto.roles(on: TerminalPalette(xtermOn: RGB(background)), colours: .many)
      for role in [Roles.Name.accent, .line, .alarm, .good, .badge, .code, .keyword, .string, .number] {
        #expect(roles[role].foreground != nil, "\(role) on \(background)")
      }
    }
    for choice in [ThemeChoice.dark, .light] {
      let roles = choice.roles(on: nil, colours: .many)
      for role in [Roles.Name.accent, .line, .alarm, .good, .badge, .code, .keyword, .string, .number] {
        // The first sixteen look different everywhere.
        #expect(roles[role].foreground.map { $0 >= 16 } == true, "\(role) of \(choice)")
      }
    }
  }

  /// Neither on white nor on black. The default foreground is readable, and macOS' terminal, whose red is darker, does answer.
  @Test(arguments: withColours) func withoutAnAnswerNothingIsFainterThan3(colours: Theme.Colours) {
    let roles = ThemeChoice.auto.roles(on: nil, colours: colours)
    #expect(Theme(colours: colours).roles == roles)
    let styles = Roles.Name.allCases.map { ("\($0)", roles[$0]) } + roles.furtherLines.map { ("another line", $0) }
    for (name, colours) in Self.palettes where name != "macOS, Basic" {
      for (background, foreground) in [(RGB.white, RGB.black), (.black, .white)] {
        var palette = colours
        (palette.background, palette.foreground) = (background, foreground)
        for (role, style) in styles {
          // The bold magenta of PCs, whose consoles are never white.
          if palette.isBoldBright, background == .white, style == Style(foreground: 5, attributes: .bold) { continue }
          let contrast = palette.contrast(of: style)
          #expect(contrast >= 3, "\(role) of \(name) on \(background): \(contrast)")
        }
      }
    }
  }

  /// Also where no colour has the contrast, as on grey.
  @Test(arguments: ThemeChoice.names, [Theme.Colours.eight, .sixteen])
  func withFewColoursTroubleIsRedAndThereIsAnAccent(name: String, colours: Theme.Colours) {
    let backgrounds: [RGB] = [.black, RGB(0x303030), RGB(0x777777), RGB(0xeeeeee), .white]
    let palettes: [TerminalPalette?] = [nil, .linuxConsole] + backgrounds.map { TerminalPalette(xtermOn: $0) }
    for palette in palettes {
      let roles = ThemeChoice(name: name).roles(on: palette, colours: colours)
      let (alarm, accent, line) = (roles.alarm.foreground, roles.accent.foreground, roles.line.foreground)
      if name == "mono" {
        #expect(alarm == nil && accent == nil && line == nil)
      } else {
        #expect(alarm == 1 || alarm == 9, "\(roles.alarm) on \(String(describing: palette))")
        for other in [accent, line] { #expect(other != nil && other != alarm, "\(String(describing: palette))") }
      }
    }
  }

  @Test(
    arguments: [
      ("auto", nil, .eight, Style(foreground: 1, attributes: .bold), 5),
      ("contrast", nil, .sixteen, Style(foreground: 1, attributes: .bold), 5),
      ("dark", nil, .eight, Style(foreground: 1, attributes: .bold), 6),
      ("dark", nil, .sixteen, Style(foreground: 9, attributes: .bold), 6),
      ("light", nil, .eight, Style(foreground: 1), 4),
      ("contrast", 0xffffff, .eight, Style(foreground: 1, attributes: .bold), 4),
      ("auto", 0x777777, .eight, Style(foreground: 1, attributes: .bold), 6),
    ] as [(String, UInt32?, Theme.Colours, Style, UInt8)])
  func ofFewColoursTheOneOfTheMostContrastIsTaken(
    name: String, background: UInt32?, colours: Theme.Colours, alarm: Style, accent: UInt8
  ) {
    let palette = background.map { TerminalPalette(xtermOn: RGB($0)) }
    let roles = ThemeChoice(name: name).roles(on: palette, colours: colours)
    #expect(roles.alarm == alarm)
    #expect(roles.accent == Style(foreground: accent, attributes: .bold) && roles.line == Style(foreground: accent))
  }

  /// Of 256 the colours that are the same on all terminals.
  @Test func troubleAndTheAccentHaveAColourOnAnUnknownBackground() {
    let roles = ThemeChoice.contrast.roles(on: nil, colours: .many)
    #expect(roles.alarm == Style(foreground: 160, attributes: .bold))
    #expect(roles.accent == Style(foreground: 30, attributes: .bold) && roles.line == Style(foreground: 30))
    for background in [RGB.black, .white] {
      let palette = TerminalPalette(xtermOn: background)
      for style in [roles.alarm, roles.accent, roles.line] { #expect(palette.contrast(of: style) >= 3, "\(style)") }
    }
    let read: [Roles.Name] = [.plain, .dim, .strong, .good, .code, .keyword, .string, .number, .comment]
    #expect(read.allSatisfy { roles[$0].foreground == nil }, "no colour has a contrast of 7 on both")
  }

  /// Roles that only their colour tells from each other are those that something else tells as well.
  @Test(arguments: withColours) func nothingIsSaidByColourAlone(colours: Theme.Colours) {
    // Trouble is a sentence or has a `!`, good news a `✓` or a `+`; the accent and a heading have their places, a badge its word.
    // Strings have quotes, numbers digits, keywords are words, comments have their marks.
    let toldOtherwise: Set<Roles.Name> = [
      .plain, .alarm, .good, .accent, .strong, .badge, .keyword, .string, .number, .comment,
    ]
    for name in ThemeChoice.names {
      for palette in [nil, TerminalPalette.xterm, TerminalPalette(xtermOn: .white), .linuxConsole] {
        let roles = ThemeChoice(name: name).roles(on: palette, colours: colours)
        // A chart's line is no text, and where nothing is dim, text that would be is like other text.
        // Code in a sentence without a colour has backticks.
        let read = Roles.Name.allCases.filter {
          $0 != .line && !($0 == .dim && roles.dim == roles.plain) && !($0 == .code && roles.code == roles.plain)
        }
        for one in read {
          for other in read where roles[one] != roles[other] && roles[one].attributes == roles[other].attributes {
            #expect(toldOtherwise.isSuperset(of: [one, other]), "\(one) and \(other) of \(name)")
          }
        }
      }
    }
  }

  @Test func withoutColoursEveryThemeDoesWithAttributes() {
    for choice in [ThemeChoice.auto, .dark, .light, .contrast, .mono, .own([.alarm: .index(1)])] {
      for palette in [nil, TerminalPalette.xterm] {
        let roles = choice.roles(on: palette, colours: .none)
        for role in Roles.Name.allCases { #expect(roles[role].foreground == nil && roles[role].background == nil) }
      }
    }
    #expect(ThemeChoice.mono.roles(on: .xterm, colours: .many) == .mono)
    #expect(ThemeChoice.contrast.roles(on: nil, colours: .many).dim == .plain)
    #expect(Roles.Name.allCases.filter { Roles.Need.high.ratio(of: $0) < 7 } == [.line])
  }

  @Test func onesOwnColoursReplaceThoseOfTheirRoles() {
    let own = ["mine": ["alarm": "bright-magenta", "line": "#ff8700", "badge": "yellow", "dim": "245", "match": "3"]]
    let roles = ThemeChoice(name: "mine", own: own).roles(on: nil, colours: .many)
    #expect(roles.alarm == Style(foreground: 13))
    #expect(roles.line == Style(foreground: 208))
    #expect(roles.badge == Style(foreground: 0, background: 3))
    #expect(roles.dim == Style(foreground: 245))
    #expect(roles.match == Style(foreground: 3, attributes: [.bold, .underline]))
    #expect(roles.good == Roles.onUnknownBackground(.many).good)
    // With fewer colours the nearest.
    let few = ThemeChoice(name: "mine", own: own).roles(on: nil, colours: .eight)
    #expect(
      few.alarm == Style(foreground: 5, attributes: .bold) && few.line == Style(foreground: 3)
        && few.dim == Style(foreground: 7))
  }

  /// Where the terminal shows them as they are, each has a number to itself.
  @Test func exactColoursHaveNumbersThatNothingElseHas() {
    let own = [
      "alarm": "#ff8700", "good": "#ff8701", "line": "#ff8702", "string": "#ff8700", "keyword": "208",
      "badge": "#f0f0f0", "number": "#008787",
    ]
    let roles = ThemeChoice(name: "mine", own: ["mine": own]).roles(on: nil, colours: .many, isExact: true)
    #expect(Set(roles.exact.values) == Set([0xff8700, 0xff8701, 0xff8702, 0xf0f0f0, 0x008787].map { RGB($0) }))
    let exact: [(Roles.Name, UInt32)] = [
      (.alarm, 0xff8700), (.good, 0xff8701), (.line, 0xff8702), (.number, 0x008787),
    ]
    for (role, colour) in exact {
      let number = roles[role].foreground
      #expect(number.flatMap { roles.exact[$0] } == RGB(colour), "\(role)")
      // Near, for whatever knows only the number.
      #expect(number.map { TerminalPalette.xterm[$0].distance(to: RGB(colour)) < 80 * 80 } == true, "\(role)")
    }
    #expect(roles.string.foreground == roles.alarm.foreground)
    #expect(roles.badge.foreground == 0 && roles.badge.background.flatMap { roles.exact[$0] } == RGB(0xf0f0f0))
    // A number of the person's, and those of the roles that keep their colours.
    for style in [roles.keyword, roles.accent, roles.comment] + roles.furtherLines {
      #expect(style.foreground.flatMap { roles.exact[$0] } == nil, "\(style)")
    }
    #expect(ThemeChoice(name: "mine", own: ["mine": own]).roles(on: nil, colours: .none, isExact: true) == .mono)
  }

  @Test func whatIsNoThemeNoRoleOrNoColourIsLeftOut() {
    #expect(ThemeChoice(name: "sepia") == .auto)
    #expect(ThemeChoice(name: "mine", own: ["mine": ["alarm": "reddish", "titel": "red"]]) == .auto)
    #expect(ThemeChoice(name: "mine", own: ["mine": ["alarm": "1", "titel": "red"]]) == .own([.alarm: .index(1)]))
    for name in ThemeChoice.names { #expect(name == "auto" || ThemeChoice(name: name) != .auto) }
  }

  @Test(
    arguments: [
      ("red", .index(1)), ("Bright-Blue", .index(12)), ("0", .index(0)), ("255", .index(255)),
      ("#ff8700", .rgb(RGB(0xff8700))), ("#FF8700", .rgb(RGB(0xff8700))), ("256", nil), ("-1", nil), ("#ff870", nil),
      ("#ff87000", nil), ("#gg8700", nil), ("#+12345", nil), ("crimson", nil), ("", nil), ("bright-", nil),
    ] as [(String, Colour?)])
  func coloursAreReadAsPeopleWriteThem(name: String, colour: Colour?) { #expect(Colour(name: name) == colour) }
}
