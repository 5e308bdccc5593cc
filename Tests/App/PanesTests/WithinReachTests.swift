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

/// What the program can do is found by looking at it: keys in the borders and in the footer.
@Suite(.serialized) struct WithinReachTests {
  /// A place that has the keys, and the keys that lead there from the first sight.
  private enum Place: String, CaseIterable {
    case list, text, wikipedia, rooms

    var keys: [KeyEvent] {
      switch self {
      case .list: []
      case .text: [.enter]
      case .wikipedia: [.tab]
      case .rooms: [.backTab]
      }
    }

    /// The pane's border in the lower sides on the screen.
    @UI func border(of story: ShellStory) -> String {
      let last = story.lines[story.lines.count - 2].split(separator: "╰")
      let sides = story.lines.filter { $0.contains("╰") }
      switch self {
      case .list, .text: return String(last[0])
      case .wikipedia: return sides.first.flatMap { $0.split(separator: "╰").last }.map(String.init) ?? ""
      case .rooms: return String(last[last.count - 1])
      }
    }
  }

  @UI private static func story(at place: Place, width: Int = 120, height: Int = 36) -> ShellStory {
    let story = ShellStory(width: width, height: height)
    story.connectFeed()
    story.sendEdit("An article", revision: 7)
    story.turn(seconds: 6)
    for key in place.keys {
      story.type(key)
      story.answers()
    }
    story.turn()
    return story
  }

