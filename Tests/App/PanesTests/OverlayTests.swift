import Assembly
import Foundation
import Screen
import Simulation
import Testing
import Text

@testable import PaneKit
@testable import Questions

/// What stands over the panes: the help and the diagnostics.
@Suite(.serialized) struct OverlayTests {
  private static let sizes = [(200, 60), (120, 36), (110, 30), (80, 24), (100, 12), (60, 20), (45, 24), (40, 10)]

  /// All that is seen of an overlay from its start to its end, each line once.
  @UI private static func read(_ key: KeyEvent, _ story: ShellStory) -> String {
    story.type(key)
    var (seen, known) = ("", Set<Substring>())
    var (screen, before) = (story.look(), "")
    while screen != before {
      for line in screen.split(separator: "\n") where known.insert(line).inserted { seen += line + "\n" }
      before = screen
      story.type(.down)
      screen = story.look()
    }
    return seen
  }

  @Test(arguments: sizes, [Theme(), Theme(isASCII: true)])
  func theHelpTellsEveryCommandWhateverTheSize(size: (Int, Int), theme: Theme) async {
    await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1, theme: theme)
      let seen = Self.read("?", story)
      for command in story.shell.allCommands where !command.keys.isEmpty {
        for word in command.title.string.split(separator: " ") {
          #expect(seen.contains(word), "\(command.title) at \(size)")
        }
        // Digits are told as a range, and arrows with the same modifier stand together.
        guard let first = command.keys.first else { continue }
        let key = KeyLabel(theme).text([first]).string.replacing("Ctrl-", with: "")
          .replacing("Shift-", with: "")
        #expect(command.id.name.hasPrefix("tab.show-") || seen.contains(key), "\(command.id.name) at \(size)")
      }
    }
  }

  @Test(arguments: 30...120) func noTextOfAnOverlayIsCut(room: Int) {
    let words = "No connection to stream.wikimedia.org: connection refused"
    let lines = ["source", "Ctrl-Left Right"].map {
      OverlayText.Line(label: $0, text: SafeText(oneLine: words))
    }
    let chapter = OverlayText.Chapter(title: "Wikipedia", lines: lines)
    let text = OverlayText([chapter, chapter], fitting: room, height: 20, theme: Theme())
    #expect(text.width <= room)
    var canvas = Canvas(size: Size(width: room, height: text.height))
    text.draw(from: 0, into: &canvas)
    let seen = canvas.text.split(whereSeparator: \.isWhitespace).joined()
    #expect(!seen.contains("…"))
    #expect(seen.contains("stream.wikimedia.org") || room < 50, "\(canvas.text)")
    #expect(seen.components(separatedBy: "refused").count - 1 == 4)
  }

  @Test(arguments: [Theme(), Theme(isASCII: true)])
  func theHelpNeedsNoScrollingOnALargeScreen(theme: Theme) async {
    await ShellStory.tell {
      let story = ShellStory(width: 200, height: 50, theme: theme)
      #expect(!story.screen.contains("╭─ Keys"))
      story.type("?")
      let before = story.look()
      story.type(.end)
      #expect(story.look() == before)
    }
  }

  @Test(arguments: sizes) func theFrameStandsApartFromThePanesOrCoversTheirs(size: (Int, Int)) async {
    await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1)
      let all = story.shell.allCommands
      let overlay = Overlay("Keys", context(), openingKeys: []) { _ in
        HelpText.chapters(all, Keymap(), Theme())
      } close: {
      }
      overlay.arrange(size: Size(width: size.0, height: size.1), theme: Theme())
      let rect = overlay.layout().rect
      // Between header and footer.
      let isCovering = rect == Rect(x: 0, y: 1, width: size.0, height: size.1 - 2)
      #expect(isCovering || rect.x >= 1 && rect.y >= 2 && rect.y + rect.height <= size.1 - 2)
    }
  }

  @Test func commandsOfTheSameTitleShareALine() async {
    await ShellStory.tell {
      let story = ShellStory(width: 80, height: 100)
      story.type("?")
      let help = story.look()
      func count(_ text: String) -> Int { help.components(separatedBy: text).count - 1 }
      #expect(help.contains(/↑↓ +move, scroll; also k j/))
      #expect(count("move, scroll") == 1 && count("refresh this pane") == 1 && count("pause, go on") == 1)
      #expect(help.contains(/1…9 +show that tab/))
      #expect(help.contains(/p +pause, go on/))
      #expect(help.contains(/q Ctrl-C +quit/))
    }
  }

  @Test func inTheSmallestTerminalTheHelpLooksLikeThis() async throws {
    try await ShellStory.tell {
      let story = ShellStory(width: 40, height: 10)
      story.type("?")
      story.look()
      try expect(try #require(story.display.frames.last), looksLike: "help-40x10")
    }
  }

  @Test func theDiagnosticsTellWhereTheDataComesFrom() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      story.type("D")
      story.look()
      try expect(try #require(story.display.frames.last), looksLike: "diagnostics-120x36")
      story.questions.keyTrouble = "pass ended with status 1"
      story.type("D", "D")
      #expect(story.look().contains(/key +none: pass ended with status 1/))
      let narrow = ShellStory(width: 40, height: 12)
      let seen = Self.read("D", narrow)
      for text in ["Stack Overflow", "Wikipedia", "ConAir", "Terminal", "40 columns", "the live"] {
        #expect(seen.contains(text), "\(text)")
      }
    }
  }

  @Test func theDiagnosticsTellTheAddressThatIsAsked() async {
    await ShellStory.tell {
      let addresses = ServiceAddresses(
        questions: "http://a.example/2.3", edits: "ws://b.example/wiki", temperatures: "http://c.example/data/")
      let seen = Self.read("D", ShellStory(addresses: addresses))
      for address in ["http://a.example/2.3", "ws://b.example/wiki", "http://c.example/data/"] {
        #expect(seen.contains("source          \(address)"), "\(address)")
      }
      #expect(!seen.contains("the live service"))
      let demo = Self.read("D", ShellStory(origin: .demo, feedOrigin: .demo, addresses: addresses))
      #expect(demo.contains("the demonstration, as there is no way to http://a.example/2.3; tried every minute"))
      let chosen = Self.read("D", ShellStory(origin: .demo, feedOrigin: .demo))
      #expect(chosen.contains("the demonstration; --live for the real thing") && !chosen.contains("no way"))
    }
  }

  @Test(arguments: ["?", "D"] as [KeyEvent]) func anOverlayIsModalAndClosesWithTheUsualKeys(key: KeyEvent) async {
    await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      for close in [.escape, "q", .enter, .backspace, key] as [KeyEvent] {
        story.type(key, "j", .tab, "2", "r", "z")
        #expect(story.look() != before)
        story.type(close)
        #expect(story.look() == before, "\(close)")
      }
      #expect(!story.hasQuit)
      story.type("q")
      #expect(story.hasQuit)
    }
  }

  @Test(arguments: [(120, 36), (60, 20)]) func theHelpIsSearched(size: (Int, Int)) async {
    await ShellStory.tell {
      let story = ShellStory(width: size.0, height: size.1)
      @UI func marked(_ attributes: Style.Attributes) -> [String] {
        guard let canvas = story.display.frames.last else { return [] }
        return (0..<canvas.height).compactMap { y in
          let row = canvas.cells[y * canvas.width..<(y + 1) * canvas.width]
          let text = row.filter { $0.style.attributes.isSuperset(of: attributes) }.map(\.glyph.string).joined()
          return text.isEmpty ? nil : text
        }
      }
      let before = story.look()
      story.type("?", "/", "o", "p", "e", "n")
      let count = story.look().firstMatch(of: /Search +open.*1 of ([0-9]+)/).flatMap { Int($0.1) } ?? 0
      #expect(count > 1)
      // The current match is seen, wherever it is in the text.
      #expect(marked([.underline, .reverse]) == ["open"])
      story.type(.enter, "n")
      #expect(story.look().contains("2 of \(count)") && marked([.underline, .reverse]) == ["open"])
      story.type("N", "N")
      #expect(story.look().contains("\(count) of \(count)"))
      story.type("/", "x")
      #expect(story.look().contains("no match") && marked([.underline, .reverse]) == [])
      // Esc leaves the search, then the help.
      story.type(.escape)
      #expect(story.look().contains("╭─ Keys") && !story.screen.contains("Search  "))
      story.type(.escape)
      #expect(story.look() == before)
    }
  }

  /// What is in front: the chapters of the commands that are enabled here, then everywhere, then the others.
  @Test func theHelpBeginsWithWhatHoldsHere() async throws {
    try await ShellStory.tell {
      let story = ShellStory()
      @UI func titles() throws -> [String] {
        let layer = try #require(story.shell.topLayer)
        let here = CommandScope(commands: layer.commands, context: layer.keyContext).enabled
        return HelpText.chapters(story.shell.allCommands, here: here, Keymap(), Theme()).map(\.title.string)
      }
      let list = try titles()
      #expect(list.firstIndex(of: "Stack Overflow") ?? .max < list.firstIndex(of: "Everywhere") ?? 0)
      #expect(list.firstIndex(of: "Everywhere") ?? .max < list.firstIndex(of: "Wikipedia") ?? 0)
      story.type(.tab)
      let wikipedia = try titles()
      #expect(wikipedia.firstIndex(of: "Wikipedia") ?? .max < wikipedia.firstIndex(of: "Everywhere") ?? 0)
      #expect(wikipedia.firstIndex(of: "Everywhere") ?? .max < wikipedia.firstIndex(of: "Stack Overflow") ?? 0)
      #expect(Set(list) == Set(wikipedia))
      story.type("?")
      let shown = story.look()
      // The text begins with the first of them.
      #expect(shown.contains(SafeText(oneLine: wikipedia[0]).string))
    }
  }

  @Test func aClickOnAPictureThatAKeyHasReplacedMeansNothing() async {
    await ShellStory.tell {
      let story = ShellStory()
      let before = story.look()
      // The key opens the help before the frame that would have shown it.
      story.type("?")
      story.point(.click, x: 20, y: 9)
      #expect(story.look().contains("╭─ Keys"))
      story.type("q")
      #expect(story.look() == before)
    }
  }
}
