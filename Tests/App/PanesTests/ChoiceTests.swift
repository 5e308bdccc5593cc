import Foundation
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import PaneKit

/// Lists to choose from, over the panes.
@Suite(.serialized) struct ChoiceTests {
  private static let sizes = [(200, 50), (120, 36), (80, 24), (60, 20), (59, 16), (45, 24), (40, 10)]

  private static let sorts = ["Hot", "Active", "Newest", "Votes", "This week", "This month"].map {
    Choice(id: $0, title: SafeText(oneLine: $0), isCurrent: $0 == "Newest")
  }

  private static let tags = (1...90).map {
    Choice(id: "\($0)", title: "tag-\($0)", detail: "\($0 * 100)")
  }

  /// What was chosen.
  @UI private final class Chosen {
    var ids: [String] = []
  }

  @UI private static func open(
    _ choices: Property<[Choice]>, field: SafeText? = nil, in story: ShellStory
  ) -> Chosen {
    let chosen = Chosen()
    story.open(
      ChoiceList("Sort", choices, field: field, verb: "sort", openedBy: .everywhere.help) { chosen.ids.append($0.id) })
    story.look()
    return chosen
  }

  /// The lines with the list's upper side, and with lower sides.
  @UI private static func frame(_ story: ShellStory) -> [Int] {
    let lines = story.lines
    return lines.indices.filter { lines[$0].contains("─ Sort ─") || lines[$0].contains("╰──") }
  }

  @Test func aMoveInTheFieldKeepsTheSelection() {
    var state = ChoiceState(Self.tags, isFiltered: true)
    var field = TextFieldState("tag")
    state.reduce(.field(field))
    state.reduce(.move(.lines(3)))
    let selected = state.list.selectedRow
    field.apply(.moveLeft)
    state.reduce(.field(field))
    #expect(selected == 3 && state.list.selectedRow == 3)
    field.apply(.deleteBackward)
    state.reduce(.field(field))
    #expect(state.list.selectedRow == 0, "other letters ask for the best match")
  }

  @Test func whatAPersonHasMovedToStaysWhileOthersComeAndGo() {
    var state = ChoiceState(Self.tags, isFiltered: false)
    state.reduce(.move(.lines(3)))
    state.reduce(.choices(Array(Self.tags.dropFirst(2))))
    #expect(state.list.selection == "4" && state.list.selectedRow == 1)
    state.reduce(.choices(Self.tags.filter { $0.id != "4" && $0.id != "1" }))
    #expect(state.list.selection == "3" && state.list.selectedRow == 1, "what stands in its place")
    state.reduce(.choices([]))
    state.reduce(.choices(Self.tags))
    #expect(state.list.selection == "3")
    state.reduce(.field(TextFieldState("t")))
    #expect(state.list.selectedRow == 0)
  }

  // MARK: - Before the choices are there

  @UI private static func openLate(_ story: ShellStory, field: SafeText? = nil) -> (Chosen, MutableProperty<[Choice]?>)
  {
    let (chosen, choices) = (Chosen(), MutableProperty<[Choice]?>(nil))
    var list = ChoiceList(
      "Sort", field: field, whenEmpty: { _ in "Loading" }, following: { _ in choices.map { $0 ?? [] } },
      choose: { chosen.ids.append($0.id) })
    list.isAwaited = { _ in choices.map { $0 == nil } }
    list.copy = { chosen.ids.append("copy \($0.id)") }
    story.open(list)
    story.look()
    return (chosen, choices)
  }

  @Test func keysBeforeTheChoicesAreDoneWhenTheyAreThere() async {
    await ShellStory.tell {
      let story = ShellStory()
      let (chosen, choices) = Self.openLate(story)
      story.type("j", "j", "y", "j", .enter, "j")
      #expect(story.look().contains("─ Sort ─") && chosen.ids == [])
      story.scheduler.perform { choices.value = Self.sorts.map { Choice(id: $0.id, title: $0.title) } }
      #expect(chosen.ids == ["copy Newest", "Votes"])
      #expect(!story.look().contains("─ Sort ─"))
    }
  }

