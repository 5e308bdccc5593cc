import Foundation
import Station
import StationTesting
import Testing

extension ProgramTests {
  /// A person edits their settings while the program runs, and before it starts.
  @Suite struct SettingsTests {
    @Test func whatIsSavedIsSeenMistakesStandUntilTheyAreMendedAndDeletedMeansDefaults() async throws {
      try await story {
        try withSettings { settings in
          let session = try TerminalSession(Program.script("--demo"), environment: settings.environment)
          try session.wait("the demonstration, in degrees Celsius") { $0.contains("°C") && $0.contains("▌") }
          // The folder is made later, too.
          try settings.save("unit: fahrenheit\nkeys: { app.quit: Q }\n")
          try session.wait("degrees and keys of the settings") {
            $0.contains("°F") && !$0.contains("°C") && $0.lastLine.contains("Q quit")
          }
          try settings.save("unit: kelvin\nkeys: { app.quitt: Q }\n")
          let broken = try session.wait("the mistakes") { $0.lastLine.contains("(1 more: reactui config)") }
          #expect(broken.lastLine.contains("config.yaml:1:7: unit: "))
          #expect(broken.contains("°F"), "what held stays in force")
          try settings.replace("unit: celsius\nkeys: { app.quit: Q }\n")
          try session.wait("all is well") { $0.contains("°C") && $0.lastLine.contains("Q quit") }
          try settings.remove()
          try session.wait("the defaults") { $0.contains("°C") && $0.lastLine.contains("q quit") }
          try session.press("q")
          let end = try session.wait(for: "exit status 0")
          #expect(end.contains("settings restored"))
        }
      }
    }