  /// The hints in a border: what stands between its lines.
  private static func hints(inBorder border: String) -> [String] {
    border.split(whereSeparator: { "─╯│╮┴".contains($0) }).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func hints(inFooter footer: String) -> [String] {
    footer.split(separator: "   ").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Returns whether a key stands before a hint's label.
  private static func shows(_ key: String, _ hints: [String]) -> Bool {
    hints.contains { $0.split(separator: " ").dropLast().contains { $0 == key } }
  }

  /// Fifteen commands that new users did not find, each with the places in which it acts.
  private static let sought: [(key: String, places: [Place])] = [
    (":", Place.allCases), ("t", [.list]), ("S", [.list]), ("s", [.list, .wikipedia]), ("*", [.list, .text]),
    ("L", [.text]), ("D", Place.allCases), ("w", [.wikipedia]), ("H", Place.allCases), ("m", [.wikipedia, .rooms]),
    ("[", [.wikipedia, .rooms]), ("c", [.text]), ("u", [.list, .text]), ("z", Place.allCases), ("d", [.list]),
  ]

  @Test func whatWasNotFoundStandsWhereItActs() async {
    await ShellStory.tell {
      var found: Set<String> = []
      for place in Place.allCases {
        let story = Self.story(at: place)
        let hints = Self.hints(inBorder: place.border(of: story)) + Self.hints(inFooter: story.footer)
        for (key, places) in Self.sought where places.contains(place) && Self.shows(key, hints) { found.insert(key) }
      }
      #expect(found.count >= 10, "only \(found.sorted())")
      #expect(found.isSuperset(of: [":", "t", "S", "s", "*", "L", "w", "m", "[", "c", "z"]), "\(found.sorted())")
    }
  }

  @Test(arguments: [(40, 10), (80, 24), (120, 36), (160, 45), (200, 50)])
  func noBorderHoldsMoreThanThreeAndNothingStandsTwice(width: Int, height: Int) async {
    await ShellStory.tell {
      for place in Place.allCases {
        let story = Self.story(at: place, width: width, height: height)
        for line in story.lines where line.contains("╰") {
          for side in line.split(separator: "╰") where side.contains("╯") {
            #expect(Self.hints(inBorder: String(side)).count <= BorderKeys.most, "\(side)")
          }
        }
        let footer = Self.hints(inFooter: story.footer)
        let hints = footer + Self.hints(inBorder: place.border(of: story))
        #expect(Set(hints).count == hints.count, "\(hints)")
        #expect(story.screen.matches(of: /\? help/).count == 1)
      }
    }
  }

  /// Whatever comes, a key in a border stays where it was, and the footer keeps its order and has no holes.
  @Test func littleMovesWhenDataCome() async throws {
    try await StoryHouse.tell(at: Size(width: 120, height: 36)) { house in
      house.start()
      var before = house.glance("at first")
      @UI func come(_ what: String, _ action: () -> Void) {
        action()
        house.drawDue()
        let after = house.screen
        let border = (Self.line(1, of: before), Self.line(1, of: after))
        #expect(zip(border.0, border.1).allSatisfy { " ─".contains($0) || $0 == $1 }, "\(what): \(border)")
        let footer = Self.line(0, of: after)
        let (was, now) = (Self.hints(inFooter: Self.line(0, of: before)), Self.hints(inFooter: footer))
        #expect(was.filter { now.contains($0) } == now.filter { was.contains($0) }, "\(what): \(was), \(now)")
        // The one before the right end.
        #expect(footer.matches(of: /[ ]{4,}/).count <= 1, "\(what): \(footer)")
        before = after
      }
      come("questions") { house.answerQuestions(StoryMaterial.page(1...8)) }
      come("the connection") { house.send(.connected(source: .english)) }
      come("temperatures") { house.answerTemperatures(StoryMaterial.day(until: house.now)) }
      come("time") { house.pass(30) }
      #expect(before.contains("⏎ open") && before.contains("s hot"))
      house.press(.tab)
      before = house.glance("in Wikipedia")
      come("an edit") {
        house.send(StoryMaterial.edit("An article", 7, revision: 7, by: "Marta K.", at: house.now))
        house.passBatch()
      }
      #expect(before.contains("⏎ show"))
    }
  }

  /// Until the data come each pane has one line, no empty chart, and in its border only keys that do something.
  @Test func theFirstSightIsCalm() async throws {
    try await StoryHouse.tell(at: Size(width: 120, height: 36)) { house in
      house.start()
      let first = house.glance("at first")
      #expect(first.contains("Connecting…") && first.contains("Updating…") && first.contains("Loading hot questions…"))
      for mark in ["┤", "┼", "counting", "– /s", "connecting", "[ ]", "24 h", "1 min"] {
        #expect(!first.contains(mark), "\(mark)")
      }
      house.send(.connected(source: .english))
      house.passBatch()
      let connected = house.glance("connected")
      #expect(connected.contains("– /s") && connected.contains("No edits yet"))
      #expect(!connected.contains("┤") && !connected.contains("counting") && !connected.contains("[ ]"))
      house.pass(10)
      #expect(house.glance("counted").contains(#/ 0(\.0)? ┼/#) && house.screen.contains("[ ] 1 min"))
    }
  }

  /// Returns a line of the screen, counted from the last one.
  private static func line(_ number: Int, of screen: String) -> String {
    screen.split(separator: "\n").dropLast(number).last.map(String.init) ?? ""
  }

  @Test func aKeyOfABorderIsClicked() async throws {
    try await ShellStory.tell {
      let story = Self.story(at: .list)
      let last = story.lines.count - 2
      @UI func click(_ text: String, offset: Int = 0, row: Int? = nil) throws {
        let row = row ?? last
        story.point(.click, x: try #require(story.column(of: text, inRow: row)) + offset, y: row)
        story.look()
      }
      try click("/ filter")
      #expect(story.stackOverflow.state.value.list.filter.isEditing)
      // While the field takes text, letters are text, and no key is shown.
      #expect(story.lines[last].hasPrefix("╰──────────────────────"))
      story.type(.escape)
      story.look()
      try click("s hot", offset: 3)
      #expect(story.screen.contains("╭─ Sort"))
      story.type(.escape)
      story.look()
      // A key of another pane gives it the focus; each of several keys is its own command's.
      try click("[ ] 24 h", offset: 2)
      #expect(story.dashboard.state.value.focus == .rooms)
      #expect(story.lines[last].contains("[ ] 7 d"))
      try click("[ ] 7 d", offset: 0)
      #expect(story.lines[last].contains("[ ] 24 h"))
      let row = try #require(story.lines.firstIndex { $0.contains("w enwiki") })
      try click("w enwiki", row: row)
      #expect(story.dashboard.state.value.focus == .wikipedia && story.screen.contains("╭─ Wikis"))
    }
  }

  /// In the pane with the focus and in the others.
  @Test func whatCanBeClickedInABorderIsSeen() async throws {
    try await ShellStory.tell {
      let story = Self.story(at: .list)
      let canvas = try #require(story.display.frames.last)
      @UI func styles(_ key: String, _ label: String, row: Int) throws -> [Style] {
        let column = try #require(story.column(of: "\(key) \(label)", inRow: row))
        return [column, column + key.count + 1].map { canvas[x: $0, y: row].style }
      }
      let (last, wikipedia) = (story.lines.count - 2, try #require(story.lines.firstIndex { $0.contains("w enwiki") }))
      let theme = canvas.theme
      for (key, label, row) in [("s", "hot", last), ("[ ]", "24 h", last), ("w", "enwiki", wikipedia)] {
        #expect(try styles(key, label, row: row) == [theme.accent, theme.dim], "\(key)")
      }
    }
  }

  @Test(arguments: ThemeChoice.names, Theme.Colours.allCases)
  func itIsSeenWithoutColours(name: String, colours: Theme.Colours) {
    for palette in [nil, TerminalPalette(xtermOn: .white), .xterm, .linuxConsole] {
      let roles = ThemeChoice(name: name).roles(on: palette, colours: colours)
      #expect(roles.accent.attributes.contains(.bold) && !roles.dim.attributes.contains(.bold))
    }
  }

  @Test func aBorderShowsTheKeysThatAreSet() async {
    await ShellStory.tell {
      let keys = MutableProperty<[PaneKit.Command.ID: [KeyEvent]]>([:])
      let story = ShellStory(keys: Property(keys))
      #expect(story.lines[34].hasPrefix("╰─ s hot ── t new tab ── / filter ─"))
      story.scheduler.perform { keys.value = ["tab.new": [.function(4)], "tab.sort": [], "filter.edit": []] }
      story.look()
      #expect(story.lines[34].hasPrefix("╰─ hot ── F4 new tab ───────"), "a value stays")
      // A key that another command takes away is not shown.
      story.scheduler.perform { keys.value = ["list.dense": ["t"], "tab.new": ["t", "T"]] }
      story.look()
      #expect(story.lines[34].contains("t new tab"))
      story.scheduler.perform { keys.value = ["question.open": ["t"]] }
      story.look()
      #expect(!story.lines[34].contains("t new tab"))
    }
  }
}