  @Test func keysBeforeChoicesThatDoNotComeDoNothing() async {
    await ShellStory.tell {
      let story = ShellStory()
      let (chosen, choices) = Self.openLate(story)
      story.type("j", .enter)
      story.scheduler.perform { choices.value = [] }
      story.scheduler.perform { choices.value = Self.sorts }
      #expect(story.look().contains("─ Sort ─") && chosen.ids == [])
      story.type(.escape)
      #expect(!story.look().contains("─ Sort ─"))
    }
  }

  @Test func enterWaitsForTheChoicesOfTheTextThatWasTyped() async {
    await ShellStory.tell {
      let story = ShellStory()
      let (chosen, choices) = Self.openLate(story, field: "Words")
      story.type(.enter)
      story.type("a")
      story.scheduler.perform { choices.value = Self.sorts }
      #expect(chosen.ids == [], "Enter was meant for another text")
      story.type(.enter)
      #expect(chosen.ids.count == 1)
    }
  }

  @Test func aListWithAFieldCoversAScreenThatIsNarrowOrLow() {
    let covers = [(60, 16), (60, 15), (60, 13), (59, 16)].map { width, height in
      ChoiceLayout(Size(width: width, height: height), .init(width: 30, lines: 3), hasField: true).rect.width == width
    }
    #expect(covers == [false, true, true, true])
  }

  // MARK: - The size

  @Test(arguments: [(80, 24), (120, 36), (200, 50)], [false, true])
  func aListIsAsLargeAsWhatIsInItAndLeavesEightOfTheScreen(size: (Int, Int), hasField: Bool) {
    let screen = Size(width: size.0, height: size.1)
    let small = ChoiceLayout(screen, .init(width: 50, lines: 3), hasField: hasField)
    #expect(small.textWidth == 50 && small.list.count == 3 && small.rect.height == (hasField ? 7 : 5))
    let large = ChoiceLayout(screen, .init(width: 500, lines: 500, noteLines: 2), hasField: hasField)
    #expect(large.rect.width == size.0 - 8 && large.rect.height == size.1 - 8)
    #expect(large.rect.y == 4 && large.list.upperBound == large.rect.height - 1)
    #expect(large.rect.y == small.rect.y || !hasField, "a field stays where it is")
  }

