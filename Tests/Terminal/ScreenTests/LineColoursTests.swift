import Charting
import Testing

@testable import Screen

/// The six colours of a chart's lines.
@Suite struct LineColoursTests {
  private static let looks = (0..<LineLook.colourCount).map(LineLook.init)
  private static let backgrounds: [UInt32] = [0x000000, 0x002b36, 0x1e1e2e, 0x303030, 0xeeeeee, 0xfdf6e3, 0xffffff]

  private static func theme(_ choice: ThemeChoice, _ palette: TerminalPalette?, _ colours: Theme.Colours) -> Theme {
    Theme(colours: colours, roles: choice.roles(on: palette, colours: colours))
  }

  @Test func with256ColoursAllSixDifferAndCanBeReadOnAnyBackground() {
    for background in Self.backgrounds {
      let palette = TerminalPalette(xtermOn: RGB(background))
      let themes = [Self.theme(.auto, palette, .many), Self.theme(.contrast, palette, .many)]
      let fixed = Self.theme(palette.foreground == .white ? .dark : .light, nil, .many)
      for (theme, need) in zip(themes + [fixed], [3, 4.5, 3]) {
        let styles = Self.looks.map(theme.line)
        let colours = styles.map { style in style.foreground.map { palette[$0] } ?? palette.foreground }
        for (index, colour) in colours.enumerated() {
          #expect(palette.contrast(of: styles[index]) >= need, "\(index) on \(background): \(styles[index])")
          for other in colours[..<index] {
            // Far apart in the cube of colours, whose side is 255.
            #expect(colour.distance(to: other) > 80 * 80, "\(index) on \(background): \(colour), \(other)")
          }
        }
      }
    }
  }

  /// Red is for trouble and for sign-ups, yellow for what matches.
  @Test func noLineIsRedOrYellow() {
    for colours in [Theme.Colours.eight, .sixteen, .many] {
      let palettes = [nil] + Self.backgrounds.map { TerminalPalette(xtermOn: RGB($0)) }
      for theme in palettes.map({ Self.theme(.auto, $0, colours) }) {
        for style in Self.looks.map(theme.line) {
          #expect(![1, 3, 9, 11].contains(style.foreground), "\(style)")
          // Where no colour fits, both are bold.
          #expect(style.foreground == nil || style != theme.alarm)
        }
      }
    }
  }

  /// Without an answer about the background, colours must fit both.
  @Test func onAnUnknownBackgroundAllSixDifferAndWithFewColoursFour() {
    let styles = Self.looks.map(Theme(colours: .many).line)
    for (index, style) in styles.enumerated() {
      for other in styles[..<index] {
        let colours = [style, other].map { $0.foreground.map { TerminalPalette.xterm[$0] } }
        guard let one = colours[0], let two = colours[1] else { continue }
        #expect(one.distance(to: two) > 80 * 80, "\(style), \(other)")
      }
    }
    #expect(Set(styles).count == 6)
    for colours in [Theme.Colours.eight, .sixteen] {
      let theme = Theme(colours: colours)
      #expect(Set(Self.looks.map(theme.line)).count == 4)
      #expect(theme.line == Style(foreground: theme.accent.foreground) && theme.line.foreground != nil)
    }
  }

  @Test func withoutColoursLinesAreBoldPlainAndDim() {
    let theme = Theme(colours: .none)
    let styles = Self.looks.map(theme.line)
    #expect(Set(styles) == [.plain, Style(attributes: .bold), Style(attributes: .dim)])
    #expect(zip(styles, styles.dropFirst()).allSatisfy { $0 != $1 })
    let contrast = Self.theme(.contrast, nil, .none)
    #expect(Self.looks.allSatisfy { !contrast.line($0).attributes.contains(.dim) })
  }

  @Test func theFirstLineIsInTheColourOfAChartWithOneLine() {
    let own = ThemeChoice.own([.line: .index(13)]).roles(on: nil, colours: .sixteen)
    #expect(Theme(roles: own).line(LineLook(number: 0)) == Style(foreground: 13))
    #expect(Theme(roles: own).line(LineLook(number: 6)) == Style(foreground: 13))
  }

  @Test func everyMarkTakesOneColumnAndDiffers() {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let marks = (0..<LineLook.markCount).map { glyphs.mark(of: LineLook(number: $0)) }
      #expect(Set(marks).count == LineLook.markCount)
      #expect(marks.allSatisfy { $0.scalar.map(DisplayWidth.of) == 1 })
    }
    #expect((0..<60).allSatisfy { GlyphSet.ascii.mark(of: LineLook(number: $0)).string.utf8.allSatisfy { $0 < 0x80 } })
  }
}
