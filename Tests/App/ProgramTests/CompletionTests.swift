import Foundation
import Model
import Questions
import Testing

@testable import reactui

extension ProgramTests {
  /// Command lines completed in real shells, with the names that the settings have.
  @Suite struct CompletionTests {
    private final class Folder {
      let url = FileManager.default.temporaryDirectory.appending(path: "reactui-completion-\(UUID().uuidString)")

      init() throws {
        let settings = url.appending(path: "reactui/config.yaml")
        try FileManager.default.createDirectory(
          at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        let text = """
          stack-overflow:
            tabs:
              - { name: Concurrent Swift, tags: [swift, concurrency] }
              - { name: Bash, site: unix, tags: [bash] }
          themes: { mine: { accent: blue } }
          """
        try Data(text.utf8).write(to: settings)
      }

      deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// What shells are told before anything is completed.
    private static let preparations = [
      "bash --noprofile --norc": "source <(reactui --generate-completion-script bash)",
      "zsh -f": """
      reactui --generate-completion-script zsh >"$XDG_CONFIG_HOME/_reactui"; fpath=("$XDG_CONFIG_HOME" $fpath); \
      autoload -U compinit; compinit -u -d "$XDG_CONFIG_HOME/dump"
      """,
      "fish --no-config --private --init-command 'function fish_prompt; echo -n \"ready> \"; end'":
        "reactui --generate-completion-script fish | source",
    ]

    @Test(arguments: preparations.keys.sorted())
    func aShellCompletesOptionsTabsAndThemes(shell: String) async throws {
      try await story { try Self.complete(in: shell) }
    }

    private static func complete(in shell: String) throws {
      let folder = try Folder()
      let tools = URL(filePath: Program.path).deletingLastPathComponent().path
      let session = try TerminalSession(
        "export PATH='\(tools)':$PATH PS1='ready> '; exec \(shell)",
        environment: ["XDG_CONFIG_HOME": folder.url.path])
      try session.wait(for: "ready>")
      try session.type(try #require(preparations[shell]) + "; clear; echo set up")
      try session.press("Enter")
      try session.wait("the shell has read its completions") {
        $0.contains("set up\nready>")
      }
      for (typed, completed) in [
        ("reactui --no-s", "reactui --no-state"), ("reactui --tab conc", "reactui --tab concurrent-swift"),
        ("reactui --theme mi", "reactui --theme mine"), ("reactui --pane wiki", "reactui --pane wikipedia"),
      ] {
        try session.type(typed)
        try session.press("Tab")
        try session.wait(for: "ready> \(completed)")
        // All three empty the line with this key.
        try session.press("C-u")
        try session.wait("an empty line") { !$0.contains("reactui") }
      }
    }

    @Test func tabsAndThemesAreThoseOfTheSettings() {
      var settings = Settings()
      settings.stackOverflow.tabs = [QuestionTab(name: "Windows  Phone", feed: QuestionFeed())]
      settings.theme.own = ["night": [:], "day": [:]]
      #expect(Completions.tabNames(of: settings) == ["windows-phone"])
      #expect(Completions.themeNames(of: settings) == ["auto", "dark", "light", "contrast", "mono", "day", "night"])
    }
  }
}