  @Test(arguments: [(80, 24), (200, 50)]) func aListThatFollowsTheTextOnlyGrows(width: Int, height: Int) async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: width, height: height)
      story.open(
        ChoiceList(
          "Find", field: "Words", whenEmpty: { _ in "Nothing is found" },
          following: { text in
            text.map { text in
              (0..<text.string.count * 3).map {
                Choice(id: "\($0)", title: SafeText(oneLine: String(repeating: "long ", count: text.string.count * 3)))
              }
            }
          }, choose: { _ in }))
      let first = try #require(story.frame(of: "Find"))
      #expect(first.width == 50 && first.height == 8, "as large as a list without choices has to be")
      var before = first
      for text in ["a", "b", "c", "d", "e"] {
        story.type(text)
        let frame = try #require(story.frame(of: "Find"))
        #expect(frame.width >= before.width && frame.height >= before.height && frame.y == first.y, "\(text)")
        before = frame
      }
      #expect(before.width == min(86, width - 8) && before.height == min(19, height - 8))
      story.type(.control("u"))
      let last = try #require(story.frame(of: "Find"))
      #expect(last == before && story.screen.contains("Nothing is found"))
    }
  }

  @Test func aSentenceIsWholeAndTheListGrowsForIt() async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: 80, height: 24)
      let sentence = (1...40).map { "word\($0)" }.joined(separator: " ")
      var list = ChoiceList(
        "Find", field: "Words", whenEmpty: { $0.isEmpty ? "" : SafeText(oneLine: sentence) },
        following: { $0.map { _ in [] } }, choose: { _ in })
      list.note = { $0.map { $0 == "xx" ? SafeText(oneLine: sentence) : nil } }
      story.open(list)
      let first = try #require(story.frame(of: "Find"))
      story.type("x")
      let grown = try #require(story.frame(of: "Find"))
      #expect(story.words(inside: grown).contains(sentence), "in place of choices")
      #expect(grown.width == first.width && grown.height > first.height && grown.y == first.y)
      story.type("x")
      let largest = try #require(story.frame(of: "Find"))
      #expect(story.words(inside: largest).contains("xx \(sentence)"), "below the field")
      story.type(.control("u"))
      let last = try #require(story.frame(of: "Find"))
      #expect(last == largest)
    }
  }

  /// A row is drawn with its title whole, or without its detail.
  @Test(arguments: 34...80, [[], ["14:03"]] as [[SafeText]])
  func noTitleIsCutBesideItsDetail(width: Int, facts: [SafeText]) {
    var long = Choice(id: "1", title: "one line per question, or all its lines", detail: "Stack Overflow", key: "d")
    let short = Choice(id: "2", title: "pause", detail: "Lists and texts", key: "Shift-Tab")
    long.facts = facts
    var canvas = Canvas(size: Size(width: width, height: 2))
    let columns = ChoiceColumns([long, short])
    columns.draw(long, matching: [], isSelected: false, into: &canvas)
    let isWhole = canvas.text.contains("one line per question, or all its lines")
    #expect(isWhole || !canvas.text.contains("Stack"), "\(canvas.text)")
    #expect(width < columns.width + 4 || isWhole && canvas.text.contains("Stack Overflow"))
  }

  // MARK: - Without a field

  @Test(arguments: sizes) func theCurrentChoiceIsSelectedAndKeysMoveFromIt(size: (Int, Int)) async {
    await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1)
      let chosen = Self.open(Property(value: Self.sorts), in: story)
      #expect(story.screen.contains("▌ ✓ Newest"))
      #expect(story.footer.hasPrefix(" ↑↓ move   ⏎ sort   Esc close"))
      for (keys, title) in [
        ([.down], "Votes"), (["k"], "Newest"), (["G"], "This month"), (["j"], "This month"), (["g"], "Hot"),
        ([.up], "Hot"),
        ([.end, .pageUp], "Hot"), ([.pageDown, .home, "j", "j"], "Newest"),
      ] as [([KeyEvent], String)] {
        for key in keys { story.type(key) }
        let isSelected = story.look().contains("▌ ✓ \(title)") || story.screen.contains("▌   \(title)")
        #expect(isSelected, "\(keys) at \(size)")
      }
      story.type("G", .enter)
      #expect(chosen.ids == ["This month"])
      #expect(!story.look().contains("╭─ Sort"))
    }
  }

  @Test(arguments: [.escape, "q", .backspace, "?"] as [KeyEvent]) func itClosesWithoutAChoice(key: KeyEvent) async {
    await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      let chosen = Self.open(Property(value: Self.sorts), in: story)
      #expect(story.screen != before)
      story.type(.down, key)
      #expect(story.look() == before)
      #expect(chosen.ids.isEmpty && !story.hasQuit)
    }
  }

  @Test func theMouseChoosesScrollsAndCloses() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      let chosen = Self.open(Property(value: Self.sorts), in: story)
      let row = try #require(story.lines.firstIndex { $0.contains("Votes") })
      let column = try #require(story.column(of: "Votes", inRow: row))
      story.point(.wheelDown, x: column, y: row)
      #expect(story.look().contains("▌   Votes"))
      story.point(.wheelUp, x: column, y: row)
      #expect(story.look().contains("▌ ✓ Newest"))
      // The frame is no row.
      story.point(.click, x: column, y: row + 3)
      #expect(story.look() != before && chosen.ids.isEmpty)
      story.point(.click, x: column, y: row)
      #expect(chosen.ids == ["Votes"])
      #expect(story.look() == before)
      let other = Self.open(Property(value: Self.sorts), in: story)
      story.point(.click, x: 1, y: 20)
      #expect(story.look() == before && other.ids.isEmpty)
    }
  }

  // MARK: - With a field

  @Test(arguments: sizes) func aListWithAFieldStandsStillWhileAPersonTypes(size: (Int, Int)) async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1)
      let chosen = Self.open(Property(value: Self.tags), field: "Tag", in: story)
      let first = Self.frame(story)
      for text in ["t", "a", "8", "8", "x"] {
        story.type(text)
        story.look()
        #expect(Self.frame(story) == first, "\(text) at \(size)")
        let cursor = try #require(story.display.frames.last?.cursor)
        #expect(cursor.isSeen && story.lines[cursor.place.y].contains("Tag  ta".prefix(6)))
      }
      #expect(story.screen.contains("Nothing matches"))
      story.type(.enter)
      #expect(chosen.ids.isEmpty)
      story.type(.backspace, .enter)
      #expect(chosen.ids == ["88"])
    }
  }

  @Test func lettersAreTextInAFieldAndEscapeCloses() async {
    await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      let chosen = Self.open(Property(value: Self.tags), field: "Tag", in: story)
      story.type("qjkgG?: ")
      #expect(story.look().contains("Tag  qjkgG?: "))
      story.type(.control("u"), "9", .down, .down, .up, .home, .delete, .control("k"))
      // Nothing typed, nothing filtered: the first is selected.
      #expect(story.look().contains("▌ tag-1 "))
      story.type(.pageDown, .pageDown)
      #expect(story.look().contains("▌ tag-47 "))
      story.type(.escape)
      #expect(story.look() == before && chosen.ids.isEmpty && !story.hasQuit)
    }
  }

  @Test func choicesMayComeLaterAndTheSelectedOneStays() async {
    await ShellStory.tell {
      let story = ShellStory()
      let choices = MutableProperty<[Choice]>([])
      let chosen = Self.open(Property(choices), field: "Tag", in: story)
      #expect(story.screen.contains("Nothing matches"))
      choices.value = Array(Self.tags[10...12])
      #expect(story.look().contains("▌ tag-11"))
      story.type(.down)
      choices.value = Array(Self.tags[0...30])
      #expect(story.look().contains("▌ tag-12"))
      choices.value = Array(Self.tags[0...3])
      #expect(story.look().contains("▌ tag-4 "), "the row nearest to the one that is gone")
      story.type(.enter)
      #expect(chosen.ids == ["4"])
    }
  }

  @Test func choicesMayFollowTheText() async {
    await ShellStory.tell {
      let story = ShellStory()
      let chosen = Chosen()
      story.open(
        ChoiceList(
          "Tag", field: "Tag", whenEmpty: { "No tag begins with \($0)" },
          following: { text in
            text.map { text in Self.tags.filter { !text.isEmpty && $0.title.string.hasPrefix(text.string) } }
          }, choose: { chosen.ids.append($0.id) }))
      story.type("tag-7")
      #expect(story.look().contains("▌ tag-7 "))
      story.type("x")
      #expect(story.look().contains("No tag begins with tag-7x"))
      story.type(.backspace, "3", .enter)
      #expect(chosen.ids == ["73"])
    }
  }

  @Test func nothingIsLeftOfAListThatIsClosed() async {
    await ShellStory.tell {
      let story = ShellStory()
      weak var overlay: ChoiceOverlay?
      for field in [nil, "Tag"] as [SafeText?] {
        _ = Self.open(Property(value: Self.tags), field: field, in: story)
        overlay = story.shell.topLayer as? ChoiceOverlay
        #expect(overlay != nil)
        story.type(.escape)
        story.look()
        #expect(overlay == nil)
      }
    }
  }

  @Test(arguments: [(120, 36), (40, 10)]) func itLooksLikeThis(width: Int, height: Int) async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: width, height: height)
      _ = Self.open(Property(value: Self.sorts), in: story)
      try expect(try #require(story.display.frames.last), looksLike: "choices-\(width)x\(height)")
      story.type(.escape)
      _ = Self.open(Property(value: Self.tags), field: "Tag", in: story)
      story.type("g1")
      story.look()
      try expect(try #require(story.display.frames.last), looksLike: "choices-field-\(width)x\(height)")
    }
  }
}
