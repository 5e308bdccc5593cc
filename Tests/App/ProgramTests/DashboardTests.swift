import Foundation
import Testing

extension ProgramTests {
  /// A person's story with the whole program: keys in, screen out.
  @Suite struct DashboardTests {
    @Test func threePanesComeAliveAndQuitRestoresTheTerminal() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait("three panes with data") {
          $0.contains("Stack Overflow") && $0.contains("Wikipedia") && $0.contains("ConAir") && $0.contains("°C")
            && $0.contains("▌") && $0.contains(" DEMO ")
        }
        try session.press("q")
        let end = try session.wait(for: "exit status 0")
        #expect(end.contains("settings restored"))
        #expect(try session.value("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
      }
    }

    @Test func tabsFilterRefreshAndDrillDown() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.press("3")
        try session.wait("iOS questions") { $0.contains("Live Activity") && !$0.contains("python") }
        try session.press("/")
        try session.type("conc")
        // Not a list that is filtered by the first letters only.
        // Nor one that is only half on the screen yet: what was selected before is not among what is found.
        let filtered = try session.wait("filtered list") { $0.contains(" 4 of 30") && !$0.contains("Live Activity") }
        let title = try #require(filtered.split(separator: "\n").first { $0.contains("▌") })
        try session.press("r")
        try session.wait("letters are text while filtering") { $0.contains("concr") && $0.contains(" 0 of 30") }
        try session.press("BSpace", "Enter", "r")
        try session.wait("filter and selection kept") { $0.contains(" 4 of 30") && $0.contains(title.prefix(50)) }
        try session.press("Enter")
        try session.wait("the question") { $0.contains("Question") && !$0.contains(" 4 of 30") }
        try session.press("Escape")
        try session.wait("the same place") { $0.contains(" 4 of 30") && $0.contains(title.prefix(50)) }
        try session.press("Escape")
        try session.wait("no filter") { !$0.contains("Filter") }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func commentsAreShownAndHidden() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait("questions") { $0.contains("▌") && $0.contains(" DEMO ") }
        try session.press("Enter")
        // What the border says of the text's length: `52` of `1–32 of 52`.
        func lines(_ screen: String) -> Substring? { screen.firstMatch(of: /\d+ of (\d+) ─/)?.output.1 }
        let before = try session.wait("the question") { lines($0) != nil && $0.contains("c comments") }
        try session.press("c")
        // A comment stands behind a bullet.
        let shown = try session.wait("comments") { $0.contains("  • ") || $0.contains("No comments") }
        #expect(lines(shown) != lines(before))
        try session.press("g", "c")
        try session.wait("the question without them") { screen in
          lines(screen) == lines(before) && !screen.contains("  • ") && !screen.contains("No comments")
        }
        try session.press("q", "q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func editsGoOnAfterARefreshOnAConnectionThatCarriedQuestions() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait("live data") { $0.contains("▌") && $0.contains("°C") && $0.contains(" enwiki ") }
        try session.press("2")
        try session.wait("another tab") { $0.contains("▌") && $0.contains("android") && !$0.contains("python") }
        try session.press("Tab", "r")
        // Its title stands at the right end of the line with the rate and its range.
        func latestEdit(_ screen: String) -> Substring? {
          screen.firstMatch(of: /\/s +[\d.]+ … [\d.]+ +([^│]*[^│ ])/)?.output.1
        }
        // The first may still have come over the connection of before.
        var last = latestEdit(try session.screen())
        for _ in 0..<3 {
          let screen = try session.wait("another edit") { $0.contains(" DEMO ") && latestEdit($0) != last }
          last = latestEdit(screen)
        }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func everySizeIsDrawn() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "ConAir")
        for (columns, rows) in [(80, 24), (200, 50), (40, 10), (110, 30), (39, 9), (120, 36)] {
          try session.resize(columns: columns, rows: rows)
          try session.wait("a screen of \(columns)×\(rows)") { screen in
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            if columns < 40 { return screen.contains("40") }
            return lines.count == rows && lines.contains { $0.count == columns && $0.hasSuffix("╮") }
          }
        }
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func thePaletteFindsACommandAndTheFooterCanBeClicked() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "▌")
        try session.press(":")
        try session.wait(for: "╭─ Commands")
        try session.type("pane alone")
        try session.wait("the one that matches") { $0.contains("▌ this pane alone") && !$0.contains("previous pane") }
        try session.press("Enter")
        let zoomed = try session.wait("one pane") { !$0.contains("Commands") && $0.contains("z all panes") }
        let footer = try #require(zoomed.split(separator: "\n", omittingEmptySubsequences: false).last)
        // A click as a terminal reports it: columns and rows from 1.
        let column = try #require(footer.firstRange(of: "all panes")).lowerBound
        let x = footer.distance(from: footer.startIndex, to: column) + 1
        try session.type("\u{1B}[<0;\(x);36M\u{1B}[<0;\(x);36m")
        try session.wait(for: "╭─ Wikipedia")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func theTerminalsBackgroundChangesTheColoursAndIsNoKey() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "▌")
        #expect(try session.hasColour(30))
        // What a dark terminal answers, torn in the middle.
        try session.type("\u{1B}]11;rgb:0000/00")
        try session.type("00/0000\u{1B}\\")
        try session.press(":")
        try session.wait("the palette, and no text in it") { $0.contains(/│  :  +│/) }
        // A frame may be seen in parts.
        try session.wait("the colours of a dark background") { _ in
          (try? session.hasColour(6) && !session.hasColour(30)) == true
        }
        try session.press("C-c")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func pastedTextIsNeverACommand() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "▌")
        try session.paste("qqq\u{3}\u{1A}")
        try session.press("/")
        try session.paste("quit\nnow")
        try session.wait(for: "quit now")
        try session.press("C-c")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func suspendAndResumeUnderAShell() async throws {
      try await story {
        let session = try TerminalSession.suspendedProgram()
        #expect(try session.value("#{alternate_on} #{mouse_any_flag}") == "0 0")
        try session.type("fg")
        try session.press("Enter")
        try session.wait("the whole screen again") {
          $0.contains("ConAir") && $0.contains("╭") && !$0.contains("Stopped")
        }
        try session.press("q")
        try session.wait("the shell again") { !$0.contains("╭") }
      }
    }

    @Test(arguments: ["TERM", "HUP", "INT"])
    func beingToldToEndRestoresTheTerminal(signal: String) async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "ConAir")
        try signalProgram(signal, of: session)
        let end = try session.wait(for: "exit status")
        #expect(end.contains("settings restored"))
        #expect(try session.value("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
      }
    }

    @Test(arguments: ["SEGV", "ABRT", "ILL", "TRAP"])
    func aCrashRestoresTheTerminal(signal: String) async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        try session.wait(for: "ConAir")
        try signalProgram(signal, of: session)
        let end = try session.wait(for: "exit status")
        #expect(end.contains("settings restored"))
        #expect(!end.contains("exit status 0"))
        #expect(try session.value("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
      }
    }

    /// Sends a signal to the program that the session's shell runs.
    private func signalProgram(_ name: String, of session: TerminalSession) throws {
      let kill = Process()
      kill.executableURL = URL(filePath: "/usr/bin/env")
      kill.arguments = ["pkill", "-\(name)", "-P", "\(try session.processID())", "reactui"]
      try kill.run()
      kill.waitUntilExit()
      #expect(kill.terminationStatus == 0)
    }

    @Test(arguments: [
      ("NO_COLOR=1", false, false), ("TERM=vt100", false, true), ("LC_ALL=C", true, true), ("TERM=xterm", true, false),
    ])
    func itDrawsWithFewColoursAndWithNone(setting: String, isColoured: Bool, isASCII: Bool) async throws {
      try await story {
        let session = try TerminalSession("export \(setting); " + Program.script("--demo"))
        try session.wait("a readable screen") {
          $0.contains("ConAir") && $0.contains("╭") != isASCII && $0.contains(isASCII ? " C " : "°C ")
        }
        #expect(try session.hasColours() == isColoured)
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }

    @Test func onlyASCIIWhenAskedFor() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo --ascii --tab ios"))
        let screen = try session.wait("data") { $0.contains("ConAir") && $0.contains(" C ") || $0.contains("swift") }
        let frame = screen.unicodeScalars.filter { (0x2500...0x28FF).contains($0.value) }
        #expect(frame.isEmpty, "no box drawing, no Braille")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }
  }
}
