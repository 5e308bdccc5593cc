import Foundation
import Model
import PaneKit
import Screen
import Signals
import Simulation
import Testing
import Text

@testable import Terminal

/// The bytes that a terminal receives for what a person does and for what happens, on an xterm of 256 colours.
///
/// They depend on nothing but the frames, so a limit close to what they are keeps what a slow line gets. A change of a picture may
/// change them: then look at the number that is printed, and set the limit again.
@Suite struct ByteTests {
  struct Limits: Sendable, CustomTestStringConvertible {
    var columns: Int
    var rows: Int
    /// The next row of the list.
    var list: Int
    /// The next line of a text beside the other panes, on terminals without margins and with them, and alone on the screen.
    var line: Int
    var lineWithMargins: Int
    var zoomedLine: Int
    /// The next page of the text.
    var page: Int
    var palette: Int
    /// The palette is closed again.
    var closing: Int
    var focus: Int
    /// Four edits and a second.
    var second: Int

    var testDescription: String { "\(columns) × \(rows)" }
  }

  private static let limits = [
    Limits(
      columns: 80, rows: 24, list: 144, line: 197, lineWithMargins: 155, zoomedLine: 199, page: 498, palette: 3060,
      closing: 2150,
      focus: 1060, second: 0),
    Limits(
      columns: 120, rows: 36, list: 165, line: 1075, lineWithMargins: 76, zoomedLine: 117, page: 1584, palette: 3510,
      closing: 3325,
      focus: 1410, second: 90),
    Limits(
      columns: 200, rows: 50, list: 735, line: 2170, lineWithMargins: 80, zoomedLine: 1191, page: 2193, palette: 4940,
      closing: 4040,
      focus: 2240, second: 2170),
  ]

  @Test(arguments: limits) func aSlowLineGetsNoMoreThanItDid(limits: Limits) async {
    await ShellStory.tell {
      func expect(_ what: String, _ bytes: Int, _ most: Int) {
        #expect(bytes <= most && bytes * 4 >= most * 3, "\(what): \(bytes) bytes")
      }
      // One after the other, because frames are drawn for one interface at a time.
      let plain = Self.Afternoon(limits, hasMargins: false)
      expect("a row of the list", plain.bytes { $0.type("j") }, limits.list)
      expect("the focus", plain.bytes { $0.type(.tab) }, limits.focus)
      plain.bytes { $0.type(.backTab) }
      expect("the palette", plain.bytes { $0.type(":") }, limits.palette)
      expect("without the palette", plain.bytes { $0.type(.escape) }, limits.closing)
      let second = plain.bytes {
        for number in 1...4 { $0.send("Article \(SafeText(oneLine: "\(number * number)"))") }
        $0.turn()
      }
      expect("a second", second, limits.second)
      plain.bytes { $0.type(.enter) }
      plain.bytes { $0.type("j") }
      expect("a line", plain.bytes { $0.type("j") }, limits.line)
      expect("a page", plain.bytes { $0.type(.pageDown) }, limits.page)
      plain.bytes { $0.type("z") }
      plain.bytes { $0.type("j") }
      expect("a line alone", plain.bytes { $0.type("j") }, limits.zoomedLine)

      let margins = Self.Afternoon(limits, hasMargins: true)
      margins.bytes { $0.type(.enter) }
      margins.bytes { $0.type("j") }
      expect("a line with margins", margins.bytes { $0.type("j") }, limits.lineWithMargins)
    }
  }