    @Test func tabsComeAndGo() async throws {
      try await story {
        try withSettings { settings in
          try settings.save("stack-overflow: { tabs: [{ name: Hot, sort: hot }, { tags: [ios] }] }\n")
          let session = try TerminalSession(Program.script("--demo --tab ios"), environment: settings.environment)
          try session.wait("two tabs") { $0.contains("Hot") && $0.contains("Live Activity") && !$0.contains("Ruby") }
          try settings.save(
            "stack-overflow: { tabs: [{ tags: [ruby] }, { name: Hot, sort: hot }, { name: Phones, tags: [ios] }] }\n")
          try session.wait("a tab more, another name, and the same list") {
            $0.contains("1 ruby") && $0.contains("3 Phones") && $0.contains("Live Activity") && !$0.contains("bcrypt")
          }
          try settings.save("stack-overflow: { tabs: [{ tags: [ruby] }, { name: Hot, sort: hot }] }\n")
          try session.wait("the neighbour of the tab that is gone") {
            !$0.contains("Phones") && $0.contains("2 Hot") && $0.contains("bcrypt")
          }
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    @Test func aChangedAddressReconnectsItsServiceAndNoOther() async throws {
      try await story {
        try withSettings { settings in
          let (first, second) = (ControlledStation(), ControlledStation())
          let (home, away) = (try first.start(), try second.start())
          defer { for station in [first, second] { station.stop() } }
          second.responses.serve(at: "/data/") { _ in
            let now = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: -60))
            return CannedResponse(text: #"[{"ts":"\#(now)","temperature":37.5}]"#)
          }
          func save(questions: URL, edits: URL, temperatures: URL) throws {
            try settings.save(
              """
              stack-overflow: { url: "\(questions)" }
              wikipedia: { url: "\(edits)" }
              rooms: [{ conair: "\(temperatures)" }]
              """)
          }
          try save(questions: home.stackExchangeURL, edits: home.wikiURL, temperatures: home.conAirURL)
          let session = try TerminalSession(Program.script(""), environment: settings.environment)
          try session.wait("live data") {
            $0.contains("▌") && $0.contains("°C") && $0.isLive("Wikipedia") && !$0.contains("37.5°C")
          }
          let questionsAsked = first.requests.count(.questions)
          try save(questions: home.stackExchangeURL, edits: home.wikiURL, temperatures: away.conAirURL)
          try session.wait("the other room") { $0.contains("37.5°C") && $0.contains("▌") }
          #expect(first.requests.count(.questions) == questionsAsked)
          #expect(second.requests.count(.questions) == 0)
          try save(questions: away.stackExchangeURL, edits: away.wikiURL, temperatures: away.conAirURL)
          try session.wait("all of the other server") { _ in
            second.requests.count(.questions) > 0 && second.requests.count(.webSocket) > 0
          }
          try session.wait("live data again") {
            $0.contains("▌") && $0.contains("37.5°C") && $0.isLive("Wikipedia")
          }
          try session.press("q")
          try session.wait(for: "exit status 0")
        }
      }
    }

    @Test func afterBeingSuspendedTheFileIsStillFollowed() async throws {
      try await story {
        try withSettings { settings in
          let session = try TerminalSession.suspendedProgram(environment: settings.environment)
          try settings.save("unit: fahrenheit\n")
          try session.type("fg")
          try session.press("Enter")
          try session.wait("what was saved meanwhile") { $0.contains("°F") && $0.contains("╭") }
          try session.press("q")
          try session.wait("the shell") { $0.contains("shell>") && !$0.contains("╭") }
        }
      }
    }

    // MARK: At the start

    @Test func badSettingsAreToldAndTheTerminalIsLeftAlone() async throws {
      try await story {
        try withSettings { settings in
          try settings.save("unit: kelvin\nconair:\n  poll-every: soon\n")
          let result = try Program.run(["--demo"], environment: settings.environment)
          #expect(result.status == 78 && result.output.isEmpty)
          let lines = result.error.split(separator: "\n")
          #expect(lines.count == 2)
          #expect(lines.first?.hasPrefix("reactui: config.yaml:1:7: unit: ") == true)
          #expect(lines.last?.hasPrefix("reactui: config.yaml:3:15: conair.poll-every: ") == true)
          // The same in a terminal.
          let session = try TerminalSession(Program.script("--demo"), environment: settings.environment)
          let screen = try session.wait(for: "exit status 78")
          #expect(screen.contains("config.yaml:3:15") && screen.contains("settings restored"))
          #expect(try session.value("#{alternate_on}") == "0")
        }
      }
    }

    @Test func aFileThatIsNamedHasToBeThere() async throws {
      try await story {
        try withSettings { settings in
          let result = try Program.run(["--config", "/nowhere/c.yaml"], environment: settings.environment)
          #expect(result.status == 78)
          #expect(result.error == "reactui: --config: there is no file /nowhere/c.yaml\n")
          try settings.save("theme: light\n")
          let named = try Program.run(["config", "--config", settings.file.path, "--theme", "dark"])
          #expect(named.status == 0 && named.output.contains(/theme: dark +# --theme\n/))
        }
      }
    }

    /// The five minutes of docs/manual/settings.md: the example as it is printed, with a line changed.
    @Test func theExampleIsAFileToBeginWith() async throws {
      try await story {
        try withSettings { settings in
          let example = try Program.run(["config", "example"])
          #expect(example.status == 0 && example.error.isEmpty)
          try settings.save(example.output)
          let report = try Program.run(["config"], environment: settings.environment)
          #expect(report.status == 0 && report.error.isEmpty, "\(report.error)")
          #expect(report.output.hasPrefix("# \(settings.file.path)\n"))
          let schema = try Program.run(["config", "schema"])
          #expect(schema.status == 0)
          #expect(try JSONSerialization.jsonObject(with: Data(schema.output.utf8)) is [String: Any])
        }
      }
    }

    @Test func variablesOfWikipediaAreInForce() async throws {
      try await story {
        let result = try Program.run(
          ["config"], environment: ["REACTUI_WIKIS": "dewiki", "REACTUI_WIKI_SHOW": "bots"])
        #expect(result.status == 0 && result.output.contains("dewiki") && result.output.contains("bots"))
        #expect(result.error.isEmpty)
      }
    }

    // MARK: The one true check

    @Test func theCheckTellsWhatEndsNoStart() async throws {
      try await story {
        try withSettings { settings in
          let key = settings.file.deletingLastPathComponent().appending(path: "key")
          try settings.save(
            """
            stack-overflow:
              key-file: \(key.path)
            keys:
              app.help: F1
              app.quit: j
            theme: dark
            """)
          func config(_ variables: [String: String] = [:]) throws -> Program.Result {
            try Program.run(["config"], environment: settings.environment.merging(variables) { $1 })
          }
          let missing = try config(["REACTUI_THEEM": "dark"])
          #expect(missing.status == 78 && missing.output.contains("theme: dark"), "\(missing)")
          #expect(
            missing.error.split(separator: "\n") == [
              "reactui: config.yaml:2:13: stack-overflow.key-file: \(key.path) cannot be read: No such file or directory",
              "reactui: config.yaml:5:13: keys.app.quit: j is also the key of list.down by default, text.down by default, "
                + "room.next by default, chart.lower by default; give either another",
              "reactui: REACTUI_THEEM: there is no such variable; did you mean REACTUI_THEME?",
            ])
          try Data("s3cret\n".utf8).write(to: key)
          chmod(key.path, 0o644)
          let open = try config()
          #expect(open.status == 78 && open.error.contains("chmod 600 \(key.path): others than its owner"), "\(open)")
          chmod(key.path, 0o600)
          try settings.save("stack-overflow: { key-file: \(key.path) }\n")
          let well = try config()
          #expect(well.status == 0 && well.error.isEmpty && !well.output.contains("s3cret"), "\(well)")
          // What works is told, too, and is no mistake.
          try settings.save("commands: [{ name: show, in: questions, run: [show, \"{title}\"] }]\n")
          let caution = try config()
          #expect(caution.status == 0 && caution.output.contains("- { name: show"), "\(caution)")
          #expect(
            caution.error
              == "reactui: caution: config.yaml:1:46: commands[0].run: \"{title}\" is refused if its value begins "
              + "with a dash; put \"--\" before it, or text\n")
          let null = try Program.run(["config", "--config", "/dev/null"], environment: settings.environment)
          #expect(null.status == 0 && null.error.isEmpty && null.output.contains("commands: []"), "\(null)")
          // Together with what ends a start.
          try settings.save("stack-overflow: { key-file: \(key.path)x }\ntheme: purple\nunit: kelvin\n")
          let all = try config()
          #expect(all.status == 78 && all.output.isEmpty)
          #expect(all.error.split(separator: "\n").count == 3 && all.error.contains("purple"), "\(all.error)")
        }
      }
    }

