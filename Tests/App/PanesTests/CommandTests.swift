import Foundation
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Edits
@testable import PaneKit
@testable import Questions
@testable import Rooms

/// Commands as a person meets them: what keys do where, and what the footer says of it.
@Suite(.serialized) struct CommandTests {
  private typealias Command = PaneKit.Command

  /// A place that somebody can be at, and the keys that lead there from the first sight.
  enum Place: String, CaseIterable, Sendable {
    case list, emptyList, filter, filtered, question, wikipedia, selectedEvent, pausedChart, rooms, markedChart, help
    case diagnostics

    var keys: [KeyEvent] {
      switch self {
      case .list: []
      case .emptyList: ["5"]
      case .filter: ["/", "c"]
      case .filtered: ["/", "c", .enter]
      case .question: [.enter]
      case .wikipedia: [.tab]
      case .selectedEvent: [.tab, "j"]
      case .pausedChart: [.tab, "p"]
      case .rooms, .markedChart: [.backTab]
      case .help: ["?"]
      case .diagnostics: ["D"]
      }
    }
  }

  @UI private static func story(at place: Place, width: Int = 120, height: Int = 36) -> ShellStory {
    let story = ShellStory(width: width, height: height)
    story.connectFeed()
    story.send("An article", address: "https://en.wikipedia.org/wiki/An_article")
    story.turn(seconds: 6)
    for key in place.keys { story.type(key) }
    if place == .markedChart { story.point(.click, x: width - 20, y: height - 9) }
    story.turn()
    return story
  }

  // MARK: - Keys

