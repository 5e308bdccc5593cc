import Foundation
import Testing

extension ProgramTests {
  /// What a person has in hand: the first line that they read, the mouse, and everything that settings change.
  @Suite struct HandTests {
    @Test func aPersonIsGreetedOnceAndNotWhereThereAreSettings() async throws {
      try await story {
        try withFolder { folder in
          let environment = ["XDG_STATE_HOME": folder.appending(path: "state").path]
          let first = try TerminalSession(Program.script("--demo"), environment: environment)
          try first.wait("the greeting") { $0.lastLine.contains("Welcome. Everything here is made up.   ? help") }
          try first.press("j")
          try first.wait("the hints") { $0.lastLine.contains("q quit") && !$0.contains("Welcome") }
          try first.press("q")
          try first.wait(for: "exit status 0")

          let second = try TerminalSession(Program.script("--demo"), environment: environment)
          try second.wait("the hints at once") { $0.contains("▌") && $0.lastLine.contains("⏎ open") }
          try second.press("q")
          try second.wait(for: "exit status 0")
        }
        try withSettings { settings in
          try settings.save("unit: celsius\n")
          let session = try TerminalSession(Program.script("--demo"), environment: settings.environment)
          try session.wait("the hints at once") { $0.contains("▌") && $0.lastLine.contains("⏎ open") }
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    @Test func everyDefaultCanBeChangedWhileTheProgramRuns() async throws {
      try await story {
        try withSettings { settings in
          let session = try TerminalSession(Program.script("--demo"), environment: settings.environment)
          try session.wait("all panes") { $0.contains("▌") && $0.contains("─ ConAir ─") }
          #expect(try session.hasColours())

          try settings.save(
            """
            theme: mono
            keys: { app.palette: F2, app.quit: [Q, F10] }
            layout: { panes: [conair, wikipedia], large: wikipedia, share: 60 }
            """)
          try session.wait("two panes, the large one on the right") {
            $0.contains(/╭─ ConAir ─.+╮╭─ Wikipedia ─/) && !$0.contains("Stack Overflow")
          }
          try session.wait("no colour") { _ in (try? !session.hasColours()) == true }
          try session.press("F2")
          try session.wait("the palette, by its own key") { $0.contains("╭─ Commands") }
          try session.press("Escape")
          try session.wait("it is closed") { !$0.contains("╭─ Commands") }

          try settings.replace("theme: mine\nthemes: { mine: { accent: 201 } }\nlayout: { share: 40 }\n")
          try session.wait("all panes again") { $0.contains("─ Stack Overflow ─") && $0.contains("─ ConAir ─") }
          try session.wait("a colour of one's own") { _ in (try? session.hasColour(201)) == true }

          try settings.replace("theme: mine\nthemes: { mine: { accent: mauve } }\nlayout: { panes: [] }\n")
          let broken = try session.wait("the mistakes") { $0.lastLine.contains("(1 more: reactui config)") }
          #expect(broken.lastLine.contains(#/config\.yaml:2:\d+: /#), "\(broken.lastLine)")
          #expect(broken.contains("─ Stack Overflow ─"), "what held stays in force")
          try settings.replace("theme: mien\nthemes: { mine: { accent: 201 } }\n")
          let unknown = try session.wait("the theme that there is not") { $0.lastLine.contains("config.yaml:1:8: ") }
          #expect(unknown.lastLine.contains("mien"))
          #expect(try session.hasColour(201))
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    @Test func theMouseOpensPansAndIsTheTerminalsWhenItIsLetGoOf() async throws {
      try await story {
        let session = try TerminalSession(Program.script("--demo"))
        @Sendable func row(of text: String, in screen: String) throws -> Int {
          let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
          return try #require(lines.firstIndex { $0.contains(text) }) + 1
        }
        let list = try session.wait("questions, and a temperature") {
          $0.contains("▌") && $0.contains("bcrypt accepts") && $0.contains("since yesterday")
        }
        // Both clicks come at once, as a terminal reports them: columns and rows from 1.
        let y = try row(of: "bcrypt accepts", in: list)
        try session.type(String(repeating: "\u{1B}[<0;20;\(y)M\u{1B}[<0;20;\(y)m", count: 2))
        try session.wait("the question") { $0.contains("─ Top › Question") && $0.contains("bcrypt accepts") }
        try session.press("Escape")

        // Six hours of the day, and those before them.
        try session.type("\u{1B}[<64;100;28M\u{1B}[<64;100;28M")
        try session.wait("the chart has the focus, and is zoomed") { $0.lastLine.contains("0 fit") }
        // Its border tells the hours that are looked at.
        @Sendable func border(_ screen: String) -> Substring? {
          screen.split(separator: "\n").first { $0.contains("─ ConAir ─") }
        }
        let zoomed = border(try session.screen())
        try session.type("\u{1B}[<0;90;28M\u{1B}[<32;95;28M\u{1B}[<32;110;20M\u{1B}[<0;110;20m")
        try session.wait("the chart is panned, and not marked") {
          border($0) != zoomed && $0.lastLine.contains("f follow") && !$0.lastLine.contains("no cursor")
        }

        #expect(try session.value("#{mouse_button_flag}") == "1")
        try session.press("M")
        try session.wait("the notice") {
          $0.lastLine.contains("The mouse selects text; any key gives it back to reactui")
        }
        #expect(try session.value("#{mouse_button_flag}") == "0")
        try session.press("f")
        try session.wait("the present, and the notice is gone") {
          $0.lastLine.contains("0 fit") && !$0.lastLine.contains("f follow")
        }
        #expect(try session.value("#{mouse_button_flag}") == "1")
        try session.press("q")
        try session.wait(for: "exit status 0")
      }
    }
  }
}