    @Test func aKeyOnTheCommandLineIsRefusedAndNotRepeated() async throws {
      try await story {
        for arguments in [["--stack-exchange-key", "s3cret"], ["--demo", "--stack-exchange-key=s3cret"]] {
          let result = try Program.run(arguments)
          #expect(result.status == 64 && result.output.isEmpty)
          #expect(result.error.contains("every user") && result.error.contains("REACTUI_STACK_EXCHANGE_KEY"))
          #expect(result.error.contains("key-command") && !result.error.contains("s3cret"))
          #expect(result.error.split(separator: "\n").count == 1)
        }
      }
    }
  }
}

extension String {
  /// The last line of a screen that holds anything.
  var lastLine: Substring { split(separator: "\n").last ?? "" }
}

/// A person's folder of settings, which is not there at first.
struct PersonalSettings {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  var environment: [String: String] { ["XDG_CONFIG_HOME": folder.appending(path: "config").path] }
  var file: URL { folder.appending(path: "config/reactui/config.yaml") }

  func save(_ text: String) throws {
    let parent = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// As editors save: a new file takes the place of the old one.
  func replace(_ text: String) throws { try Data(text.utf8).write(to: file, options: .atomic) }

  func remove() throws { try FileManager.default.removeItem(at: file) }
}

/// A folder of settings for one test, removed after it.
func withSettings(_ body: (PersonalSettings) throws -> Void) throws {
  try withFolder { try body(PersonalSettings($0)) }
}
