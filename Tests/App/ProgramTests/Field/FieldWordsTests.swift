import Foundation
import Testing

extension ProgramTests {
  /// What the program says of what it did not understand or could not do, and the border to shell and terminal, by
  /// `Tests/Samples/field`.
  @Suite struct FieldWordsTests {
    private static func path(_ file: String) -> String {
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Samples/field/\(file)").standardized.path
    }

    private static func text(_ file: String) throws -> String {
      try String(contentsOfFile: path(file), encoding: .utf8)
    }

    private static func bytes(of file: String) -> String {
      String(decoding: (try? Data(contentsOf: URL(filePath: file))) ?? Data(), as: UTF8.self)
    }

    // MARK: Wikis

    @Test func aWikiByItsLanguageIsTheOneThatIsThere() async throws {
      try await story {
        let settings = try Program.run(["config", "--config", Self.path("5-wikis-by-domain/settings.yaml")])
        #expect(settings.status == 0 && settings.output.contains("zh_yuewiki"), "\(settings)")
        for line in try Self.text("5-wikis-by-domain/domains.txt").split(separator: "\n") {
          let (words, database) = (line.split(separator: " "), line.split(separator: " ")[1])
          for word in words {
            let result = try Program.run(["config"], environment: ["REACTUI_WIKIS": String(word)])
            #expect(result.status == 0 && result.output.contains(database), "\(word): \(result)")
          }
          let edits = [
            "edits", "--demo", "--wiki", String(words[0]), "--where", "wiki:\(words[0])", "--timeout", "0.1",
          ]
          #expect(try Program.run(edits).status != 64, "\(words[0])")
        }
      }
    }

    @Test func aClosedWikiIsSaidToBeClosed() async throws {
      try await story {
        for (arguments, status) in [(["edits", "--demo", "--wiki", "enwikinews"], 64), (["config"], 78)] {
          let result = try Program.run(arguments, environment: ["REACTUI_WIKIS": "de.wikinews.org"])
          #expect(result.status == Int32(status) && result.error.contains("was closed"), "\(result)")
        }
      }
    }

    // MARK: Files

    /// Settings and state that are links to a disk that is not mounted.
    @Test func aLinkThatLeadsNowhereIsToldAndKept() async throws {
      let links = try Self.text("5-dangling-links/links.txt").split(separator: "\n").map { line in
        line.split(separator: " ").map(String.init)
      }
      try await story {
        try withFolder { folder in
          for words in links {
            let (name, target) = (words[0], words[2])
            let own = folder.appending(path: "reactui")
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            let link = own.appending(path: name).path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let isSettings = name == "config.yaml"
            let variable = isSettings ? "XDG_CONFIG_HOME" : "XDG_STATE_HOME"
            let result = try Program.run([isSettings ? "config" : "state"], environment: [variable: folder.path])
            #expect(result.status == (isSettings ? 78 : 0), "\(result)")
            #expect(
              (result.output + result.error).contains("\(link) is a link to \(target), which is not there"), "\(result)"
            )
            if isSettings {
              let dashboard = try Program.run(["--demo", "--no-state"], environment: [variable: folder.path])
              #expect(dashboard.status == 78 && dashboard.error.contains(target), "\(dashboard)")
            } else {
              let session = try TerminalSession(Program.script("--demo"), environment: [variable: folder.path])
              try session.wait(for: "\(name) is a link to \(target)")
              try session.press("q")
              try session.wait(for: "exit status 0")
            }
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
            #expect(try FileManager.default.contentsOfDirectory(atPath: own.path) == [name])
            try FileManager.default.removeItem(at: own)
          }
        }
      }
    }

    /// What a read-only home has from before.
    enum Kept: CaseIterable {
      case nothing, state
      /// A state with an interrupted write-ahead log, as after a start that was killed.
      case interruptedState
    }