  @Test(arguments: Place.allCases) func noKeyHasTwoMeaningsAtOnce(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      var seen: [KeyEvent: PaneKit.Command] = [:]
      for command in story.shell.scope.enabled {
        for key in command.keys {
          // While a field takes text, a character never gets as far as the commands, and no other command gets its keys.
          if story.shell.takesText, key.text != nil { continue }
          if story.shell.takesText, seen[key]?.servesField == true, !command.servesField { continue }
          // It ends the program where there is nothing to go back to.
          if command.id.name == "app.quit", seen[key] != nil { continue }
          #expect(seen[key] == nil, "\(key): \(command.id.name) and \(seen[key]?.id.name ?? "")")
          seen[key] = command
        }
      }
    }
  }

  @Test func everyCommandHasANameOfItsOwnAKeyAndATitle() async {
    // There is no free key for them: the palette has them, and the list of `t` has the first.
    let paletteOnly: Set<Command.ID> = [
      "tab.kept", "tab.unread", "room.discover", "watch.list", "ignore.list", "app.edit-settings", "app.setting-lines",
      "layout.next",
    ]
    await ShellStory.tell {
      let story = ShellStory()
      for pane in story.panes {
        let ids = pane.commands.map(\.id)
        #expect(Set(ids).count == ids.count, "\(pane.id.name)")
        #expect(ids.contains(CommandSpec.everywhere.refresh.id))
      }
      for command in story.shell.allCommands {
        let hasKey = !command.keys.isEmpty || paletteOnly.contains(command.id)
        #expect(hasKey && !command.title.isEmpty, "\(command.id.name)")
        // A command that panes have in common is told in the same words.
        for other in story.shell.allCommands where other.id == command.id {
          #expect(other.title == command.title && other.keys == command.keys, "\(command.id.name)")
        }
      }
    }
  }

  @Test func aKeyWithShiftThatMeansNothingIsTheKeyWithout() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type(.shiftRight)
      #expect(story.stackOverflow.state.value.selectedTab == 1)
      story.type("/", "a", "b", .shiftLeft, "c")
      #expect(story.stackOverflow.state.value.list.filter.field.text == "acb")
    }
  }

  @Test(arguments: Place.allCases) func quittingDrawingAndSuspendingWorkEverywhere(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      story.type(.control("l"), .control("z"))
      #expect(story.display.invalidations == 1 && story.display.stops == 1)
      #expect(!story.hasQuit)
      story.type(.control("c"))
      #expect(story.hasQuit)
    }
  }

  @Test(arguments: Place.allCases) func escapeNeverQuits(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      story.type(.escape, .backspace, .escape, .backspace)
      #expect(!story.hasQuit)
    }
  }

  @Test(arguments: Place.allCases) func altMakesNoCommandOfAKeyButEditsText(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      for command in story.shell.scope.enabled {
        for case .alt in command.keys { #expect(command.id.name.hasPrefix("filter."), "\(command.id.name)") }
      }
    }
  }

  @Test func lettersAreTextWhileFiltering() async {
    await ShellStory.tell {
      let story = ShellStory()
      story.type("/qrRzoy?D/123 jkhl")
      story.type(.paste("\u{2026} rm"))
      #expect(story.look().contains("Filter  qrRzoy?D/123 jkhl… rm"))
      #expect(!story.hasQuit)
    }
  }

  @Test(arguments: Place.allCases.filter { $0 != .filter }) func aPasteIsNeverACommand(place: Place) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      let before = story.look()
      story.type(.paste("q"), .paste("?"), .paste("\n"))
      #expect(story.look() == before)
      #expect(!story.hasQuit)
    }
  }

  @Test func aKeyIsReadByWhatTheKeyBeforeItDid() async {
    await ShellStory.tell {
      let story = ShellStory()
      // No frame is drawn between these.
      story.type(.enter, "n", .escape, "/", "r", "a", .enter, .enter, .escape, "p", "z", .tab, "p", "z", "?", "?", "p")
      let screen = story.look()
      #expect(screen.contains("╭─ Wikipedia") && screen.contains("╭─ Stack Overflow"))
      #expect(!screen.contains("paused"))
    }
  }

  @Test(
    arguments: [
      (.question, "t", "t: open a tab (in the list of questions)"),
      (.wikipedia, "X", "X: reopen the last closed tab (in the list of questions)"),
      (.list, "I", "I: ignore the page or the user (in Wikipedia)"), (.wikipedia, "C", "Select an edit first"),
      (.selectedEvent, "C", "No user is known here"),
      (.wikipedia, "t", "t: open a tab (in the list of questions)"),
      (.rooms, "o", "o: open in the browser (in Stack Overflow and Wikipedia)"),
      (.list, "m", "m: cursor at the newest point, no cursor (in a chart)"),
      (.list, "J", "J: next question (in an open question)"),
      (.list, "a", "a: the rooms' alarms (in ConAir)"),
      (.list, "U", "U: the user's edits (in Wikipedia)"),
      (.list, "u", "The question is unread"), (.emptyList, .enter, "There is no question to open"),
      (.rooms, .enter, "There is only one room"), (.rooms, "G", "There is no cursor in the chart"),
      (.list, .escape, "There is nothing to clear here"), (.rooms, .escape, "There is nothing to clear here"),
      (.list, .control("w"), "Ctrl-W: delete the word before (in a field)"),
      (.help, "t", "t: open a tab (in the list of questions)"), (.help, .tab, "⇥: next pane (in the panes)"),
      (.help, "n", "Nothing is searched for here"),
      (.list, "§", nil), (.help, "§", nil), (.filter, .function(7), nil),
    ] as [(Place, KeyEvent, String?)])
  func aKeyThatCannotBeUsedHereSaysWhyOrWhere(place: Place, key: KeyEvent, words: String?) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      let before = story.footer
      story.type(key)
      story.look()
      #expect(story.footer == words.map { " \($0)" } ?? before)
      guard words != nil else { return }
      // It goes with the next key that does something.
      story.type(.control("l"))
      story.look()
      #expect(story.footer == before)
    }
  }

  /// A person who types into a field that did not open would start commands, and might leave the program.
  @Test(arguments: [(.rooms, "/"), (.question, "t"), (.question, "S"), (.list, "w")] as [(Place, KeyEvent)])
  func whatIsTypedAfterAKeyThatOpensNoFieldIsNoCommand(place: Place, key: KeyEvent) async {
    await ShellStory.tell {
      let story = Self.story(at: place)
      story.type(key)
      story.look()
      let (before, context) = (story.footer, story.shell.scope.context)
      for letter in "quiz" {
        story.turn(seconds: 0.5)
        story.type(.character(letter))
      }
      story.look()
      #expect(!story.hasQuit && story.footer == before && story.shell.scope.context == context)
      // A key that is no letter ends it, and so does a second without one.
      story.type(.control("l"), "?")
      #expect(story.look().contains("╭─ Keys"))
      story.type("?", key)
      story.turn(seconds: 1.1)
      story.type("?")
      #expect(story.look().contains("╭─ Keys"))
    }
  }

  @Test func settingsGiveACommandOtherKeys() async {
    await ShellStory.tell {
      let story = ShellStory(keys: Property(value: ["app.quit": ["v"], "app.help": [.function(1)], "pane.next": []]))
      story.type("q", .tab)
      #expect(!story.hasQuit)
      #expect(story.look().hasPrefix(" reactui"))
      #expect(story.footer.contains(": commands   F1 help   v quit") && !story.footer.contains("next pane"))
      story.type(.function(1))
      #expect(story.look().contains("╭─ Keys"))
      story.type(.function(1), "v")
      #expect(story.hasQuit)
    }
  }

  @Test func mistakesInTheSettingsStandInTheLastLineUntilTheNextKeyAndInTheFirstUntilTheyAreMended() async {
    await ShellStory.tell {
      let story = ShellStory(width: 60)
      let hints = story.footer
      let mistake: SafeText = "config.yaml:1:7: unit: kelvin is not known"
      story.scheduler.perform { story.mistakes.value = [mistake, "another", "third"] }
      story.look()
      #expect(story.footer == " config.yaml:1:7: unit: kelvin is… (2 more: reactui config)")
      story.scheduler.advance(by: .seconds(60))
      story.look()
      #expect(story.footer.hasPrefix(" config.yaml:1:7: unit: kelvin") && story.lines[0].contains("  ! settings   "))
      story.type("j")
      story.look()
      #expect(story.footer == hints && story.lines[0].contains("  ! settings   "))
      story.type("D")
      #expect(story.look().contains("mistake") && story.screen.contains("third"))
      #expect(story.screen.contains("config.yaml:1:7: unit: kelvin is not"), "whole, on several lines")
      story.type(.escape)
      story.scheduler.perform { story.mistakes.value = ["config.yaml:1:7: unit: kelvin is not known"] }
      story.look()
      #expect(story.footer == " config.yaml:1:7: unit: kelvin is not known")
      story.scheduler.perform { story.mistakes.value = [] }
      story.look()
      #expect(story.footer == hints && !story.lines[0].contains("settings"))
    }
  }

  @Test func aHintIsShownOnlyWhereItsKeyLeadsToIt() async {
    await ShellStory.tell {
      // Both are enabled, and the key goes to the first.
      let story = ShellStory(width: 160, height: 36, keys: Property(value: ["app.quit": ["r"]]))
      // The clash is told at first.
      story.turn(seconds: 5)
      #expect(story.footer.contains("r refresh") && !story.footer.contains("quit"))
      story.type("r")
      #expect(!story.hasQuit)
      // While a field takes text, a character leads nowhere.
      let filtering = ShellStory(keys: Property(value: ["pane.next": ["v"]]))
      #expect(filtering.footer.contains("v next pane"))
      filtering.type("/")
      filtering.look()
      #expect(filtering.footer == " ↑↓ move   ⏎ keep   Esc clear")
    }
  }

  // MARK: - The footer

  @Test func theFooterShowsOnlyKeysThatDoSomething() async {
    await ShellStory.tell {
      @UI func footer(_ place: Place) -> String { Self.story(at: place, width: 200, height: 50).footer }
      let list = footer(.list)
      #expect(list.contains("⏎ open") && list.contains("o browser") && !list.contains("clear filter"))
      let empty = footer(.emptyList)
      #expect(!empty.contains("open") && !empty.contains("move") && !empty.contains("browser"))
      #expect(empty.contains("S search"))
      #expect(footer(.filter) == " ↑↓ move   ⏎ keep   Esc clear   ⇥ next pane")
      #expect(footer(.filtered).contains("Esc clear filter"))
      #expect(footer(.question).hasPrefix(" ↑↓ scroll   Esc back   ⇥ next pane   "))
      #expect(footer(.question).contains("r refresh   J question   * keep   z enlarge   o browser"))
      let live = footer(.rooms)
      #expect(
        live.hasPrefix(
          " ←→ pan   ⇥ next pane   + - zoom   r refresh   p pause   z enlarge   0 fit   ↑↓ pan values   D sources"))
      let marked = footer(.markedChart)
      #expect(marked.hasPrefix(" ←→ cursor   ") && marked.contains("Esc no cursor"))
      #expect(!marked.contains("m cursor") && !marked.contains("←→ pan"))
      #expect(!footer(.wikipedia).contains("newest") && footer(.selectedEvent).contains("Esc newest"))
      #expect(footer(.help) == " ↑↓ scroll   Esc close   / search")
      #expect(footer(.diagnostics) == " ↑↓ scroll   Esc close   / search")
    }
  }

  @Test func theFooterSaysWhatAKeyDoesNow() async {
    await ShellStory.tell {
      let story = Self.story(at: .wikipedia, width: 200, height: 50)
      #expect(story.footer.contains("p pause") && story.footer.contains("z enlarge"))
      story.type("p", "z")
      story.look()
      #expect(story.footer.contains("p go on") && story.footer.contains("z all panes"))
      story.turn(seconds: 250)
      story.type("p", "z", "+", .left)
      story.look()
      #expect(story.footer.contains("p pause") && story.footer.contains("f follow"))
    }
  }

  @Test(arguments: Place.allCases.filter { ![.filter, .help, .diagnostics].contains($0) }, [60, 80])
  func theNextPaneAndQuittingAreInTheFooterHoweverNarrow(place: Place, width: Int) async {
    await ShellStory.tell {
      let footer = Self.story(at: place, width: width, height: 24).footer
      let end = place == .question ? "? help" : "q quit"
      #expect(footer.contains("⇥ next pane") && footer.hasSuffix(end), "\(footer)")
    }
  }
}