  /// Screen readers and magnifiers follow the cursor also where it is hidden.
  @Test func theCursorIsSeenInFieldsAndWhereTheSettingsSaySo() async {
    await ShellStory.tell {
      let (shown, hidden) = ("\u{1B}[?25h", "\u{1B}[?25l")
      let colours = MutableProperty(ThemeSettings())
      let (story, glass) = (ShellStory(colours: Property(colours)), Glass())
      let list = glass.bytes(of: story)
      #expect(list.contains(hidden) && !list.contains(shown))
      let place = story.display.frames.last?.cursor?.place
      story.type("j")
      let row = glass.bytes(of: story)
      #expect(!row.contains(hidden) && !row.contains(shown))
      #expect(place != nil && story.display.frames.last?.cursor?.place != place, "it moves with the selection")
      story.type("/")
      #expect(glass.bytes(of: story).contains(shown))
      story.type(.escape)
      #expect(glass.bytes(of: story).contains(hidden))

      var accessible = ThemeSettings()
      accessible.isAccessible = true
      story.scheduler.perform { colours.value = accessible }
      #expect(glass.bytes(of: story).hasSuffix(shown))
      for key in ["j", "/", .escape, .enter, "?", .escape] as [KeyEvent] {
        story.type(key)
        #expect(!glass.bytes(of: story).contains(hidden), "\(key)")
      }
      story.scheduler.perform { colours.value = ThemeSettings() }
      #expect(glass.bytes(of: story).contains(hidden))
    }
  }

  /// A terminal that gets the newest frames of a story.
  @UI private final class Glass {
    private var painter = Painter(description: .xterm, colours: 256)

    func bytes(of story: ShellStory) -> String {
      story.answers()
      return story.display.frames.last.map { String(decoding: painter.show($0), as: UTF8.self) } ?? ""
    }
  }

  /// The interface, and what its frames are on a terminal.
  @UI private final class Afternoon {
    private let story: ShellStory
    private var painter: Painter

    init(_ limits: Limits, hasMargins: Bool) {
      // The widths of characters depend on the locale.
      setlocale(LC_CTYPE, "C.UTF-8")
      story = ShellStory(width: limits.columns, height: limits.rows, body: ByteTests.body)
      story.display.frameLimit = 1
      painter = Painter(description: .xterm, colours: 256, writesLinks: true)
      painter.hasMargins = hasMargins
      story.connectFeed()
      for number in 1...40 { story.send("Article \(SafeText(oneLine: "\(number)"))") }
      story.turn(seconds: 2)
      show()
    }

    /// Returns the bytes of the frames that a step leads to.
    @discardableResult
    func bytes(_ step: (ShellStory) -> Void) -> Int {
      step(story)
      story.answers()
      return show()
    }

    @discardableResult
    private func show() -> Int { story.display.frames.last.map { painter.show($0).count } ?? 0 }
  }

  /// A text whose lines differ.
  private static let body = RichText(
    blocks: (1...60).map { number in
      let words = (0..<(number * 7 % 40 + 5)).map {
        ["a", "window", "of", "the", "terminal", "moves"][($0 + number) % 6]
      }
      return .paragraph([
        .init("\(SafeText(oneLine: "Part \(number)")): \(SafeText(oneLine: words.joined(separator: " ")))")
      ])
    })
}

extension TerminalDescription {
  /// What terminfo says of `xterm-256color`.
  static let xterm = TerminalDescription(
    strings: [
      "cup": "\u{1B}[%i%p1%d;%p2%dH", "cuf": "\u{1B}[%p1%dC", "cub": "\u{1B}[%p1%dD", "cuu": "\u{1B}[%p1%dA",
      "cud": "\u{1B}[%p1%dB", "hpa": "\u{1B}[%i%p1%dG", "vpa": "\u{1B}[%i%p1%dd", "cud1": "\n", "cub1": "\u{8}",
      "el": "\u{1B}[K", "ech": "\u{1B}[%p1%dX", "rep": "%p1%c\u{1B}[%p2%{1}%-%db", "csr": "\u{1B}[%i%p1%d;%p2%dr",
      "indn": "\u{1B}[%p1%dS", "rin": "\u{1B}[%p1%dT", "ind": "\n", "ri": "\u{1B}M", "clear": "\u{1B}[H\u{1B}[2J",
      "cnorm": "\u{1B}[?12l\u{1B}[?25h", "civis": "\u{1B}[?25l", "sgr0": "\u{1B}(B\u{1B}[m", "op": "\u{1B}[39;49m",
      "bold": "\u{1B}[1m", "dim": "\u{1B}[2m", "sitm": "\u{1B}[3m", "smul": "\u{1B}[4m", "rev": "\u{1B}[7m",
      "smxx": "\u{1B}[9m",
      "setaf": "\u{1B}[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m",
      "setab": "\u{1B}[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m",
    ], flags: ["am", "xenl", "AX"])
}