    /// As on a rescue system, or in a container with a home of its own.
    @Test(arguments: Kept.allCases)
    func aReadOnlyHomeIsSaidPlainlyAndTheProgramGoesOn(kept: Kept) async throws {
      try await story {
        try withFolder { folder in
          if kept != .nothing {
            let first = try TerminalSession(Program.script("--demo"), environment: ["XDG_STATE_HOME": folder.path])
            try first.wait(for: "▌")
            try first.press("2")
            try first.press("q")
            try first.wait(for: "exit status 0")
            let log = folder.appending(path: "reactui/state.sqlite-wal").path
            #expect(FileManager.default.fileExists(atPath: log))
            if kept == .interruptedState {
              #expect(truncate(log, 32) == 0)
            }
          }
          let mount =
            "mount --bind '\(folder.path)' '\(folder.path)' && mount -o remount,ro,bind '\(folder.path)' && exec"
          let readOnly = "unshare --user --map-root-user --mount sh -c \"\(mount) \\\"\\$@\\\"\" -"
          // Wide enough for the paths of a temporary folder.
          let next = try TerminalSession(
            Program.script("--demo", through: readOnly), columns: 300, environment: ["XDG_STATE_HOME": folder.path])
          let screen = try next.wait(for: "read-only")
          #expect(!screen.contains("readonly database"), "\(screen)")
          try next.press("q")
          try next.wait(for: "exit status 0")
        }
      }
    }

    // MARK: Shell and terminal

    @Test func withinScreenACopyIsWrappedForIt() async throws {
      // GNU Screen shows nothing of what it passes on: what the program writes is looked at by script(1).
      try await story {
        try withFolder { folder in
          let file = folder.appending(path: "typescript").path
          for (variables, expected) in [
            ("STY=1.test TERM=screen", "\u{1B}P\u{1B}]52;c;"), ("STY= TERM=xterm", "\u{1B}]52;c;"),
          ] {
            let session = try TerminalSession(
              "unset TMUX; export \(variables); exec script -q -f -c \"'\(Program.path)' --demo --no-state\" '\(file)'")
            try session.wait(for: "▌")
            try session.press("j", "y")
            try session.wait(for: "Copied")
            // What is flushed when the program ends; the screen changes with that.
            try session.press("q")
            try session.wait("the end") { !$0.contains("Copied") && Self.bytes(of: file).contains("]52;c;") }
            let written = Self.bytes(of: file)
            #expect(written.contains(expected), "\(variables)")
            #expect(written.contains("\u{1B}P") == (expected.utf8.count > 8), "\(variables)")
          }
        }
      }
    }

    @Test func aTerminalWithoutAClipboardIsSaidToHaveNone() async throws {
      try await story {
        let session = try TerminalSession("unset TMUX; TERM=vt100 exec '\(Program.path)' --demo --no-state")
        // The first question, since this terminal has no bar that marks a row.
        try session.wait(for: "raises a TypeError")
        try session.press("j", "y")
        let screen = try session.wait(for: "no clipboard")
        #expect(!screen.contains("Copied"))
      }
    }