@Suite struct KeyLabelTests {
  @Test(
    arguments: [
      ([.up, .down], "↑↓", "Up Down"), ([.controlLeft, .controlRight], "Ctrl-←→", "Ctrl-Left Right"),
      ((1...9).map { .character(Character("\($0)")) }, "1…9", "1-9"), (["1", "2"], "1 2", "1 2"),
      (["k", "j"], "k j", "k j"), ([.enter], "⏎", "Enter"), ([.tab, .backTab], "⇥ Shift-Tab", "Tab Shift-Tab"),
      ([.control("w"), .alt("d"), .alt(.backspace)], "Ctrl-W Alt-D Alt-Backspace", "Ctrl-W Alt-D Alt-Backspace"),
      ([.alt(.left), .alt(.right)], "Alt-←→", "Alt-Left Right"),
      ([.shiftLeft, .shiftRight, "H"], "Shift-←→ H", "Shift-Left Right H"),
      ([.left, .controlRight], "← Ctrl-→", "Left Ctrl-Right"),
      ([" ", .home, .pageUp, .function(5)], "Space Home PgUp F5", "Space Home PgUp F5"),
    ] as [([KeyEvent], SafeText, SafeText)])
  func keysAreWrittenAsPeopleWriteThem(keys: [KeyEvent], unicode: SafeText, ascii: SafeText) {
    #expect(KeyLabel(Theme()).text(keys) == unicode)
    #expect(KeyLabel(Theme(isASCII: true)).text(keys) == ascii)
  }
}
