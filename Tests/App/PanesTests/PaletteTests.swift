import Foundation
import Model
import Rooms
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions

/// The palette: every command that can be done now, by a few letters of its name.
@Suite(.serialized) struct PaletteTests {
  /// The selected row: the first, three lines below the palette's upper side.
  @UI private static func selected(_ story: ShellStory) -> String {
    story.look()
    guard let top = story.lines.firstIndex(where: { $0.contains("╭─ Commands") }) else { return "" }
    return String(story.lines[top + 3])
  }

  @UI private static func open(_ story: ShellStory) {
    story.type(":")
    story.look()
  }

  @Test(arguments: [
    ("alone", "this pane alone"), ("np", "next pane"), ("ref all", "refresh all panes"), ("hel", "this help"),
    ("app.qu", "quit"), ("diag", "where the data comes from"), ("tab 3", "iOS"), ("TAB 4", "Ruby"),
    ("top", "Top"), ("phone", "Windows Phone"), ("wikipedia", "Wikipedia"), ("only con", "layout: only ConAir"),
    ("theme", "theme "), ("dark", "theme dark"), ("german", "German"), ("deutsch", "German"), ("dewiki", "German"),
    ("share", "setting layout.share"), ("lay", "layout: only"), ("layout", "layout: only"),
    ("layout.", "setting layout."),
  ])
  func aFewLettersFindACommand(typed: String, name: String) async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type(typed)
      let row = Self.selected(story)
      #expect(row.contains("▌ \(name)"), "\(row)")
    }
  }

  @Test(arguments: ["lines", "watch", "alarm", "limit", "key", "theme"])
  func theLinesForTheSettingsAreFoundByWhatTheyAreFor(typed: String) async {
    await ShellStory.tell {
      let story = ShellStory(height: 60)
      Self.open(story)
      story.type(typed)
      #expect(story.look().contains("lines for the settings"), "\(story.screen)")
    }
  }

  /// Not a wiki, a tab or a theme that begins with the same letters, whichever pane has the focus.
  @Test(arguments: ["e", "ed", "edit", "E", "edit the"], 0..<3) func theSettingsAreFoundByTheirFirstLetter(
    typed: String, pane: Int
  )
    async
  {
    await ShellStory.tell {
      let story = ShellStory(editor: SignalProducer(value: ProgramCall(["vi"])))
      for _ in 0..<pane { story.type(.tab) }
      Self.open(story)
      story.type(typed)
      let row = Self.selected(story)
      #expect(row.contains("▌ edit the settings"), "\(row)")
      story.type(.enter)
      story.answers()
      #expect(story.display.run.map(\.words) == [["vi"]])
    }
  }

  /// The commands of all panes, from the pane in which nobody would look for them.
  @Test(arguments: [
    ("kept", "open the kept questions"), ("dense", "one line per question"), ("the whole", "search the whole site"),
  ])
  func theCommandsOfOtherPanesAreFound(typed: String, name: String) async {
    await ShellStory.tell {
      let story = ShellStory()
      story.connectFeed()
      for number in 1...3 { story.sendEdit("Article \(number)", revision: 100 + number) }
      story.turn()
      story.type(.tab)
      Self.open(story)
      story.type(typed)
      let row = Self.selected(story)
      #expect(row.contains("▌ \(name)"), "\(row)")
      story.type(.control("u"), .paste("unread"))
      #expect(!story.look().contains("sort the events"), "by words that nobody sees")
    }
  }

  @Test func aCommandOfAnotherPaneGoesThere() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type(.tab, ":")
      story.type("kept")
      story.type(.enter)
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.stackOverflow.state.value.list.feed.selection == .kept)
    }
  }

  /// What matches is what is seen: the name, what it is, or the word by which it was found.
  @Test(arguments: [
    ("deutsch", "Deutsch"), ("app.qu", "app.quit"), ("diag", "app.diagnostics"), ("colours", "colours"),
    ("everyw", "Everywhere"), ("german", "de"),
  ])
  func whatMatchesIsSeen(typed: String, seen: String) async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type(typed)
      let row = Self.selected(story)
      #expect(row.contains(seen), "\(row)")
    }
  }

  @Test func enterDoesIt() async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type("alone")
      story.type(.enter)
      #expect(story.look().hasPrefix(" reactui    Stack Overflow"))
      Self.open(story)
      story.type("tab 4")
      story.type(.enter)
      #expect(story.stackOverflow.state.value.selectedTab == 3)
      // A command that opens another overlay.
      Self.open(story)
      story.type("help")
      story.type(.enter)
      #expect(story.look().contains("╭─ Keys") && !story.screen.contains("╭─ Commands"))
      story.type("q")
      Self.open(story)
      story.type("quit")
      story.type(.enter)
      #expect(story.hasQuit)
    }
  }

  @Test func aSpanIsFoundByItsName() async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type("30 d")
      #expect(Self.selected(story).contains(#/▌ span 30 d +ConAir/#), "\(story.screen)")
      story.type(.enter)
      #expect(abs(story.rooms.state.value.chart.viewport.time.span - 30 * 86_400) < 1)
      #expect(story.dashboard.state.value.focus == .rooms)
    }
  }

  @Test func onlyTabsThatAreThereCanBeShown() async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type("show tab 5")
      #expect(Self.selected(story).contains(#/▌ Windows Phone +tab show 5 +5 /#))
      story.type(.backspace, "6")
      #expect(story.look().contains("No matching command"))
    }
  }

  @Test func eachHasItsKeyAndDisabledOnesAreLeftOut() async {
    await ShellStory.tell {
      let story = ShellStory(keys: Property(value: ["pane.refresh": [.function(5)], "app.quit": []]))
      Self.open(story)
      story.type("refresh this")
      #expect(Self.selected(story).contains(/Everywhere +F5\s/))
      story.type(.control("u"), .paste("quit"))
      #expect(Self.selected(story).contains(/▌ quit +Everywhere +│/))
      story.type(.control("u"), .paste("next answer"))
      #expect(story.look().contains("No matching command"))
      story.type(.escape, .enter)
      story.answers()
      story.type(":", .paste("next answer"))
      #expect(Self.selected(story).contains(/▌ next answer +A question +n\s/))
    }
  }

  @Test func whatCanNoLongerBeDoneIsSaid() async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type("open the question")
      // The filter that leaves nothing was typed by nobody here; it stands for whatever changes meanwhile.
      story.scheduler.perform {
        story.stackOverflow.send(.inTab(.field(.begin)))
        story.stackOverflow.send(.inTab(.field(.edit(.insert("no such question")))))
        story.stackOverflow.send(.inTab(.field(.accept)))
      }
      story.type(.enter)
      story.look()
      #expect(story.footer.contains("There is no question to open"))
      #expect(story.stackOverflow.state.value.reading == nil)
    }
  }

  /// The titles of a palette's choices when it opens.
  @UI private static func titles(_ story: ShellStory) -> [SafeText] {
    let scope = story.shell.scope.without(CommandSpec.everywhere.palette.id)
    return Palette(
      scope, entries: story.shell.paletteEntries, recent: story.dashboard.palette.value.ids, Keymap(), Theme()
    ).choices.map(\.title)
  }

  @Test func itBeginsWithWhatTheFocusCanDoAndWithWhatWasUsedLast() async {
    await ShellStory.tell {
      let story = ShellStory()
      let first = Self.titles(story)
      #expect(first.prefix(3) == ["open the question", "filter", "search the whole site"])
      #expect(Set(first).count >= first.count - 3, "but for commands that several panes have")
      let places = ["open the question", "next pane", "Top", "move up"].map { first.firstIndex(of: $0) ?? -1 }
      #expect(places == places.sorted() && !places.contains(-1), "\(places)")
      for words in ["theme dark", "iOS"] {
        story.type(":")
        story.type(words)
        story.type(.enter)
      }
      #expect(Self.titles(story).prefix(3) == ["iOS", "theme dark", "open the question"])
      story.type(.tab)
      story.connectFeed()
      #expect(Self.titles(story).prefix(2) == ["iOS", "theme dark"])
      #expect(!Self.titles(story).prefix(12).contains("move up"))
    }
  }

  @Test func whatHasANameIsShownByIt() async {
    await ShellStory.tell {
      let story = ShellStory()
      @UI func choose(_ words: String) {
        story.type(":")
        story.type(words)
        story.type(.enter)
        story.look()
      }
      choose("only wiki")
      #expect(story.dashboard.state.value.isZoomed && story.dashboard.state.value.focus == .wikipedia)
      choose("dewiki")
      #expect(story.wikipedia.wikis.value.names == ["dewiki"])
      // A tab of another pane.
      choose("android")
      #expect(story.dashboard.state.value.focus == .stackOverflow)
      #expect(story.stackOverflow.state.value.selectedTab == 1)
      #expect(story.shell.theme.roles != .mono)
      choose("theme mono")
      #expect(story.shell.theme.roles == .mono)
      choose("as the settings have it")
      #expect(story.shell.theme.roles != .mono)
      choose("setting layout.share")
      #expect(story.screen.contains("╭─ Setting ") && story.screen.contains("layout: { share: 60 }"))
    }
  }

  @Test func aLayoutTellsTheKeyThatDoesTheSame() async {
    await ShellStory.tell {
      let story = ShellStory()
      Self.open(story)
      story.type("only stack")
      #expect(Self.selected(story).contains(#/▌ layout: only Stack Overflow +layout +z /#))
      story.type(.control("u"), .paste("only wiki"))
      #expect(Self.selected(story).contains(#/▌ layout: only Wikipedia +layout +│/#), "z would enlarge another pane")
      story.type(.control("u"), .paste("layout all"))
      #expect(!Self.selected(story).contains("all panes"))
      story.type(.escape, "z")
      Self.open(story)
      story.type(.paste("layout all"))
      #expect(Self.selected(story).contains(#/▌ layout: all panes +layout +z /#))
      story.type(.enter)
      #expect(!story.dashboard.state.value.isZoomed)
    }
  }

  /// Two commands that can be done at the same time have different names, but for those that do the same.
  @Test func commandsHaveNamesOfTheirOwn() async {
    await ShellStory.tell {
      for keys in [[], [.tab], [.backTab], [.enter], ["/", "c", .enter]] as [[KeyEvent]] {
        let story = ShellStory()
        for key in keys { story.type(key) }
        var seen: [SafeText: String] = ["quit": "app.quit"]
        for command in story.shell.scope.enabled where !command.id.name.hasPrefix("app.quit") {
          #expect(seen[command.name] == nil, "\(command.id.name) and \(seen[command.name] ?? "")")
          seen[command.name] = command.id.name
        }
      }
    }
  }

  @Test(arguments: [(200, 50, false), (120, 36, false), (80, 24, false), (40, 10, false), (120, 36, true)])
  func itLooksLikeThis(width: Int, height: Int, isASCII: Bool) async throws {
    try await ShellStory.tell {
      let theme = isASCII ? Theme(colours: .none, isASCII: true) : Theme()
      let story = ShellStory(width: width, height: height, theme: theme)
      Self.open(story)
      story.type("pa")
      story.look()
      let name = "palette-\(width)x\(height)\(isASCII ? "-ascii" : "")"
      try expect(try #require(story.display.frames.last), looksLike: name, styles: width == 80)
    }
  }
}
