import Foundation
import Testing

extension ProgramTests {
  /// The settings in the person's editor, which has the terminal.
  @Suite struct EditorTests {
    /// Writes an editor that says its arguments, and does as told. It leaves nothing on the screen: when the next one is opened,
    /// the terminal shows what the one before has left, before the next one reads keys.
    private func editor(_ folder: URL, _ script: String) throws -> String {
      let file = folder.appending(path: "an-editor")
      try Data(
        "trap \"printf '\\033[2J\\033[H'\" EXIT\necho \"editing with $1\"\nfile=$2\n\(script)\n".utf8
      ).write(to: file)
      return "sh \(file.path) -w"
    }

    private func open(_ session: TerminalSession) throws {
      try session.wait("all panes") { $0.contains("▌") && $0.contains("─ ConAir ─") }
      try session.type(":e")
      try session.wait("the palette, with the settings first") { $0.contains("▌ edit the settings") }
      try session.press("Enter")
      try session.wait(for: "editing with -w")
    }

    @Test func theFileIsMadeFromTheExampleAndTheProgramGoesOnWithWhatIsSaved() async throws {
      try await story {
        try withFolder { folder in
          try withSettings { settings in
            var environment = settings.environment
            environment["VISUAL"] = try editor(
              folder, "grep -c reactui \"$file\"; read line; echo \"$line\" >> \"$file\"")
            environment["EDITOR"] = "false"
            let session = try TerminalSession(Program.script("--demo"), environment: environment)
            try open(session)
            // The terminal is the editor's: these are words, not commands.
            try session.type("unit: fahrenheit")
            try session.press("Enter")
            try session.wait("the panes again, with what was saved") {
              $0.contains("°F") && $0.contains("─ ConAir ─") && !$0.contains("editing with")
            }
            // A mistake is told with its line, and what held stays in force.
            try open(session)
            try session.type("unti: celsius")
            try session.press("Enter")
            let broken = try session.wait("the mistake") { $0.lastLine.contains("unknown key \"unti\"") }
            #expect(broken.lastLine.contains("config.yaml:") && broken.contains("°F"))
            try session.press("q")
            try session.wait(for: "exit status 0")
          }
        }
      }
    }

    @Test(arguments: [
      ("sleep 1; exit 3", "sh ended with status 3"), ("sleep 1; kill -9 $$", "sh was ended by signal 9"),
      // A terminal in another state is in its own again.
      ("stty raw -echo; printf '\\033[?1049h\\033[?25l'; sleep 1; exit 4", "sh ended with status 4"),
    ])
    func aFailureIsToldAndKeysThatTheEditorLeftAreNoCommands(script: String, sentence: String) async throws {
      try await story {
        try withFolder { folder in
          try withSettings { settings in
            var environment = settings.environment
            environment["VISUAL"] = try editor(folder, "read go; \(script)")
            let session = try TerminalSession(Program.script("--demo"), environment: environment)
            try open(session)
            // Only now, because an editor with a screen of its own would hide at once that it is there, and the sentence stands
            // for three seconds.
            try session.press("Enter")
            try session.type("qqx")
            try session.wait("the sentence below all panes") {
              $0.lastLine.contains(sentence) && $0.contains("─ ConAir ─")
            }
            try session.press("D")
            try session.wait("keys again") { $0.contains("╭─ Diagnostics") }
            try session.press("q", "q")
            try session.wait(for: "exit status 0")
          }
        }
      }
    }
  }
}