    /// `EDITOR` and `BROWSER` of the sample, with a program at a path with a blank that says what it was called with.
    @Test func quotesInVariablesKeepAPathTogether() async throws {
      let lines = try Self.text("5-editor-quotes/variables.txt").split(separator: "\n").map { line in
        line.split(separator: "=", maxSplits: 1).map(String.init)
      }
      try await story {
        try withFolder { folder in
          let called = folder.appending(path: "called")
          var environment: [String: String] = ["DISPLAY": ":0"]
          for line in lines {
            let path = try #require(line[1].split(separator: "\"").first.map(String.init))
            let own = folder.path + path
            try FileManager.default.createDirectory(
              atPath: (own as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            // The editor has the terminal until Enter; the browser runs beside the program.
            let stay = line[0] == "BROWSER" ? "" : "echo called; read line\n"
            try "#!/bin/sh\nprintf '%s|' \(line[0]) \"$@\" >>'\(called.path)'\n\(stay)".write(
              toFile: own, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: own)
            environment[line[0]] = line[1].replacing(path, with: own)
          }
          let settings = folder.appending(path: "config.yaml").path
          try Data("theme: dark\n".utf8).write(to: URL(filePath: settings))
          let session = try TerminalSession(
            "unset VISUAL; " + Program.script("--demo --no-state --config '\(settings)'"), environment: environment)
          try session.wait(for: "▌")
          try session.press("j", "o")
          try session.wait(for: "Opened")
          try session.press(":")
          try session.type("edit the settings")
          try session.press("Enter")
          try session.wait("the editor") { $0.contains("called") && !$0.contains("▌") }
          let text = try String(contentsOf: called, encoding: .utf8)
          #expect(text.contains("EDITOR|-w|\(settings)|") && text.contains("BROWSER|http"), "\(text)")
          // A key that comes before the terminal has been taken back is no command.
          try session.press("Enter")
          try session.wait("the panes again") { $0.contains("▌") }
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    /// A library that sets a variable before the program's own code begins, as libfaketime does.
    @Test func argumentsAreObeyedBehindAPreloadedLibrary() async throws {
      let command = try Self.text("5-preload/command.txt")
      #expect(command.hasPrefix("LD_PRELOAD=") && command.contains("reactui --version"))
      try await story {
        try withFolder { folder in
          let source = folder.appending(path: "preload.c").path
          try #"""
          #include <stdlib.h>
          __attribute__((constructor)) static void begin(void) { setenv("SET_BEFORE_MAIN", "1", 1); }
          """#.write(toFile: source, atomically: true, encoding: .utf8)
          let library = folder.appending(path: "preload.so").path
          let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"), arguments: ["cc", "-shared", "-fPIC", "-o", library, source])
          compiler.waitUntilExit()
          try #require(compiler.terminationStatus == 0)
          let variables = ["LD_PRELOAD": library]
          let version = try Program.run(["--version"], environment: variables)
          #expect(version.status == 0 && version.output.hasPrefix("reactui "), "\(version)")
          let wrong = try Program.run(["--no-such-option", ""], environment: variables)
          #expect(wrong.status == 64 && wrong.error.contains("--no-such-option"), "\(wrong)")
          let edits = try Program.run(["edits", "--demo", "--count", "2"], environment: variables)
          #expect(edits.status == 0 && edits.output.split(separator: "\n").count == 2, "\(edits)")
        }
      }
    }

    /// A person's shell may stop at variables that are not set, at failures, and may split words elsewhere.
    @Test(arguments: ["set -u", "set -e", "set -eu; IFS=:", "set -o posix; set -u"])
    func bashCompletesWhateverItsOptions(options: String) async throws {
      #expect(try Self.text("5-bash-nounset/keys.txt").hasPrefix("set -u; reactui --pa<TAB>"))
      let tools = URL(filePath: Program.path).deletingLastPathComponent().path
      try await story {
        let session = try TerminalSession(
          "export PATH='\(tools)':$PATH PS1='ready> '; exec bash --noprofile --norc")
        try session.wait(for: "ready>")
        try session.type("source <(reactui --generate-completion-script bash); \(options); clear; echo set up")
        try session.press("Enter")
        try session.wait("the shell has read its completions") { $0.contains("set up\nready>") }
        for (typed, completed) in [
          ("reactui --pa", "reactui --pane"), ("reactui --pane wi", "reactui --pane wikipedia"),
          ("reactui edits --cou", "reactui edits --count"), ("reactui temp", "reactui temperatures"),
        ] {
          try session.type(typed)
          try session.press("Tab")
          let screen = try session.wait(for: "ready> \(completed)")
          #expect(!screen.contains("unbound"), "\(screen)")
          try session.press("C-u")
          try session.wait("an empty line") { !$0.contains("reactui") }
        }
      }
    }

    // MARK: The network

    @Test func aConnectionThatEndsDoesNotEndTheCount() async throws {
      try await story {
        let relay = try FaultyRelay()
        let station = try StationProcess(options: ["--name", relay.authority])
        relay.connect(to: station.port)
        // The first connection has room for about ten events.
        try relay.set(.ends(.answering(60_000), isReset: false))
        let result = try Program.run([
          "edits", "--count", "15", "--timeout", "50", "--wiki-url", "http://\(relay.authority)/v2/stream/recentchange",
        ])
        #expect(result.status == 0 && result.output.split(separator: "\n").count == 15, "\(result)")
      }
    }

    @Test func anAddressMayNameAnInterface() async throws {
      let first = try #require(try Self.text("5-ipv6-zone/addresses.txt").split(separator: "\n").first)
      let page = "# TYPE t gauge\nroom_temperature_celsius{room=\"attic\"} 21.5\n"
      try await story {
        let relay = try FaultyRelay(isIPv6: true)
        try relay.set(
          .says(Array("HTTP/1.1 200 OK\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)".utf8)))
        try withFolder { folder in
          let settings = folder.appending(path: "config.yaml")
          let address = first.replacing("PORT", with: "\(relay.port)")
          try Data("rooms:\n  - { metrics: \"\(address)\" }\n".utf8).write(to: settings)
          let result = try Program.run(["rooms", "--json", "--config", settings.path])
          #expect(result.output.contains("\"celsius\":21.5"), "\(result)")
          #expect(relay.heads.contains { $0.lowercased().contains("host: [::1]:\(relay.port)") }, "\(relay.heads)")
        }
      }
    }
  }
}
