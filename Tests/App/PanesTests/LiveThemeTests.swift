import Foundation
import Model
import ModelTesting
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit

/// The theme, as it changes while the program runs.
@Suite(.serialized) struct LiveThemeTests {
  @UI private static func badge(_ story: ShellStory) -> Style? {
    story.look()
    guard let canvas = story.display.frames.last, let x = story.column(of: "DEMO", inRow: 0) else { return nil }
    return canvas[x: x, y: 0].style
  }

  private static func settings(_ name: String, _ own: [String: [String: String]] = [:]) -> ThemeSettings {
    var settings = ThemeSettings()
    (settings.name, settings.own) = (name, own)
    return settings
  }

  @Test func settingsChangeItAndTheTerminalsCapabilitiesStay() async {
    await ShellStory.tell {
      let colours = MutableProperty(ThemeSettings())
      let story = ShellStory(origin: .demo, feedOrigin: .demo, colours: Property(colours))
      #expect(Self.badge(story) == Roles.onUnknownBackground(.many).badge)
      let before = story.screen
      for name in ["dark", "light", "contrast", "mono", "mine", "no such theme", "auto"] {
        story.scheduler.perform { colours.value = Self.settings(name, ["mine": ["badge": "bright-red"]]) }
        let choice = ThemeChoice(name: name, own: ["mine": ["badge": "bright-red"]])
        #expect(Self.badge(story) == choice.roles(on: nil, colours: .many).badge, "\(name)")
        // Only colours have changed.
        #expect(story.screen == before)
      }
      #expect(story.shell.theme.colours == .many)
    }
  }

  @Test func aThemeOfThePaletteStaysUntilTheSettingsHaveAnother() async throws {
    try await ShellStory.tell {
      let (store, colours) = (MemoryStateStore(RememberedState()), MutableProperty(ThemeSettings()))
      let story = ShellStory(colours: Property(colours), store: store)
      let chosen = try #require(Override("mono", of: "auto"))
      story.type(":", .paste("theme mono"), .enter)
      story.look()
      #expect(story.display.frames.last?.theme.roles == .mono)
      #expect(store.changes(of: DashboardChange.self).contains(.theme(chosen)))
      for (name, shown) in [("light", ThemeChoice.light), ("auto", .mono)] {
        story.scheduler.perform { colours.value = Self.settings(name) }
        story.look()
        #expect(story.display.frames.last?.theme.roles == shown.roles(on: nil, colours: .many), "\(name)")
      }

      let next = ShellStory(store: MemoryStateStore(RememberedState(theme: chosen)))
      #expect(next.shell.theme.roles == .mono, "after a restart")
      next.type(":", .paste("theme: as the settings have it"), .enter)
      #expect(next.shell.theme.roles == .onUnknownBackground(.many))
      #expect(!next.shell.paletteEntries.contains { $0.id == "theme:" }, "there is nothing to go back from")
    }
  }

  @Test func thePaletteShowsAThemeWhileItIsSelected() async {
    await ShellStory.tell {
      let story = ShellStory()
      @UI func roles() -> Roles? {
        story.look()
        return story.display.frames.last?.theme.roles
      }
      let own = roles()
      story.type(":")
      #expect(roles() == own, "the first row is no theme")
      story.type(.paste("theme mono"))
      #expect(roles() == .mono && story.screen.contains("▌ theme mono"))
      #expect(story.dashboard.state.value.themeName == nil)
      // Another theme, and a row that is none.
      story.type(.control("u"), .paste("theme light"))
      #expect(roles() == ThemeChoice.light.roles(on: nil, colours: .many))
      story.type(.control("u"), .paste("quit"))
      #expect(roles() == own)
      story.type(.control("u"), .paste("theme mono"))
      #expect(roles() == .mono)
      story.type(.escape)
      #expect(roles() == own && !story.screen.contains("╭─ Commands"))
      // However the palette is removed.
      story.type(":", .paste("theme mono"))
      #expect(roles() == .mono)
      story.scheduler.perform { story.shell.pop() }
      #expect(roles() == own)
      story.type(":", .paste("theme mono"), .enter)
      #expect(roles() == .mono)
      // Back to that of the settings, and not.
      story.type(":", .paste("as the settings have it"))
      #expect(roles() == own)
      story.type(.escape)
      #expect(roles() == .mono)
    }
  }

  @Test func theAnswerOfTheTerminalChangesAutoAndNoFixedTheme() async {
    await ShellStory.tell {
      let story = ShellStory(origin: .demo, feedOrigin: .demo)
      story.look()
      story.display.palette = .xterm
      story.look()
      #expect(story.shell.theme.roles == Roles(on: .xterm, colours: .many))
      #expect(story.shell.theme.accent != Roles.onUnknownBackground(.many).accent)
      #expect(story.display.frames.last?.theme == story.shell.theme)
      let fixed = ShellStory(colours: Property(value: Self.settings("dark")))
      let roles = fixed.shell.theme.roles
      fixed.display.palette = TerminalPalette(xtermOn: .white)
      #expect(fixed.shell.theme.roles == roles)
    }
  }

  @Test func withoutColoursNoThemeBringsAny() async {
    await ShellStory.tell {
      let story = ShellStory(
        theme: Theme(colours: .none), origin: .demo, feedOrigin: .demo, colours: Property(value: Self.settings("light"))
      )
      #expect(Self.badge(story) == Roles.mono.badge)
    }
  }

  @UI private func isASCII(_ story: ShellStory) -> Bool { story.look().utf8.allSatisfy { $0 < 0x80 } }

  @Test func asciiCanBeSet() async {
    await ShellStory.tell {
      let colours = MutableProperty(ThemeSettings())
      let story = ShellStory(colours: Property(colours))
      var ascii = ThemeSettings()
      ascii.isASCII = true
      story.scheduler.perform { colours.value = ascii }
      #expect(isASCII(story))
      story.scheduler.perform { colours.value = ThemeSettings() }
      #expect(!isASCII(story))
    }
  }

  /// Every theme on the whole screen: what is drawn keeps to the roles, so its contrast is theirs.
  @Test func everyCellHasTheStyleOfARole() async throws {
    try await ShellStory.tell {
      for name in ThemeChoice.names {
        let story = ShellStory(colours: Property(value: Self.settings(name)))
        story.display.palette = TerminalPalette(xtermOn: .white)
        story.connectFeed()
        for keys in [[], [.enter], ["?"], [.escape, ":"]] as [[KeyEvent]] {
          for key in keys { story.type(key) }
          story.answers()
          let canvas = try #require(story.display.frames.last)
          let colours = Set(Roles.Name.allCases.map { canvas.theme.roles[$0].foreground })
          for cell in canvas.cells { #expect(colours.contains(cell.style.foreground), "\(name): \(cell.style)") }
        }
      }
    }
  }
}
